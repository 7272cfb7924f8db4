/**
 * XHTML that is served as XML, as HTML that says the same: in XML any element may close itself (`<title/>`), text may
 * stand in CDATA sections, names may have prefixes and the document may declare entities (XML 1.0 §2.7, §3.1, §4.2;
 * Namespaces in XML §3). A parser of HTML reads these otherwise, and loses what follows.
 *
 * Linear in the source. What is not well-formed is left as it is, for the parser of HTML.
 */

/** Elements that HTML closes by itself (HTML §13.1.2). */
const voidElements = new Set("area base br col embed hr img input link meta param source track wbr".split(" "))

const namespaces = new Set([
  "http://www.w3.org/1999/xhtml",
  "http://www.w3.org/1998/Math/MathML",
  "http://www.w3.org/2000/svg"
])

/** Characters at the start in which prefixes are declared. */
const headLength = 16_384

export const xhtmlToHtml = (source: string): string => {
  const prefixes = prefixesOf(source.slice(0, headLength))
  const parts: Array<string> = []
  let entities: ReadonlyMap<string, string> = new Map()
  const addText = (from: number, to: number) => {
    if (to > from) parts.push(expand(source.slice(from, to), entities))
  }
  let at = 0
  while (at < source.length) {
    const less = source.indexOf("<", at)
    if (less < 0) break
    addText(at, less)
    if (source.startsWith("<!--", less)) at = copyTo(source, "-->", less, parts)
    else if (source.startsWith("<![CDATA[", less)) {
      const end = endOf(source, "]]>", less)
      parts.push(escape(source.slice(less + 9, end < 0 ? source.length : end - 3)))
      at = end < 0 ? source.length : end
    } else if (source.startsWith("<?", less)) at = orEnd(source, endOf(source, "?>", less))
    else if (/^<!doctype/i.test(source.slice(less, less + 9))) {
      const end = doctypeEnd(source, less)
      entities = entitiesOf(source.slice(less, end))
      parts.push("<!DOCTYPE html>")
      at = end
    } else {
      const end = tagEnd(source, less)
      if (end < 0) {
        parts.push(source.slice(less))
        at = source.length
        break
      }
      const tag = source.slice(less, end)
      const { name, written } = rewritten(tag, prefixes)
      parts.push(written)
      at = end
      if ((name === "script" || name === "style") && !tag.endsWith("/>")) at = copyRaw(source, at, parts)
    }
  }
  addText(at, source.length)
  return parts.join("")
}

/** Prefixes that stand for HTML, MathML or SVG. */
const prefixesOf = (head: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [, prefix, address] of head.matchAll(/\sxmlns:([\w.-]+)\s*=\s*["']([^"']*)["']/g))
    if (namespaces.has(address!)) found.add(prefix!)
  return found
}

/** A tag as HTML writes it: without its prefix, and with an end tag where it closes itself. */
const rewritten = (tag: string, prefixes: ReadonlySet<string>): { readonly name: string; readonly written: string } => {
  const [, closing = "", full = ""] = /^<(\/?)([^\s/>]*)/.exec(tag)!
  const colon = full.indexOf(":")
  const name = colon > 0 && prefixes.has(full.slice(0, colon)) ? full.slice(colon + 1) : full
  if (voidElements.has(name)) return { name, written: closing === "" ? `<${name}${tag.slice(1 + full.length)}` : "" }
  if (closing !== "") return { name, written: `</${name}>` }
  const isClosed = tag.endsWith("/>")
  const attributes = tag.slice(1 + full.length, isClosed ? -2 : -1)
  return { name, written: isClosed ? `<${name}${attributes}></${name}>` : `<${name}${attributes}>` }
}

/** One past the `>` of a tag, -1 where it has none: quoted values may hold one. */
const tagEnd = (source: string, less: number): number => {
  for (let at = less + 1; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 62) return at + 1
    if (code !== 34 && code !== 39) continue
    const quote = source.indexOf(source[at]!, at + 1)
    if (quote < 0) return -1
    at = quote
  }
  return -1
}

/** One past the document type declaration, with the declarations in it. */
const doctypeEnd = (source: string, from: number): number => {
  const end = orEnd(source, endOf(source, ">", from))
  const subset = source.indexOf("[", from)
  return subset < 0 || subset > end ? end : orEnd(source, endOf(source, ">", orEnd(source, endOf(source, "]", subset))))
}

/** Entities that a document may declare: more are no document's. */
const maxEntities = 256
/** Characters of an entity. An entity in another is not expanded, so that no text grows beyond this for each reference. */
const maxEntityLength = 64

const entitiesOf = (doctype: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, name, value] of doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+["']([^"'<]*)["']\s*>/g)) {
    if (found.size >= maxEntities) break
    if (value!.length <= maxEntityLength) found.set(name!, value!)
  }
  return found
}

const expand = (text: string, entities: ReadonlyMap<string, string>): string =>
  entities.size === 0 ? text : text.replaceAll(/&([\w.-]+);/g, (whole, name: string) => entities.get(name) ?? whole)

/** The content of a script or a style, without the marks of CDATA sections, which a comment may hide. */
const copyRaw = (source: string, from: number, parts: Array<string>): number => {
  const end = /<\/(?:[\w.-]+:)?(?:script|style)\s*>/g
  end.lastIndex = from
  const to = end.exec(source)?.index ?? source.length
  parts.push(source.slice(from, to).replaceAll(/(?:\/\/|\/\*)? ?(?:<!\[CDATA\[|\]\]>)(?: ?\*\/)?/g, ""))
  return to
}

const copyTo = (source: string, mark: string, from: number, parts: Array<string>): number => {
  const end = orEnd(source, endOf(source, mark, from))
  parts.push(source.slice(from, end))
  return end
}

/** One past the mark, -1 without it. */
const endOf = (source: string, mark: string, from: number): number => {
  const found = source.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

const orEnd = (source: string, at: number): number => (at < 0 ? source.length : at)

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
