/**
 * Elements inside a line. Markdown says strong, emphasised and deleted; what it has no sign for and GFM shows as HTML
 * stays HTML (`kbd`, `sup`, `sub`, `mark`, `ins`, `abbr` with its title); the rest is plain text.
 */
import type { Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag, tagName } from "../../tree/tags.ts"
import { isTitleButton } from "../../page/disclosure.ts"
import { isLigature } from "../structure/ligatures.ts"
import { noteReference } from "./footnotes.ts"
import { escapeAttribute } from "../text/html.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

/** A heading is strong as it is. */
export const openStrong = (w: Writer, node: number): boolean => {
  // Google Docs wraps a whole document so.
  const isPlain = plainWeight.test(w.attributes.get(node, "style") ?? "")
  if (w.heading === 0 && !isPlain) w.run.open(node, Mark.strong)
  return descend
}

const plainWeight = /font-weight\s*:\s*(?:normal|400)\b/i
const boldWeight = /font-weight\s*:\s*(?:bold|[6-9]00)\b/i
const italicStyle = /font-style\s*:\s*(?:italic|oblique)\b/i
const lineThrough = /text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i

/** A `span` that only its style makes strong, emphasised or deleted, as editors of forums and documents write it. */
export const openStyled = (w: Writer, node: number, style: string): void => {
  if (boldWeight.test(style) && w.heading === 0) w.run.open(node, Mark.strong)
  if (italicStyle.test(style)) w.run.open(node, Mark.emphasis)
  if (lineThrough.test(style)) w.run.open(node, Mark.deleted)
}

/** Closes what `openStyled` opened. */
export const closeStyled = (w: Writer, node: number): void => {
  for (let marks = 0; marks < 3; marks++) w.run.closeNode(node)
}

export const openEmphasis = (w: Writer, node: number): boolean => {
  if (isLigature(w.tree, node)) return skip
  w.run.open(node, Mark.emphasis)
  return descend
}

export const openDeleted = (w: Writer, node: number): boolean => {
  w.run.open(node, Mark.deleted)
  return descend
}

/** Elements that stay HTML. */
export const openElement = (w: Writer, node: number): boolean => {
  const label = w.tree.tag[node] === Tag.sup ? noteReference(w, node) : undefined
  if (label !== undefined) {
    w.run.addAtom(Mark.raw, `[^${label}]`)
    return skip
  }
  w.run.open(node, Mark.element, tagName(w.tree.tag[node]!))
  return descend
}

export const openAbbreviation = (w: Writer, node: number): boolean => {
  const title = w.attributes.get(node, "title")?.trim()
  if (title !== undefined && title !== "") w.run.open(node, Mark.element, `abbr title="${escapeAttribute(title)}"`)
  return descend
}

export const openQuotation = (w: Writer, node: number): boolean => {
  w.run.open(node, Mark.literal, "\u201C", "\u201D")
  return descend
}

/** The reading of a ruby text follows in parentheses, but in a heading; those of the page (`rp`) are left out. */
export const openRubyText = (w: Writer, node: number): boolean => {
  if (w.heading > 0) return skip
  w.run.open(node, Mark.literal, "(", ")")
  return descend
}

export const closeInline = (w: Writer, node: number): void => w.run.closeNode(node)

/**
 * Buttons act on the page and say nothing ("Copy", "Share"), except those that are the text of a heading or a question,
 * open something, or hold blocks.
 */
export const openButton = (w: Writer, node: number): boolean => {
  const { tree } = w
  if (w.flow !== Flow.line && !isTitleButton(tree, node) && !holdsContent(tree, node)) return skip
  w.space()
  return descend
}

/** The labels of tabs and choices stand side by side, with a field between them or none. */
export const openLabel = (w: Writer): boolean => {
  w.space()
  return descend
}

export const closeButton = (w: Writer): void => w.space()

/** Source characters of a button that is more than a label. */
const longLabel = 24

/** Looks at a few nodes only: a button is small. */
const holdsContent = (tree: Tree, node: number): boolean => {
  let letters = 0
  let at = node + 1
  for (let seen = 0; seen < 16 && at < tree.size && isWithin(tree, at, node); seen++, at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) letters += tree.end[at]! - tree.start[at]!
    else if ((kind[tag]! & Kind.block) !== 0 && tag !== Tag.div) return true
    if (letters > longLabel) return true
  }
  return false
}

const isWithin = (tree: Tree, node: number, ancestor: number): boolean => {
  let at = node
  for (let steps = 0; steps < 16 && at > ancestor; steps++) at = tree.parent[at]!
  return at === ancestor
}
