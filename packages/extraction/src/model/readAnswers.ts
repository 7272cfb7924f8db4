/**
 * JSON in what a model wrote. Models and gateways put it into fences, below their reasoning, between sentences, or into a
 * string or an object of its own; they leave commas at ends, write Python, and are cut at their limit of tokens.
 *
 * Nothing here decides which value is right: all that the text may mean come back, the likeliest first, and the caller takes
 * the first that fits its schema.
 */
import { type Json, readLenientJson } from "@orbweaver/core/internal/support/lenientJson"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"

export interface AnswerValue {
  readonly value: Json
  /** The text ends before the value does: what came up to there. */
  readonly isCut: boolean
}

/** Characters of an answer that are read. */
const longest = 500_000
/** Values of one answer, and opening brackets that turn out to be part of a sentence. */
const maxValues = 50
const maxRestarts = 20

/** The values that the answer may mean, the likeliest first; none where it holds no JSON. */
export const readAnswers = (answer: string): ReadonlyArray<AnswerValue> => {
  if (answer.length > longest) return []
  const text = withoutReasoning(answer).trim()
  const whole = strictJson(text)
  const written =
    whole === undefined
      ? byLikelihood(piecesOf(text))
      : typeof whole === "string"
        ? byLikelihood(piecesOf(whole))
        : [{ value: whole, isCut: false }]
  return [...written, ...written.flatMap(unwrapped), ...listOf(whole === undefined ? written : [])]
}

const names = "think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad"
/** The end of reasoning, as templates of chats write it. Many leave its start out. */
const reasoningEnd = new RegExp(
  `</(?:[a-z]{1,9}:)?(?:${names})>|◁/think▷|\\[/THINK\\]|<\\|channel\\|>final(?:<\\|[a-z]+\\|>json)?<\\|message\\|>`,
  "gi"
)
const reasoningStart = new RegExp(
  `^\\s*(?:<(?:[a-z]{1,9}:)?(?:${names})>|◁think▷|\\[THINK\\]|<\\|channel\\|>(?:analysis|commentary))`,
  "i"
)

/** What follows the reasoning; nothing where the answer is reasoning to its end. */
const withoutReasoning = (answer: string): string => {
  let from = 0
  for (const { 0: mark, index } of answer.matchAll(reasoningEnd)) from = index + mark.length
  return from === 0 && reasoningStart.test(answer) ? "" : answer.slice(from)
}

const strictJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

interface Piece extends AnswerValue {
  readonly length: number
  /** It stands in a piece that does not end. */
  readonly isInside: boolean
}

/** The objects and lists of a text that stand in no other, and those in one that does not end. */
const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let restarts = 0
  for (let at = text.search(/[[{]/); at >= 0 && pieces.length < maxValues; at = nextBracket(text, at)) {
    const end = closeOf(text, at)
    const piece = end < 0 ? text.slice(at) : text.slice(at, end)
    const isCut = end < 0 && !/[}\]][\s`]*$/.test(piece.slice(-20))
    for (const value of readLenientJson(piece))
      if (typeof value === "object" && value !== null)
        pieces.push({ value, isCut, length: piece.length, isInside: restarts > 0 })
    if (end >= 0) at = end
    // A bracket of a sentence, or one that a stray quote hides.
    else if (++restarts > maxRestarts) break
    else at++
  }
  return pieces
}

const nextBracket = (text: string, from: number): number => {
  const found = text.slice(from).search(/[[{]/)
  return found < 0 ? -1 : from + found
}

/** Behind the bracket that closes the one at `from`; -1 where none does. */
const closeOf = (text: string, from: number): number => {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === "\\") at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === "{" || character === "[") depth++
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1
  }
  return -1
}

/** The last of those that are at least half as long as the longest: models try first, and note small things around. */
const byLikelihood = (pieces: ReadonlyArray<Piece>): ReadonlyArray<AnswerValue> => {
  const most = Math.max(...pieces.map(({ length }) => length))
  const rank = ({ isInside, length }: Piece): number => (isInside ? 2 : 2 * length >= most ? 0 : 1)
  return pieces
    .toReversed()
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ isCut, value }) => ({ value, isCut }))
}

/** `{"answer": {…}}`, `[{…}]`: what stands alone in another. */
const unwrapped = ({ isCut, value }: AnswerValue): ReadonlyArray<AnswerValue> => {
  const parts: ReadonlyArray<Json> = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  const [only] = parts
  return parts.length === 1 && typeof only === "object" && only !== null ? [{ value: only, isCut }] : []
}

/** Items that are written one after the other, a line each. */
const listOf = (written: ReadonlyArray<AnswerValue>): ReadonlyArray<AnswerValue> =>
  written.length < 2
    ? []
    : [{ value: written.toReversed().map(({ value }) => value), isCut: written.some(({ isCut }) => isCut) }]

/** Characters of an answer that an error shows: models say at the start why they do not answer. */
const shownText = 120

/** Why an answer without JSON is of no use. */
export const refusedText = (text: string): string => {
  const line = text
    .slice(0, 10 * shownText)
    .replace(/\s+/g, " ")
    .trim()
  if (line === "") return "the model's answer is empty"
  return `the model's answer is no JSON ("${line.length > shownText ? `${line.slice(0, shownText)}…` : line}")`
}
