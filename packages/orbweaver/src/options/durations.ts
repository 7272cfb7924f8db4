/**
 * Durations of the promise methods. A text such as `"500 millis"` or `"2 minutes"` means the same everywhere. A plain
 * number has the unit that the option has over HTTP and in the official clients, so that a program that moves from them
 * means the same; where that is seconds, a number that can only be meant as milliseconds is refused.
 */
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** A number in the unit of its option, a text such as `"30 seconds"` or `"2 days"`, or a `Duration` of Effect. */
export type DurationInput = number | `${number} ${Duration.Unit}` | Duration.Duration

/** What a plain number means. */
interface PlainNumber {
  readonly unit: "milliseconds" | "seconds"
  /** The largest number that is taken; longer durations are texts. */
  readonly max: number
}

const milliseconds: PlainNumber = { unit: "milliseconds", max: Infinity }

export const seconds = (max: number): PlainNumber => ({ unit: "seconds", max })

/** The options that are durations, by their names. */
const durationOptions = {
  timeout: milliseconds,
  waitFor: milliseconds,
  maxAge: milliseconds,
  minAge: milliseconds,
  interval: milliseconds,
  jitter: milliseconds,
  when: milliseconds,
  delay: seconds(60),
  timeLimit: seconds(3600),
  pollInterval: seconds(60),
  waitTimeout: seconds(3600),
  ttl: seconds(3600),
  idleTimeout: seconds(3600)
} as const satisfies Record<string, PlainNumber>

type DurationOption = keyof typeof durationOptions

export const isDurationOption = (name: string): name is DurationOption => Object.hasOwn(durationOptions, name)

/** Fails with `InvalidInput` at `path`, which says how the duration is written. */
export const durationOf = (
  name: DurationOption,
  input: unknown,
  {
    number = durationOptions[name],
    path = [name]
  }: { readonly number?: PlainNumber; readonly path?: ReadonlyArray<string> } = {}
): Effect.Effect<Duration.Duration, InvalidInput> => {
  if (typeof input === "number" && input > number.max) {
    const cure = `A plain number is ${number.unit}, at most ${number.max}: write "${input} millis" or "${input} seconds"`
    return Effect.fail(invalid("options", path, cure, "too_big"))
  }
  const read = readDuration(input, number)
  return Option.isSome(read) && !Duration.isNegative(read.value)
    ? Effect.succeed(read.value)
    : Effect.fail(
        invalid("options", path, `Expected ${number.unit} or a duration such as "30 seconds"`, "invalid_type")
      )
}

/** As the engines take it: a plain number in the unit that the option has over HTTP, whose bounds they check. */
export const plainNumberOf = (
  name: DurationOption,
  input: unknown,
  path: ReadonlyArray<string>
): Effect.Effect<number, InvalidInput> => {
  const { max, unit } = durationOptions[name]
  if (typeof input === "number" && !(input > max)) return Effect.succeed(input)
  return Effect.map(durationOf(name, input, { path }), unit === "seconds" ? Duration.toSeconds : Duration.toMillis)
}

const readDuration = (input: unknown, { unit }: PlainNumber): Option.Option<Duration.Duration> => {
  if (typeof input === "number") {
    return Number.isNaN(input)
      ? Option.none()
      : Option.some(unit === "seconds" ? Duration.seconds(input) : Duration.millis(input))
  }
  const isInput = typeof input === "string" || Duration.isDuration(input)
  return isInput ? Duration.fromInput(input as Duration.Input) : Option.none()
}
