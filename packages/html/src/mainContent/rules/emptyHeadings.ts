/** Headings of which nothing is left: what they headed was a form, a list of links or another part of the frame. */
import { isWhitespace } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import { Contains, type Features } from "../features/Features.ts"
import { Rule } from "./Rule.ts"

/** Elements around a heading that hold nothing else, and siblings behind it that are looked at. */
const maxSteps = 4
const maxSiblings = 64

/** Cuts headings below a root whose text was all cut; a heading that never had any stays. */
export const cutEmptyHeadings = (kept: Features, cuts: Cuts, root: number, headline: number): void => {
  const { end, holds, tree } = kept
  const { drop } = cuts
  if ((holds[root]! & Contains.heading) === 0) return
  for (let node = root + 1; node < end[root]!; node++) {
    if (drop[node] !== 0) node = end[node]! - 1
    else if ((kind[tree.tag[node]!]! & Kind.heading) !== 0) {
      const isTitle = node === headline || tree.tag[node] === Tag.h1
      if (!isTitle && isEmptied(kept, drop, root, node)) cuts.cut(node, Rule.emptyHeading)
      node = end[node]! - 1
    } else if ((holds[node]! & Contains.heading) === 0) node = end[node]! - 1
  }
}

const isEmptied = (kept: Features, drop: Uint8Array, root: number, heading: number): boolean => {
  const { next, parent, tag } = kept.tree
  let isCut = false
  let at = heading
  for (let step = 0; step < maxSteps && at !== root; step++, at = parent[at]!) {
    let siblings = 0
    for (let after = next[at]!; after >= 0; after = next[after]!) {
      if (++siblings > maxSiblings) return false
      if (drop[after] !== 0) isCut ||= cutsText.has(drop[after]!)
      else if ((kind[tag[after]!]! & Kind.heading) !== 0) return isCut
      else if (holdsSomething(kept, after)) return false
    }
    // The end of a part that the heading does not begin.
    for (let before = kept.tree.first[parent[at]!]!; before >= 0 && before !== at; before = next[before]!)
      if (++siblings > maxSiblings || (drop[before] === 0 && holdsSomething(kept, before))) return isCut
  }
  return isCut && at === root
}

/** Pictures and fields have no text and may be what is headed. */
const holdsSomething = ({ text, tree }: Features, node: number): boolean => {
  const id = tree.tag[node]!
  if (id === Tag.text) return !isWhitespace(tree, node)
  return (kind[id]! & Kind.skip) === 0 && (text[node]! > 0 || tree.first[node]! >= 0 || id === Tag.img)
}

/** Rules that cut what a heading can head; a button or a rank beside it is none of that. */
const cutsText = new Set<number>([
  Rule.form,
  Rule.frameName,
  Rule.relatedName,
  Rule.commentsName,
  Rule.relatedHeading,
  Rule.pageEdge,
  Rule.junkLine
])
