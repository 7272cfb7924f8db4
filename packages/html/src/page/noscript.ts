/**
 * What a page says to visitors without scripts. Where its scripts have not run and the rest says next to nothing, that is
 * the page: forums serve their threads like this.
 */
import { isUnseen } from "./disclosure.ts"
import { isSpace, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"

/** Letters and signs outside of links below which a page says next to nothing. */
const maxVisible = 250
/** Letters and signs from which on `noscript` says something, and how many times as much as the rest it must say. */
const minRevealed = 250
const minTimes = 4

/** Makes ordinary elements of those `noscript` that say what the page is about. Linear in the page. */
export const revealNoscript = (tree: Tree): void => {
  const { size, tag } = tree
  const found: Array<number> = []
  let revealed = 0
  for (let node = 1; node < size; node++) {
    if (tag[node] !== Tag.noscript) continue
    const length = lengthOf(tree, node, Number.POSITIVE_INFINITY)
    if (length === 0) continue
    revealed += length
    found.push(node)
  }
  if (revealed < minRevealed) return
  const limit = Math.min(maxVisible, revealed / minTimes)
  if (lengthOf(tree, 0, limit) > limit) return
  for (const node of found) tag[node] = Tag.div
}

/** Sentences of this length that name JavaScript ask to switch it on. */
const maxNotice = 300
const notice = /java\s?script/i

/** Letters and signs that are seen below a node and in no link, notices about scripts aside. Stops above the limit. */
const lengthOf = (tree: Tree, root: number, limit: number): number => {
  const { codes, end, parent, size, start, tag } = tree
  let length = 0
  for (let node = root + 1; node < size && parent[node]! >= root && length <= limit; node++) {
    if (tag[node] !== Tag.text) {
      if (isSkipped(tree, node)) node = afterIn(tree, root, node) - 1
      continue
    }
    let own = 0
    for (let at = start[node]!; at < end[node]!; at++) if (!isSpace(codes[at]!)) own++
    if (own > maxNotice || !notice.test(tree.source.slice(start[node], end[node]))) length += own
  }
  return length
}

/** The first node behind a subtree that is part of another; no way leads further up than to the root of that. */
const afterIn = ({ next, parent, size }: Tree, root: number, node: number): number => {
  for (let at = node; at > root; at = parent[at]!) if (next[at]! >= 0) return next[at]!
  return size
}

const isSkipped = (tree: Tree, node: number): boolean => {
  const id = tree.tag[node]!
  return id === Tag.a || id === Tag.noscript || (kind[id]! & Kind.skip) !== 0 || isUnseen(tree, node)
}
