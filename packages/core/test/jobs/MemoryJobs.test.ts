import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as MemoryJobs from "@orbweaver/core/jobs/MemoryJobs"
import { FrontierSuite, JobStoreSuite } from "@orbweaver/testing"
import { Layer } from "effect"

const layer = MemoryJobs.layer().pipe(Layer.provideMerge(Ledger.Ledger.layerMemory))

FrontierSuite.suite("memory", layer)
JobStoreSuite.suite("memory", layer)
