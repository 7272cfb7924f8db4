/** When a store of blobs deletes what has expired. */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { SqlError } from "effect/sql/SqlError"

const sweepInterval = Duration.minutes(10)

/** Sweeps now and every ten minutes, for as long as the scope is open. */
export const sweepBlobs = (sweep: Effect.Effect<unknown, SqlError | StoreError>) =>
  sweep.pipe(
    Effect.catch((error) => Effect.logWarning("Old blobs could not be deleted", error)),
    Effect.repeat(Schedule.spaced(sweepInterval)),
    Effect.forkScoped
  )
