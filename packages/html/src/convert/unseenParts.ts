/**
 * What a page says and no visitor sees: text that is hidden or waits in a template, and values of its JSON-LD. It stands at
 * the end of the Markdown, each kind under a line that says what it is, and only where a caller asks for it: hidden text is
 * how instructions are smuggled to models.
 */
import type { UnseenText } from "@orbweaver/core/internal/scrape/formats/UnseenTexts"
import { type Json, jsonLd } from "../structured/jsonLd.ts"
import { isUnseen } from "../page/disclosure.ts"
import { parse } from "../tree/parse.ts"
import { attribute, subtreeEnd, text, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"

/** Characters of hidden text, and parts of it. */
const maxHiddenText = 20_000
const maxHiddenParts = 200
/** Values of data, characters of one, and objects inside each other. */
const maxValues = 200
const maxValue = 300
const maxDepth = 6
/** Characters of a value that is looked for inside of words; of the text that is looked at; and how often. */
const minLooked = 6
const maxLooked = 200_000
const maxLooks = 1_000

/** The section for hidden text, `""` without any; `concealed` is non-zero at what the style makes invisible. */
export const hiddenTextSection = (tree: Tree, concealed?: Uint8Array): string => {
  const found = new Set<string>()
  let left = maxHiddenText
  for (let node = 1; node < tree.size && left > 0 && found.size < maxHiddenParts; node++) {
    const lines = unseenLines(tree, node, left, concealed)
    if (lines === undefined) continue
    node = subtreeEnd(tree, node) - 1
    const quote = lines.map((line) => `> ${escaped(line)}`).join("\n>\n")
    if (quote === "" || found.has(quote)) continue
    found.add(quote)
    left -= quote.length
  }
  return section("Text that the page does not show", [...found].join("\n\n"))
}

/** Each hidden text and each comment of the markup, the first of them. */
export const unseenTexts = (tree: Tree, concealed?: Uint8Array): ReadonlyArray<UnseenText> => {
  const found: Array<UnseenText> = []
  let left = maxHiddenText
  for (let node = 1; node < tree.size && left > 0 && found.length < maxHiddenParts; node++) {
    const lines = unseenLines(tree, node, left, concealed)
    if (lines === undefined) continue
    node = subtreeEnd(tree, node) - 1
    const text = lines.join("\n")
    if (text !== "") found.push({ place: "hidden text", text })
    left -= text.length
  }
  return [...found, ...comments(tree.source)]
}

/** Comments of the markup, as far as they may hold a sentence. */
const comments = (source: string): ReadonlyArray<UnseenText> => {
  const found: Array<UnseenText> = []
  let left = maxHiddenText
  let at = source.indexOf("<!--")
  while (at >= 0 && left > 0 && found.length < maxHiddenParts) {
    const end = source.indexOf("-->", at + 4)
    const text = source.slice(at + 4, Math.min(end < 0 ? source.length : end, at + 4 + left)).trim()
    if (text.includes(" ")) {
      found.push({ place: "comment", text })
      left -= text.length
    }
    at = end < 0 ? -1 : source.indexOf("<!--", end + 3)
  }
  return found
}

/** The lines below a node that is not shown; undefined for any other node. */
const unseenLines = (
  tree: Tree,
  node: number,
  limit: number,
  concealed: Uint8Array | undefined
): ReadonlyArray<string> | undefined => {
  const tag = tree.tag[node]!
  if (tag === Tag.text || tag === Tag.html || tag === Tag.body) return undefined
  if (tag !== Tag.script)
    return tag === Tag.template || isUnseen(tree, node) || (concealed?.[node] ?? 0) !== 0
      ? linesBelow(tree, node, limit)
      : undefined
  const child = tree.first[node]!
  if (child < 0 || !templateType.test(attribute(tree, node, "type") ?? "")) return undefined
  const from = tree.start[child]!
  return linesBelow(parse(tree.source.slice(from, Math.min(tree.end[child]!, from + maxTemplate))), 0, limit)
}

/** One line for each block, at most `limit` characters of all. */
const linesBelow = (tree: Tree, root: number, limit: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  let left = limit
  const endLine = (): void => {
    const trimmed = line.replaceAll(/\s+/g, " ").trim()
    if (trimmed !== "") lines.push(trimmed)
    line = ""
  }
  const end = subtreeEnd(tree, root)
  for (let node = root + 1; node < end && left > 0; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text) {
      const piece = text(tree, node).slice(0, left)
      left -= piece.length
      line += piece
    } else if (tag === Tag.script || tag === Tag.style) node = subtreeEnd(tree, node) - 1
    else if ((kind[tag]! & Kind.block) !== 0 || tag === Tag.br) endLine()
  }
  endLine()
  return lines
}

const templateType =
  /^\s*(?:text|application)\/(?:(?:x-)?(?:[\w.]*-)?(?:template|tmpl|handlebars|mustache)|html|ng-template)/i
/** Characters of a script that are read. */
const maxTemplate = 200_000

/** Types that describe the site and its frame. */
const ofSite = new Set(
  "BreadcrumbList ListItem WebSite SearchAction SiteNavigationElement WPHeader WPFooter ImageObject ReadAction".split(
    " "
  )
)
const keywords = new Set([
  "@context",
  "@id",
  "@type",
  "url",
  "image",
  "logo",
  "sameAs",
  "mainEntityOfPage",
  "potentialAction"
])

/** The section for values of JSON-LD that `markdown` does not have, `""` without any. */
export const structuredDataSection = (tree: Tree, markdown: string): string => {
  const lines: Array<string> = []
  const looked = markdown.slice(0, maxLooked)
  const words = new Set(looked.split(/[\s()[\]|*_<>"]+/).map((word) => word.replace(/[.,:;!?]+$/, "")))
  let looks = maxLooks
  /** "5" is not written where "15" is. */
  const isWritten = (value: string): boolean =>
    words.has(value) || (value.length >= minLooked && looks-- > 0 && looked.includes(value))
  let left = maxValues
  const add = (value: Json, path: string, depth: number): void => {
    if (left <= 0 || depth > maxDepth || value === null) return
    if (Array.isArray(value)) {
      for (const one of value as ReadonlyArray<Json>) add(one, path, depth + 1)
    } else if (typeof value === "object") {
      if (ofSite.has(typeOf(value))) return
      for (const [key, one] of Object.entries(value))
        if (!keywords.has(key)) add(one, path === "" ? key : `${path}.${key}`, depth + 1)
    } else {
      const text = escaped(String(value).replaceAll(/\s+/g, " ").trim())
      if (text === "" || text.length > maxValue || isWritten(text)) return
      left--
      lines.push(`  - ${escaped(path)}: ${text}`)
    }
  }
  const addThing = (thing: Json): void => {
    if (typeof thing !== "object" || thing === null) return
    if ("@graph" in thing && Array.isArray(thing["@graph"])) {
      for (const one of thing["@graph"] as ReadonlyArray<Json>) addThing(one)
      return
    }
    const at = lines.length
    add(thing, "", 0)
    if (lines.length > at) lines.splice(at, 0, `- ${escaped(typeOf(thing))}`)
  }
  for (const thing of jsonLd(tree)) addThing(thing)
  return section("Structured data of the page (JSON-LD) that its text does not have", lines.join("\n"))
}

const typeOf = (value: object): string => {
  const type: unknown = "@type" in value ? value["@type"] : undefined
  const first: unknown = Array.isArray(type) ? type[0] : type
  return typeof first === "string" && first !== "" ? first.slice(first.lastIndexOf("/") + 1) : "Thing"
}

const section = (title: string, text: string): string => (text === "" ? "" : `---\n\n*${title}:*\n\n${text}`)

/** Text that no sign of which is Markdown. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>#|~$]/g, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^[-+]/, "\\$&")
