/**
 * A read replica that takes lists and exports off the primary. It is only read while it has everything that the primary
 * had a few seconds ago; otherwise, and where it does not answer, the caller reads from the primary.
 *
 * How far it is behind is measured by positions in the log: those of the primary are noted with their time, and the
 * replica is as fresh as the last one that it has replayed. A replica that lost the primary says nothing of itself that
 * would tell it from one where nothing happens.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { innermostMessage } from "../support/storeFault.ts"

export type Rows = <A extends object>(
  text: string,
  values: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<A>, SqlError>

export interface Replica {
  /** Nothing where the replica may not, or cannot, be read. */
  readonly rows: <A extends object>(
    text: string,
    values: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<A> | undefined>
}

export interface Options {
  readonly primary: Rows
  readonly replica: Rows
  /** How old its rows may be, in milliseconds. */
  readonly maxLagMs: number
}

interface Sample {
  readonly lsn: string
  readonly at: number
}

/** Between two measurements, while somebody reads. */
const measureMs = 1000
/** How long a replica that failed is left alone. */
const restMs = 5000

export const make = ({ maxLagMs, primary, replica }: Options): Replica => {
  // Lag is of the wall clock, whatever time it is for jobs.
  const wallTime = Clock.Clock.defaultValue()
  const millis = (): number => wallTime.currentTimeMillisUnsafe()
  /** Position of the primary at a moment, which the replica had not replayed when it was last asked. */
  let sample: Sample | undefined
  /** The replica has everything that was written before. */
  let freshAt = -Infinity
  let nextMeasurementAt = -Infinity
  /** The last thing that the log has of it. */
  let logged: string | undefined

  const isFresh = (): boolean => millis() - freshAt <= maxLagMs

  const note = (state: string | undefined): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (state === logged) return Effect.void
      logged = state
      return state === undefined ? Effect.logInfo("The read replica is used again") : Effect.logWarning(state)
    })

  /** Whether the replica has replayed the log up to the sample. */
  const catchesUp = Effect.fnUntraced(function* ({ at, lsn }: Sample) {
    const [row] = yield* replica<{ has: boolean | null }>(
      `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END >= $1::text::pg_lsn AS has`,
      [lsn]
    )
    if (row?.has !== true) return
    freshAt = at
    sample = undefined
  })

  const measure = Effect.gen(function* () {
    const at = millis()
    nextMeasurementAt = at + Math.min(measureMs, maxLagMs / 2)
    if (sample !== undefined) yield* catchesUp(sample)
    // Noted anew at once, so that what is known is not older than two measurements.
    if (sample === undefined) {
      const [row] = yield* primary<{ lsn: string }>("SELECT pg_current_wal_lsn()::text AS lsn", [])
      sample = { lsn: row!.lsn, at }
      yield* catchesUp(sample)
    }
    if (isFresh()) yield* note(undefined)
    else if (sample !== undefined && millis() - sample.at > maxLagMs) yield* note(late(maxLagMs))
  })

  const rest = (error: unknown) =>
    Effect.suspend(() => {
      freshAt = -Infinity
      nextMeasurementAt = millis() + restMs
      return note(`The read replica does not answer, so lists are read from the primary (${innermostMessage(error)})`)
    })

  return {
    rows: <A extends object>(text: string, values: ReadonlyArray<unknown>) =>
      Effect.gen(function* () {
        if (millis() >= nextMeasurementAt) yield* measure
        return isFresh() ? yield* replica<A>(text, values) : undefined
      }).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.as(rest(Cause.squash(cause)), undefined)
        )
      )
  }
}

const late = (maxLagMs: number): string =>
  `The read replica is more than ${maxLagMs} ms behind, so lists are read from the primary`
