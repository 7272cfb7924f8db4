/**
 * What shows and hides parts of a page: buttons that are the heading of what they open, panels of tabs, of which a page
 * shows one at a time, and what a script will show. They are content, where other buttons act on the page and other hidden
 * parts are not shown.
 */
import { attribute, attributeBit, isWhitespace, subtreeEnd, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"

const titled = (id: number): boolean => (kind[id]! & Kind.heading) !== 0 || id === Tag.summary || id === Tag.dt

/** `accordion-button`, `faq-question`, `collapsible` */
const opensByName = /accordion|collaps|faq|question/i

/** A button that is the text of a heading, or opens what stands below it. */
export const isTitleButton = (tree: Tree, node: number): boolean => {
  const parent = tree.parent[node]!
  // A heading with words of its own has buttons that copy it or link to it.
  if (titled(tree.tag[parent]!)) return !hasOtherText(tree, parent, node)
  if (titled(tree.tag[tree.parent[parent]!]!)) return true
  // A menu is opened too.
  const popup = attribute(tree, node, "aria-haspopup")
  if (popup !== undefined && popup !== "false") return false
  return (
    holdsBlocks(tree, node) ||
    attribute(tree, node, "aria-expanded") !== undefined ||
    attribute(tree, node, "aria-controls") !== undefined ||
    opensByName.test(attribute(tree, node, "class") ?? "")
  )
}

/** Nodes of a heading that are looked at. */
const headingNodes = 64

const hasOtherText = (tree: Tree, heading: number, button: number): boolean => {
  for (let at = heading + 1; at < tree.size && at <= heading + headingNodes && tree.parent[at]! >= heading; at++) {
    if (at === button) at = subtreeEnd(tree, button) - 1
    else if (tree.tag[at] === Tag.text && !isWhitespace(tree, at)) return true
  }
  return false
}

/** Nodes of a button that are looked at: it is small. */
const buttonNodes = 16

/** Looks for paragraphs, headings and the like. */
const holdsBlocks = (tree: Tree, node: number): boolean => {
  for (let at = node + 1; at < tree.size && at <= node + buttonNodes && tree.parent[at]! >= node; at++)
    if ((kind[tree.tag[at]!]! & Kind.block) !== 0 && tree.tag[at] !== Tag.div) return true
  return false
}

/** A panel of tabs, which another tab hides. */
export const isTabPanel = (tree: Tree, node: number): boolean => attribute(tree, node, "role") === "tabpanel"

/** A formula for machines, hidden next to a picture of it. */
export const wrapsFormula = (tree: Tree, node: number): boolean => {
  let child = tree.first[node]!
  while (child >= 0 && isWhitespace(tree, child)) child = tree.next[child]!
  return child >= 0 && tree.tag[child] === Tag.math
}

/** Content that React streams at the end of a page and a script moves to its place: `<div hidden id="S:0">`. */
export const isStreamed = (tree: Tree, node: number): boolean => /^S:[\da-f]+$/.test(attribute(tree, node, "id") ?? "")

/** Whether an element is hidden, by its attribute or its style, and no script or tab will show it. */
export const isUnseen = (tree: Tree, node: number): boolean => {
  if ((tree.attributeMask[node]! & hiding) === 0) return false
  const hidden = attribute(tree, node, "hidden")
  const isHidden =
    (hidden !== undefined && hidden.toLowerCase() !== "until-found") ||
    /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(tree, node, "style") ?? "")
  return isHidden && !isTabPanel(tree, node) && !isStreamed(tree, node) && !wrapsFormula(tree, node)
}

const hiding = attributeBit("hidden") | attributeBit("style")
