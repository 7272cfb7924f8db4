/**
 * Durations of the promise methods: milliseconds, or what Effect reads as a duration. Here alone
 * stands which options are durations, and in which unit the engines take them.
 */
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Milliseconds, a text such as `"30 seconds"` or `"2 days"`, or a `Duration` of Effect. */
export type DurationInput = number | `${number} ${Duration.Unit}` | Duration.Duration

export const durationOf = (field: string, input: unknown): Effect.Effect<Duration.Duration, InvalidInput> => {
  const read =
    typeof input === "number" || typeof input === "string" || Duration.isDuration(input)
      ? Duration.fromInput(input as Duration.Input)
      : Option.none()
  return Option.isSome(read) && !Duration.isNegative(read.value)
    ? Effect.succeed(read.value)
    : Effect.fail(
        invalid("options", [field], 'Expected milliseconds or a duration such as "30 seconds"', "invalid_type")
      )
}

/** The durations among the options, and in which unit the engines take them. */
const units: Readonly<Record<string, "milliseconds" | "seconds">> = {
  timeout: "milliseconds",
  waitFor: "milliseconds",
  maxAge: "milliseconds",
  minAge: "milliseconds",
  delay: "seconds",
  timeLimit: "seconds"
}

/**
 * The options as the engines take them. What is no duration stays for their own check, so that one
 * error names everything that is wrong.
 */
export const toEngineUnits = <O extends object>(options: O): Effect.Effect<O, InvalidInput> =>
  Effect.gen(function* () {
    const read: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(options)) {
      if (value === undefined) continue
      const unit = units[name]
      if (unit === undefined || (typeof value === "number" && unit === "milliseconds")) read[name] = value
      else {
        const duration = yield* durationOf(name, value)
        read[name] = unit === "seconds" ? Duration.toSeconds(duration) : Duration.toMillis(duration)
      }
    }
    return read as O
  })
