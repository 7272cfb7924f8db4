/**
 * What a page holds and does not show: `hidden`, `popover`, `aria-hidden`, `display: none`.
 *
 * Formulas are an exception: their text for machines is hidden, and it is the text to keep. So are the panels of tabs, of
 * which a page shows one at a time. A page below an open dialog
 * is `aria-hidden` as a whole, so an element with the main content is never taken for decoration.
 */
import { attributeBit, type Tree } from "../../tree/Tree.ts"
import { isStreamed, isTabPanel, wrapsFormula } from "../../page/disclosure.ts"
import { Tag } from "../../tree/tags.ts"
import type { Attributes } from "./Attributes.ts"

/** A page as its hidden parts are judged. */
interface HiddenParts {
  readonly tree: Tree
  readonly attributes: Attributes
  /** Nodes before this one are known to hold main content, or to lie in what does. */
  mainCheckedTo: number
}

/** Elements without one of these attributes are shown. */
export const hidingBits =
  attributeBit("hidden") | attributeBit("style") | attributeBit("aria-hidden") | attributeBit("popover")

const hidingStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Class names that formulas have on their hidden text. */
const formula = /mwe-math|MathJax|mjx|katex-mathml/

export const isHidden = (w: HiddenParts, node: number): boolean => {
  const { tree } = w
  const tag = tree.tag[node]
  if (tag === Tag.html || tag === Tag.body) return false
  const hidden = w.attributes.get(node, "hidden")
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found")
    return !isTabPanel(tree, node) && !isStreamed(tree, node)
  if (w.attributes.has(node, "popover")) return true
  const style = w.attributes.get(node, "style")
  if (style !== undefined && style.length > 10 && hidingStyle.test(style))
    return !holdsFormula(w, node) && !isTabPanel(tree, node)
  return (
    w.attributes.get(node, "aria-hidden")?.toLowerCase() === "true" &&
    tag !== Tag.math &&
    !holdsFormula(w, node) &&
    !holdsMain(w, node)
  )
}

const holdsFormula = (w: HiddenParts, node: number): boolean => {
  const name = w.attributes.get(node, "class") ?? ""
  if (wrapsFormula(w.tree, node)) return true
  // KaTeX without MathML is read as the letters that it draws.
  return formula.test(name) || (name === "katex-html" && w.tree.first[w.tree.parent[node]!] === node)
}

/** True when the element holds `main`, an article or the title. Each node is looked at once: the answer holds inside. */
const holdsMain = (w: HiddenParts, node: number): boolean => {
  const { tag, parent, size } = w.tree
  if (node < w.mainCheckedTo) return true
  const own = tag[node]
  let found = own === Tag.main || own === Tag.article
  let at = node + 1
  for (; at < size && parent[at]! >= node; at++) {
    if (tag[at] === Tag.main || tag[at] === Tag.article || tag[at] === Tag.h1) found = true
  }
  if (found) w.mainCheckedTo = at
  return found
}
