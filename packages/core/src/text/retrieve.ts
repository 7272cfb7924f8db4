/**
 * The passages of a text that speak to a question: BM25 (Robertson and
 * Zaragoza 2009) over blocks, the titles above a block counting as part of it.
 */
import type * as Effect from "effect/Effect"
import { addTo } from "../support/tally.ts"
import { inTurns } from "../support/turns.ts"
import { atOnce, type Steps } from "../support/steps.ts"
import { type MarkdownBlock, partsOf } from "./MarkdownBlocks.ts"
import { type Sentences, sentencesOf } from "./sentences.ts"
import { terms } from "./terms.ts"

export interface Passage {
  /** Words of the page, unchanged. */
  readonly text: string
  /** Titles of the sections it stands in, outermost first. */
  readonly headings: ReadonlyArray<string>
  /** Offset of its block in the Markdown. */
  readonly start: number
  /** Above 0; comparable within one text only. */
  readonly score: number
}

const k1 = 1.2
const b = 0.75

export interface RetrieveOptions {
  /** Passages wanted; 5 when absent. */
  readonly maxPassages?: number | undefined
  /** BCP 47 language of the text. */
  readonly language?: string | undefined
}

/** Best passages first; none when no word of the query is in the text. */
export const retrieve = (
  blocks: ReadonlyArray<MarkdownBlock>,
  query: string,
  options: RetrieveOptions = {}
): ReadonlyArray<Passage> => atOnce(found(blocks, query, options))

/** The same for a text of any length, a part in each turn of the event loop. */
export const retrieveInTurns = (
  blocks: ReadonlyArray<MarkdownBlock>,
  query: string,
  options: RetrieveOptions = {}
): Effect.Effect<ReadonlyArray<Passage>> => inTurns(() => found(blocks, query, options))

interface CountedPassage {
  readonly passage: Omit<Passage, "score">
  /** How often each word of the query stands in it. */
  readonly counts: ReadonlyMap<string, number>
}

function* found(
  blocks: ReadonlyArray<MarkdownBlock>,
  query: string,
  { language, maxPassages = 5 }: RetrieveOptions
): Steps<ReadonlyArray<Passage>> {
  const wanted = new Set(terms(query))
  if (wanted.size === 0) return []
  const candidates: Array<CountedPassage & { readonly length: number }> = []
  const holding = new Map<string, number>()
  let passages = 0
  let words = 0
  for (const passage of passagesOf(blocks, language)) {
    yield
    if (passage === undefined) continue
    const { counts, length } = countsOf(passage, wanted)
    passages++
    words += length
    if (counts.size === 0) continue
    for (const word of counts.keys()) addTo(holding, word)
    candidates.push({ passage, counts, length })
  }

  const mean = words / Math.max(1, passages)
  const rarity = new Map<string, number>()
  for (const [word, count] of holding) rarity.set(word, Math.log(1 + (passages - count + 0.5) / (count + 0.5)))
  const best = new Best(maxPassages)
  for (const { counts, length, passage } of candidates) {
    yield
    let score = 0
    for (const [word, count] of counts) {
      score += (rarity.get(word)! * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean))
    }
    best.add({ ...passage, score })
  }
  return best.all()
}

const countsOf = ({ headings, text }: Omit<Passage, "score">, wanted: ReadonlySet<string>) => {
  const counts = new Map<string, number>()
  const add = (word: string, weight: number) => {
    if (wanted.has(word)) addTo(counts, word, weight)
  }
  const words = terms(text)
  for (const word of words) add(word, 1)
  for (const word of terms(headings.slice(-2).join(" "))) add(word, 0.6)
  return { counts, length: words.length }
}

/** The best of many, without sorting all of them at the end. */
class Best {
  private readonly kept: Array<Passage> = []
  private readonly maxPassages: number

  constructor(maxPassages: number) {
    this.maxPassages = maxPassages
  }

  add(passage: Passage): void {
    this.kept.push(passage)
    if (this.kept.length >= 2 * this.maxPassages + 64) this.cut()
  }

  all(): ReadonlyArray<Passage> {
    this.cut()
    return this.kept
  }

  private cut(): void {
    this.kept.sort((a, b) => b.score - a.score || a.start - b.start)
    this.kept.length = Math.min(this.kept.length, this.maxPassages)
  }
}

/** Everything that may be an answer, in the order of the text; undefined is a pause. */
export function* passagesOf(
  blocks: Iterable<MarkdownBlock>,
  language?: string
): Generator<Omit<Passage, "score"> | undefined, void> {
  const sentences = sentencesOf(language)
  for (const block of blocks) yield* cut(block, sentences)
}

/** Characters of a paragraph that is a passage as it is, and of a piece of code. */
const whole = { prose: 400, code: 2_000 } as const

/**
 * A block as it is when short, else its sentences three at a time; items of a
 * list one by one, and rows of a table below its first.
 */
function* cut(block: MarkdownBlock, sentences: Sentences): Generator<Omit<Passage, "score"> | undefined, void> {
  const { headings, kind, start } = block
  if (kind === "heading") return yield undefined
  let head: string | undefined
  for (const text of partsOf(block, kind === "code" ? whole.code : undefined)) {
    yield undefined
    if (kind === "list") {
      for (const line of lines(text)) yield { text: line, headings, start }
    } else if (kind === "table") {
      for (const line of lines(text)) {
        if (head === undefined) head = line
        else yield { text: line, headings: [...headings, head], start }
      }
    } else if (kind === "code" || text.length <= whole.prose) yield { text, headings, start }
    else {
      const parts = sentences(text)
      for (let at = 0; at < parts.length; at += 3) {
        yield { text: parts.slice(at, at + 3).join(" "), headings, start }
      }
    }
  }
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replaceAll("\t", " ").trim())
    .filter((line) => line !== "")
