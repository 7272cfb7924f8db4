/**
 * How many words a page has: runs of letters and digits, with apostrophes, hyphens and underscores inside; Han and kana
 * count one a character.
 */
import { rangesOf, type Selection } from "./Selection.ts"
import { type Codes, codesOf } from "../tree/codes.ts"
import type { Memory } from "../tree/Memory.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { isWhitespace, subtreeEnd, text, type Tree } from "../tree/Tree.ts"

/** Words of a page or of a part of it, as they are shown. */
export const wordCount = (tree: Tree, selection: Selection = {}): number => {
  const { codes, end, start, tag } = tree
  const ranges = rangesOf(tree, selection)
  let words = 0
  let node = 0
  for (let range = 0; range < ranges.length; range += 2) {
    // A range may begin in what the one before has passed over.
    for (node = Math.max(node, ranges[range]!); node < ranges[range + 1]!; node++) {
      const id = tag[node]!
      if (id !== Tag.text) {
        if ((kind[id]! & Kind.skip) !== 0) node = subtreeEnd(tree, node) - 1
      } else if (!isWhitespace(tree, node)) {
        const count = plainWords(codes, start[node]!, end[node]!, true)
        words += count < 0 ? decodedWords(text(tree, node), tree.memory) : count
      }
    }
  }
  return words
}

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu

const betweenWords = 0
const insideWord = 1
const starts = 2
const latin = Uint8Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[\p{L}\p{N}]/u.test(character) ? starts : /[\p{M}'_-]/u.test(character) ? insideWord : betweenWords
})

/** A run of letters longer than this overflows the stack of a regular expression. */
const longestPart = 65_536

const decodedWords = (decoded: string, memory: Memory): number => {
  if (decoded.length > longestPart) {
    let words = 0
    for (let at = 0; at < decoded.length; at += longestPart)
      words += decodedWords(decoded.slice(at, at + longestPart), memory)
    return words
  }
  const codes = codesOf(decoded, memory)
  const count = plainWords(codes, 0, decoded.length, false)
  memory.free(codes)
  return count < 0 ? (decoded.match(word)?.length ?? 0) : count
}

/** Counts where there are only Latin and Cyrillic letters and signs, and in HTML no reference; -1 otherwise. */
const plainWords = (codes: Codes, from: number, to: number, isHtml: boolean): number => {
  let words = 0
  let inWord = false
  for (let at = from; at < to; at++) {
    const code = codes[at]!
    if (code === 38 && isHtml) return -1
    if (code < 0x250) {
      const part = latin[code]!
      if (part === betweenWords) inWord = false
      else if (!inWord && part === starts) {
        inWord = true
        words++
      }
    } else if (isCyrillic(code)) {
      if (!inWord) words++
      inWord = true
    } else if (!isSign(code)) return -1
    else if (code !== 0x2019) inWord = false
  }
  return words
}

const isCyrillic = (code: number): boolean => (code >= 0x400 && code <= 0x481) || (code >= 0x48a && code <= 0x52f)

/** General punctuation, currencies, arrows, operators, boxes and dingbats, and halves of emoji. */
const isSign = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x206f) ||
  (code >= 0x20a0 && code <= 0x20cf) ||
  (code >= 0x2190 && code <= 0x245f) ||
  (code >= 0x2500 && code <= 0x2775) ||
  code === 0xd83d ||
  (code >= 0xdc00 && code <= 0xdfff)
