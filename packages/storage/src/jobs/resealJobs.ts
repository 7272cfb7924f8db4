/** Brings the jobs and monitors of a store under the key of now. Every process that has the key may do so. */
import * as Effect from "effect/Effect"
import { resealRows, type SealedTable } from "../support/resealing.ts"
import type { Sealing } from "../support/sealing.ts"
import { reseal as resealSpec } from "./jobSpec.ts"
import { reseal as resealMonitor } from "./monitorText.ts"

/** The text under the key of now; undefined where its own key is missing. */
export type Reseal = (id: string, text: string, sealing: Sealing) => string | undefined

/**
 * In the background, for as long as the store is open; what is left over after a fault is done at the next start.
 * `tableOf` gives a table and its column with texts.
 */
export const resealJobs = (
  { sealsBy }: Sealing,
  tableOf: (table: "job" | "monitor" | "delivery", column: string, reseal: Reseal) => SealedTable
) =>
  sealsBy === undefined
    ? Effect.void
    : resealRows("jobs", sealsBy, tableOf("job", "spec", resealSpec)).pipe(
        Effect.andThen(resealRows("monitors", sealsBy, tableOf("monitor", "value", resealMonitor))),
        Effect.andThen(resealRows("events", sealsBy, tableOf("delivery", "post", resealMonitor))),
        Effect.catchCause((cause) => Effect.logWarning("Rows could not be encrypted with the key of now", cause)),
        Effect.forkScoped,
        Effect.asVoid
      )
