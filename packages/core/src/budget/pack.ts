/**
 * Cuts a text into pieces that fit a budget, where it hurts least: between
 * blocks, and inside of one only when that block alone is too long, then between
 * its lines, its sentences, its words, and at last its characters.
 *
 * The pieces follow each other without a gap: together they are the text.
 */
import type { MarkdownBlock } from "../text/MarkdownBlocks.ts"
import { tokensOf, weigh } from "./tokens.ts"

export interface Piece {
  /** Offsets into the text. */
  readonly start: number
  readonly end: number
  /** As estimated; never more than the budget. */
  readonly tokens: number
}

/** Ends of the parts of a range, ascending; the last is the end of the range. */
type Cut = (text: string, start: number, end: number) => Iterable<number>

/** Ways of cutting, the gentlest first. */
export type Cuts = ReadonlyArray<Cut>

/** The smallest budget that any text can be cut for. */
export const leastTokens = 16

const after = (pattern: RegExp): Cut =>
  function* (text, start, end) {
    const find = new RegExp(pattern, "g")
    find.lastIndex = start
    for (let match = find.exec(text); match !== null && find.lastIndex < end; match = find.exec(text)) {
      yield find.lastIndex
    }
    yield end
  }

const lines = after(/\n/)
// A full stop and a space, of Latin, Devanagari or Arabic writing; a Chinese or Japanese one needs none.
const sentences = after(/[.!?…।؟]["”’)\]»]{0,3}\s{1,4}|[。！？][”’）」』]{0,3}\s{0,4}/)
const words = after(/\s/)
const tags = after(/>/)

/** As many characters as certainly fit the smallest budget; pairs stay together. */
const characters: Cut = function* (text, start, end) {
  for (let at = start + 8; at < end; at += 8) {
    const inPair = text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff
    yield inPair ? at + 1 : at
  }
  yield end
}

export const plainCuts: Cuts = [lines, sentences, words, characters]
export const htmlCuts: Cuts = [lines, tags, words, characters]

/** Starts with the blocks of a Markdown text. */
export const blockCuts = (blocks: ReadonlyArray<MarkdownBlock>): Cuts => [
  function* (_, start, end) {
    for (const block of blocks) if (block.start > start && block.start < end) yield block.start
    yield end
  },
  ...plainCuts
]

/**
 * Pieces of the text from `start`, as long as fit. `breaksAt` tells of places
 * that no piece goes across.
 */
export function* pack(
  text: string,
  cuts: Cuts,
  maxTokens: number,
  start = 0,
  end = text.length,
  breaksAt: (at: number) => boolean = () => false
): Generator<Piece> {
  const most = Math.max(leastTokens, maxTokens) * 4
  const [cut, ...finer] = cuts
  let from = start
  let weight = 0
  let at = start
  const piece = (): Piece => ({ start: from, end: at, tokens: tokensOf(weight) })
  for (const next of cut!(text, start, end)) {
    if (next <= at) continue
    const more = weigh(text, at, next)
    if (at > from && (weight + more > most || breaksAt(at))) {
      yield piece()
      from = at
      weight = 0
    }
    if (more > most) {
      yield* pack(text, finer, maxTokens, at, next)
      from = next
    } else weight += more
    at = next
  }
  if (at > from) yield piece()
}
