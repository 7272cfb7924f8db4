/**
 * Signs that the best prose of a page is not what the page is about: a description is part of a product, a text below a
 * list of goods is for search engines, an answer is one of several. Of pages that declare to be an article only
 * `isSmallPart` is asked.
 */
import { kind, Kind, Tag } from "../tree/tags.ts"
import { NameHints } from "./classTokens.ts"
import { type Features } from "./Features.ts"
import { type Headline } from "./headline.ts"
import { lineOf } from "./line.ts"

/** Characters of a block that gives nothing but a price. */
const longestPrice = 30
/** Answers or replies, each with text of its own. */
const fewestEntries = 2

/** Unlinked characters outside of a root that every page may have. */
const maxTextOutside = 600
/** Unlinked characters of a root that may as well be the description of something, with its data next to it. */
const shortRoot = 1000

export const price =
  /(?:[$€£¥₹₽]|\b(?:USD|EUR|GBP|CHF|R\$))\s?\d|\d[\d.,]*\s?(?:[€£$¥₹₽]|zł\b|kr\b|руб|EUR\b|USD\b|CHF\b)/

/** Whether what stands on the page next to `root` shows that the page is not an article. */
export const contradictsArticle = (
  kept: Features,
  drop: Uint8Array,
  headline: Headline,
  teaser: Uint8Array,
  root: number
): boolean => {
  const { end, isBlock, linked, names, own, text, tree } = kept
  const from = headline.node < 0 ? kept.body : headline.node
  let entries = 0
  let between = 0
  for (let node = from + 1; node < tree.size; node++) {
    const id = tree.tag[node]!
    if (drop[node] !== 0 || text[node] === 0 || kind[id]! & Kind.skip) {
      node = end[node]! - 1
      continue
    }
    if (names[node]! & NameHints.entry && text[node]! - linked[node]! > 60 && ++entries >= fewestEntries) return true
    if (isBlock[node] === 0 || own[node] === 0 || node > end[root]!) continue
    const isShort = own[node]! <= longestPrice && end[node]! - node < 32
    if (isShort && price.test(lineOf(tree, node, end[node]!, 60))) return true
    if (headline.node >= 0 && node < root) between += own[node]!
  }
  const inside = text[root]! - linked[root]!
  const few = 0.6 * inside
  if (outside(kept, drop, root, isOther(kept, teaser)) > (inside < shortRoot ? few : Math.max(maxTextOutside, few)))
    return true
  // Cards between the headline and the prose are what the headline is about.
  let cards = 0
  for (let node = from + 1; node < root; node++) if (teaser[node] === 1 && drop[node] === 0) cards++
  return headline.node >= 0 && cards > 2 && between > 0.4 * text[root]!
}

/** Of the text of a root, what part may stand next to it on a page that is nothing but it; and characters. */
const maxBeside = 0.03
const usualTextBeside = 80

/** Whether a page has hardly any text besides a root, so that nothing is lost by taking it for an article. */
export const coversPage = (kept: Features, drop: Uint8Array, teaser: Uint8Array, root: number): boolean =>
  outside(kept, drop, root, isOther(kept, teaser)) <=
  maxBeside * (kept.text[root]! - kept.linked[root]!) + usualTextBeside

/**
 * Whether a page has more text next to a root than in it, teasers among it but no comments: a root that introduces a list.
 * An article with the headline of the page is none of several that follow it.
 */
export const isSmallPart = (kept: Features, drop: Uint8Array, headline: Headline, root: number): boolean => {
  const { end, linked, names, text, tree } = kept
  let article = root
  while (article > 0 && tree.tag[article] !== Tag.article) article = tree.parent[article]!
  const isHeaded = article > 0 && article <= headline.node && headline.node < end[article]!
  const isLeftOut = (node: number): boolean =>
    (names[node]! & NameHints.comments) !== 0 || (isHeaded && tree.tag[node] === Tag.article)
  return outside(kept, drop, root, isLeftOut) > text[root]! - linked[root]! + maxTextOutside
}

/** Whether a node is a teaser of an article or another article. */
const isOther =
  ({ tree }: Features, teaser: Uint8Array) =>
  (node: number): boolean =>
    teaser[node] === 1 || tree.tag[node] === Tag.article

/** Unlinked characters that are neither in the root nor in what does not count. */
const outside = (
  { body, end, linked, text, tree }: Features,
  drop: Uint8Array,
  root: number,
  isLeftOut: (node: number) => boolean
): number => {
  let rest = text[body]! - linked[body]! - (text[root]! - linked[root]!)
  for (let node = body; node < tree.size; node++) {
    const isElsewhere = (end[node]! <= root || node >= end[root]!) && isLeftOut(node)
    if (drop[node] === 0 && !isElsewhere && text[node] !== 0) continue
    if (drop[node] === 0) rest -= text[node]! - linked[node]!
    node = end[node]! - 1
  }
  return rest
}
