/**
 * Formulas that stand in the text as their authors typed them, `\\(…\\)`, `\\[…\\]` and `$$…$$`, for a script that sets them in
 * the browser. Where a page loads no such script the same characters are text.
 */
import { attribute, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { writeTex } from "./math.ts"
import type { Writer } from "./Writer.ts"

/** True when the page loads MathJax or the automatic rendering of KaTeX. */
export const loadsTypesetter = (tree: Tree): boolean => {
  const { size, tag } = tree
  for (let at = tag.indexOf(Tag.script); at >= 0 && at < size; at = tag.indexOf(Tag.script, at + 1)) {
    const address = attribute(tree, at, "src")
    if (address !== undefined && /mathjax|katex|auto-render/i.test(address)) return true
  }
  return false
}

const closers: Readonly<Record<string, string>> = { "\\(": "\\)", "\\[": "\\]", $$: "$$" }

/** Characters of a formula. */
const longest = 5_000

/** Adds a text in which formulas are written as such. */
export const addTypedText = (w: Writer, text: string): void => {
  const opener = /\\[([]|\$\$/g
  /** Closers of which there are no more. */
  const missing = new Set<string>()
  let from = 0
  for (let found = opener.exec(text); found !== null; found = opener.exec(text)) {
    const closer = closers[found[0]]!
    if (missing.has(closer)) continue
    const start = found.index + 2
    const end = text.indexOf(closer, start)
    if (end < 0) missing.add(closer)
    if (end < 0 || end - start > longest || text.slice(start, end).trim() === "") continue
    w.run.addCharacters(text, from, found.index, false)
    writeTex(w, text.slice(start, end), closer !== "\\)")
    from = opener.lastIndex = end + 2
  }
  w.run.addCharacters(text, from, text.length, false)
}
