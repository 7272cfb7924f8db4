/**
 * Jobs of one process, gone with it: SQLite keeps them in memory as far as there is room, and otherwise in a file of the
 * system's temporary folder that has no name and that nobody else can open. Debits go to the `Ledger`.
 */
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import type { Limits } from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "../sqlite/Database.ts"
import { make } from "../sqlite/JobStores.ts"
import { byLedger } from "../sqlite/jobs/Charges.ts"

export const layer = (politeness?: Partial<Limits>): Layer.Layer<JobStores, StoreError, Ledger> =>
  Layer.effectContext(Effect.flatMap(Ledger, (ledger) => make({ politeness }, byLedger(ledger)))).pipe(
    // The empty name is SQLite's for a database that ends with its connection.
    Layer.provide(SqliteDatabase.layer({ filename: "" }))
  )
