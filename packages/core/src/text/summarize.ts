/**
 * The sentences that say most about a text, in the order of the text.
 *
 * A graph method (LexRank, Erkan and Radev 2004): sentences are nodes, an edge
 * weighs the words two of them share (tf-idf cosine), and a sentence matters
 * when sentences that matter are like it. Chosen sentences must differ from
 * each other (maximal marginal relevance), and the lead counts for more.
 */
import type * as Effect from "effect/Effect"
import { addTo } from "../support/tally.ts"
import { inTurns } from "../support/turns.ts"
import { atOnce, type Steps } from "../support/steps.ts"
import { type MarkdownBlock, partsOf } from "./MarkdownBlocks.ts"
import { sentencesOf } from "./sentences.ts"
import { terms } from "./terms.ts"

export interface SummaryOptions {
  /** BCP 47 language of the text. */
  readonly language?: string | undefined
  /** Most sentences wanted; 5 when absent. */
  readonly maxSentences?: number | undefined
  /** Most characters wanted; 800 when absent. */
  readonly maxLength?: number | undefined
}

/** The graph is quadratic in its sentences: a longer text brings its likeliest ones. */
const graphSize = 300
const damping = 0.85
/** Pairs of sentences compared between two pauses. */
const comparedAtOnce = 50

interface Candidate {
  readonly text: string
  readonly position: number
  readonly weights: ReadonlyMap<string, number>
  readonly norm: number
}

export const summarize = (blocks: ReadonlyArray<MarkdownBlock>, options: SummaryOptions = {}): ReadonlyArray<string> =>
  atOnce(chosen(blocks, options))

/** The same for a text of any length, a part in each turn of the event loop. */
export const summarizeInTurns = (
  blocks: ReadonlyArray<MarkdownBlock>,
  options: SummaryOptions = {}
): Effect.Effect<ReadonlyArray<string>> => inTurns(() => chosen(blocks, options))

function* chosen(blocks: ReadonlyArray<MarkdownBlock>, options: SummaryOptions): Steps<ReadonlyArray<string>> {
  const { language = "en", maxLength = 800, maxSentences = 5 } = options
  const candidates = yield* strongest(yield* read(blocks, language))
  if (candidates.length === 0) return []
  const scores = yield* rank(candidates)

  const taken: Array<number> = []
  /** How like each candidate is to the likest of those taken. */
  const closest = new Float64Array(candidates.length)
  let length = 0
  while (taken.length < maxSentences) {
    yield
    let best = -1
    let bestValue = -Infinity
    for (let index = 0; index < candidates.length; index++) {
      if (taken.includes(index)) continue
      const likeness = closest[index]!
      const value = scores[index]! - 0.7 * likeness * scores[index]! - (likeness > 0.8 ? 1 : 0)
      if (value > bestValue) [best, bestValue] = [index, value]
    }
    if (best < 0) break
    const size = candidates[best]!.text.length
    if (taken.length > 0 && length + size > maxLength) break
    taken.push(best)
    length += size
    for (let index = 0; index < candidates.length; index++) {
      if (index % comparedAtOnce === 0) yield
      closest[index] = Math.max(closest[index]!, similarity(candidates[index]!, candidates[best]!))
    }
  }
  return taken
    .map((index) => candidates[index]!)
    .sort((a, b) => a.position - b.position)
    .map(({ text }) => text)
}

/** Sentences of the prose, with their words weighed by how rare they are in this text. */
function* read(blocks: ReadonlyArray<MarkdownBlock>, language: string): Steps<ReadonlyArray<Candidate>> {
  const found: Array<{ readonly text: string; readonly words: ReadonlyArray<string> }> = []
  const seen = new Set<string>()
  for (const text of eachSentence(blocks, language)) {
    yield
    if (text === undefined) continue
    const words = terms(text)
    // A sentence of a few words is a label, one without an end a menu entry.
    if (words.length < 4 || text.length > 500 || seen.has(text)) continue
    if (!/[.!?。！？…»”"')\]]$/.test(text) && words.length < 8) continue
    seen.add(text)
    found.push({ text, words })
  }
  const documents = new Map<string, number>()
  for (const { words } of found) {
    yield
    for (const word of new Set(words)) addTo(documents, word)
  }
  const candidates: Array<Candidate> = []
  for (const { text, words } of found) {
    yield
    const weights = new Map<string, number>()
    for (const word of words) addTo(weights, word, Math.log(1 + found.length / documents.get(word)!))
    let square = 0
    for (const weight of weights.values()) square += weight * weight
    candidates.push({ text, position: candidates.length, weights, norm: Math.sqrt(square) })
  }
  return candidates
}

/** Undefined is a pause. */
function* eachSentence(blocks: ReadonlyArray<MarkdownBlock>, language: string): Generator<string | undefined> {
  const sentences = sentencesOf(language)
  for (const block of blocks) {
    if (block.kind !== "paragraph" && block.kind !== "quote" && block.kind !== "list") continue
    for (const part of partsOf(block)) {
      yield undefined
      for (const paragraph of block.kind === "list" ? part.split("\n") : [part]) yield* sentences(paragraph)
    }
  }
}

/** At most `graphSize` candidates: those closest to the text's mean, still in order. */
function* strongest(all: ReadonlyArray<Candidate>): Steps<ReadonlyArray<Candidate>> {
  if (all.length <= graphSize) return all
  const centre = new Map<string, number>()
  for (const { norm, weights } of all) {
    yield
    for (const [word, weight] of weights) addTo(centre, word, weight / norm)
  }
  const valued: Array<{ readonly candidate: Candidate; readonly value: number }> = []
  for (const candidate of all) {
    yield
    let sum = 0
    for (const [word, weight] of candidate.weights) sum += weight * centre.get(word)!
    valued.push({ candidate, value: sum / candidate.norm })
  }
  return valued
    .sort((a, b) => b.value - a.value)
    .slice(0, graphSize)
    .map(({ candidate }) => candidate)
    .sort((a, b) => a.position - b.position)
}

const similarity = (a: Candidate, b: Candidate): number => {
  const [small, large] = a.weights.size <= b.weights.size ? [a, b] : [b, a]
  let sum = 0
  for (const [word, weight] of small.weights) sum += weight * (large.weights.get(word) ?? 0)
  return sum === 0 ? 0 : sum / (a.norm * b.norm)
}

/** Stationary weights of the graph, the lead preferred, scaled so that the best is 1. */
function* rank(candidates: ReadonlyArray<Candidate>): Steps<Float64Array> {
  const size = candidates.length
  const edges = new Float64Array(size * size)
  const sums = new Float64Array(size)
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (b % comparedAtOnce === 0) yield
      const weight = similarity(candidates[a]!, candidates[b]!)
      if (weight < 0.05) continue
      edges[a * size + b] = weight
      edges[b * size + a] = weight
      sums[a]! += weight
      sums[b]! += weight
    }
  }
  const prior = Float64Array.from(candidates, (_, index) => 1 + 1 / (1 + index))
  const total = prior.reduce((sum, value) => sum + value, 0)
  let scores = new Float64Array(size).fill(1 / size)
  for (let round = 0; round < 30; round++) {
    yield
    const next = Float64Array.from(prior, (value) => ((1 - damping) * value) / total)
    for (let a = 0; a < size; a++) {
      if (sums[a] === 0) continue
      const share = (damping * scores[a]!) / sums[a]!
      for (let b = 0; b < size; b++) next[b]! += share * edges[a * size + b]!
    }
    scores = next
  }
  const best = scores.reduce((max, value) => Math.max(max, value), Number.MIN_VALUE)
  return scores.map((value) => value / best)
}
