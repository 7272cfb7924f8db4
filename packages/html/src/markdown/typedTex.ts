/**
 * Formulas that stand in the text as their authors typed them, `\\(…\\)`, `\\[…\\]` and `$$…$$`, for a script that sets them in
 * the browser. Where a page loads no such script the same characters are text.
 */
import { text as textOf } from "../tree/Tree.ts"
import { writeTex } from "./math.ts"
import type { Writer } from "./Writer.ts"

const closers: Readonly<Record<string, string>> = { "\\(": "\\)", "\\[": "\\]", $$: "$$" }

/** Characters of a formula. */
const longest = 5_000

/** Adds a text node in which formulas are written as such. */
export const addTypedText = (w: Writer, node: number): void => {
  if (w.isCut(node)) return
  const text = textOf(w.tree, node)
  if (!/\\[([]|\$\$/.test(text)) return w.text(node)
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
