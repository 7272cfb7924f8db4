/**
 * Blocks of the content that the page itself quotes: where the `articleBody` of its JSON-LD begins and ends, and what its
 * description repeats. A root without them is hardly the content.
 */
import { attribute, TextFlag, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { type Features } from "./Features.ts"
import { collapsed } from "./line.ts"

/** Characters that must agree, as they stand in the source. */
const quoted = 30
/** A page may quote itself many times, and in many places. */
const maxQuotes = 6

/** Text nodes of the blocks quoted, in document order; none when nothing is found. */
export const findAnchors = ({ body, end, tree }: Features, drop: Uint8Array): ReadonlyArray<number> => {
  const found: Array<number> = []
  const quotes = quotesOf(tree, body)
  if (quotes.length === 0) return found
  for (let node = body; node < tree.size && found.length < maxQuotes; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    if (tree.tag[node] !== Tag.text || isRaw(tree, node)) continue
    const from = tree.start[node]!
    const to = tree.end[node]!
    if (to - from < quoted) continue
    if (holdsAny(tree.source.slice(from, to), quotes)) found.push(node)
  }
  return found
}

const holdsAny = (text: string, quotes: ReadonlyArray<string>): boolean => quotes.some((quote) => text.includes(quote))

/** Scripts quote as well. */
const isRaw = (tree: Tree, node: number): boolean => (tree.attributeMask[node]! & TextFlag.raw) !== 0

const quotesOf = (tree: Tree, body: number): ReadonlyArray<string> => {
  const quotes: Array<string> = []
  for (let node = 1; node < tree.size && quotes.length < maxQuotes; node++) {
    const id = tree.tag[node]
    if (id === Tag.meta && node < body) {
      const name = attribute(tree, node, "property") ?? attribute(tree, node, "name")
      if (name === "description" || name === "og:description") addStart(quotes, attribute(tree, node, "content") ?? "")
    } else if (id === Tag.script && isJson(tree, node)) addArticleBody(tree, node, quotes)
  }
  return quotes
}

/** The rest are programs, which are long. */
const isJson = (tree: Tree, script: number): boolean => attribute(tree, script, "type")?.includes("json") === true

const addStart = (quotes: Array<string>, text: string): void => {
  const line = collapsed(text.slice(0, 400))
  if (line.length >= quoted && !quotes.includes(line.slice(0, quoted))) quotes.push(line.slice(0, quoted))
}

/** Reads the string behind `"articleBody"` without parsing what is around it. */
const addArticleBody = (tree: Tree, script: number, quotes: Array<string>): void => {
  const child = tree.first[script]!
  if (child < 0) return
  const json = tree.source.slice(tree.start[child], tree.end[child])
  const key = json.indexOf('"articleBody"')
  const opening = key < 0 ? -1 : json.indexOf('"', key + 13)
  if (opening < 0) return
  let closing = opening + 1
  while (closing < json.length && json.charCodeAt(closing) !== 34) closing += json.charCodeAt(closing) === 92 ? 2 : 1
  if (closing - opening < 200) return
  const text = json.slice(opening + 1, closing)
  for (const part of [text.slice(0, 400), text.slice(-200)]) {
    const plain = collapsed(
      part
        .replaceAll(/\\[nrt]/g, " ")
        .replaceAll(/\\u[\da-f]{4}|\\./gi, " ")
        .replaceAll(/<[^>]*>/g, " ")
    )
    addStart(quotes, part === text.slice(0, 400) ? plain : plain.slice(-quoted - 1))
  }
}
