// Jobs in memory whose documents are all on disk.
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "../../src/sqlite/TemporaryJobs.ts"
import { FrontierSuite, JobStoreSuite } from "@orbweaver/testing"
import { Layer } from "effect"

const layer = TemporaryJobs.layer({ maxLength: 0 }).pipe(Layer.provideMerge(Ledger.Ledger.layerMemory))

FrontierSuite.suite("memory and disk", layer)
JobStoreSuite.suite("memory and disk", layer)
