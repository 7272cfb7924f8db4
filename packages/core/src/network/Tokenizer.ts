/**
 * Counts tokens with a function of the caller's, in place of the estimate: exact for one model.
 *
 * A tokenizer may be slow, and some need the square of a word's length, so it gets a text in windows of at most
 * `countWindow` characters, one between two pauses. The sum of windows is at most a few tokens above the whole.
 * @experimental
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { InvalidInput, invalid } from "../model/InvalidInput.ts"
import type { Steps } from "../support/steps.ts"
import { tokenWeight, type Weigh, weightOfToken } from "../support/tokens.ts"
import { inTurns } from "../support/turns.ts"

/** Tokens of a text: a finite number, 0 or more. */
export type Tokenizer = (text: string) => number

/** Counts for budgets, chunks and what a model gets of a page. Default: none, and tokens are estimated (`estimateTokens`). */
export const CurrentTokenizer = Context.Reference<Tokenizer | undefined>("@orbweaver/core/Tokenizer", {
  defaultValue: () => undefined
})

/** Characters that a tokenizer gets at once. */
const countWindow = 4096

/** @throws InvalidInput */
const count = (text: string, tokenizer: Tokenizer): number => {
  let tokens: unknown
  try {
    tokens = tokenizer(text)
  } catch (cause) {
    throw refused(
      `it failed for a text of ${text.length} characters: ${cause instanceof Error ? cause.message : String(cause)}`
    )
  }
  if (typeof tokens !== "number" || !Number.isFinite(tokens) || tokens < 0) {
    throw refused(
      `it gave ${describe(tokens)} for a text of ${text.length} characters, not a finite number of 0 or more`
    )
  }
  return Math.ceil(tokens)
}

const refused = (why: string): InvalidInput => invalid("tokenizer", ["tokens"], `The tokenizer cannot be used: ${why}`)

const describe = (value: unknown): string =>
  typeof value === "number" ? String(value) : value instanceof Promise ? "a promise" : `a value of type ${typeof value}`

/** No budget can be held when a few characters are over it. */
export const noRoomForCharacters = (
  { end, start }: { readonly start: number; readonly end: number },
  tokens: number,
  maxTokens: number
): InvalidInput =>
  refused(`it gave ${tokens} tokens for ${end - start} characters, more than the limit of ${maxTokens}`)

/** The end of the window that begins there: pairs stay together. */
const windowEnd = (text: string, start: number, end: number): number => {
  const next = start + countWindow
  if (next >= end) return end
  const code = text.charCodeAt(next)
  return code >= 0xdc00 && code <= 0xdfff ? next + 1 : next
}

/** Tokens of a range, as counted; undefined is a pause. */
export function* countedTokens(
  text: string,
  start: number,
  end: number,
  tokenizer: Tokenizer
): Generator<undefined, number> {
  let tokens = 0
  for (let at = start; at < end;) {
    if (at > start) yield undefined
    const next = windowEnd(text, at, end)
    tokens += count(text.slice(at, next), tokenizer)
    at = next
  }
  return tokens
}

/** How much of the beginning of a text is within so many tokens, as counted, in UTF-16 units; pairs stay together. */
export function* countedLength(text: string, maxTokens: number, tokenizer: Tokenizer): Steps<number> {
  let left = maxTokens
  for (let at = 0; at < text.length;) {
    const next = windowEnd(text, at, text.length)
    const tokens = count(text.slice(at, next), tokenizer)
    if (tokens > left) {
      const end = yield* endWithin(text, at, next, left, tokenizer)
      if (end === 0) throw noRoomForCharacters({ start: 0, end: next }, tokens, maxTokens)
      return end
    }
    left -= tokens
    at = next
    yield undefined
  }
  return text.length
}

/** The end of the beginning of a range that fits; the whole range does not. */
function* endWithin(text: string, start: number, end: number, maxTokens: number, tokenizer: Tokenizer): Steps<number> {
  let fits = start
  let tooLong = end
  while (tooLong - fits > 1) {
    const half = Math.ceil((fits + tooLong) / 2)
    const code = text.charCodeAt(half)
    const middle = code >= 0xdc00 && code <= 0xdfff ? half - 1 : half
    if (middle === fits) return fits
    if (count(text.slice(start, middle), tokenizer) <= maxTokens) fits = middle
    else tooLong = middle
    yield undefined
  }
  return fits
}

/**
 * Weights of ranges as the tokenizer would have it, from one count for each window of the text: the estimate times the
 * tokens of the window for each that is estimated. Close, and as cheap as the estimate.
 */
export const measuredWeight = (tokenizer: Tokenizer): Weigh => {
  const factors: Array<number> = []
  const factorOf = (text: string, window: number): number => {
    const known = factors[window]
    if (known !== undefined) return known
    const start = window * countWindow
    const end = Math.min(text.length, start + countWindow)
    const factor = (count(text.slice(start, end), tokenizer) * weightOfToken) / tokenWeight(text, start, end)
    factors[window] = factor
    return factor
  }
  return (text, start, end, limit = Infinity) => {
    let weight = 0
    for (let at = start; at < end && weight <= limit;) {
      const window = Math.floor(at / countWindow)
      const next = Math.min(end, (window + 1) * countWindow)
      weight += factorOf(text, window) * tokenWeight(text, at, next)
      at = next
    }
    return weight
  }
}

/** As `inTurns`; a tokenizer that cannot be used is a failure. */
export const countInTurns = <A>(begin: () => Steps<A>): Effect.Effect<A, InvalidInput> =>
  Effect.catchDefect(inTurns(begin), (defect) =>
    defect instanceof InvalidInput ? Effect.fail(defect) : Effect.die(defect)
  )
