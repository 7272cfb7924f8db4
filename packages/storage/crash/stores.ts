/** The stores of one run: jobs and ledger, in a file or a schema. */
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { postgres } from "@orbweaver/storage/postgres"
import { SqliteDatabase } from "@orbweaver/storage/sqlite/Database"
import * as SqliteJobStores from "@orbweaver/storage/sqlite/JobStores"
import * as SqliteLedger from "@orbweaver/storage/sqlite/Ledger"
import { Duration, Effect, Layer } from "effect"

/** Hosts are no limit here. */
const politeness = { concurrency: 100 }

/** Short, so that a run meets it. */
const statementTimeout = 5000

/** `location` is a file, or `postgres://…#schema`; for `fullMs` milliseconds after the start a file may not grow. */
export const storesOf = (location: string, fullMs = 0): Layer.Layer<JobStores | Ledger, StoreError> => {
  if (location.startsWith("postgres://")) {
    const [url = "", schema] = location.split("#")
    return postgres(url, { schema, politeness, statementTimeout, maxConnections: 4 })
  }
  const file = SqliteDatabase.layer({ filename: location })
  return Layer.mergeAll(
    SqliteJobStores.layer({ politeness }),
    SqliteLedger.layer,
    fullMs > 0 ? full(fullMs) : Layer.empty
  ).pipe(Layer.provide(file))
}

const full = (millis: number) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const db = yield* SqliteDatabase
      db.get(`PRAGMA max_page_count = ${Number(db.get("PRAGMA page_count")!["page_count"])}`)
      yield* Effect.forkScoped(
        Effect.andThen(
          Effect.sleep(Duration.millis(millis)),
          Effect.sync(() => db.get("PRAGMA max_page_count = 1000000000"))
        )
      )
    })
  )
