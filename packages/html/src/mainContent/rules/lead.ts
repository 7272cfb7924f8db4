/** The headline of an article and what stands between it and the root that holds the rest: lead, author, date. */
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { NameHints } from "../words/classTokens.ts"
import { type Features, Contains, isCell } from "../features/Features.ts"
import { isAuthorLine, isHeadLine } from "../features/headMatter.ts"
import { type Headline } from "../features/headline.ts"
import { lineOf } from "../../page/line.ts"
import { isJunkLine, judgeHeading, Phrase } from "../words/phrases.ts"

/** Blocks of prose above an article, and lines of names, dates and the like. */
const maxProse = 4
const maxLines = 10
/** Characters of a line that is no prose and belongs to the headline. */
const maxLine = 240
/** Characters that are too few to sum an article up. */
const minSubtitle = 30

/** Further roots, in document order; of what there is too much of it must be something else. */
export const findLead = (kept: Features, drop: Uint8Array, root: number, headline: Headline): ReadonlyArray<number> => {
  const { end, holds, isBlock, linked, names, own, prose, text, tree } = kept
  if (headline.node < 0 || end[headline.node]! > root) return []
  const lead: Array<number> = []
  const lines: Array<number> = []
  for (let node = end[headline.node]!; node < root; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    if (tree.tag[node] === Tag.figure || tree.tag[node] === Tag.figcaption || names[node]! & NameHints.caption) {
      node = end[node]! - 1
      continue
    }
    if (tree.tag[node] === Tag.time && end[node]! <= root) lines.push(node)
    if (tree.tag[node] === Tag.span && end[node]! <= root && isNextToHeading(kept, node)) {
      if (isHeadLine(lineOf(tree, node, end[node]!, maxLine))) lines.push(node)
      node = end[node]! - 1
      continue
    }
    if (isBlock[node] === 0 || end[node]! > root || own[node] === 0) continue
    const isProse = prose[node]! >= 0.6 * text[node]! && linked[node]! < 0.3 * text[node]!
    if (own[node]! >= 40 && isProse && isCell[tree.tag[node]!] === 0) lead.push(node)
    else if (own[node]! <= maxLine && (holds[node]! & Contains.block) === 0) {
      const line = lineOf(tree, node, end[node]!, maxLine)
      const isSubtitle =
        (own[node]! >= minSubtitle || (kind[tree.tag[node]!]! & Kind.heading) !== 0) &&
        linked[node]! < 0.3 * own[node]! &&
        !isJunkLine(line) &&
        judgeHeading(line) === Phrase.none
      const isNextToLine = lines.length > 0 && tree.parent[lines.at(-1)!] === tree.parent[node] && !isJunkLine(line)
      if (!isSubtitle && !isNextToLine && !isHeadLine(line) && !isAuthorLine(tree, node, end[node]!, line)) continue
      lines.push(node)
    } else continue
    node = end[node]! - 1
  }
  const found = [
    headline.node,
    ...(lead.length > maxProse ? [] : lead),
    ...(lines.length > maxLines ? lines.slice(0, maxLines) : lines)
  ]
  return found.toSorted((a, b) => a - b)
}

/** Whether an element stands in the line of a box that holds blocks as well: a date next to a heading. */
const isNextToHeading = ({ holds, isBlock, own, tree }: Features, node: number): boolean => {
  const box = tree.parent[node]!
  return isBlock[box] === 1 && own[box]! > 0 && own[box]! <= maxLine && (holds[box]! & Contains.heading) !== 0
}
