/**
 * How many words a page has: runs of letters and digits, with apostrophes, hyphens and underscores inside; Han and kana
 * count one a character.
 */
import { type Selection, visitSelection } from "./mainContent/Selection.ts"
import { kind, Kind, Tag } from "./tree/tags.ts"
import { isWhitespace, text, type Tree } from "./tree/Tree.ts"

/** Words of a page or of a part of it, as they are shown. */
export const wordCount = (tree: Tree, selection: Selection = {}): number => {
  const { end, source, start } = tree
  let words = 0
  visitSelection(tree, selection, (node, id) => {
    if (id === Tag.text && !isWhitespace(tree, node)) {
      const count = plainWords(source, start[node]!, end[node]!, true)
      words += count < 0 ? decodedWords(text(tree, node)) : count
    }
    return (kind[id]! & Kind.skip) === 0
  })
  return words
}

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu

const apart = 0
const within = 1
const starts = 2
const latin = Uint8Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[\p{L}\p{N}]/u.test(character) ? starts : /[\p{M}'_-]/u.test(character) ? within : apart
})

const decodedWords = (decoded: string): number => {
  const count = plainWords(decoded, 0, decoded.length, false)
  return count < 0 ? (decoded.match(word)?.length ?? 0) : count
}

/** Counts where there are only Latin letters and general punctuation, and in HTML no reference; -1 otherwise. */
const plainWords = (source: string, from: number, to: number, isHtml: boolean): number => {
  let words = 0
  let inWord = false
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at)
    if (code === 38 && isHtml) return -1
    if (code < 0x250) {
      const part = latin[code]!
      if (part === apart) inWord = false
      else if (!inWord && part === starts) {
        inWord = true
        words++
      }
    } else if (code < 0x2000 || code > 0x206f) return -1
    else if (code !== 0x2019) inWord = false
  }
  return words
}
