/** When a schedule runs: times that every process computes alike, so that one of them can claim each. */
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import {
  cronOfText,
  ofCron,
  ofInterval,
  type Recurrence,
  textExamples
} from "@orbweaver/core/internal/model/recurrence"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type DurationInput, durationOf } from "../options/durations.ts"

const minInterval = Duration.seconds(1)
/** Ten years: times of longer intervals soon leave what a `Date` can hold. */
const maxInterval = Duration.days(3650)

/** Five fields, or six that begin with seconds; or words. */
const cronOf = (when: unknown): string | undefined => {
  if (typeof when !== "string") return undefined
  const text = when.trim()
  return cronOfText(text) ?? (/^\S+(\s+\S+){4,5}$/.test(text) ? text : undefined)
}

/** A cron expression, or words that become one, are read in the time zone; an interval is the same everywhere. */
export const readTicks = Effect.fnUntraced(function* (
  when: DurationInput | (string & {}),
  timeZone = "UTC"
): Effect.fn.Return<Recurrence, InvalidInput> {
  const cron = cronOf(when)
  if (cron !== undefined) {
    return yield* Effect.fromResult(
      Result.mapError(ofCron(cron, timeZone), ({ field, message }) =>
        invalid("schedule", [field === "cron" ? "when" : field], message)
      )
    )
  }
  const interval = yield* Effect.mapError(durationOf("when", when), () =>
    invalid(
      "schedule",
      ["when"],
      `Expected a cron expression such as "0 8 * * *", words such as ${textExamples}, or an interval such as "1 hour"`
    )
  )
  if (Duration.isLessThan(interval, minInterval)) {
    return yield* invalid("schedule", ["when"], "Expected an interval of at least 1 second", "too_small")
  }
  if (Duration.isGreaterThan(interval, maxInterval)) {
    return yield* invalid("schedule", ["when"], "Expected an interval of at most 3650 days", "too_big")
  }
  return ofInterval(interval)
})

const maxJitter = Duration.days(1)

/** How much later a run may begin at random. */
export const readJitter = Effect.fnUntraced(function* (
  given: DurationInput | undefined
): Effect.fn.Return<Duration.Duration, InvalidInput> {
  if (given === undefined) return Duration.zero
  const jitter = yield* durationOf("jitter", given)
  return Duration.isGreaterThan(jitter, maxJitter)
    ? yield* invalid("schedule", ["jitter"], "Expected at most 1 day", "too_big")
    : jitter
})
