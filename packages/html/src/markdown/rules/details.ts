/**
 * `details` stays HTML, with Markdown inside: that is how GFM says it. Its summary stands inside an HTML block, where
 * Markdown is not read, so it is plain text; a summary that holds a heading stays that heading, and the content follows.
 */
import { subtreeEnd, text } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { escapeHtml } from "../text/html.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

/** Elements written around each other; deeper ones are only their content. */
const maxDetails = 8

export const openDetails = (w: Writer, node: number): boolean => {
  w.boundary(2)
  if (w.flow !== Flow.block || w.details.length >= maxDetails) return descend
  const summary = summaryOf(w, node)
  if (summary === "") return descend
  w.details.push(node)
  w.startBlock()
  w.output.chars.pushString("<details>")
  w.output.nextLine()
  w.output.chars.pushString(`<summary>${escapeHtml(summary)}</summary>`)
  w.output.endHtml()
  return descend
}

export const closeDetails = (w: Writer, node: number): void => {
  w.boundary(2)
  if (w.details.at(-1) !== node) return
  w.details.pop()
  w.startBlock()
  w.output.chars.pushString("</details>")
  w.output.endHtml()
}

/** The summary of an open `details` is written already. */
export const openSummary = (w: Writer, node: number): boolean => {
  if (w.details.length > 0 && w.details.at(-1) === w.tree.parent[node]) return skip
  w.boundary(2)
  return descend
}

/** Nodes of a summary that is a line of text. */
const summaryNodes = 200

/** The text of the summary, `""` when there is none or it holds more than a line of text. */
const summaryOf = (w: Writer, node: number): string => {
  const { first, next, parent, size, tag } = w.tree
  let summary = first[node]!
  while (summary >= 0 && tag[summary] !== Tag.summary) summary = next[summary]!
  if (summary < 0) return ""
  let all = ""
  for (let at = summary + 1; at < size && parent[at]! >= summary; at++) {
    const kinds = kind[tag[at]!]!
    if (at - summary > summaryNodes || (kinds & Kind.heading) !== 0 || tag[at] === Tag.img || tag[at] === Tag.table)
      return ""
    if (tag[at] === Tag.details) return ""
    if (tag[at] === Tag.text) all += text(w.tree, at)
    else if ((kinds & Kind.skip) !== 0 || w.isDropped(at)) at = subtreeEnd(w.tree, at) - 1
    else if ((kinds & Kind.block) !== 0) all += " "
  }
  return all.replace(/\s+/g, " ").trim()
}
