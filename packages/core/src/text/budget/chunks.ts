/**
 * Markdown cut for retrieval: along its headings and blocks, into pieces that
 * fit an embedding or a context, each with a name that stays the same while it
 * and the titles above it do, whatever changes elsewhere on the page.
 */
import * as Effect from "effect/Effect"
import { contentHash } from "../../support/contentHash.ts"
import type { InvalidInput } from "../../model/InvalidInput.ts"
import { atOnce, type Steps } from "../../support/steps.ts"
import { addTo } from "../../support/tally.ts"
import { type MarkdownBlock, readBlocks } from "../MarkdownBlocks.ts"
import { pack, sectionCuts } from "./pack.ts"
import { countInTurns, CurrentTokenizer, type Tokenizer } from "../../network/Tokenizer.ts"

export interface Chunk {
  /** Of the titles above and the text; equal texts under equal titles are numbered: `…-2`. */
  readonly id: string
  /** A piece of the Markdown as it stands; all of them in order are the Markdown. */
  readonly text: string
  /** Titles of the sections it stands in, its own included, outermost first. */
  readonly headings: ReadonlyArray<string>
  /** As estimated (`estimateTokens`), or counted by `tokens` of the options. */
  readonly tokens: number
  /** Offset into the Markdown. */
  readonly start: number
  /** Id on the page of the title that it stands under, or of the nearest one above that has one: `url#anchor`. */
  readonly anchor?: string
}

/** A title as the page has it, with the id that leads to it. */
export interface HeadingAnchor {
  readonly title: string
  readonly id: string
}

export interface ChunkOptions {
  /** Most tokens of a chunk; 512 when absent, and at least 16. */
  readonly maxTokens?: number | undefined
  /** Titles of the page that have ids, in order. Default: none, and chunks have no `anchor`. */
  readonly anchors?: ReadonlyArray<HeadingAnchor> | undefined
  /** Counts tokens; called for parts of at most 4,096 characters. Default: they are estimated. */
  readonly tokens?: Tokenizer | undefined
}

export const defaultChunk = 512

/**
 * A title begins a chunk, so that a change stays within its section, and is never one alone where anything follows it or
 * is before it, unless the titles in a row there take half of the budget or more. Blocks stay whole unless one alone is
 * too long.
 *
 * @throws InvalidInput where `tokens` fails or gives no finite number of 0 or more
 */
export const chunk = (markdown: string, options: ChunkOptions = {}): ReadonlyArray<Chunk> =>
  atOnce(chunked(markdown, options))

/** The same for a text of any length, a part in each turn of the event loop; `tokens` is `CurrentTokenizer` when absent. */
export const chunkInTurns = (
  markdown: string,
  options: ChunkOptions = {}
): Effect.Effect<ReadonlyArray<Chunk>, InvalidInput> =>
  Effect.flatMap(CurrentTokenizer, (tokens) => countInTurns(() => chunked(markdown, { tokens, ...options })))

function* chunked(
  markdown: string,
  { anchors = [], maxTokens = defaultChunk, tokens: tokenizer }: ChunkOptions
): Steps<ReadonlyArray<Chunk>> {
  const blocks = yield* readBlocks(markdown)
  const anchorOf = anchorsOf(blocks, anchors)
  const chunks: Array<Chunk> = []
  const counts = new Map<string, number>()
  // Pieces and blocks both go through the text once.
  let block = 0
  for (const piece of pack(markdown, sectionCuts(blocks), maxTokens, { tokenizer })) {
    yield
    if (piece === undefined) continue
    const { end, start, tokens } = piece
    while (block + 1 < blocks.length && blocks[block + 1]!.start <= start) block++
    const text = markdown.slice(start, end)
    // A chunk that begins with several titles stands under the last of them.
    let deepest = block
    while (blocks[deepest]?.kind === "heading" && (blocks[deepest + 1]?.start ?? end) < end) deepest++
    const headings = blocks.length === 0 ? [] : pathOf(blocks[deepest]!)
    const anchor = anchorOf[deepest]
    const name = contentHash([...headings, text.trim()].join("\n\u0000"))
    const count = addTo(counts, name)
    const id = count === 1 ? name : `${name}-${count}`
    chunks.push({ id, text, headings, tokens, start, ...(anchor === undefined ? {} : { anchor }) })
  }
  return chunks
}

/** The titles of the section that the block is in, or begins. */
const pathOf = (block: MarkdownBlock): ReadonlyArray<string> =>
  block.kind === "heading" ? [...block.headings, block.text] : block.headings

/** The anchor that leads to each block. Titles are found by their letters, in order: Markdown writes the rest in its way. */
const anchorsOf = (
  blocks: ReadonlyArray<MarkdownBlock>,
  anchors: ReadonlyArray<HeadingAnchor>
): ReadonlyArray<string | undefined> => {
  if (anchors.length === 0) return []
  const places = new Map<string, Array<number>>()
  for (const [index, { title }] of anchors.entries()) {
    const letters = lettersOf(title)
    const known = places.get(letters)
    if (known === undefined) places.set(letters, [index])
    else known.push(index)
  }
  let next = 0
  const sections: Array<{ readonly level: number; readonly anchor: string | undefined }> = []
  return blocks.map(({ kind, level, text }) => {
    if (kind === "heading") {
      const found = places.get(lettersOf(text)) ?? []
      while (found.length > 0 && found[0]! < next) found.shift()
      const index = found.shift()
      if (index !== undefined) next = index + 1
      while (sections.length > 0 && sections.at(-1)!.level >= level) sections.pop()
      sections.push({ level, anchor: index === undefined ? sections.at(-1)?.anchor : anchors[index]!.id })
    }
    return sections.at(-1)?.anchor
  })
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
