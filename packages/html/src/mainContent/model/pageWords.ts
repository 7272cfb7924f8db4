/**
 * What a page says about itself out of sight, to be found again in its blocks: the words of its title and description, and
 * the texts of its JSON-LD in pieces of three words.
 */
import { attribute } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import type { Features } from "../features/Features.ts"
import { HashTable } from "../words/HashTable.ts"
import { documentTitle } from "../features/headline.ts"
import { asciiSorts, hashed, hashSeed, small, Sort, sortOf } from "../words/characters.ts"

export interface PageWords {
  /** Bits by the hash of a word: 1 of the title, 2 of the description. */
  readonly words: HashTable
  readonly titleWords: number
  readonly descriptionWords: number
  /** By the hash of three words; undefined where there are no texts. */
  readonly pieces: HashTable | undefined
}

/** Words that are read of title and description, and of the texts of JSON-LD. */
const maxWords = 100
const maxDataWords = 8_000

/** The hashes of the words of a text, at most `limit`. */
const wordsOf = (text: string, limit: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  let hash = hashSeed
  let isWord = false
  for (let at = 0; at <= text.length && found.length < limit; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    if (((code < 128 ? asciiSorts[code]! : sortOf(code)) & Sort.letter) !== 0) {
      hash = hashed(hash, small(code))
      isWord = true
    } else if (isWord) {
      found.push(hash)
      hash = hashSeed
      isWord = false
    }
  }
  return found
}

export const wordsOfPage = (features: Features): PageWords => {
  const { body, tree } = features
  const words = new HashTable(1024)
  const add = (text: string, bit: number): number => {
    const hashes = wordsOf(text, maxWords)
    for (const hash of hashes) words.add(hash, bit)
    return hashes.length
  }
  const titleWords = add(documentTitle(features), 1)
  let descriptionWords = 0
  for (let node = 1; node < body; node++) {
    if (tree.tag[node] !== Tag.meta) continue
    const name = attribute(tree, node, "property") ?? attribute(tree, node, "name")
    if (name === "og:title") add(attribute(tree, node, "content") ?? "", 1)
    else if (descriptionWords === 0 && (name === "description" || name === "og:description"))
      descriptionWords = add(attribute(tree, node, "content") ?? "", 2)
  }
  return { words, titleWords, descriptionWords, pieces: piecesOf(features) }
}

/** Scripts that are read, and characters of one. */
const maxScripts = 16
const maxScript = 300_000

/** Texts of JSON-LD of some length, found without parsing what is around them. */
const dataText = /"(?:articleBody|description|text|reviewBody)"\s*:\s*"((?:[^"\\]|\\.)*)"/g

const piecesOf = ({ tree }: Features): HashTable | undefined => {
  let left = maxDataWords
  let scripts = 0
  let pieces: HashTable | undefined
  for (let node = 1; node < tree.size && left > 0 && scripts < maxScripts; node++) {
    if (tree.tag[node] !== Tag.script || attribute(tree, node, "type")?.includes("ld+json") !== true) continue
    scripts++
    const child = tree.first[node]!
    if (child < 0) continue
    const json = tree.source.slice(tree.start[child], Math.min(tree.end[child]!, tree.start[child]! + maxScript))
    for (const [, text] of json.matchAll(dataText)) {
      const words = wordsOf(plain(text!), left)
      if (words.length < 3) continue
      left -= words.length
      pieces ??= new HashTable(4 * 4096)
      for (let i = 2; i < words.length; i++) pieces.add(pieceOf(words[i - 2]!, words[i - 1]!, words[i]!), 1)
    }
  }
  return pieces
}

/** Three words in a row as one hash. */
export const pieceOf = (first: number, second: number, third: number): number =>
  hashed(hashed(hashed(hashSeed, first), second), third)

/** The text of a JSON string, tags left out. */
const plain = (json: string): string =>
  json
    .replaceAll(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\[nrt]/g, " ")
    .replaceAll(/\\(.)/g, "$1")
    .replaceAll(/<[^<>]*>/g, " ")
