/**
 * Formulas that stand in the text as their authors typed them, `\\(…\\)`, `\\[…\\]`, `$$…$$` and, where the page says so, `$…$`,
 * for a script that sets them in the browser. Where a page loads no such script the same characters are text.
 */
import { text as textOf } from "../../tree/Tree.ts"
import { writeTex } from "./math.ts"
import type { Writer } from "../writer/Writer.ts"

const closers: Readonly<Record<string, string>> = { "\\(": "\\)", "\\[": "\\]", $$: "$$", $: "$" }

const openers = /\\[([]|\$\$/g
/** A dollar behind a backslash is one. */
const openersWithDollars = /\\[([]|\$\$|\\?\$/g

/** Characters of a formula. */
const longest = 5_000

/** Adds a text node in which formulas are written as such; `dollars` says that `$…$` is one. */
export const addTypedText = (w: Writer, node: number, dollars: boolean): void => {
  if (w.isCut(node)) return
  const text = textOf(w.tree, node)
  const opener = new RegExp(dollars ? openersWithDollars : openers)
  if (text.search(opener) < 0) return w.text(node)
  /** Closers of which there are no more. */
  const missing = new Set<string>()
  let from = 0
  for (let found = opener.exec(text); found !== null; found = opener.exec(text)) {
    const [sign] = found
    if (sign === "\\$") {
      w.run.addText(text, from, found.index)
      from = found.index + 1
      continue
    }
    const closer = closers[sign]!
    if (missing.has(closer)) continue
    const start = found.index + sign.length
    const end = closing(text, closer, start)
    if (end < 0) missing.add(closer)
    if (end < 0 || end - start > longest || text.slice(start, end).trim() === "") continue
    w.run.addText(text, from, found.index)
    writeTex(w, text.slice(start, end), sign === "\\[" || sign === "$$")
    from = opener.lastIndex = end + closer.length
  }
  w.run.addText(text, from)
}

const closing = (text: string, closer: string, start: number): number => {
  let end = text.indexOf(closer, start)
  if (closer === "$") while (end > 0 && text.charCodeAt(end - 1) === 92) end = text.indexOf(closer, end + 1)
  return end
}
