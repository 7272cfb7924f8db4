/**
 * Settles and claims without holding a job over a round trip. One statement reads what the rules need (`snapshot`); the
 * next, a transaction of its own (`exchangeFunctions`, `claimFunctions`), writes what they made of it. The rules count from
 * what was read, and what they counted is added to the job later (`fold`). When anything but counters has changed since,
 * nothing is written, and the caller settles again while it holds the jobs.
 */
import type { Settled, Settlement } from "@orbweaver/core/jobs/Frontier"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { makeClaim } from "./claims.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { prepare } from "./settlements.ts"
import { makeSnapshots, type Snapshot } from "./snapshot.ts"

export const makeExchange = (jobDatabase: JobDatabase) => ({
  claim: makeClaim(jobDatabase),
  settle: makeSettle(jobDatabase),
  snapshotOf: makeSnapshots(jobDatabase)
})

/** Undefined when the settlements need the jobs to be held; nothing is written then. */
const makeSettle =
  ({ db, knownPages, noted, schema, signals }: JobDatabase) =>
  (
    operation: string,
    settlements: ReadonlyArray<Settlement>,
    snapshot: Snapshot
  ): Effect.Effect<ReadonlyArray<Settled> | undefined, StoreError> =>
    Effect.gen(function* () {
      const now = yield* db.now
      const prepared = prepare(knownPages, settlements, snapshot, now)
      if (prepared === undefined) return undefined
      const [row] = yield* db
        .rows<{ written: boolean }>(
          `SELECT ${schema}.settle_pages($1::text::json, $2::text::json, $3::text::json, $4::text::json, $5::text::json,
          $6::text::json, $7::text::json, $8::text[], $9::text::json, $10::text::json, $11) AS written`,
          ...prepared.parameters,
          now
        )
        .pipe(
          // Somebody settled one of the pages at the same moment: nothing was written.
          Effect.catchIf(isSerializationFailure, () => Effect.succeed([{ written: false }]))
        )
      if (row?.written !== true) return undefined
      for (const { job, key } of prepared.remembered) knownPages.of(job).set(key, 0)
      prepared.touched.forEach(signals.notify)
      return prepared.settled
    }).pipe(noted(operation))

const isSerializationFailure = (error: SqlError | StoreError): boolean =>
  error._tag === "SqlError" && error.reason._tag === "SerializationError"
