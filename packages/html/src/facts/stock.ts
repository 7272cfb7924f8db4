/**
 * What a page says of the stock of what it sells: an element that says `Sold out`, `Vorrätig` or `在庫あり` and nothing
 * else. Badges say nothing, since themes write them on every product and hide them by style, nor do items of lists, which
 * are other products.
 */
import { stockOf, stockPhrase } from "@orbweaver/core/internal/evidence/stock"
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { attribute, isWhitespace, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { charactersIn, cssPath, type Reading, textOf } from "./Reading.ts"

/** Nodes and characters of an element that says it, and levels above it that are looked at. */
const limits = { nodes: 6, levels: 6, characters: 120 } as const

const stockClass = /(?:^|[\s_-])(?:stock|availab\w*|inventory|verfuegbarkeit|disponib\w*|lager\w*|zaiko)(?=$|[\s_-])/i
const hiddenClass =
  /(?:^|[\s_-])(?:hidden|hide|d-none|sr-only|invisible|badges?|flags?|stickers?|ribbons?)(?=$|[\s_-])/i
const listTags = new Set<number>([Tag.li, Tag.option, Tag.label, Tag.a])

const hasOwnText = (tree: Tree, node: number): boolean => {
  for (let at = tree.first[node]!; at >= 0; at = tree.next[at]!)
    if (tree.tag[at] === Tag.text && !isWhitespace(tree, at)) return true
  return false
}

/** Whether an element is about what the page sells: no badge, nothing hidden by its class, no item of a list. */
export const isOfPage = ({ tree }: Reading, node: number): boolean => {
  for (let at = node, level = 0; at > 0 && level < limits.levels; at = tree.parent[at]!, level++) {
    if (listTags.has(tree.tag[at]!)) return false
    if (level < 3 && hiddenClass.test((attribute(tree, at, "class") ?? "").slice(0, 300))) return false
  }
  return true
}

export const stockFacts = (reading: Reading, node: number): ReadonlyArray<Fact> => {
  const { ends, tree } = reading
  const characters = charactersIn(reading, node)
  if (ends[node]! - node > limits.nodes || characters < 2 || characters > limits.characters) return []
  // An element around it says the same.
  if (!hasOwnText(tree, node)) return []
  const value = textOf(reading, node, 61)
  const names = attribute(tree, node, "class") ?? ""
  if (value === "" || (stockClass.test(names) ? stockOf(value) : stockPhrase(value)) === undefined) return []
  if (!isOfPage(reading, node)) return []
  return [{ label: "availability", value, source: "class", where: cssPath(reading, node) }]
}
