/**
 * The passages of a text that speak to a question: BM25 (Robertson and
 * Zaragoza 2009) over blocks, the titles above a block counting as part of it.
 */
import * as Effect from "effect/Effect"
import type { MarkdownBlock } from "./MarkdownBlocks.ts"
import { sentences } from "./sentences.ts"
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
  readonly most?: number | undefined
  /** BCP 47 language of the text. */
  readonly language?: string | undefined
}

/** Best passages first; none when no word of the query is in the text. */
export const retrieve = (
  blocks: ReadonlyArray<MarkdownBlock>,
  query: string,
  options: RetrieveOptions = {}
): ReadonlyArray<Passage> => rank(read(blocks, options.language), query, options.most)

/** Blocks read in one turn of the event loop. */
const turn = 500

/** The same for a text of any length, a part in each turn of the event loop. */
export const retrieveInTurns = (
  blocks: ReadonlyArray<MarkdownBlock>,
  query: string,
  options: RetrieveOptions = {}
): Effect.Effect<ReadonlyArray<Passage>> =>
  blocks.length <= turn
    ? Effect.sync(() => retrieve(blocks, query, options))
    : Effect.forEach(
        Array.from({ length: Math.ceil(blocks.length / turn) }, (_, index) => index * turn),
        (from) =>
          Effect.as(Effect.yieldNow, from).pipe(
            Effect.map((from) => read(blocks.slice(from, from + turn), options.language))
          )
      ).pipe(Effect.map((parts) => rank(parts.flat(), query, options.most)))

interface Counted {
  readonly passage: Omit<Passage, "score">
  /** How often each word stands in it. */
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

const read = (blocks: ReadonlyArray<MarkdownBlock>, language: string | undefined): ReadonlyArray<Counted> =>
  passagesOf(blocks, language).map((passage) => {
    const counts = new Map<string, number>()
    const words = terms(passage.text)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const word of terms(passage.headings.slice(-2).join(" "))) counts.set(word, (counts.get(word) ?? 0) + 0.6)
    return { passage, counts, length: words.length }
  })

const rank = (passages: ReadonlyArray<Counted>, query: string, most = 5): ReadonlyArray<Passage> => {
  const wanted = [...new Set(terms(query))]
  if (wanted.length === 0) return []
  const mean = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(1, passages.length)
  const rarity = new Map(
    wanted.map((word) => {
      const holding = passages.reduce((count, { counts }) => count + (counts.has(word) ? 1 : 0), 0)
      return [word, Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5))]
    })
  )
  return passages
    .map(({ counts, length, passage }) => {
      let score = 0
      for (const word of wanted) {
        const count = counts.get(word)
        if (count === undefined) continue
        score += (rarity.get(word)! * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean))
      }
      return { ...passage, score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, most)
}

/** Everything that may be an answer, in the order of the text. */
export const passagesOf = (
  blocks: ReadonlyArray<MarkdownBlock>,
  language?: string
): ReadonlyArray<Omit<Passage, "score">> =>
  blocks.filter(({ kind }) => kind !== "heading").flatMap((block) => cut(block, language))

/**
 * A block as it is when short, else its sentences three at a time; items of a
 * list one by one, and rows of a table below its first.
 */
const cut = (block: MarkdownBlock, language: string | undefined): ReadonlyArray<Omit<Passage, "score">> => {
  const { headings, start, text } = block
  const passage = (part: string) => ({ text: part, headings, start })
  if (block.kind === "list") return lines(text).map(passage)
  if (block.kind === "table") {
    const [head = "", ...rows] = lines(text)
    return rows.map((row) => ({ text: row, headings: [...headings, head], start }))
  }
  if (text.length <= 400 || block.kind === "code") return [passage(text)]
  const parts = sentences(text, language)
  return Array.from({ length: Math.ceil(parts.length / 3) }, (_, index) =>
    passage(parts.slice(index * 3, index * 3 + 3).join(" "))
  )
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replaceAll("\t", " ").trim())
    .filter((line) => line !== "")
