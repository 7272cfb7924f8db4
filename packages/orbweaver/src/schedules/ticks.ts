/** When a schedule runs: times that every process computes alike, so that one of them can claim each. */
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type DurationInput, durationOf } from "../options/durations.ts"

/** Times in milliseconds since the epoch. */
export interface Ticks {
  /** The first tick after this time. */
  readonly next: (after: number) => number
  /** The last tick at this time or before it. */
  readonly latest: (at: number) => number
}

const minIntervalMs = 1000

const fail = (path: string, message: string) => Effect.fail(invalid("schedule", [path], message))

/** Five fields, or six that begin with seconds. */
const isCron = (when: unknown): when is string => typeof when === "string" && /^\S+(\s+\S+){4,5}$/.test(when.trim())

/**
 * A cron expression is read in the time zone. An interval counts from midnight UTC of 1 January 1970, so that processes
 * agree on its ticks.
 */
export const readTicks = Effect.fnUntraced(function* (
  when: DurationInput | (string & {}),
  timeZone = "UTC"
): Effect.fn.Return<Ticks, InvalidInput> {
  if (!isCron(when)) {
    const interval = Duration.toMillis(
      yield* Effect.mapError(durationOf("when", when), () =>
        invalid("schedule", ["when"], 'Expected a cron expression such as "0 8 * * *" or an interval such as "1 hour"')
      )
    )
    if (!(interval >= minIntervalMs) || !Number.isFinite(interval)) {
      return yield* fail("when", "Expected an interval of at least 1 second")
    }
    const latest = (at: number) => Math.floor(at / interval) * interval
    return { latest, next: (after) => latest(after) + interval }
  }
  const parsed = Cron.parse(when.trim(), timeZone)
  if (Result.isFailure(parsed)) {
    return yield* fail(isTimeZone(timeZone) ? "when" : "timeZone", parsed.failure.message)
  }
  const cron = parsed.success
  const ticks: Ticks = {
    next: (after) => Cron.next(cron, after).getTime(),
    // `prev` leaves out the second that it is given.
    latest: (at) => Cron.prev(cron, Math.floor(at / 1000) * 1000 + 1000).getTime()
  }
  // A date such as 30 February never comes.
  yield* Effect.try({
    try: () => ticks.next(0),
    catch: () => invalid("schedule", ["when"], `"${when}" never comes`)
  })
  return ticks
})

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
