/**
 * Cuts a text into pieces that fit a budget, where it hurts least: between
 * blocks, and inside of one only when that block alone is too long, then between
 * its lines, its sentences, its words, and at last its characters.
 *
 * The pieces follow each other without a gap: together they are the text. No
 * more of it is read than the pieces that are taken.
 */
import type { MarkdownBlock } from "../MarkdownBlocks.ts"
import { tokensOf, tokenWeight, type Weigh, weightOfToken } from "../../support/tokens.ts"
import { countedTokens, measuredWeight, noRoomForCharacters, type Tokenizer } from "../../network/Tokenizer.ts"

interface Piece {
  /** Offsets into the text. */
  readonly start: number
  readonly end: number
  /** As estimated, or as the caller's tokenizer counts; never more than the budget. */
  readonly tokens: number
}

/** Where a range may be cut; its end is the last. */
interface CutPoint {
  readonly end: number
  /** Whether no piece goes across. */
  readonly breaks?: boolean
  /** What is not cut apart before this place, where it fits. */
  readonly wholes?: ReadonlyArray<Range>
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Places in order; undefined is a pause. */
type Cut = (text: string, start: number, end: number) => Iterable<CutPoint | undefined>

/** Ways of cutting, the gentlest first. */
export type Cuts = ReadonlyArray<Cut>

/** The smallest budget that any text can be cut for. */
export const minTokens = 16

/** Characters looked through between two pauses, and those of them that a match may need to go on. */
const window = 16_384
const longestMatch = 8

const after = (pattern: RegExp): Cut =>
  function* (text, start, end) {
    const find = new RegExp(pattern, "g")
    for (let from = start; from < end;) {
      const until = Math.min(end, from + window)
      const part = text.slice(from, until)
      // What is found close to the end of a window may go on behind it.
      const sure = until === end ? part.length : part.length - longestMatch
      let next = sure
      find.lastIndex = 0
      for (let match = find.exec(part); match !== null && match.index < sure; match = find.exec(part)) {
        const at = from + find.lastIndex
        if (at < end) yield { end: at }
        next = Math.max(sure, find.lastIndex)
      }
      from += next
      yield undefined
    }
    yield { end }
  }

const lines = after(/\n/)
// A full stop and a space, of Latin, Devanagari or Arabic writing; a Chinese or Japanese one needs none.
const sentences = after(/[.!?…।؟]["”’)\]»]{0,3}\s{1,4}|[。！？][”’）」』]{0,3}\s{0,4}/)
const words = after(/\s/)
const tags = after(/>/)

/** Characters that certainly fit the smallest budget, by the estimate. */
const fewCharacters = 4

/** As many characters as certainly fit the smallest budget; pairs stay together. */
const characters: Cut = function* (text, start, end) {
  for (let at = start + fewCharacters; at < end; at += fewCharacters) {
    const inPair = text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff
    yield { end: inPair ? at + 1 : at }
  }
  yield { end }
}

export const plainCuts: Cuts = [lines, sentences, words, characters]
export const htmlCuts: Cuts = [lines, tags, words, characters]

/** Between the blocks of a Markdown text, all of them in order; undefined among them is a pause. */
export const blockCuts = (blocks: Iterable<MarkdownBlock | undefined>): Cuts => [
  function* (_, start, end) {
    for (const block of blocks) {
      if (block === undefined) yield undefined
      else if (block.start >= end) break
      else if (block.start > start) yield { end: block.start }
    }
    yield { end }
  },
  ...plainCuts
]

/**
 * The same, and always before a title. No piece is a title alone: titles stay with the first block of their sections, and
 * those of sections without any with what is before them.
 */
export const sectionCuts = (blocks: ReadonlyArray<MarkdownBlock>): Cuts => [
  function* (text, start, end) {
    let before: MarkdownBlock | undefined
    /** Titles above `before`, with it, and empty lines above the first block. */
    let headed: Array<Range> = []
    let titles: Array<MarkdownBlock> = []
    const cutAt = (place: number, breaks: boolean): CutPoint => {
      // Empty lines and titles of empty sections are no piece either.
      const trailing = before === undefined ? [] : [{ start: lastCharacter(text, before), end: place }]
      return { end: place, breaks, wholes: [...headed, ...trailing] }
    }
    for (const block of blocks) {
      if (block.kind === "heading") {
        // A section that ends without a block leaves its titles behind.
        if (before !== undefined && titles[0] !== undefined && titles[0].level >= block.level) titles = []
        titles.push(block)
        continue
      }
      const title = titles[0]
      if (before !== undefined) yield cutAt((title ?? block).start, title !== undefined)
      headed = title === undefined ? [] : [{ start: title.start, end: block.start }]
      if (before === undefined) headed.push({ start, end: blocks[0]!.start })
      titles = []
      before = block
    }
    yield cutAt(end, false)
  },
  ...plainCuts
]

const lastCharacter = (text: string, { end, start }: MarkdownBlock): number => {
  let at = end
  while (at > start && text.slice(at - 1, at).trim() === "") at--
  return at
}

interface PackOptions {
  readonly start?: number
  readonly end?: number
  /** Ranges that are not cut apart, nor from what follows them. */
  readonly wholes?: ReadonlyArray<Range>
  /** Weight of a range. Default: as estimated. */
  readonly weigh?: Weigh
}

/**
 * Pieces of the text from `start`, as long as fit; undefined is a pause. With a tokenizer each piece is counted by it; it
 * is called for no more than a few times the text.
 *
 * @throws InvalidInput where the tokenizer fails
 */
export function* pack(
  text: string,
  cuts: Cuts,
  maxTokens: number,
  { start = 0, tokenizer }: { readonly start?: number; readonly tokenizer?: Tokenizer | undefined } = {}
): Generator<Piece | undefined> {
  if (tokenizer === undefined) yield* packByWeight(text, cuts, maxTokens, { start })
  else yield* packCounted(text, cuts, Math.max(minTokens, maxTokens), tokenizer, { start })
}

/** How often a piece that has too many tokens is cut by what it was counted to have; then it is halved. */
const recounts = 4

/** Packs by weights that follow the tokenizer, and cuts again what it counts too many tokens of. */
function* packCounted(
  text: string,
  cuts: Cuts,
  maxTokens: number,
  tokenizer: Tokenizer,
  range: Pick<PackOptions, "start" | "end">,
  factor = 1,
  depth = 0
): Generator<Piece | undefined> {
  const measured = measuredWeight(tokenizer)
  const weigh: Weigh = (part, start, end, limit) =>
    depth === 0 ? measured(part, start, end, limit) : factor * tokenWeight(part, start, end, limit)
  for (const piece of packByWeight(text, cuts, maxTokens, { ...range, weigh })) {
    yield undefined
    if (piece === undefined) continue
    const tokens = yield* countedTokens(text, piece.start, piece.end, tokenizer)
    if (tokens <= maxTokens) yield { ...piece, tokens }
    else if (piece.end - piece.start <= fewCharacters + 1) throw noRoomForCharacters(piece, tokens, maxTokens)
    else {
      const weight = tokenWeight(text, piece.start, piece.end)
      // A budget's worth of weight for each budget's worth of tokens, with a little to spare.
      const share = depth < recounts ? (1.05 * tokens) / maxTokens : 2 ** (depth - recounts + 2)
      const nextFactor = (share * maxTokens * weightOfToken) / weight
      yield* packCounted(text, plainCuts, maxTokens, tokenizer, piece, nextFactor, depth + 1)
    }
  }
}

/** Pieces that fit by weight. */
function* packByWeight(
  text: string,
  cuts: Cuts,
  maxTokens: number,
  { end = text.length, start = 0, weigh = tokenWeight, wholes = [] }: PackOptions = {}
): Generator<Piece | undefined> {
  const most = Math.max(minTokens, maxTokens) * weightOfToken
  const [cut, ...finer] = cuts
  let from = start
  let weight = 0
  let at = start
  let ends = false
  const piece = (): Piece => ({ start: from, end: at, tokens: tokensOf(weight) })
  for (const place of cut!(text, start, end)) {
    if (place === undefined) yield undefined
    if (place === undefined || place.end <= at) continue
    if (place.end < end && wholes.some((whole) => whole.start <= place.end && place.end <= whole.end)) continue
    const more = yield* weighed(text, at, place.end, most, weigh)
    if (at > from && (weight + more > most || ends)) {
      yield piece()
      from = at
      weight = 0
    }
    if (more > most && (finer.length > 0 || place.end - at > fewCharacters + 1)) {
      const kept = [...wholes, ...(place.wholes ?? [])].filter(
        (whole) => weigh(text, whole.start, whole.end, most) <= most / 2
      )
      // Characters and something whole may not fit together: then nothing stays whole.
      if (finer.length === 0) yield* packByWeight(text, [characters], maxTokens, { start: at, end: place.end, weigh })
      else yield* packByWeight(text, finer, maxTokens, { start: at, end: place.end, weigh, wholes: kept })
      from = place.end
    } else weight += more
    at = place.end
    ends = place.breaks === true
  }
  if (at > from) yield piece()
}

/** As `weigh`, with a pause after each window. */
function* weighed(text: string, start: number, end: number, most: number, weigh: Weigh): Generator<undefined, number> {
  let weight = 0
  for (let at = start; at < end && weight <= most; at += window) {
    if (at > start) yield undefined
    weight += weigh(text, at, Math.min(end, at + window), most)
  }
  return weight
}
