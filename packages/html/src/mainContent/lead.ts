/** The headline of an article and the paragraphs between it and the root that holds the rest. */
import { Tag } from "../tree/tags.ts"
import { Name } from "./classTokens.ts"
import { type Features, isCell } from "./Features.ts"
import { type Headline } from "./headline.ts"

const mostBlocks = 4

/** Further roots, in document order; none when there are so many that they must be something else. */
export const findLead = (kept: Features, drop: Uint8Array, root: number, headline: Headline): ReadonlyArray<number> => {
  const { end, isBlock, linked, names, own, prose, text, tree } = kept
  const lead: Array<number> = []
  if (headline.node < 0 || end[headline.node]! > root) return lead
  const first = [headline.node]
  for (let node = headline.node + 1; node < root; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    if (tree.tag[node] === Tag.figure || tree.tag[node] === Tag.figcaption || names[node]! & Name.caption) {
      node = end[node]! - 1
      continue
    }
    if (isBlock[node] === 0 || end[node]! > root || isCell[tree.tag[node]!] === 1) continue
    if (own[node]! < 40 || prose[node]! < 0.6 * text[node]! || linked[node]! >= 0.3 * text[node]!) continue
    lead.push(node)
    node = end[node]! - 1
  }
  return lead.length > mostBlocks ? first : [...first, ...lead]
}
