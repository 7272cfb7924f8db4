/**
 * Formulas to `$…$` and `$$…$$`.
 *
 * The TeX an author wrote is kept where the page still has it: in the annotation of KaTeX and of Wikipedia, in the
 * script element of MathJax 2, in the description of formulas drawn as images. Other MathML is converted (`mathml.ts`).
 */
import {
  attribute,
  attributeBit,
  hasAttribute,
  subtreeEnd,
  tagNameOf,
  text,
  textContent,
  type Tree
} from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { maxFormulaNodes, texOfMathml } from "../structure/mathml.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

export const openMath = (w: Writer, node: number): boolean => {
  const { tree } = w
  // One inside another is no formula of its own, and each level of them would be looked through again.
  if (node > w.largeFormula && node < w.largeFormulaEnd) return descend
  const tex = texOf(tree, node)
  const end = subtreeEnd(tree, node)
  // Too large for a formula, so that its text is written as that of a page.
  if (tex === "" && end - node > maxFormulaNodes) {
    w.largeFormula = node
    w.largeFormulaEnd = end
    return descend
  }
  writeTex(w, tex, isBlock(tree, node) || isDisplayed(tree, node))
  return skip
}

/** `display="block"`, which Temml says by a class and Distill by an attribute of its own. */
const isBlock = (tree: Tree, node: number): boolean =>
  attribute(tree, node, "display") === "block" ||
  hasAttribute(tree, node, "block") ||
  (attribute(tree, node, "class") ?? "").includes("tml-display")

/** Formulas that GitLab and remark write as code. */
export const isTexCode = (tree: Tree, node: number): boolean =>
  node >= 0 &&
  (tree.attributeMask[node]! & classBit) !== 0 &&
  /(?:^|\s)(?:js-render-math|language-math|math-inline|math-display)(?:\s|$)/.test(attribute(tree, node, "class") ?? "")

const classBit = attributeBit("class")

/** Typed TeX in an element that is made for it, as Pandoc, Sphinx and Python-Markdown write it. */
const typeset = /^\s*\\([([])([\s\S]*)\\[)\]]\s*$/

/** Attributes in which pages keep the TeX of a formula that they show otherwise: their name says it. */
const texAttributes = [
  "data-tex",
  "data-latex",
  "data-math",
  "data-formula",
  "data-equation",
  "data-katex",
  "data-original-tex",
  "data-tex-source"
]
export const texBits = texAttributes.reduce((bits, name) => bits | attributeBit(name), 0)

/** The TeX in an attribute of the element. One with another name for formulas must be of a class that says so too. */
const texAttribute = (w: Writer, node: number): string | undefined => {
  if ((w.tree.attributeMask[node]! & texBits) === 0) return undefined
  const name = texAttributes.find((one) => w.attributes.has(node, one))
  if (name === undefined) return undefined
  return /tex$|tex-/.test(name) || /math|tex|formula|equation/i.test(w.attributes.get(node, "class") ?? "")
    ? w.attributes.get(node, name)
    : undefined
}

/** Writes the formula of an element that keeps its TeX, or whose class says that it is one; false for others. */
export const openTypeset = (w: Writer, node: number): boolean => {
  const { first, next, source, start, tag } = w.tree
  const kept = texAttribute(w, node)
  if (kept !== undefined && kept.trim() !== "") {
    const className = w.attributes.get(node, "class") ?? ""
    writeTex(w, kept, /block|display/.test(className) || tag[node] === Tag.div)
    return true
  }
  const at = start[node]! + 8
  const isNamed = source.startsWith('class="math ', at - 7) || source.startsWith('class="arithmatex"', at - 7)
  const child = first[node]!
  if (!isNamed || child < 0 || tag[child] !== Tag.text || next[child]! >= 0) return false
  const [, opener, tex] = typeset.exec(text(w.tree, child)) ?? []
  if (tex === undefined) return false
  writeTex(w, tex, opener === "[")
  return true
}

/** Nodes of a drawing in which its TeX is looked for: it stands at its beginning. */
const drawingNodes = 8

/** A formula that MathJax drew as SVG: its TeX is an attribute of its root (version 4) or its title (version 2). */
export const openDrawing = (w: Writer, node: number): boolean => {
  const { attributeMask, parent, size, tag } = w.tree
  const isTitled = w.attributes.get(node, "aria-labelledby")?.startsWith("MathJax") === true
  for (let at = node; at < size && at <= node + drawingNodes && (at === node || parent[at]! >= node); at++) {
    const mask = attributeMask[at]!
    const isTitle = isTitled && tag[at] === Tag.unknown && tagNameOf(w.tree, at) === "title"
    const tex = isTitle
      ? textContent(w.tree, at)
      : (mask & texBits) === 0 || tag[at] === Tag.text
        ? undefined
        : w.attributes.get(at, "data-latex")
    if (tex === undefined || tex.trim() === "") continue
    writeTex(w, tex, isDisplayed(w.tree, node))
    return skip
  }
  return skip
}

/** The TeX of a `math` element: one that holds text alone holds TeX. */
export const texOf = (tree: Tree, node: number): string =>
  clean(typed(tree, node) ?? authored(tree, node) ?? attribute(tree, node, "alttext") ?? texOfMathml(tree, node))

const typed = (tree: Tree, node: number): string | undefined => {
  const child = tree.first[node]!
  return child >= 0 && tree.tag[child] === Tag.text && tree.next[child]! < 0 ? text(tree, child) : undefined
}

/** `<script type="math/tex; mode=display">`. */
export const openScript = (w: Writer, node: number): boolean => {
  const type = attribute(w.tree, node, "type")
  if (type !== undefined && /^\s*math\/tex/i.test(type))
    writeTex(w, textContent(w.tree, node), type.includes("display"))
  return skip
}

/** Those who draw formulas on demand, and where the formula stands in the address. */
const drawsTex =
  /\/\/latex\.codecogs\.com\/[^?]*\?(.*)|\/latex\.php\?latex=([^&]*)|zhihu\.com\/equation\?tex=([^&]*)|\/chart\?cht=tx&chl=([^&]*)/

/** The formula that an address asks for, `""` when it asks for none. */
const texFromUrl = (address: string): string => {
  const found = drawsTex
    .exec(address)
    ?.slice(1)
    .find((part) => part !== undefined)
  if (found === undefined) return ""
  try {
    return decodeURIComponent(found).trim()
  } catch {
    return found
  }
}

/** Writes the formula of an image whose description is TeX, by the class names of those who draw them; false for others. */
export const writeDrawnFormula = (w: Writer, node: number, className: string, description: string): boolean => {
  const isNamed = className !== "" && /\b(?:mwe-math-fallback\S*|latex|tex|ql-\S+|math)\b/.test(className)
  const isFormula = description !== "" && (isNamed || w.attributes.has(node, "eeimg"))
  const tex = isFormula ? description : texFromUrl(w.attributes.get(node, "src") ?? "")
  if (tex === "") return false
  if (clean(tex) !== w.lastTex) writeTex(w, tex, /display/.test(className))
  w.lastTex = ""
  return true
}

/** Writes a formula in a line, or on lines of its own where that can be. */
export const writeTex = (w: Writer, raw: string, display: boolean): void => {
  const tex = clean(raw)
  if (tex === "") return
  w.lastTex = tex
  if (display && w.flow === Flow.block) {
    w.startBlock()
    w.output.pushLines(tex.includes("\n") ? `$$\n${tex}\n$$` : `$$${tex}$$`)
    w.output.separate(2)
    return
  }
  const line = tex.replace(/\s+/g, " ")
  w.run.addAtom(Mark.math, `$${line}$`)
}

/** TeX without the wrappers that tools put around it, and without blank lines, which would end the formula. */
const clean = (raw: string): string => {
  // kramdown hides it from readers of XML.
  let tex = raw.replace(/^\s*%\s*<!\[CDATA\[|%\s*\]\]>\s*$/g, "").trim()
  const style = /^\{\\(?:displaystyle|textstyle)\s([\s\S]*)\}$/.exec(tex)
  if (style !== null) tex = style[1]!.trim()
  const dollars = /^(\${1,2})([^$]+)\1$/.exec(tex)
  if (dollars !== null) tex = dollars[2]!.trim()
  return tex.replace(/\n\s*\n/g, "\n")
}

/** The annotation of the formula that is TeX. */
const authored = (tree: Tree, node: number): string | undefined => {
  const end = subtreeEnd(tree, node)
  for (let at = node + 1; at < end; at++) {
    if (tree.tag[at] !== Tag.annotation) continue
    if (!/^(?:application\/x-tex|TeX|LaTeX|application\/x-latex)$/i.test(attribute(tree, at, "encoding") ?? ""))
      continue
    let tex = ""
    for (let child = tree.first[at]!; child >= 0; child = tree.next[child]!) {
      if (tree.tag[child] === Tag.text) tex += text(tree, child)
    }
    return tex
  }
  return undefined
}

/** KaTeX and MathJax say with an element around the formula that it stands on its own. */
const isDisplayed = (tree: Tree, node: number): boolean => {
  let at = tree.parent[node]!
  for (let steps = 0; steps < 4 && at > 0; steps++, at = tree.parent[at]!) {
    if (tree.tag[at] !== Tag.span && tree.tag[at] !== Tag.div && tree.tag[at] !== Tag.unknown) return false
    if (/\b(?:katex-display|MathJax_Display|mjx-display)\b/.test(attribute(tree, at, "class") ?? "")) return true
    const display = attribute(tree, at, "display")
    if (display !== undefined) return display === "true" || display === "block"
  }
  return false
}
