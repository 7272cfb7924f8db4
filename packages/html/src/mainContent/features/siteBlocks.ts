/**
 * What a crawl counts of a page to find the blocks that repeat on a site: the fingerprints of the blocks that may be
 * left out of other pages, and the template that the page was made with.
 *
 * A heading, a cell or a piece of code that many pages have belongs to what stands below or next to it ("Parameters",
 * "npm install"), so a block counts only when it has text of another kind. An entry of a list that is on many pages may
 * be content ("a pinch of salt"): lists count as a whole.
 */
import { isSpace, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { blockFingerprints } from "./fingerprints.ts"

export interface SiteBlocks {
  /** Equal for pages that are laid out alike; a whole number below 2^32. */
  readonly template: number
  /** `blockFingerprints` hashes, each once. */
  readonly blocks: ReadonlyArray<number>
}

/** Blocks counted of one page. */
const maxBlocks = 2000
/** Levels of boxes, below the first that holds more than one, that make a template. */
const levels = 3

export const siteBlocks = (tree: Tree): SiteBlocks => {
  const free = withFreeText(tree)
  const blocks = new Set<number>()
  for (const { hash, node } of blockFingerprints(tree)) {
    if (free[node] === 0 || tree.tag[node] === Tag.li || tree.tag[node] === Tag.dd) continue
    blocks.add(hash)
    if (blocks.size >= maxBlocks) break
  }
  return { template: templateOf(tree), blocks: [...blocks] }
}

const bound = new Set<number>([
  Tag.pre,
  Tag.code,
  Tag.thead,
  Tag.tbody,
  Tag.tr,
  Tag.td,
  Tag.th,
  Tag.caption,
  Tag.dt,
  Tag.figcaption,
  Tag.summary,
  Tag.legend
])

/** 1 for each node below which there is text that is not bound to what stands around it. */
const withFreeText = ({ attributeMask, end, parent, size, source, start, tag }: Tree): Uint8Array => {
  const inside = new Uint8Array(size)
  const free = new Uint8Array(size)
  for (let node = 1; node < size; node++) {
    const id = tag[node]!
    if (inside[parent[node]!] === 1 || kind[id]! & (Kind.skip | Kind.heading) || bound.has(id)) inside[node] = 1
    else if (id === Tag.text && (attributeMask[node]! & 1) === 0 && hasWord(source, start[node]!, end[node]!)) {
      free[node] = 1
    }
  }
  for (let node = size - 1; node > 0; node--) if (free[node] === 1) free[parent[node]!] = 1
  return free
}

/** Whether two characters in a row are no white space: a lone bullet or slash is no text. */
const hasWord = (source: string, from: number, to: number): boolean => {
  for (let at = from + 1; at < to; at++) {
    if (!isSpace(source.charCodeAt(at)) && !isSpace(source.charCodeAt(at - 1))) return true
  }
  return false
}

const boxes = new Set<number>([
  Tag.div,
  Tag.main,
  Tag.section,
  Tag.article,
  Tag.aside,
  Tag.header,
  Tag.footer,
  Tag.nav,
  Tag.form,
  Tag.table,
  Tag.center
])

/** The boxes of the outer levels in order, runs of equal ones counted once. */
const templateOf = (tree: Tree): number => {
  const { first, next, tag } = tree
  const boxesIn = (node: number): Array<number> => {
    const found: Array<number> = []
    for (let child = first[node]!; child >= 0; child = next[child]!) if (boxes.has(tag[child]!)) found.push(child)
    return found
  }
  let hash = 0x811c9dc5
  const add = (value: number) => (hash = Math.imul(hash ^ value, 0x01000193))
  let row = boxesIn(bodyOf(tree))
  while (row.length === 1) row = boxesIn(row[0]!)
  for (let level = 0; level < levels && row.length > 0; level++) {
    const below: Array<number> = []
    let last = -1
    for (const node of row) {
      if (tag[node] !== last) add((last = tag[node]!))
      below.push(...boxesIn(node))
    }
    add(255)
    row = below
  }
  return hash >>> 0
}

const bodyOf = ({ first, next, tag }: Tree): number => {
  for (let node = first[first[0]!]!; node >= 0; node = next[node]!) if (tag[node] === Tag.body) return node
  return 0
}
