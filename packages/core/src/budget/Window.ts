/**
 * The part of a document's texts that fits a budget, and a cursor to the rest.
 *
 * Walking the cursors gives every character of every text once, in order. A
 * cursor is of one version of a page: when the page has changed since, going on
 * would skip or repeat, so it is refused.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Base64Url from "effect/encoding/Base64Url"
import { contentHash } from "../internal/contentHash.ts"
import { type InvalidInput, invalid } from "../InvalidInput.ts"
import { markdownBlocks } from "../text/MarkdownBlocks.ts"
import { tokensOf, weigh } from "./tokens.ts"
import { blockCuts, type Cuts, htmlCuts, leastTokens, pack, plainCuts } from "./pack.ts"

/** Where the texts go on: by format, then by field, an offset and the text's hash. */
const Cursor = Schema.Record(
  Schema.String,
  Schema.Record(Schema.String, Schema.Tuple([Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), Schema.String]))
)
type Cursor = typeof Cursor.Type

const decodeCursor = Schema.decodeUnknownOption(Schema.fromJsonString(Cursor))

/** Longest cursor that is read. */
const maxCursor = 4096

const badCursor = (message: string) => invalid("scrape options", ["budget", "cursor"], message)

/** What a cursor says. */
export const readCursor = (text: string): Effect.Effect<Cursor, InvalidInput> => {
  const json = text.length > maxCursor ? undefined : Result.getOrUndefined(Base64Url.decodeString(text))
  const cursor = json === undefined ? Option.none() : decodeCursor(json)
  return Option.isNone(cursor) ? badCursor("This is no cursor that an answer gave") : Effect.succeed(cursor.value)
}

/** Fields by the format that made them. */
export type MadeBy = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export interface Windowed {
  readonly fields: Readonly<Record<string, unknown>>
  /** Tokens of the texts in `fields`. */
  readonly tokens: number
  /** Absent when nothing is left. */
  readonly cursor?: string | undefined
}

/**
 * Cuts the texts among the fields. What is no text is given whole, with the
 * first part only. Fails when the cursor is of another version of a text.
 */
export const fit = Effect.fnUntraced(function* (
  made: MadeBy,
  maxTokens: number,
  cursor: Cursor | undefined
): Effect.fn.Return<Windowed, InvalidInput> {
  const fields: Record<string, unknown> = {}
  const rest: Record<string, Record<string, readonly [number, string]>> = {}
  let left = maxTokens
  for (const [format, values] of made) {
    for (const [field, value] of Object.entries(values)) {
      if (typeof value !== "string") {
        if (cursor === undefined) fields[field] = value
        continue
      }
      const place = cursor === undefined ? undefined : own(own(cursor, format) ?? {}, field)
      if (cursor !== undefined && place === undefined) continue
      const [from, hash] = place ?? [0, ""]
      const name = contentHash(value)
      if (place !== undefined && (hash !== name || from > value.length)) {
        return yield* badCursor("The page has changed since this cursor was given: begin again without one")
      }
      const end = windowOf(value, left < leastTokens ? plainCuts : cutsOf(field, value), from, left)
      if (end.end > from || value === "") fields[field] = value.slice(from, end.end)
      left -= end.tokens
      if (end.end < value.length) (rest[format] ??= {})[field] = [end.end, name]
    }
  }
  const next = Object.keys(rest).length === 0 ? undefined : Base64Url.encode(JSON.stringify(rest))
  return { fields, tokens: maxTokens - left, ...(next === undefined ? {} : { cursor: next }) }
})

const own = <A>(record: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const cutsOf = (field: string, text: string): Cuts =>
  field === "markdown"
    ? blockCuts(markdownBlocks(text))
    : field === "html" || field === "rawHtml"
      ? htmlCuts
      : plainCuts

/** As many pieces from there as fit. */
const windowOf = (
  text: string,
  cuts: Cuts,
  from: number,
  left: number
): { readonly end: number; readonly tokens: number } => {
  let end = from
  let tokens = 0
  if (left < leastTokens) return { end, tokens }
  for (const piece of pack(text, cuts, left, from)) {
    if (tokens + piece.tokens > left) break
    end = piece.end
    tokens += piece.tokens
  }
  return { end, tokens }
}

export interface Part {
  readonly text: string
  /** Tokens of `text`, as estimated. */
  readonly tokens: number
  /** Tokens of what follows. */
  readonly left: number
  /** Goes on after this part; absent at the end. */
  readonly cursor?: string | undefined
}

/**
 * The part of one text that fits, from the cursor of the part before. Fails when
 * what came before the cursor is not as it was; what follows may have grown.
 */
export const part = (
  text: string,
  { cursor, maxTokens }: { readonly maxTokens: number; readonly cursor?: string | undefined }
): Effect.Effect<Part, InvalidInput> => {
  const [, digits = "0", name = ""] = cursor === undefined ? [] : (/^(\d{1,15})-([0-9a-f]{28})$/.exec(cursor) ?? [])
  const from = Number(digits)
  if (cursor !== undefined && (name === "" || from > text.length || contentHash(text.slice(0, from)) !== name)) {
    return badCursor("The text has changed since this cursor was given: begin again without one")
  }
  const { end, tokens } = windowOf(text, blockCuts(markdownBlocks(text)), from, Math.max(leastTokens, maxTokens))
  return Effect.succeed({
    text: text.slice(from, end),
    tokens,
    left: tokensOf(weigh(text, end, text.length)),
    ...(end < text.length ? { cursor: `${end}-${contentHash(text.slice(0, end))}` } : {})
  })
}
