/**
 * A parsed document as a few arrays, one entry a node and no object a node.
 *
 * Nodes are numbered in document order (preorder) from 0, the document; its one child is always `html`, whose children
 * are `head` and `body` (or `frameset`), implied where the source has none. The subtree of a node is therefore the range
 * `[node, subtreeEnd(tree, node))`, and a loop over the numbers visits a document in reading order without recursion.
 * Links between nodes are `parent`, `first` (child) and `next` (sibling), -1 where there is none.
 *
 * Text and attributes stay in the source until somebody asks: `start` and `end` are the range of a text node, and of the
 * attribute zone of an element (between its name and the closing `>`). `text` and `attribute` read and decode them.
 * Adjacent text nodes happen (a comment or a stray end tag stood between them); comments themselves are not kept.
 *
 * What is returned are slices of the source: copy what is kept longer than the page.
 */
import type { Codes } from "./codes.ts"
import { findAttribute, nameAt, valueAt } from "./AttributeTable.ts"
import type { Cut } from "./limits.ts"
import type { Memory } from "./Memory.ts"
import { decodeText } from "./references.ts"
import { Tag, tagName } from "./tags.ts"
import { isSpace, maskBit } from "./token.ts"

export { isSpace }

export interface Tree {
  /** The HTML the ranges point into: what was parsed, with line feeds for all line ends. */
  readonly source: string
  /** Its UTF-16 code units, and a zero: for those who read character by character, which costs half of `charCodeAt`. */
  readonly codes: Codes
  /** Number of nodes. The arrays may be longer. */
  readonly size: number
  /** `Tag` of each node; 0 is text. */
  readonly tag: Uint8Array
  readonly parent: Int32Array
  readonly first: Int32Array
  readonly next: Int32Array
  /** Text: where it starts in the source. Element: where its attribute zone starts. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Element: Bloom mask of its attribute names (`attributeBit`). Text: `TextFlag` bits. */
  readonly attributeMask: Int32Array
  /** Element: where its attributes are in `attributeTable`. */
  readonly attributeAt: Int32Array
  /** Ranges of all attributes in the source (`AttributeTable`). */
  readonly attributeTable: Int32Array
  /** Where names begin that contain a `<`, by where their attribute zone starts. Nearly always undefined. */
  readonly namesWithLessThan: ReadonlyMap<number, number> | undefined
  /** Where the page was cut, when it is larger than a page may be. */
  readonly cut: Cut | undefined
  /** Where its arrays come from, and those of who reads it. */
  readonly memory: Memory
}

/** Bits that a text node has in `attributeMask`. */
export const TextFlag = {
  /** Nothing but HTML white space (space, tab, line feed, form feed). */
  white: 1,
  /** Script, style and the like: `&` is no reference here. */
  raw: 2,
  /** Title and textarea: references count, and NUL is replaced where other text leaves it out. */
  escapable: 4
} as const

/**
 * The bit of a lower-case attribute name in `attributeMask`. An element without the bit does not have the attribute; one
 * with it may. Or-ing the bits of several names tests for all of them at once.
 */
export const attributeBit = (name: string): number => maskBit(name.charCodeAt(0), name.length)

/** The decoded text of a text node; line ends are line feeds. */
export const text = (tree: Tree, node: number): string => {
  const raw = tree.source.slice(tree.start[node], tree.end[node])
  const flags = tree.attributeMask[node]!
  return decodeText(raw, (flags & TextFlag.raw) !== 0, (flags & (TextFlag.raw | TextFlag.escapable)) !== 0)
}

/** True for a text node that holds white space only. */
export const isWhitespace = (tree: Tree, node: number): boolean =>
  tree.tag[node] === Tag.text && (tree.attributeMask[node]! & TextFlag.white) !== 0

/** Index in `attributeTable` of an attribute, -1 when the element has none of this lower-case name. The first of duplicates. */
export const attributeIndex = (tree: Tree, node: number, name: string): number =>
  (tree.attributeMask[node]! & attributeBit(name)) === 0 || tree.tag[node] === Tag.text
    ? -1
    : findAttribute(tree.codes, tree.attributeTable, tree.attributeAt[node]!, tree.end[node]!, name)

/** The decoded value of an attribute, `""` when it has none; `name` is lower case. The first of duplicates counts. */
export const attribute = (tree: Tree, node: number, name: string): string | undefined => {
  const at = attributeIndex(tree, node, name)
  return at < 0 ? undefined : valueAt(tree.source, tree.attributeTable, at)
}

/** True when the element has the attribute, whatever its value. */
export const hasAttribute = (tree: Tree, node: number, name: string): boolean => attributeIndex(tree, node, name) >= 0

/**
 * Every attribute of an element, or those whose name is wanted: lower-case name and decoded value, in source order and
 * without duplicates.
 */
export const attributes = (
  tree: Tree,
  node: number,
  isWanted?: (name: string) => boolean
): Array<readonly [name: string, value: string]> => {
  const found: Array<readonly [string, string]> = []
  const { attributeTable, source } = tree
  const end = tree.end[node]!
  if (tree.tag[node] === Tag.text || tree.start[node] === end) return found
  const seen = new Set<string>()
  for (let at = tree.attributeAt[node]!; attributeTable[at]! < end; at += 4) {
    const name = nameAt(source, attributeTable, at)
    if (isWanted?.(name) === false || seen.has(name)) continue
    seen.add(name)
    found.push([name, valueAt(source, attributeTable, at)])
  }
  return found
}

/** The lower-case name of an element, read from the source when its tag has no id. */
export const tagNameOf = (tree: Tree, node: number): string => {
  const id = tree.tag[node]!
  return id === Tag.unknown ? sourceNameOf(tree, node) : tagName(id)
}

/** The lower-case name that an element has in the source, which differs where it is taken for another (`customElements.ts`). */
export const sourceNameOf = (tree: Tree, node: number): string => {
  const end = tree.start[node]!
  const start = tree.namesWithLessThan?.get(end) ?? tree.source.lastIndexOf("<", end - 1) + 1
  const name = tree.source.slice(start, end).toLowerCase()
  return name.includes("\0") ? name.replaceAll("\0", "\uFFFD") : name
}

/** One past the last node of the subtree; `subtreeEnd(tree, node) === node + 1` for a leaf. */
export const subtreeEnd = (tree: Tree, node: number): number => {
  const { next, parent } = tree
  for (let at = node; at > 0; at = parent[at]!) if (next[at]! >= 0) return next[at]!
  return tree.size
}

/** One past the last node of each subtree. */
export const subtreeEnds = (tree: Tree): Int32Array =>
  fillSubtreeEnds(tree, new Int32Array(tree.memory.takeZeroed(4 * tree.size), 0, tree.size))

/** The same, in an array of zeros that is given. */
export const fillSubtreeEnds = ({ parent, size }: Tree, end: Int32Array): Int32Array => {
  for (let node = size - 1; node >= 0; node--) {
    if (end[node] === 0) end[node] = node + 1
    const up = parent[node]!
    if (up >= 0 && end[node]! > end[up]!) end[up] = end[node]!
  }
  return end
}

/** The decoded text of every text node of the subtree, one after the other, scripts and styles included. */
export const textContent = (tree: Tree, node: number): string => {
  const end = subtreeEnd(tree, node)
  let all = ""
  for (let at = node; at < end; at++) if (tree.tag[at] === Tag.text) all += text(tree, at)
  return all
}

/**
 * Visits a subtree without recursion: `enter` before the children, `leave` after them, `leave` for elements only. When
 * `enter` answers false the node's children and its `leave` are left out.
 */
export const walk = (
  tree: Tree,
  root: number,
  enter: (node: number, tag: number) => boolean | void,
  leave?: (node: number, tag: number) => void
): void => {
  const { first, next, parent, tag } = tree
  let at = root
  for (;;) {
    const id = tag[at]!
    const inside = enter(at, id) !== false
    if (inside && first[at]! >= 0) {
      at = first[at]!
      continue
    }
    if (inside && id !== Tag.text) leave?.(at, id)
    while (at !== root && next[at]! < 0) {
      at = parent[at]!
      leave?.(at, tag[at]!)
    }
    if (at === root) return
    at = next[at]!
  }
}
