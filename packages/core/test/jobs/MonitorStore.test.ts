import { Ledger } from "@orbweaver/core/accounts/Ledger"
import * as MemoryJobs from "@orbweaver/core/jobs/MemoryJobs"
import { MonitorStoreSuite } from "@orbweaver/testing"
import * as Layer from "effect/Layer"

MonitorStoreSuite.suite("memory", MemoryJobs.layer().pipe(Layer.provide(Ledger.layerMemory)))
