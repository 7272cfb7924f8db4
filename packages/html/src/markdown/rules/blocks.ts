/**
 * Paragraphs and what stands around them: headings, quotes, rules, line breaks.
 */
import { kind, Kind, Tag, tagCount } from "../../tree/tags.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

/** How elements without a rule of their own are separated from what stands around them: 0 not at all, 1, 2 (`boundary`). */
export const gaps = new Uint8Array(tagCount)
for (let tag = 0; tag < tagCount; tag++) if ((kind[tag]! & Kind.block) !== 0) gaps[tag] = 2
for (const tag of [Tag.tbody, Tag.thead, Tag.tfoot, Tag.colgroup, Tag.col, Tag.tr, Tag.td, Tag.th]) gaps[tag] = 0
gaps[Tag.marquee] = 2

/** `h1` to `h6`. In a table cell a heading is strong text. */
export const openHeading = (w: Writer, node: number): boolean => openHeadingOf(w, node, w.tree.tag[node]! - Tag.h1 + 1)

const openHeadingOf = (w: Writer, node: number, level: number): boolean => {
  if (w.flow === Flow.block) {
    w.boundary(2)
    w.flow = Flow.line
    w.heading = level
    w.headingNode = node
  } else {
    w.boundary(1)
    if (w.flow === Flow.cell) w.run.open(node, Mark.strong)
  }
  return descend
}

export const closeHeading = (w: Writer, node: number): void => {
  if (w.headingNode === node) {
    w.flush()
    w.flow = Flow.block
    w.heading = 0
    w.headingNode = -1
    w.output.separate(2)
  } else {
    w.run.closeNode(node)
    w.boundary(1)
  }
}

/** An element with `role="heading"`, as pages have that style everything themselves. */
export const openRoleHeading = (w: Writer, node: number): boolean => {
  const level = Number(w.attributes.get(node, "aria-level") ?? "2")
  return openHeadingOf(w, node, level >= 1 && level <= 6 ? Math.floor(level) : 2)
}

export const openQuote = (w: Writer): boolean => {
  w.boundary(2)
  if (w.flow === Flow.block) w.output.enter("> ", "> ")
  return descend
}

export const closeQuote = (w: Writer): void => {
  w.boundary(2)
  if (w.flow !== Flow.block) return
  w.output.leave()
  w.output.separate(2)
}

/** A rule between the pages of a file says which one follows, as the newest client of Firecrawl has it. */
export const openRule = (w: Writer, node: number): boolean => {
  w.boundary(2)
  if (w.flow === Flow.block) {
    // Behind a list marker dashes would be read as one rule with it.
    const text = w.output.hasPendingMarker ? "***" : "---"
    w.output.startLine()
    w.output.chars.pushString(text)
    w.output.separate(2)
    const page = /^\d+$/.exec(w.attributes.get(node, "data-page-number") ?? "")?.[0]
    if (page !== undefined) {
      w.output.startLine()
      w.output.chars.pushString(`<!-- page ${page} -->`)
      w.output.separate(2)
    }
  }
  return skip
}

/** One break is a hard one; two in a row end the paragraph. */
export const openBreak = (w: Writer): boolean => {
  w.lineBreak()
  return skip
}

/** A closed dialog is not shown. */
export const openDialog = (w: Writer, node: number): boolean => {
  if (!w.attributes.has(node, "open")) return skip
  w.boundary(2)
  return descend
}
