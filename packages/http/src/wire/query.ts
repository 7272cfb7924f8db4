/** Values of a query string. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { badRequest, type WireError } from "./ErrorBody.ts"

/** A whole number from 0 of a query string, of several the first; anything else reads as left out. */
export const wholeNumber = (value: string | ReadonlyArray<string> | undefined): number | undefined => {
  const text = typeof value === "string" ? value : value?.[0]
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** One of several words, of several values the first; nothing where it is left out, 400 where it is none of them. */
export const choiceOf = <Words extends ReadonlyArray<string>>(
  name: string,
  words: Schema.Literals<Words>,
  { query }: { readonly query: Readonly<Record<string, string | ReadonlyArray<string> | undefined>> }
): Effect.Effect<Words[number] | undefined, WireError> => {
  const value = query[name]
  const text = typeof value === "string" ? value : value?.[0]
  if (text === undefined || text === "") return Effect.undefined
  if (Schema.is(words)(text)) return Effect.succeed(text)
  const message = `Invalid enum value. Expected ${words.literals.map((word) => `'${word}'`).join(" | ")}, received '${text}'`
  return Effect.fail(
    badRequest([{ code: "invalid_enum_value", received: text, options: words.literals, path: [name], message }])
  )
}
