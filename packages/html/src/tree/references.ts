/**
 * Character references and the other replacements between the source and what a page says: `&amp;`, line ends, NUL.
 * Line ends are replaced before parsing, all others where a text or a value is read.
 *
 * The rules are those of HTML 13.2.5.72 to 13.2.5.80 and 13.2.3.5: a named reference without its semicolon counts for
 * the historical names only, and inside an attribute not before `=` or a letter or digit; numbers 0x80 to 0x9F are read
 * as Windows-1252; carriage returns are line feeds.
 */
import { decodeHTML, decodeHTMLAttribute } from "entities/decode"

/** The text of a text node; `raw` text has no references, and NUL is replaced or left out. */
export const decodeText = (source: string, raw: boolean, replacesNul: boolean): string => {
  if (source.length > longest) {
    if (!source.includes("\0") && (raw || !source.includes("&"))) return source
    return inParts(source, beforeReference, (part) => decodeText(part, raw, replacesNul))
  }
  const plain = source.includes("\0") ? source.replaceAll("\0", replacesNul ? "\uFFFD" : "") : source
  return raw || !plain.includes("&") ? plain : decodeHTML(plain)
}

/** The value of an attribute. */
export const decodeAttribute = (source: string): string => {
  const hasReference = source.includes("&")
  if (!hasReference && !source.includes("\0")) return source
  if (source.length > longest) return inParts(source, beforeReference, decodeAttribute)
  const plain = source.replaceAll("\0", "\uFFFD")
  return hasReference ? decodeHTMLAttribute(plain) : plain
}

/** The source with line feeds for all line ends (HTML, 13.2.3.5 "Preprocessing the input stream"). */
export const withLineFeeds = (source: string): string => {
  if (!source.includes("\r")) return source
  if (source.length > longest) return inParts(source, beforeLineEnd, withLineFeeds)
  return source.replaceAll("\r\n", "\n").replaceAll("\r", "\n")
}

/** Longer texts are replaced part by part: a text made of millions of replacements takes far more memory than itself. */
const longest = 65_536

/** `boundary` moves an end of a part back, by less than a part, so that it splits nothing. */
const inParts = (
  source: string,
  boundary: (source: string, end: number) => number,
  replace: (part: string) => string
): string => {
  const parts: Array<string> = []
  for (let from = 0, to: number; from < source.length; from = to) {
    to = from + longest < source.length ? boundary(source, from + longest) : source.length
    parts.push(flattened(replace(source.slice(from, to))))
  }
  return parts.join("")
}

/** A text that was put together piece by piece keeps all pieces until it is read, which takes far more memory. */
export const flattened = (text: string): string => {
  Number(text)
  return text
}

/** Names are shorter than this; so are numbers, unless somebody pads them with zeros. */
const longestReference = 64

/** Looks no further back than a reference is long: a text without any would be read to its start for each of its parts. */
const beforeReference = (source: string, end: number): number => {
  const from = end - longestReference
  const start = source.slice(from, end).lastIndexOf("&")
  return start < 0 ? end : from + start
}

const beforeLineEnd = (source: string, end: number): number => (source.charCodeAt(end) === 10 ? end - 1 : end)

/** Where the source goes on behind a reference to a line feed that stands at `at`; `at` where there is none. */
export const afterLineFeed = (source: string, at: number): number => {
  const lineFeed = /&#(?:0*10(?!\d)|x0*a(?![\da-f]));?/iy
  lineFeed.lastIndex = at
  return lineFeed.test(source) ? lineFeed.lastIndex : at
}
