/**
 * Ids that documentation tools make of headings: `<section id="sharing-files"><h2>Sharing files</h2>`. They name a place
 * on the page and say nothing of what the element is for.
 */
import { attribute, attributeBit, type Tree } from "../../tree/Tree.ts"
import { kind, Kind } from "../../tree/tags.ts"
import type { Features } from "../features/Features.ts"
import { lineOf } from "../../page/line.ts"
import { judgeHeading, Phrase } from "../words/phrases.ts"

const idBit = attributeBit("id")

/** Nodes between an element and the heading that it begins with. */
const maxNodes = 16
const longestHeading = 200

/** Whether the id of an element is made of the heading that it begins with, and that heads no links or comments. */
export const hasIdOfHeading = ({ end, tree }: Features, node: number): boolean => {
  if ((tree.attributeMask[node]! & idBit) === 0) return false
  const id = lettersOf(attribute(tree, node, "id") ?? "")
  const heading = id === "" ? -1 : headingIn(tree, node, Math.min(end[node]!, node + maxNodes))
  if (heading < 0) return false
  const line = lineOf(tree, heading, end[heading]!, longestHeading)
  const letters = lettersOf(line)
  return (
    letters !== "" &&
    id.replace(/^usercontent|\d+$/g, "") === letters.replace(/\d+$/, "") &&
    judgeHeading(line) === Phrase.none
  )
}

const headingIn = (tree: Tree, node: number, end: number): number => {
  for (let at = node + 1; at < end; at++) if ((kind[tree.tag[at]!]! & Kind.heading) !== 0) return at
  return -1
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
