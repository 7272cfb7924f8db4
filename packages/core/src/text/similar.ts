/**
 * Passages of a text that mean what a question asks, besides those that share its words: the ranks of BM25 and of
 * embeddings put together (reciprocal rank fusion, Cormack, Clarke and Buettcher 2009).
 *
 * Embeddings are one call with a deadline; without their answer the words alone decide, and the caller gets a warning.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { EmbeddingModel } from "effect/ai/EmbeddingModel"
import { plausibleTokens, retrying } from "../network/ModelClient.ts"
import { inTurns } from "../support/turns.ts"
import type { Steps } from "../support/steps.ts"
import type { MarkdownBlock } from "./MarkdownBlocks.ts"
import { type Passage, passagesOf, retrieveInTurns } from "./retrieve.ts"

export interface Similar {
  /** Best first. */
  readonly passages: ReadonlyArray<Passage>
  /** Why words alone decided; absent when embeddings had their part. */
  readonly problem?: string | undefined
  /** Tokens that the embeddings took. */
  readonly tokens: number
}

export const similarBounds = {
  /** Passages embedded; those that share words with the question first. */
  passages: 400,
  /** Characters of a passage that are embedded. */
  length: 2000,
  /** Longest wait for the embeddings. */
  wait: Duration.seconds(20)
} as const

/** Of two ranks, how much the first places count for more. */
const smoothing = 60

export const similar = Effect.fnUntraced(function* (
  model: EmbeddingModel,
  blocks: ReadonlyArray<MarkdownBlock>,
  query: string,
  { language, maxResults = 5 }: { readonly maxResults?: number; readonly language?: string | undefined } = {}
): Effect.fn.Return<Similar> {
  const byWords = yield* retrieveInTurns(blocks, query, { maxPassages: similarBounds.passages, language })
  const candidates = yield* inTurns(() => withOthers(byWords, blocks, language))
  if (candidates.length === 0) return { passages: [], tokens: 0 }

  const asked = yield* model.embedMany([query, ...candidates.map(writtenOf)]).pipe(
    Effect.retry(retrying),
    Effect.timeoutOrElse({
      duration: similarBounds.wait,
      orElse: () => Effect.fail({ reason: { _tag: "no answer in time" } })
    }),
    Effect.result
  )
  const wordsAlone = (problem: string, tokens: number): Similar => ({
    passages: byWords.slice(0, maxResults),
    problem,
    tokens
  })
  if (asked._tag === "Failure") return wordsAlone(asked.failure.reason._tag, 0)
  const [wanted, ...vectors] = asked.success.embeddings.map(({ vector }) => vector)
  const tokens = plausibleTokens(asked.success.usage.inputTokens, [query, ...candidates.map(writtenOf)].join("\n"))
  const closeness = vectors.map((vector) => cosine(wanted!, vector))
  if (closeness.some(Number.isNaN)) return wordsAlone("vectors that cannot be compared", tokens)

  const floor = outstanding(closeness)
  const scored = candidates.map((passage, index) => ({ passage, index, closeness: closeness[index]! }))
  const rank = new Map(
    scored.toSorted((a, b) => b.closeness - a.closeness).map(({ index }, place) => [index, place] as const)
  )
  const passages = scored
    .filter(({ closeness, index }) => index < byWords.length || closeness >= floor)
    .map(({ index, passage }) => {
      const words = index < byWords.length ? 1 / (smoothing + index) : 0
      return { ...passage, score: words + 1 / (smoothing + rank.get(index)!) }
    })
    .sort((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, maxResults)
  return { passages, tokens }
})

/** What shares words with the question, then the first passages of the text. */
function* withOthers(
  byWords: ReadonlyArray<Passage>,
  blocks: ReadonlyArray<MarkdownBlock>,
  language: string | undefined
): Steps<ReadonlyArray<Omit<Passage, "score">>> {
  const known = new Set(byWords.map(keyOf))
  const candidates: Array<Omit<Passage, "score">> = [...byWords]
  for (const passage of passagesOf(blocks, language)) {
    if (candidates.length >= similarBounds.passages) break
    yield
    if (passage !== undefined && !known.has(keyOf(passage))) candidates.push(passage)
  }
  return candidates
}

const keyOf = ({ start, text }: Pick<Passage, "start" | "text">) => `${start} ${text}`

const writtenOf = ({ headings, text }: Pick<Passage, "headings" | "text">): string =>
  [...headings.slice(-2), text].join("\n").slice(0, similarBounds.length)

/** NaN for vectors of different lengths, or of none. */
const cosine = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  if (a.length !== b.length) return Number.NaN
  let [dot, left, right] = [0, 0, 0]
  for (let index = 0; index < a.length; index++) {
    dot += a[index]! * b[index]!
    left += a[index]! ** 2
    right += b[index]! ** 2
  }
  return dot / Math.sqrt(left * right)
}

/**
 * What a passage that shares no word with the question must reach: models differ
 * in what their numbers mean, so it is measured by the page itself.
 */
const outstanding = (closeness: ReadonlyArray<number>): number => {
  const mean = closeness.reduce((sum, value) => sum + value, 0) / closeness.length
  const variance = closeness.reduce((sum, value) => sum + (value - mean) ** 2, 0) / closeness.length
  return mean + 1.5 * Math.sqrt(variance)
}
