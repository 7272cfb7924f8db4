/**
 * The text of a page cut into blocks: what stands between two elements that begin or end a line, or two `br` in a row.
 * Elements in a line (links, emphasis) do not cut. A page has about 300 blocks; the model judges each.
 */
import { isWhitespace } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import type { Features } from "../features/Features.ts"
import { asciiSorts, hashed, hashSeed, small, Sort, sortOf } from "../words/characters.ts"
import { pieceOf, type PageWords } from "./pageWords.ts"

export interface TextBlocks {
  readonly count: number
  /** Nearest element that begins a line. */
  readonly element: Int32Array
  /** First text node, and one past the last. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Characters, runs of white space as one; East Asian characters count two and a half, as in `Features`. */
  readonly length: Int32Array
  readonly linked: Int32Array
  readonly links: Uint16Array
  /** `br` elements inside. */
  readonly breaks: Uint16Array
  readonly words: Int32Array
  readonly capitals: Int32Array
  /** Commas, semicolons, colons. */
  readonly pauses: Int32Array
  /** Full stops, question and exclamation marks before a blank or the end; the East Asian ones anywhere. */
  readonly sentences: Int32Array
  /** Bullets, bars, arrows. */
  readonly separators: Int32Array
  /** Words that the title, and that the description of the page has. */
  readonly inTitle: Int32Array
  readonly inDescription: Int32Array
  /** Pieces of three words that the JSON-LD of the page has. */
  readonly inData: Int32Array
  /** `BlockSign` bits. */
  readonly signs: Uint16Array
  /** Equal for blocks that say the same. */
  readonly hash: Int32Array
}

export const BlockSign = {
  money: 1,
  year: 2,
  /** Its last character ends a sentence. */
  endsSentence: 4
} as const

/** Blocks of a page that are judged; of longer ones the rules decide the rest. */
const maxBlocks = 2000

const isMoney = (code: number): boolean =>
  code === 36 || code === 163 || code === 0x20ac || code === 165 || code === 0x20b9

/** The blocks of what is not in `drop`. */
export const textBlocks = (features: Features, drop: Uint8Array, known: PageWords): TextBlocks => {
  const { end: ends, isBlock, tree } = features
  const { codes, parent, size, tag } = tree
  const most = Math.min(maxBlocks, countTexts(features) + 1)
  const ints = (): Int32Array => new Int32Array(tree.memory.takeZeroed(4 * most), 0, most)
  const shorts = (): Uint16Array => new Uint16Array(tree.memory.takeZeroed(2 * most), 0, most)
  const element = ints()
  const from = ints()
  const to = ints()
  const length = ints()
  const linked = ints()
  const links = shorts()
  const breaks = shorts()
  const words = ints()
  const capitals = ints()
  const pauses = ints()
  const sentences = ints()
  const separators = ints()
  const inTitle = ints()
  const inDescription = ints()
  const inData = ints()
  const signs = shorts()
  const hash = ints()
  const block = new Int32Array(tree.memory.take(4 * size), 0, size)
  const inLink = new Uint8Array(tree.memory.take(size), 0, size)
  let count = 0
  let at = -1
  /** The next text begins a block. */
  let cut = true
  let lineBreaks = 0
  let pendingLinks = 0
  let second = 0
  let third = 0
  const all = [length, linked, words, capitals, pauses, sentences, separators]
  const clear = (index: number): void => {
    for (const one of [...all, inTitle, inDescription, inData, links, breaks, signs]) one[index] = 0
  }
  block[0] = 0
  inLink[0] = 0
  for (let node = 1; node < size; node++) {
    const id = tag[node]!
    if (id !== Tag.text) {
      if (drop[node] !== 0 || (kind[id]! & Kind.skip) !== 0) {
        node = ends[node]! - 1
        continue
      }
      const up = parent[node]!
      const starts = isBlock[node] === 1
      block[node] = starts ? node : block[up]!
      inLink[node] = id === Tag.a ? 1 : inLink[up]!
      if (starts) {
        cut = true
        pendingLinks = 0
      }
      if (id === Tag.br) {
        if (++lineBreaks >= 2) cut = true
        else if (at >= 0 && !cut) breaks[at]!++
      } else if (id === Tag.a) pendingLinks++
      continue
    }
    if (isWhitespace(tree, node) || drop[node] !== 0) continue
    const up = parent[node]!
    const home = block[up]!
    if (cut || at < 0 || element[at] !== home) {
      // Signs alone make no block.
      if (at >= 0 && words[at] === 0) clear(at)
      else if (count === most) break
      else at = count++
      element[at] = home
      from[at] = node
      hash[at] = hashSeed
      second = third = 0
      cut = false
    }
    lineBreaks = 0
    to[at] = node + 1
    links[at]! += pendingLinks
    pendingLinks = 0
    // Nearly every character of a page's text passes here.
    let chars = 0
    let east = 0
    let capital = 0
    let pause = 0
    let stops = 0
    let separator = 0
    let word = 0
    let sign = 0
    let titled = 0
    let described = 0
    let pieces = 0
    let space = 1
    let before = 0
    let wordHash = hashSeed
    let last = 0
    let number = 0
    let textHash = hash[at]!
    const begins = tree.start[node]!
    const stop = tree.end[node]!
    for (let i = begins; i <= stop; i++) {
      // One blank more, which ends the last word.
      let character = i < stop ? codes[i]! : 32
      const first = i
      // Small letters, most of any text, change nothing but the hash of their word.
      while (character < 128 && asciiSorts[character] === Sort.letter) {
        wordHash = hashed(wordHash, character | 32)
        character = ++i < stop ? codes[i]! : 32
      }
      if (i > first) {
        chars += i - first
        number = 0
        space = 0
        before = Sort.letter
        last = codes[i - 1]!
      }
      let sort: number
      if (character < 128) {
        sort = asciiSorts[character]!
        if (character === 36) sign |= BlockSign.money
      } else {
        sort = sortOf(character)
        if (character > 0x2e80 && character < 0xd800) {
          east++
          if (sort === Sort.stop) stops++
        } else if (isMoney(character)) sign |= BlockSign.money
      }
      if ((sort & Sort.letter) !== 0) {
        wordHash = hashed(wordHash, small(character))
        capital += (sort >> 1) & 1
        if ((sort & Sort.digit) !== 0) {
          if (number < 10_000) number = number * 10 + character - 48
        } else number = 0
        space = 0
        last = character
        before = sort
        chars++
        continue
      }
      if ((before & Sort.letter) !== 0) {
        word++
        const hit = known.words.get(wordHash)
        titled += hit & 1
        described += hit >> 1
        if (known.pieces !== undefined) {
          pieces += known.pieces.get(pieceOf(second, third, wordHash))
          second = third
          third = wordHash
        }
        textHash = hashed(textHash, wordHash)
        wordHash = hashSeed
        if (number >= 1900 && number < 2100) sign |= BlockSign.year
        number = 0
      }
      if (sort === Sort.space) {
        chars += 1 - space
        if ((before & Sort.stop) !== 0) stops++
        space = 1
      } else {
        chars++
        pause += (sort >> 3) & 1
        separator += (sort >> 5) & 1
        last = character
        space = 0
      }
      before = sort
    }
    // That blank, unless a blank of the text stood before it.
    if ((asciiSorts[codes[stop - 1]!] ?? 0) !== Sort.space) chars--
    chars += (3 * east) >> 1
    length[at]! += chars
    if (inLink[up] === 1) linked[at]! += chars
    words[at]! += word
    capitals[at]! += capital
    pauses[at]! += pause
    sentences[at]! += stops
    separators[at]! += separator
    inTitle[at]! += titled
    inDescription[at]! += described
    inData[at]! += pieces
    hash[at] = textHash
    signs[at] = (signs[at]! & ~BlockSign.endsSentence) | sign | (endsSentence(last) ? BlockSign.endsSentence : 0)
  }
  if (at >= 0 && words[at] === 0) count--
  return {
    count,
    element,
    from,
    to,
    length,
    linked,
    links,
    breaks,
    words,
    capitals,
    pauses,
    sentences,
    separators,
    inTitle,
    inDescription,
    inData,
    signs,
    hash
  }
}

/** A full stop, or a closing quote, mostly behind one. */
const endsSentence = (code: number): boolean =>
  (code < 128 ? asciiSorts[code] === Sort.stop : sortOf(code) === Sort.stop) ||
  code === 0x201d ||
  code === 0x2019 ||
  code === 0x300d

/** Texts that are more than white space. */
const countTexts = ({ tree }: Features): number => {
  let count = 0
  for (let node = 1; node < tree.size; node++) if (tree.tag[node] === Tag.text && !isWhitespace(tree, node)) count++
  return count
}
