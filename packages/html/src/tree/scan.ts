/**
 * Where things end that are not tags: comments, declarations, and the text of elements that hold no tags.
 */
import type { Codes } from "./codes.ts"
import { Tag, tagName } from "./tags.ts"
import { isNamed, isSpace } from "./token.ts"

/**
 * One past the comment or bogus comment that starts with the `<` at `less`, where no letter follows `<` or `</`; -1 when
 * it is text.
 */
export const markupEnd = (html: string, less: number): number => {
  const code = html.charCodeAt(less + 1)
  if (code === 33) return html.startsWith("--", less + 2) ? commentEnd(html, less + 4) : past(html, ">", less + 2)
  if (code === 63) return past(html, ">", less + 2)
  if (code === 47 && less + 2 < html.length) return past(html, ">", less + 2)
  return -1
}

/** HTML, 13.2.5.43 to 13.2.5.51: `-->` and `--!>` end a comment, `<!-->` and `<!--->` are whole ones. */
const commentEnd = (html: string, from: number): number => {
  if (html.charCodeAt(from) === 62) return from + 1
  if (html.startsWith("->", from)) return from + 2
  for (let at = html.indexOf("--", from); at >= 0; at = html.indexOf("--", at + 1)) {
    const code = html.charCodeAt(at + 2)
    if (code === 62) return at + 3
    if (code === 33 && html.charCodeAt(at + 3) === 62) return at + 4
  }
  return html.length
}

const past = (html: string, what: string, from: number): number => {
  const at = html.indexOf(what, from)
  return at < 0 ? html.length : at + what.length
}

/** Where the text of a raw or escapable text element ends: at its end tag, or with the document. */
export const rawTextEnd = (html: string, codes: Codes, from: number, tag: number): number => {
  if (tag === Tag.plaintext) return html.length
  const end = endTag(html, codes, from, tagName(tag))
  return tag === Tag.script ? scriptEnd(html, from, end) : end
}

const endTag = (html: string, codes: Codes, from: number, name: string): number => {
  for (let at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2)) {
    const end = at + 2 + name.length
    const code = codes[end]!
    if ((code === 62 || code === 47 || isSpace(code)) && isNamed(codes, at + 2, end, name)) return at
  }
  return html.length
}

/**
 * A script may hold `<!-- <script> </script> -->`, whose end tag is not its own (HTML, 13.2.5.20 to 13.2.5.31).
 * `end` is the first end tag.
 */
const scriptEnd = (html: string, from: number, end: number): number => {
  const comment = html.slice(from, end).indexOf("<!--")
  if (comment < 0) return end
  const step = /<!--|-->|<(\/?)script[\t\n\f\r />]/gi
  step.lastIndex = from + comment
  let escaped = false
  let nested = false
  for (let found = step.exec(html); found !== null; found = step.exec(html)) {
    if (found[0] === "<!--") {
      escaped = true
      // The dashes may be those of the end: `<!-->`.
      step.lastIndex -= 2
    } else if (found[0] === "-->") escaped = nested = false
    else if (found[1] === "") nested = escaped
    else if (nested) nested = false
    else return found.index
  }
  return html.length
}
