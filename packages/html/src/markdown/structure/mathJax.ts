/**
 * Pages that MathJax works on. Where version 2 has done so, each formula is there as a script with its TeX and as a
 * rendered copy next to it.
 */
import { attribute, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"

/** True when the page has formulas in scripts. */
export const hasTexScript = (tree: Tree): boolean => {
  const { size, tag } = tree
  for (let at = tag.indexOf(Tag.script); at >= 0 && at < size; at = tag.indexOf(Tag.script, at + 1)) {
    if (attribute(tree, at, "type")?.startsWith("math/tex") === true) return true
  }
  return false
}

/** Which formulas a page leaves in its text for a script to set. */
export interface Typesetter {
  /** `$…$` too: MathJax and KaTeX read these only if configured. */
  readonly dollars: boolean
}

const loader = /mathjax|katex|auto-render|\/tex-(?:mml-)?(?:chtml|svg)/i

/** The settings of MathJax (2 to 4) and of the automatic rendering of KaTeX that name the dollar. */
const namesDollar = /inlineMath[^;]{0,200}?["']\$["']\s*,\s*["']\$["']|left["']?\s*:\s*["']\$["']/

/** MathJax or the automatic rendering of KaTeX, when the page loads them. */
export const typesetterOf = (tree: Tree): Typesetter | undefined => {
  const { size, source, tag } = tree
  const own: Array<number> = []
  let isLoaded = false
  for (let at = tag.indexOf(Tag.script); at >= 0 && at < size; at = tag.indexOf(Tag.script, at + 1)) {
    const address = attribute(tree, at, "src")
    if (address === undefined) own.push(at)
    else if (loader.test(address)) isLoaded = true
    if (attribute(tree, at, "type") === "text/x-mathjax-config") isLoaded = true
  }
  if (!isLoaded) return undefined
  const dollars = own.some((script) => {
    const child = tree.first[script]!
    return child >= 0 && namesDollar.test(source.slice(tree.start[child], tree.end[child]))
  })
  return { dollars }
}

/** The rendered copy that MathJax 2 leaves next to its script. */
export const isRenderedCopy = (tree: Tree, node: number): boolean => {
  const name = attribute(tree, node, "class")
  if (name === undefined || !/\b(?:MathJax|MathJax_Preview|MathJax_Display|MathJax_SVG|MathJax_CHTML)\b/.test(name))
    return false
  for (let at = tree.next[node]!, seen = 0; at >= 0 && seen < 4; at = tree.next[at]!, seen++) {
    if (tree.tag[at] === Tag.script) return /^\s*math\/tex/i.test(attribute(tree, at, "type") ?? "")
  }
  return name.includes("Preview")
}
