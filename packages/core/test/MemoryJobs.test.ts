import { Ledger, MemoryJobs } from "@orbweaver/core"
import { FrontierSuite, JobStoreSuite } from "@orbweaver/core/testing"
import { Layer } from "effect"

const layer = MemoryJobs.layer().pipe(Layer.provideMerge(Ledger.Ledger.layerMemory))

FrontierSuite.suite("memory", layer)
JobStoreSuite.suite("memory", layer)
