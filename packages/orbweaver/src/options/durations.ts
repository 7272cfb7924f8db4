/** Durations of the promise methods: milliseconds, or what Effect reads as a duration. */
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
