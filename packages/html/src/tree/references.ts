/**
 * Character references and the other replacements between the source and what a page says: `&amp;`, line ends, NUL.
 *
 * The rules are those of HTML 13.2.5.72 to 13.2.5.80 and 13.2.3.5: a named reference without its semicolon counts for
 * the historical names only, and inside an attribute not before `=` or a letter or digit; numbers 0x80 to 0x9F are read
 * as Windows-1252; carriage returns are line feeds.
 */
import { decodeHTML, decodeHTMLAttribute } from "entities/decode"

/** The text of a text node; `raw` text has no references. */
export const decodeText = (source: string, raw: boolean): string => {
  const plain = cleaned(source, raw)
  return raw || !plain.includes("&") ? plain : decodeHTML(plain)
}

/** The value of an attribute. */
export const decodeAttribute = (source: string): string => {
  const plain = cleaned(source, true)
  return plain.includes("&") ? decodeHTMLAttribute(plain) : plain
}

/** Line ends are line feeds; a NUL is left out of text and replaced elsewhere. */
const cleaned = (source: string, replaceNul: boolean): string => {
  let text = source
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n")
  return text.includes("\0") ? text.replaceAll("\0", replaceNul ? "\uFFFD" : "") : text
}
