/**
 * The walk over the tree: every node once, in document order, without recursion.
 */
import { attributeBit } from "../../tree/Tree.ts"
import { maxTextLength } from "../../tree/limits.ts"
import { Tag } from "../../tree/tags.ts"
import { closeAlert, openAlert, openAlertTitle } from "../rules/alerts.ts"
import { isAriaTable, writeAriaTable } from "../rules/ariaTables.ts"
import { closeHeading, gaps, openRoleHeading } from "../rules/blocks.ts"
import { closeNote, endsNote, noteLabel, openNote, openPackedNote, writeAfterLabel } from "../rules/footnotes.ts"
import { writeInlineReference } from "../rules/inlineNotes.ts"
import { closeStyled, openStyled } from "../rules/inline.ts"
import { isCodeStyle, keepsLines, openEditor, writeCodeBlock, writeDiagram } from "../rules/code.ts"
import { closeWordItem, openWordItem } from "../rules/lists.ts"
import { isLigature } from "../structure/ligatures.ts"
import { isWordMarker, wordItem } from "../structure/itemTraits.ts"
import { writeCardText } from "../rules/links.ts"
import { openTypeset, texBits } from "../rules/math.ts"
import { isRenderedCopy } from "../structure/mathJax.ts"
import { closes, opens } from "../rules/rules.ts"
import { partsInOrder } from "../rules/tables.ts"
import { separateAround, separateNeighbours } from "../rules/neighbours.ts"
import { Mark } from "../text/Run.ts"
import { writeSignature } from "../rules/signatures.ts"
import { tabLabelsOf } from "../structure/tabLabels.ts"
import { addTypedText } from "../rules/typedTex.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

/** A paragraph with more of either is written as several: it would be kept whole until its end. */
const maxMarks = 20_000
const maxCharacters = 2_000_000

/** Writes a node and everything in it; nothing more once the Markdown is as long as it may be. */
export const writeTree = (w: Writer, root: number): void => {
  const { run } = w
  const { first, next, parent, tag } = w.tree
  let at = root
  for (;;) {
    const id = tag[at]!
    if (w.output.chars.length >= maxTextLength) return
    if (run.marks > maxMarks || run.length > maxCharacters) w.boundary(2)
    if (id === Tag.text) {
      if (w.typesetter !== undefined && w.linesKept.length === 0) addTypedText(w, at, w.typesetter.dollars)
      else if (w.footnotes !== undefined && writeAfterLabel(w, at)) {
        // Written without the sign behind its number.
      } else if (w.cardLink === undefined || !writeCardText(w, at)) w.text(at)
    } else if (w.isDropped(at)) separateAround(w, at)
    else if (open(w, at, id)) {
      if (first[at]! >= 0 && !(id === Tag.table && writeParts(w, at))) {
        at = first[at]!
        continue
      }
      close(w, at, id)
    }
    while (at !== root && next[at]! < 0) {
      at = parent[at]!
      close(w, at, tag[at]!)
    }
    if (at === root) return
    at = next[at]!
  }
}

/** Writes the parts of a table that are not shown in the order of the page; false when there is nothing to put in order. */
const writeParts = (w: Writer, table: number): boolean => {
  const parts = partsInOrder(w, table)
  for (const part of parts) writeTree(w, part)
  return parts.length > 0
}

/** True for a row of tabs that its panels say; writes the label of a panel. */
const isTabRow = (w: Writer, node: number): boolean => {
  const { labels, rows } = (w.tabs ??= tabLabelsOf(w.tree))
  if (rows.has(node)) return true
  const label = labels.get(node)
  if (label === undefined || w.flow !== Flow.block) return false
  w.boundary(2)
  w.run.open(node, Mark.strong)
  w.run.addText(label)
  w.run.closeNode(node)
  w.boundary(2)
  return false
}

const roleBit = attributeBit("role")
const classBit = attributeBit("class")
const styleBit = attributeBit("style")
const judgedAttributes = roleBit | classBit | styleBit | texBits

const open = (w: Writer, node: number, id: number): boolean => {
  if (w.inlineNotes !== undefined) {
    if (w.inlineNotes.markers.has(node)) return skip
    if (writeInlineReference(w.inlineNotes, w, node)) return skip
  }
  if (w.footnotes !== undefined) {
    const label = noteLabel(w, node)
    if (label !== undefined) {
      openNote(w, label)
      return descend
    }
    if (w.footnotes.backLabels.has(node)) return skip
    if (id === Tag.a && openPackedNote(w, node)) return skip
  }
  if (isAriaTable(w, node, id) && writeAriaTable(w, node, (cell) => writeTree(w, cell))) return skip
  if ((w.tree.attributeMask[node]! & roleBit) !== 0) {
    const role = w.attributes.get(node, "role")
    if ((role === "tablist" || role === "tab" || role === "tabpanel") && isTabRow(w, node)) return skip
  }
  if (node === w.codeLabel) return skip
  const rule = opens[id]
  if (rule !== undefined) return rule(w, node)
  if (id === Tag.unknown && openCustom(w, node)) return skip
  if (
    (id === Tag.div || id === Tag.span || id === Tag.p || id === Tag.aside) &&
    (w.tree.attributeMask[node]! & judgedAttributes) !== 0
  )
    return openTelling(w, node, id)
  if (gaps[id]! !== 0) w.boundary(2)
  return descend
}

/** A custom element that keeps the TeX of what it shows, or is a sign; true where nothing more is written. */
const openCustom = (w: Writer, node: number): boolean =>
  ((w.tree.attributeMask[node]! & texBits) !== 0 && openTypeset(w, node)) || isLigature(w.tree, node)

/** What the names looked for below have in common. */
const specialNames =
  /line-num|lineno|gutter|signature|memname|^tab(?:bed-|s$)|^language-|mermaid|plantuml|nomnoml|graphviz|wavedrom/
const gutterNames =
  /(?:^|\s)(?:line-numbers-wrapper|line-numbers-rows|linenodiv|code-line-numbers|CodeMirror-gutters|ace_gutter)(?:\s|$)/

/** Blocks of code are panels where a row of tabs stands before them. */
const isTabName = (w: Writer, name: string): boolean =>
  name === "tabs" || name.startsWith("tabbed-") || (w.tabs !== undefined && name.startsWith("language-"))

/** Elements known by their class: tabs, signatures, the label and the gutter of code. True where nothing more is written. */
const openNamed = (w: Writer, node: number, id: number): boolean => {
  const name = w.attributes.get(node, "class") ?? ""
  if (id === Tag.span && isLigature(w.tree, node)) return true
  if (id === Tag.span)
    return name === "lang" && /(?:^|\s)language-/.test(w.attributes.get(w.tree.parent[node]!, "class") ?? "")
  if (id !== Tag.div || !specialNames.test(name)) return false
  if (gutterNames.test(name) || (isTabName(w, name) && isTabRow(w, node))) return true
  if (writeDiagram(w, node)) return true
  if (!writeSignature(w, node)) return false
  w.boundary(2)
  return true
}

/** An element without meaning whose attributes may give it one. */
const openTelling = (w: Writer, node: number, id: number): boolean => {
  const mask = w.tree.attributeMask[node]!
  if ((mask & roleBit) !== 0 && w.attributes.get(node, "role") === "heading") return openRoleHeading(w, node)
  if ((mask & styleBit) !== 0) {
    const style = w.attributes.get(node, "style")
    if (id !== Tag.span && style !== undefined && w.flow === Flow.block && isCodeStyle(style)) {
      writeCodeBlock(w, node)
      return skip
    }
    if (style !== undefined && style.includes("mso-list")) {
      if (isWordMarker(style)) return skip
      const item = id === Tag.p && w.flow === Flow.block && w.lists.length === 0 ? wordItem(style) : undefined
      if (item !== undefined) {
        openWordItem(w, node, item)
        return descend
      }
    }
    if (keepsLines(style)) w.linesKept.push(node)
    if (id === Tag.span && style !== undefined) openStyled(w, node, style)
  }
  if ((mask & classBit) !== 0) {
    if (openNamed(w, node, id)) return skip
    if (w.hasTexScripts && isRenderedCopy(w.tree, node)) return skip
    if ((id === Tag.div || id === Tag.aside) && w.flow === Flow.block) {
      const opened = openAlert(w, node) ?? openEditor(w, node)
      if (opened !== undefined) return opened
    }
    if (w.alerts.length > 0 && id !== Tag.span) {
      const opened = openAlertTitle(w, node)
      if (opened !== undefined) return opened
    }
  }
  if ((mask & (classBit | texBits)) !== 0 && openTypeset(w, node)) return skip
  if (gaps[id]! !== 0) w.boundary(2)
  return descend
}

const close = (w: Writer, node: number, id: number): void => {
  if (w.footnotes !== undefined && endsNote(w, node)) return closeNote(w)
  const rule = closes[id]
  if (rule !== undefined) return rule(w, node)
  if (opens[id] !== undefined) return
  if (w.linesKept.at(-1) === node) w.linesKept.pop()
  if (id === Tag.span) {
    closeStyled(w, node)
    separateNeighbours(w, node)
  }
  if (w.alerts.length > 0) {
    if (w.alerts.at(-1)!.node === node) return closeAlert(w)
    w.run.closeNode(node)
  }
  if (w.headingNode === node) return closeHeading(w, node)
  if (id === Tag.p && w.lists.at(-1)?.node === node) return closeWordItem(w, node)
  if (gaps[id] !== 0) w.boundary(2)
}
