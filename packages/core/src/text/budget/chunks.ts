/**
 * Markdown cut for retrieval: along its headings and blocks, into pieces that
 * fit an embedding or a context, each with a name that stays the same while it
 * and the titles above it do, whatever changes elsewhere on the page.
 */
import type * as Effect from "effect/Effect"
import { contentHash } from "../../support/contentHash.ts"
import { inTurns } from "../../support/turns.ts"
import { atOnce, type Steps } from "../../support/steps.ts"
import { type MarkdownBlock, readBlocks } from "../MarkdownBlocks.ts"
import { blockCuts, pack } from "./pack.ts"

export interface Chunk {
  /** Of the titles above and the text; equal texts under equal titles are numbered: `…-2`. */
  readonly id: string
  /** A piece of the Markdown as it stands; all of them in order are the Markdown. */
  readonly text: string
  /** Titles of the sections it stands in, its own included, outermost first. */
  readonly headings: ReadonlyArray<string>
  /** As estimated (`estimateTokens`). */
  readonly tokens: number
  /** Offset into the Markdown. */
  readonly start: number
}

export interface ChunkOptions {
  /** Most tokens of a chunk; 512 when absent, and at least 16. */
  readonly maxTokens?: number | undefined
}

export const defaultChunk = 512

/**
 * A title begins a chunk, so that a change stays within its section. Blocks stay
 * whole unless one alone is too long.
 */
export const chunk = (markdown: string, options: ChunkOptions = {}): ReadonlyArray<Chunk> =>
  atOnce(chunked(markdown, options))

/** The same for a text of any length, a part in each turn of the event loop. */
export const chunkInTurns = (markdown: string, options: ChunkOptions = {}): Effect.Effect<ReadonlyArray<Chunk>> =>
  inTurns(() => chunked(markdown, options))

function* chunked(markdown: string, { maxTokens = defaultChunk }: ChunkOptions): Steps<ReadonlyArray<Chunk>> {
  const blocks = yield* readBlocks(markdown)
  const chunks: Array<Chunk> = []
  const counts = new Map<string, number>()
  // Pieces and blocks both go through the text once.
  let block = 0
  for (const piece of pack(markdown, blockCuts(blocks), maxTokens, { sections: true })) {
    yield
    if (piece === undefined) continue
    const { end, start, tokens } = piece
    while (block + 1 < blocks.length && blocks[block + 1]!.start <= start) block++
    const text = markdown.slice(start, end)
    const headings = blocks.length === 0 ? [] : pathOf(blocks[block]!)
    const name = contentHash([...headings, text.trim()].join("\n\u0000"))
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    chunks.push({ id: count === 1 ? name : `${name}-${count}`, text, headings, tokens, start })
  }
  return chunks
}

/** The titles of the section that the block is in, or begins. */
const pathOf = (block: MarkdownBlock): ReadonlyArray<string> =>
  block.kind === "heading" ? [...block.headings, block.text] : block.headings
