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
  if (!Duration.isFinite(interval) || Duration.isLessThan(interval, minInterval)) {
    return yield* invalid("schedule", ["when"], "Expected an interval of at least 1 second")
  }
  return ofInterval(interval)
})
