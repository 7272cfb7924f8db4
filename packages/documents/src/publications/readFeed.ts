/**
 * Feeds: RSS 2.0, 1.0 and 0.9x, Atom (RFC 4287) and JSON Feed 1.1, as a page
 * with one article per entry.
 */
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { damaged } from "../model/failure.ts"
import { escapeAttribute, escapeText, page } from "../markup/html.ts"
import type { Reader } from "../model/Reader.ts"
import { transcribe } from "../markup/transcribe.ts"
import { startOf } from "../bytes/decodeText.ts"
import { attr, child, children, decodeXmlPart, elements, type Element, parseXml, textOf } from "../bytes/xml.ts"

interface Entry {
  readonly title: string
  readonly link: string | undefined
  /** As the feed writes it. */
  readonly date: string | undefined
  readonly author: string | undefined
  /** HTML, not yet cleaned. */
  readonly content: string
  readonly attachments: ReadonlyArray<string>
}

interface Feed {
  readonly title: string
  readonly description: string
  readonly link: string | undefined
  readonly language: string | undefined
  readonly entries: ReadonlyArray<Entry>
}

export const readFeed: Reader = ({ bytes, charset, url, wholeSource }, { caps }): Parsed => {
  const whole = decodeXmlPart(bytes, charset)
  const { source, text, warnings } = startOf(whole, maxLength, wholeSource)
  const feed = /^\s*\{/.test(text) ? readJsonFeed(whole) : readXmlFeed(text)
  if (feed === undefined) throw damaged("it is neither RSS nor Atom nor JSON Feed")
  const entries = feed.entries.slice(0, caps.maxRows)
  const body = [
    feed.title === "" ? "" : `<h1>${escapeText(feed.title)}</h1>`,
    feed.description === "" ? "" : `<p>${escapeText(feed.description)}</p>`,
    ...entries.map((entry) => entryHtml(entry, feed.link ?? url))
  ]
  return page(body.filter((part) => part !== "").join("\n"), {
    source,
    metadata: {
      ...(feed.title === "" ? {} : { title: feed.title }),
      ...(feed.description === "" ? {} : { description: feed.description }),
      ...(feed.language === undefined ? {} : { language: feed.language })
    },
    warnings: [
      ...warnings,
      ...(entries.length < feed.entries.length ? [`Only the first ${entries.length} entries were read (maxRows).`] : [])
    ]
  })
}

/** UTF-16 units of a feed that are read: its elements take many times the memory of its text. */
const maxLength = 4_000_000

const entryHtml = ({ attachments, author, content, date, link, title }: Entry, base: string): string => {
  const home = absolute(link, base)
  const name = escapeText(title === "" ? (home ?? "Untitled") : title)
  const heading = `<h2>${home === undefined ? name : `<a href="${escapeAttribute(home)}">${name}</a>`}</h2>`
  const time = isoDate(date)
  const about = [
    time === undefined
      ? ""
      : `<time datetime="${time}">${time.replace(/T00:00:00\.000Z$/, "").replace(/\.000Z$/, "Z")}</time>`,
    author === undefined || author === "" ? "" : escapeText(author)
  ].filter((part) => part !== "")
  const text = transcribe(content, {
    href: (address) => absolute(address, home ?? base),
    src: (address) => (/^data:image\//i.test(address) ? address : absolute(address, home ?? base))
  })
  return [
    "<article>",
    heading,
    about.length === 0 ? "" : `<p>${about.join(" · ")}</p>`,
    text === ""
      ? ""
      : /^<(?:p|div|h\d|ul|ol|table|figure|blockquote|pre|section|article)\b/i.test(text)
        ? text
        : `<p>${text}</p>`,
    ...attachments.flatMap((address) => {
      const file = absolute(address, base)
      return file === undefined
        ? []
        : [`<p><a href="${escapeAttribute(file)}">${escapeText(file.split("/").pop() || file)}</a></p>`]
    }),
    "</article>"
  ]
    .filter((part) => part !== "")
    .join("\n")
}

const absolute = (address: string | undefined, base: string): string | undefined => {
  const trimmed = address?.trim()
  if (trimmed === undefined || trimmed === "" || !URL.canParse(trimmed, base)) return undefined
  const url = new URL(trimmed, base)
  return /^(?:https?|mailto|ftp|tel):$/.test(url.protocol) ? url.href : undefined
}

/** RFC 822 and RFC 3339 dates alike. */
const isoDate = (date: string | undefined): string | undefined => {
  const parsed = date === undefined ? Number.NaN : Date.parse(date.trim())
  return Number.isNaN(parsed) ? undefined : new Date(parsed).toISOString()
}

const readXmlFeed = (source: string): Feed | undefined => {
  const root = parseXml(source)
  const atom = child(root, "feed")
  if (atom !== undefined) return readAtom(atom)
  const rss = child(root, "rss") ?? child(root, "RDF")
  const channel = child(rss, "channel")
  if (channel === undefined) return undefined
  // RSS 1.0 puts the items next to the channel.
  return readRss(channel, [...children(channel, "item"), ...children(rss, "item")])
}

const text = (element: Element | undefined, name: string): string => textOf(child(element, name)).trim()

const readRss = (channel: Element, items: ReadonlyArray<Element>): Feed => ({
  title: text(channel, "title"),
  description: plainText(text(channel, "description")),
  link: plainLink(channel),
  language: text(channel, "language") || undefined,
  entries: items.map((item) => ({
    title: plainText(text(item, "title")),
    link: plainLink(item) ?? permalink(item),
    date: text(item, "pubDate") || text(item, "date") || undefined,
    author: text(item, "creator") || text(item, "author") || undefined,
    content: text(item, "encoded") || text(item, "description"),
    attachments: children(item, "enclosure").flatMap((enclosure) => attr(enclosure, "url") ?? [])
  }))
})

/** The channel's own link; Atom's inside RSS has an attribute instead of text. */
const plainLink = (element: Element): string | undefined =>
  children(element, "link")
    .map((link) => textOf(link).trim())
    .find((link) => link !== "")

const permalink = (item: Element): string | undefined => {
  const guid = child(item, "guid")
  return guid !== undefined && attr(guid, "isPermaLink") !== "false" && /^https?:/.test(textOf(guid).trim())
    ? textOf(guid).trim()
    : undefined
}

const readAtom = (feed: Element): Feed => ({
  title: atomText(child(feed, "title")),
  description: atomText(child(feed, "subtitle")),
  link: atomLink(feed),
  language: attr(feed, "xml:lang"),
  entries: children(feed, "entry").map((entry) => ({
    title: atomText(child(entry, "title")),
    link: atomLink(entry),
    date: text(entry, "published") || text(entry, "updated") || text(entry, "issued") || undefined,
    author: children(entry, "author")
      .map((author) => text(author, "name"))
      .filter((name) => name !== "")
      .join(", "),
    content: atomHtml(
      child(entry, "content") ?? child(entry, "summary") ?? child(child(entry, "group"), "description")
    ),
    attachments: children(entry, "link").flatMap((link) =>
      attr(link, "rel") === "enclosure" ? (attr(link, "href") ?? []) : []
    )
  }))
})

const atomLink = (element: Element): string | undefined => {
  const links = children(element, "link")
  const found = links.find((link) => (attr(link, "rel") ?? "alternate") === "alternate")
  return attr(found, "href")
}

const atomText = (element: Element | undefined): string => {
  const type = attr(element, "type") ?? "text"
  return type === "text" ? textOf(element).trim() : plainText(atomHtml(element))
}

/** Content of an Atom text construct as HTML (RFC 4287 §3.1). */
const atomHtml = (element: Element | undefined): string => {
  if (element === undefined) return ""
  const type = attr(element, "type") ?? "text"
  if (type === "xhtml" || type.endsWith("+xml")) return elements(element).map(serialize).join("")
  return type === "html" || type === "text/html" ? textOf(element) : escapeText(textOf(element))
}

const serialize = (element: Element): string => {
  const attributes = Object.entries(element.attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join("")
  const inner = element.children.map((part) => (typeof part === "string" ? escapeText(part) : serialize(part))).join("")
  return `<${element.name}${attributes}>${inner}</${element.name}>`
}

/** Titles and descriptions are text, whatever tags they carry. */
const plainText = (html: string): string =>
  html.includes("<") || html.includes("&")
    ? transcribe(html, { href: () => undefined, src: () => undefined })
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&")
        .trim()
    : html

const readJsonFeed = (source: string): Feed | undefined => {
  let data: unknown
  try {
    data = JSON.parse(source)
  } catch {
    throw damaged("it is no valid JSON")
  }
  if (!isObject(data) || !/jsonfeed\.org/.test(string(data["version"]))) return undefined
  const items = Array.isArray(data["items"]) ? data["items"].filter(isObject) : []
  return {
    title: string(data["title"]),
    description: string(data["description"]),
    link: string(data["home_page_url"]) || undefined,
    language: string(data["language"]) || undefined,
    entries: items.map((item) => ({
      title: string(item["title"]),
      link: string(item["url"]) || string(item["external_url"]) || undefined,
      date: string(item["date_published"]) || string(item["date_modified"]) || undefined,
      author: authors(item["authors"]) || authors([item["author"]]),
      content:
        string(item["content_html"]) || escapeText(string(item["content_text"])) || escapeText(string(item["summary"])),
      attachments: (Array.isArray(item["attachments"]) ? item["attachments"].filter(isObject) : []).flatMap(
        ({ url }) => string(url) || []
      )
    }))
  }
}

const string = (value: unknown): string => (typeof value === "string" ? value.trim() : "")

const authors = (value: unknown): string =>
  (Array.isArray(value) ? value.filter(isObject) : [])
    .map(({ name }) => string(name))
    .filter((name) => name !== "")
    .join(", ")
