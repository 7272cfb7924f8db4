/**
 * Foreign HTML (a chapter of a book, an entry of a feed) to HTML that can
 * stand in the middle of a page: balanced, without scripts, styles and forms,
 * its links resolved.
 */
import { Parser } from "htmlparser2"
import { damaged } from "../model/failure.ts"
import { escapeAttribute, escapeText } from "./html.ts"

interface TranscribeOptions {
  /** Address of a link; nothing drops the link and keeps its words. */
  readonly href: (address: string) => string | undefined
  /** Address of a picture; nothing leaves its description. */
  readonly src: (address: string, alt: string) => string | undefined
  /** Prefix of identifiers, so that parts put into one page keep apart. */
  readonly idPrefix?: string | undefined
}

/** Dropped with everything inside. */
const dropped = new Set([
  "script",
  "style",
  "head",
  "template",
  "object",
  "embed",
  "applet",
  "form",
  "button",
  "select",
  "textarea",
  "svg"
])
/** Dropped themselves, their content kept. */
const unwrapped = new Set(["html", "body", "font", "input", "link", "meta", "base", "center", "noscript"])
const empty = new Set(["br", "hr", "img", "wbr", "col", "source", "track", "area"])
const kept: ReadonlyArray<string> = [
  "alt",
  "title",
  "lang",
  "dir",
  "colspan",
  "rowspan",
  "start",
  "reversed",
  "datetime",
  "cite",
  "role",
  "type",
  "epub:type"
]

const maxDepth = 300

/** Not shown to readers: the preview lines of mails, answers of exercises. */
const isHidden = ({ hidden, style = "" }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)\b/i.test(style.slice(0, 2000))

export const transcribe = (html: string, { href, idPrefix, src }: TranscribeOptions): string => {
  const out: Array<string> = []
  const open: Array<string | undefined> = []
  let skipping = 0

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length >= maxDepth) throw damaged(`elements are nested deeper than ${maxDepth}`)
        if (skipping > 0 || dropped.has(name) || (!empty.has(name) && isHidden(attributes))) {
          skipping++
          open.push(undefined)
          return
        }
        if (unwrapped.has(name) || !/^[a-z][a-z0-9]*$/.test(name)) {
          open.push(undefined)
          return
        }
        const written = attributesOf(name, attributes)
        if (written === undefined) {
          open.push(undefined)
          return
        }
        out.push(`<${name}${written}>`)
        open.push(empty.has(name) ? undefined : name)
      },
      ontext: (text) => {
        if (skipping === 0) out.push(escapeText(text))
      },
      onclosetag: () => {
        if (skipping > 0) skipping--
        const name = open.pop()
        if (name !== undefined) out.push(`</${name}>`)
      }
    },
    { decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true }
  )

  const attributesOf = (name: string, attributes: Readonly<Record<string, string>>): string | undefined => {
    let written = ""
    const add = (key: string, value: string | undefined): void => {
      if (value !== undefined) written += ` ${key}="${escapeAttribute(value)}"`
    }
    for (const key of kept) add(key, attributes[key])
    const meaning = attributes["epub:type"] ?? ""
    if (name === "code" || name === "pre") add("class", attributes["class"])
    else if (/\b(?:footnote|endnote|rearnote)\b/.test(meaning)) add("class", "footnote")
    else if (/\bbacklink\b/.test(meaning) || attributes["role"] === "doc-backlink") add("class", "footnote-back")
    if (/\bnoteref\b/.test(meaning) && attributes["role"] === undefined) add("role", "doc-noteref")
    if (attributes["id"] !== undefined && idPrefix !== undefined) add("id", idPrefix + attributes["id"])
    if (name === "a") add("href", attributes["href"] === undefined ? undefined : href(attributes["href"]))
    if (name === "img") {
      const alt = attributes["alt"] ?? ""
      const address = src(attributes["src"] ?? "", alt)
      if (address === undefined) {
        if (alt !== "") out.push(escapeText(alt))
        return undefined
      }
      add("src", address)
    }
    if (name === "iframe" || name === "video" || name === "audio" || name === "source") {
      const address = attributes["src"] === undefined ? undefined : href(attributes["src"])
      if (address === undefined && name !== "video" && name !== "audio") return undefined
      add("src", address)
    }
    return written
  }

  parser.write(html)
  parser.end()
  return out.join("").trim()
}
