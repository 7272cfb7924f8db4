/**
 * The part of a document that fits a budget, and a cursor to the rest.
 *
 * ```
 * whole values (`json`, `product`, …) ─► first, whole, or left out and reported with their size
 * texts (`markdown`, `summary`, …)    ─► cut between blocks
 * lists (`links`, `chunks`, …)        ─► cut between their items
 * ```
 *
 * Walking the cursors gives every character of every text and every item of
 * every list once, in order. A cursor is of one version of a page: when the page
 * has changed since, going on would skip or repeat, so it is refused.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Base64Url from "effect/encoding/Base64Url"
import { contentHash } from "../../support/contentHash.ts"
import type { Steps } from "../../support/steps.ts"
import { definitionOfFormat } from "../../model/formats/builtInFormats.ts"
import { type InvalidInput, invalid } from "../../model/InvalidInput.ts"
import { pointer } from "../../support/jsonValue.ts"
import { eachBlock } from "../MarkdownBlocks.ts"
import { blockCuts, type Cuts, htmlCuts, minTokens, pack, plainCuts } from "./pack.ts"
import { tokensOf, tokenWeight } from "../../support/tokens.ts"
import { countedTokens, countInTurns, CurrentTokenizer, type Tokenizer } from "../../network/Tokenizer.ts"

/** Where the fields go on: by format, then by field, an offset or the number of items, and the whole's hash. */
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
  return Option.isNone(cursor) ? badCursor("This is not a cursor of an earlier answer") : Effect.succeed(cursor.value)
}

/** Fields by the format that made them. */
export type FieldsByFormat = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export interface Windowed {
  readonly fields: Readonly<Record<string, unknown>>
  /** Tokens of `fields`. */
  readonly tokens: number
  /** Tokens of what cannot be cut and is longer than what there was room for, by JSON pointer. */
  readonly omitted?: Readonly<Record<string, number>>
  /** Absent when nothing is left. */
  readonly cursor?: string
}

/** Cuts the fields to the budget. Fails when the cursor is of another version of a field, or the tokenizer fails. */
export const fit = (
  made: FieldsByFormat,
  maxTokens: number,
  cursor: Cursor | undefined
): Effect.Effect<Windowed, InvalidInput> =>
  Effect.flatMap(
    Effect.flatMap(CurrentTokenizer, (tokenizer) => countInTurns(() => fitted(made, maxTokens, cursor, tokenizer))),
    (found) =>
      found === undefined
        ? badCursor("The page has changed since this cursor was issued: start again without a cursor")
        : Effect.succeed(found)
  )

/** One field while it is fitted. */
interface Field<A> {
  readonly format: string
  readonly name: string
  readonly value: A
}

/** Undefined when the cursor is of another version. */
function* fitted(
  made: FieldsByFormat,
  maxTokens: number,
  cursor: Cursor | undefined,
  tokenizer: Tokenizer | undefined
): Steps<Windowed | undefined> {
  const all = [...made].flatMap(([format, values]) =>
    Object.entries(values).map(([name, value]): Field<unknown> => ({ format, name, value }))
  )
  const fields: Record<string, unknown> = {}
  const omitted: Record<string, number> = {}
  const rest: Record<string, Record<string, readonly [number, string]>> = {}
  let left = maxTokens

  for (const { format, name, value } of cursor === undefined ? all.filter((field) => !isCut(field)) : []) {
    const tokens = definitionOfFormat(format).cut === "picture" ? 0 : yield* tokensOfText(written(value), 0, tokenizer)
    if (tokens > left) omitted[pointer("", name)] = tokens
    else {
      fields[name] = value
      left -= tokens
    }
  }

  for (const field of all) {
    if (!isCut(field)) continue
    const { format, name, value } = field
    const place = cursor === undefined ? undefined : ownValue(ownValue(cursor, format) ?? {}, name)
    if (cursor !== undefined && place === undefined) continue
    const [from, hash] = place ?? [0, ""]
    if (place !== undefined && (from > value.length || hash !== (yield* versionOf(value)))) return undefined
    const taken =
      typeof value === "string"
        ? yield* takePieces(value, cutsOf(name), from, left, tokenizer)
        : yield* takingItems(value, from, left, maxTokens, tokenizer)
    if (taken.end > from || value.length === 0) {
      fields[name] = taken.without === undefined ? value.slice(from, taken.end) : taken.without.kept
    }
    for (const [item, tokens] of taken.without?.omitted ?? []) omitted[pointer(pointer("", name), `${item}`)] = tokens
    left -= taken.tokens
    if (taken.end < value.length) (rest[format] ??= {})[name] = [taken.end, yield* versionOf(value)]
  }

  const next = Object.keys(rest).length === 0 ? undefined : Base64Url.encode(JSON.stringify(rest))
  return {
    fields,
    tokens: maxTokens - left,
    ...(Object.keys(omitted).length === 0 ? {} : { omitted }),
    ...(next === undefined ? {} : { cursor: next })
  }
}

type Cuttable = string | ReadonlyArray<unknown>

const isCut = (field: Field<unknown>): field is Field<Cuttable> => {
  const { cut } = definitionOfFormat(field.format)
  return (typeof field.value === "string" || Array.isArray(field.value)) && cut !== "whole" && cut !== "picture"
}

const ownValue = <A>(record: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const cutsOf = (format: string): ((text: string) => Cuts) => {
  const { cut } = definitionOfFormat(format)
  return cut === "markdown" ? markdownCuts : () => (cut === "html" ? htmlCuts : plainCuts)
}

const markdownCuts = (text: string): Cuts => blockCuts(eachBlock(text))

/** As an answer writes it. */
const written = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

interface Selected {
  /** Offset, or number of items, at which it goes on. */
  readonly end: number
  readonly tokens: number
  /** The items that are given when some among them are left out. */
  readonly without?: { readonly kept: ReadonlyArray<unknown>; readonly omitted: ReadonlyMap<number, number> }
}

/** As many pieces from there as fit; the next is cut too where more than half of the room would stay empty. */
function* takePieces(
  text: string,
  cuts: (text: string) => Cuts,
  from: number,
  left: number,
  tokenizer: Tokenizer | undefined
): Steps<Selected> {
  let end = from
  let tokens = 0
  for (let room = left; room >= Math.max(minTokens, left / 2) && end < text.length; room = left - tokens) {
    for (const piece of pack(text, cuts(text), room, { start: end, tokenizer })) {
      if (piece === undefined) yield
      else if (tokens + piece.tokens > left) break
      else {
        end = piece.end
        tokens += piece.tokens
      }
    }
  }
  return { end, tokens }
}

/** As many items from there as fit; one that no part would have room for is left out. */
function* takingItems(
  items: ReadonlyArray<unknown>,
  from: number,
  left: number,
  whole: number,
  tokenizer: Tokenizer | undefined
): Steps<Selected> {
  const kept: Array<unknown> = []
  const omitted = new Map<number, number>()
  let tokens = 0
  let end = from
  for (; end < items.length; end++) {
    // The comma or line between two.
    const size = 1 + (yield* tokensOfText(written(items[end]), 0, tokenizer))
    if (size > whole) omitted.set(end, size)
    else if (tokens + size > left) break
    else {
      kept.push(items[end])
      tokens += size
    }
    yield
  }
  return { end, tokens, ...(omitted.size === 0 ? {} : { without: { kept, omitted } }) }
}

/** Characters that are weighed, or hashed, between two pauses. */
const stretch = 65_536

/** Stretches are weighed one by one, which can only make the sum larger. */
function* tokensOfText(text: string, start: number, tokenizer: Tokenizer | undefined): Steps<number> {
  if (tokenizer !== undefined) return yield* countedTokens(text, start, text.length, tokenizer)
  let weight = 0
  for (let at = start; at < text.length; at += stretch) {
    if (at > start) yield
    weight += tokenWeight(text, at, Math.min(text.length, at + stretch))
  }
  return tokensOf(weight)
}

/** A name that equal texts, or lists, share. */
function* versionOf(value: Cuttable): Steps<string> {
  const hashes: Array<string> = []
  let gathered = ""
  for (const part of typeof value === "string" ? stretches(value) : value) {
    gathered += typeof value === "string" ? String(part) : `${written(part)}\n`
    if (gathered.length < stretch) continue
    hashes.push(contentHash(gathered))
    gathered = ""
    yield
  }
  return contentHash(hashes.join("") + gathered)
}

function* stretches(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += stretch) yield text.slice(at, at + stretch)
}

export interface Part {
  readonly text: string
  /** Tokens of `text`, as estimated or counted. */
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
  {
    cursor,
    maxTokens,
    tokens
  }: {
    readonly maxTokens: number
    readonly cursor?: string | undefined
    /** Counts tokens; called for parts of at most 4,096 characters. Default: `CurrentTokenizer`. */
    readonly tokens?: Tokenizer | undefined
  }
): Effect.Effect<Part, InvalidInput> =>
  Effect.flatMap(
    Effect.flatMap(CurrentTokenizer, (current) =>
      countInTurns(() => partOf(text, maxTokens, cursor, tokens ?? current))
    ),
    (found) =>
      found === undefined
        ? badCursor("The text has changed since this cursor was issued: start again without a cursor")
        : Effect.succeed(found)
  )

/** Undefined when the cursor is of another text. */
function* partOf(
  text: string,
  maxTokens: number,
  cursor: string | undefined,
  tokenizer: Tokenizer | undefined
): Steps<Part | undefined> {
  const [, digits = "0", name = ""] = cursor === undefined ? [] : (/^(\d{1,15})-([0-9a-f]{28})$/.exec(cursor) ?? [])
  const from = Number(digits)
  if (cursor !== undefined) {
    if (name === "" || from > text.length || (yield* versionOf(text.slice(0, from))) !== name) return undefined
  }
  const { end, tokens } = yield* takePieces(text, markdownCuts, from, Math.max(minTokens, maxTokens), tokenizer)
  return {
    text: text.slice(from, end),
    tokens,
    left: yield* tokensOfText(text, end, tokenizer),
    ...(end < text.length ? { cursor: `${end}-${yield* versionOf(text.slice(0, end))}` } : {})
  }
}
