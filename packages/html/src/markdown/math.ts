/**
 * Formulas to `$…$` and `$$…$$`.
 *
 * The TeX an author wrote is kept where the page still has it: in the annotation of KaTeX and of Wikipedia, in the
 * script element of MathJax 2, in the description of formulas drawn as images. Other MathML is converted (`mathml.ts`).
 */
import { attribute, subtreeEnd, text, textContent, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { texOfMathml } from "./mathml.ts"
import { Mark } from "./Run.ts"
import { Flow, skip, type Writer } from "./Writer.ts"

export const openMath = (w: Writer, node: number): boolean => {
  const { tree } = w
  writeTex(w, texOf(tree, node), attribute(tree, node, "display") === "block" || isDisplayed(tree, node))
  return skip
}

/** The TeX of a `math` element. */
export const texOf = (tree: Tree, node: number): string =>
  clean(authored(tree, node) ?? attribute(tree, node, "alttext") ?? texOfMathml(tree, node))

/** `<script type="math/tex; mode=display">`. */
export const openScript = (w: Writer, node: number): boolean => {
  const type = attribute(w.tree, node, "type")
  if (type !== undefined && /^\s*math\/tex/i.test(type))
    writeTex(w, textContent(w.tree, node), type.includes("display"))
  return skip
}

/** Writes the formula of an image whose description is TeX, by the class names of those who draw them; false for others. */
export const writeDrawnFormula = (w: Writer, className: string, description: string): boolean => {
  if (!/\b(?:mwe-math-fallback\S*|latex|tex|ql-\S+|math)\b/.test(className)) return false
  if (clean(description) !== w.lastTex) writeTex(w, description, /display/.test(className))
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
  w.run.addAtom(Mark.math, w.flow === Flow.cell ? `$${line.replaceAll("|", "\\|")}$` : `$${line}$`)
}

/** TeX without the wrappers that tools put around it, and without blank lines, which would end the formula. */
const clean = (raw: string): string => {
  let tex = raw.trim()
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
