/**
 * The titles of a page that an address can lead to (`url#id`): by their own id, by one inside of them, by an anchor before
 * them, or by that of the section which they begin, as Sphinx and pandoc write it.
 */
import type { HeadingAnchor } from "@orbweaver/core/text/budget/chunks"
import { lineOf } from "../page/line.ts"
import { rangesOf, type Selection } from "../page/Selection.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { attribute, attributeBit, isWhitespace, subtreeEnd, type Tree } from "../tree/Tree.ts"

/** More titles than these have no anchor. */
const maxAnchors = 10_000
const maxTitle = 500
const maxId = 1000
/** Nodes looked at in and before a title. */
const maxNodes = 16

const idBit = attributeBit("id")
const nameBit = attributeBit("name")

/** In the order of the page. */
export const headingAnchors = (tree: Tree, selection: Selection): ReadonlyArray<HeadingAnchor> => {
  const ranges = rangesOf(tree, selection)
  const anchors: Array<HeadingAnchor> = []
  for (let range = 0; range < ranges.length; range += 2) {
    for (let node = ranges[range]!; node < ranges[range + 1]! && anchors.length < maxAnchors; node++) {
      if ((kind[tree.tag[node]!]! & Kind.heading) === 0) continue
      const id = idOf(tree, node)
      const title = id === undefined ? "" : lineOf(tree, node, subtreeEnd(tree, node), maxTitle)
      if (id !== undefined && title !== "") anchors.push({ title, id })
    }
  }
  return anchors
}

const idOf = (tree: Tree, heading: number): string | undefined => {
  const end = Math.min(subtreeEnd(tree, heading), heading + maxNodes)
  for (let node = heading; node < end; node++) {
    const id = ownId(tree, node)
    if (id !== undefined) return id
  }
  // Backwards in the order of the page: an anchor without content, or the sections that begin here.
  for (let node = heading - 1; node >= Math.max(0, heading - maxNodes); node--) {
    const isAround = subtreeEnd(tree, node) > heading
    const isEmptyAnchor = tree.tag[node] === Tag.a && subtreeEnd(tree, node) === node + 1
    if (tree.tag[node] === Tag.body) return undefined
    if (isAround || isEmptyAnchor) {
      const id = ownId(tree, node)
      if (id !== undefined) return id
    } else if (tree.tag[node] !== Tag.text || !isWhitespace(tree, node)) return undefined
  }
  return undefined
}

const ownId = (tree: Tree, node: number): string | undefined => {
  if (tree.tag[node] === Tag.text || (tree.attributeMask[node]! & (idBit | nameBit)) === 0) return undefined
  const id = attribute(tree, node, "id") ?? (tree.tag[node] === Tag.a ? attribute(tree, node, "name") : undefined)
  return id === undefined || id === "" || id.length > maxId ? undefined : id
}
