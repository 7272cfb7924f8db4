/**
 * Durations of the promise methods. A text such as `"500 millis"` or `"2 minutes"` means the same everywhere. A plain
 * number has the unit that the option has over HTTP and in the official clients, so that a program that moves from them
 * means the same; where that is seconds, a number that can only be meant as milliseconds is refused.
 */
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { definitionOf } from "@orbweaver/core/internal/model/optionDefinition"
import { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { AgentOptions } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

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

/** Durations of the calls themselves, by their names. */
const callDurations = {
  interval: milliseconds,
  jitter: milliseconds,
  when: milliseconds,
  pollInterval: seconds(60),
  waitTimeout: seconds(3600),
  ttl: seconds(3600),
  idleTimeout: seconds(3600)
} as const satisfies Record<string, PlainNumber>

/** Longest plain number of seconds of an option whose schema has no bound. */
const maxSeconds = 60

const boundOf = (field: Schema.Top): number => {
  const { maximum } = Schema.toJsonSchemaDocument(field).schema
  return typeof maximum === "number" ? maximum : maxSeconds
}

/** What a plain number of an option means; `undefined` for one that is no duration. */
const plainNumberIn = (field: Schema.Top): PlainNumber | undefined => {
  const unit = definitionOf(field)?.unit
  return unit === "seconds" ? seconds(boundOf(field)) : unit === undefined ? undefined : milliseconds
}

/** Those of pages and of what is loaded with an instance, by their definitions. */
const optionDurations: ReadonlyMap<string, PlainNumber> = new Map(
  [ScrapeOptions, CrawlOptions, MapOptions, SearchOptions, ExtractOptions, AgentOptions].flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]): ReadonlyArray<readonly [string, PlainNumber]> => {
      const number = plainNumberIn(field)
      return number === undefined ? [] : [[name, number]]
    })
  )
)

/** A duration of a call. */
export const durationOf = (
  name: keyof typeof callDurations,
  input: unknown
): Effect.Effect<Duration.Duration, InvalidInput> => durationBy(callDurations[name], input, [name])

/** Fails with `InvalidInput` at `path`, which says how the duration is written. */
export const durationBy = (
  { max, unit }: PlainNumber,
  input: unknown,
  path: ReadonlyArray<string>
): Effect.Effect<Duration.Duration, InvalidInput> => {
  if (typeof input === "number" && input > max) {
    const cure = `A plain number is ${unit}, at most ${max}: write "${input} millis" or "${input} seconds"`
    return Effect.fail(invalid("options", path, cure, "too_big"))
  }
  const read = readDuration(input, unit)
  return Option.isSome(read) && !Duration.isNegative(read.value)
    ? Effect.succeed(read.value)
    : Effect.fail(invalid("options", path, `Expected ${unit} or a duration such as "30 seconds"`, "invalid_type"))
}

/**
 * An option as the engines take it: of a duration a plain number in the unit that it has over HTTP, whose bounds they
 * check. `undefined` for an option that is none. `field` is its definition, where the caller has it.
 */
export const plainNumberOf = (
  name: string,
  input: unknown,
  path: ReadonlyArray<string>,
  field?: Schema.Top
): Effect.Effect<number, InvalidInput> | undefined => {
  const number = (field === undefined ? undefined : plainNumberIn(field)) ?? optionDurations.get(name)
  if (number === undefined) return undefined
  if (typeof input === "number" && !(input > number.max)) return Effect.succeed(input)
  const toNumber = number.unit === "seconds" ? Duration.toSeconds : Duration.toMillis
  return Effect.map(durationBy(number, input, path), toNumber)
}

const readDuration = (input: unknown, unit: PlainNumber["unit"]): Option.Option<Duration.Duration> => {
  if (typeof input === "number") {
    return Number.isNaN(input)
      ? Option.none()
      : Option.some(unit === "seconds" ? Duration.seconds(input) : Duration.millis(input))
  }
  const isInput = typeof input === "string" || Duration.isDuration(input)
  return isInput ? Duration.fromInput(input as Duration.Input) : Option.none()
}
