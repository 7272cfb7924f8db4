/**
 * Pages that MathJax works on. Where version 2 has done so, each formula is there as a script with its TeX and as a
 * rendered copy beside it.
 */
import { attribute, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

/** True when the page has formulas in scripts. */
export const hasTexScript = (tree: Tree): boolean => {
  const { size, tag } = tree
  for (let at = tag.indexOf(Tag.script); at >= 0 && at < size; at = tag.indexOf(Tag.script, at + 1)) {
    if (attribute(tree, at, "type")?.startsWith("math/tex") === true) return true
  }
  return false
}

/** True when the page leaves formulas in its text to MathJax or to the automatic rendering of KaTeX. */
export const loadsTypesetter = (tree: Tree): boolean => {
  const { size, tag } = tree
  for (let at = tag.indexOf(Tag.script); at >= 0 && at < size; at = tag.indexOf(Tag.script, at + 1)) {
    const address = attribute(tree, at, "src")
    if (address !== undefined && /mathjax|katex|auto-render/i.test(address)) return true
  }
  return false
}

/** The rendered copy that MathJax 2 leaves beside its script. */
export const isRenderedCopy = (tree: Tree, node: number): boolean => {
  const name = attribute(tree, node, "class")
  if (name === undefined || !/\b(?:MathJax|MathJax_Preview|MathJax_Display|MathJax_SVG|MathJax_CHTML)\b/.test(name))
    return false
  for (let at = tree.next[node]!, seen = 0; at >= 0 && seen < 4; at = tree.next[at]!, seen++) {
    if (tree.tag[at] === Tag.script) return /^\s*math\/tex/i.test(attribute(tree, at, "type") ?? "")
  }
  return name.includes("Preview")
}
