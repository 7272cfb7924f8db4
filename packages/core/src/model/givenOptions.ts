/**
 * Options that a program gives to a function of ours: an unknown name or a wrong value is an `InvalidInput` at once,
 * rather than an option that is ignored. Programs without types have no other way to learn it.
 */
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Secret } from "./secret.ts"
import { invalid, InvalidInput, issuesOf } from "./InvalidInput.ts"
import { checkGiven, fromInput, type HeadersInput } from "./RequestHeaders.ts"

/** One schema for each option, so that the compiler finds the one that was forgotten. */
export type OptionSchemas<O> = { readonly [Name in keyof Required<O>]: Schema.Top }

/** Options within options: unknown names are refused, and what is `undefined` counts as absent. */
export const options = <O>(schemas: OptionSchemas<O>): Schema.Top => Schema.Struct(Struct.map(schemas, Schema.optional))

/** Throws `InvalidInput` for what is no object, and for names and values that `schemas` do not know. */
export const checkOptions = <O>(what: string, schemas: OptionSchemas<O>, given: unknown): void => {
  if (given === undefined) return
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalid(what, [], "Expected an object of options", "invalid_type")
  }
  const exit = Schema.decodeUnknownExit(options(schemas) as Schema.Codec<unknown>, {
    onExcessProperty: "error",
    errors: "all"
  })(given)
  if (Exit.isSuccess(exit)) return
  const failure = Cause.findErrorOption(exit.cause)
  if (Option.isNone(failure)) throw Cause.squash(exit.cause)
  throw new InvalidInput({ what, issues: issuesOf(failure.value.issue) })
}

/** A value that `is` knows, and how it is described where it is not; what was given is never shown. */
export const value = <A>(expected: string, is: (given: unknown) => boolean): Schema.declare<A> =>
  Schema.declare((given): given is A => is(given), { message: `Expected ${expected}` })

export const callback = value<(...input: ReadonlyArray<never>) => unknown>(
  "a function",
  (given) => typeof given === "function"
)

export const boolean = value<boolean>("true or false", (given) => typeof given === "boolean")

export const text = value<string>("a text that is not empty", (given) => typeof given === "string" && given !== "")

export const texts = value<ReadonlyArray<string>>(
  "a list of texts",
  (given) => Array.isArray(given) && given.every((entry) => typeof entry === "string")
)

/** A number within bounds. `Infinity` is one where `max` leaves it. */
export const number = (min: number, max = Infinity): Schema.declare<number> =>
  value(
    max === Infinity ? `a number of at least ${min}` : `a number from ${min} to ${max}`,
    (given) => typeof given === "number" && given >= min && given <= max
  )

export const wholeNumber = (min: number): Schema.declare<number> =>
  value(`a whole number of at least ${min}`, (given) => Number.isSafeInteger(given) && (given as number) >= min)

const isDuration = (given: unknown): boolean => {
  if (typeof given !== "number" && typeof given !== "string" && !Duration.isDuration(given)) return false
  const read = Duration.fromInput(given as Duration.Input)
  return Option.isSome(read) && !Duration.isNegative(read.value) && !Number.isNaN(given)
}

export const duration = value<Duration.Input>('milliseconds or a duration such as "30 seconds"', isDuration)

/** A duration whose plain number is seconds, as over HTTP. */
export const seconds = value<Duration.Input>('seconds or a duration such as "30 seconds"', isDuration)

export const secret = value<Secret>(
  "a secret as text, or a `Redacted` of one",
  (given) => (typeof given === "string" || Redacted.isRedacted(given)) && given !== ""
)

export const headers = value<HeadersInput>(
  "headers that can be sent: an object of texts, `Headers`, a `Map` or pairs",
  (given) => {
    if (typeof given !== "object" || given === null) return false
    const read = fromInput(given as HeadersInput)
    return read.ok && Object.values(read.headers).every((text) => typeof text === "string")
  }
).check(
  Schema.makeFilter((given) => {
    const checked = checkGiven(given)
    return checked.ok ? undefined : `Expected headers that can be sent: ${checked.problem}`
  })
)

/** A layer of Effect, described by what makes one: ``"`sqlite(file)` or `postgres(url)`"``. */
export const layerOf = (makers: string): Schema.declare<Layer.Layer<never>> => value(makers, Layer.isLayer)

export const oneOf = (...known: ReadonlyArray<string>): Schema.declare<string> =>
  value(known.map((name) => `"${name}"`).join(" or "), (given) => known.some((name) => name === given))
