/**
 * Code inside a line: as many back-ticks around it as it takes (CommonMark 6.1).
 */
import type { Chars } from "./Chars.ts"

/** Writes a code span. In a table a pipe ends the cell even inside code, and is escaped there (GFM 4.10). */
export const pushCodeSpan = (out: Chars, code: string, inTable: boolean): void => {
  // A backslash before a pipe would be taken for its escape.
  if (inTable && code.includes("\\|")) return out.pushString(`<code>${asReferences(code)}</code>`)
  const fence = "`".repeat(shortestFence(code))
  const first = code.charCodeAt(0)
  const last = code.charCodeAt(code.length - 1)
  // One space inside each fence is taken off again by the reader.
  const pad = first === 96 || last === 96 || (first === 32 && last === 32) ? " " : ""
  out.pushString(fence)
  out.pushString(pad)
  out.pushString(inTable && code.includes("|") ? code.replaceAll("|", "\\|") : code)
  out.pushString(pad)
  out.pushString(fence)
}

/** Every sign as a reference, so that it is no markup. */
const asReferences = (code: string): string => code.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The smallest number of back-ticks that does not occur as a run in the code. */
const shortestFence = (code: string): number => {
  if (!code.includes("`")) return 1
  const lengths = new Set<number>()
  for (let at = code.indexOf("`"); at >= 0;) {
    let end = at
    while (code.charCodeAt(end) === 96) end++
    lengths.add(end - at)
    at = code.indexOf("`", end)
  }
  let shortest = 1
  while (lengths.has(shortest)) shortest++
  return shortest
}
