/**
 * Plain text of a message as paragraphs: quoted lines become quotations, lines that were broken because the next word
 * had no room are joined, and addresses become links.
 */
import { escapeAttribute, escapeText } from "./html.ts"

/** Deeper quotations are shown at this depth. */
const maxDepth = 12
/** A line is broken by a program where the next word would have reached beyond this column. */
const fullLine = 68

interface Line {
  readonly depth: number
  readonly text: string
}

/** `flowed`: a blank at the end of a line says that the paragraph goes on (RFC 3676). */
export const plainTextHtml = (text: string, { flowed = false }: { readonly flowed?: boolean } = {}): string => {
  const out: Array<string> = []
  let depth = 0
  let paragraph: Array<string> = []
  const finish = (): void => {
    if (paragraph.length > 0) out.push(`<p>${joined(paragraph, flowed)}</p>`)
    paragraph = []
  }
  for (const line of linesOf(text, flowed)) {
    if (line.depth !== depth) {
      finish()
      for (; depth < line.depth; depth++) out.push("<blockquote>")
      for (; depth > line.depth; depth--) out.push("</blockquote>")
    }
    if (line.text.trim() === "") finish()
    else paragraph.push(line.text)
  }
  finish()
  for (; depth > 0; depth--) out.push("</blockquote>")
  // A line of `>` alone quotes nothing.
  return out.join("\n").replaceAll(/<blockquote>\n<\/blockquote>\n?/g, "")
}

function* linesOf(text: string, flowed: boolean): Generator<Line> {
  for (const line of text.split(/\r\n|\n|\r/)) {
    const quoted = /^(?:>[ \t]?){1,60}/.exec(line)?.[0] ?? ""
    const depth = Math.min(maxDepth, quoted.split(">").length - 1)
    const rest = line.slice(quoted.length)
    yield { depth, text: flowed && quoted === "" && rest.startsWith(" ") ? rest.slice(1) : rest }
  }
}

const joined = (lines: ReadonlyArray<string>, flowed: boolean): string => {
  let out = ""
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    out += withLinks(line.trim())
    if (next === undefined) break
    out += goesOn(line, next, flowed) ? " " : "<br>"
  }
  return out
}

const goesOn = (line: string, next: string, flowed: boolean): boolean => {
  if (/^\s*(?:[-*•–—]|\(?\d{1,3}[.)])\s/.test(next) || /^\s{2}/.test(next)) return false
  if (flowed) return line.endsWith(" ") && line !== "-- "
  const word = /^\S*/.exec(next.trimStart())![0]
  return line.trimEnd().length + 1 + word.length > fullLine && line.trimEnd().length > fullLine / 2
}

const withLinks = (line: string): string => {
  let out = ""
  let at = 0
  for (const found of line.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)) {
    const address = found[0].replace(/[.,;:!?'*_)\]]{1,10}$/, "")
    if (!URL.canParse(address)) continue
    out += `${escapeText(line.slice(at, found.index))}<a href="${escapeAttribute(address)}">${escapeText(address)}</a>`
    at = found.index + address.length
  }
  return out + escapeText(line.slice(at))
}
