import { FrontierSuite, LedgerSuite } from "@orbweaver/core/testing"
import { Database, SqliteJobs, SqliteLedger } from "@orbweaver/storage"
import { Layer } from "effect"

const layer = Layer.mergeAll(SqliteJobs.layer(), SqliteLedger.layer).pipe(
  Layer.provideMerge(Database.SqliteDatabase.layer({ filename: ":memory:" }))
)

FrontierSuite.suite("sqlite", layer)
LedgerSuite.suite("sqlite", layer)
