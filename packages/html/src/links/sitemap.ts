/**
 * Sitemaps, sitemap indexes, RSS and Atom as lists of addresses, read piece by piece (sitemaps.org; RSS 2.0; RFC 4287).
 *
 * Names count without their prefix, since sites write every namespace there is. Only what stands directly in an entry
 * counts: the `loc` of a `url`, not the `loc` of an image inside it. htmlparser2 knows the five entities of XML and
 * numbers; a document's own entities are never expanded. Only the entry being read is kept in memory.
 */
import type { SitemapItem, SitemapParse } from "@orbweaver/core/crawl/Sitemaps"
import { Parser } from "htmlparser2"
import { detachString } from "@orbweaver/core/internal/support/detachString"

export const limits = {
  /** Entries of one file (sitemaps.org). */
  entries: 50_000,
  /** UTF-16 units of one field; a longer address is ignored. */
  field: 8_192,
  /** Levels of elements; what is deeper is no sitemap. */
  depth: 64
} as const

/** Starts a file whose relative addresses stand against `base`. */
export const openSitemap = (base: URL): SitemapParse => {
  const reader = new Reader(base)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        reader.open(localName(name), attributes)
        if (reader.finished) parser.pause()
      },
      onclosetag: () => {
        reader.close()
        if (reader.finished) parser.pause()
      },
      ontext: (text) => reader.text(text)
    },
    { xmlMode: true }
  )
  let ended = false
  return {
    push: (text) => {
      if (!reader.finished) parser.write(text)
      return reader.take()
    },
    end: () => {
      reader.dropField()
      if (!ended && !reader.finished) parser.end()
      ended = true
      return reader.take()
    }
  }
}

/** Elements that are one entry, and what their address names. */
const entryKinds = new Map<string, SitemapItem["kind"]>([
  ["url", "page"],
  ["sitemap", "index"],
  ["item", "page"],
  ["entry", "page"]
])

type Field = "url" | "lastModified" | "title" | "description"

const fields = new Map<string, Field>([
  ["loc", "url"],
  ["link", "url"],
  ["guid", "url"],
  ["lastmod", "lastModified"],
  ["pubdate", "lastModified"],
  ["updated", "lastModified"],
  ["date", "lastModified"],
  ["title", "title"],
  ["description", "description"],
  ["summary", "description"]
])

class Reader {
  /** The file has all the entries it may have, or is no sitemap. */
  finished = false
  private found: Array<SitemapItem> = []
  private count = 0
  private depth = 0
  private entryDepth = 0
  private kind: SitemapItem["kind"] = "page"
  private entry: { [field in Field]?: string } = {}
  private field: Field | undefined
  private value = ""
  /** The address came from an element that names nothing but addresses. */
  private certain = false
  private elementIsCertain = false
  private readonly base: URL

  constructor(base: URL) {
    this.base = base
  }

  take(): ReadonlyArray<SitemapItem> {
    const { found } = this
    this.found = []
    return found
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.depth > limits.depth) this.finished = true
    if (this.finished) return
    if (this.entryDepth === 0) {
      const kind = entryKinds.get(name)
      if (kind === undefined) return
      this.kind = kind
      this.entryDepth = this.depth
      this.entry = {}
      this.certain = false
      return
    }
    this.field = undefined
    if (this.depth !== this.entryDepth + 1) return
    if (name === "link" && attributes["href"] !== undefined) {
      const relation = attributes["rel"] ?? "alternate"
      if (relation === "alternate" && this.entry.url === undefined) this.entry.url = attributes["href"]
      return
    }
    // A guid is an address unless it says otherwise.
    if (name === "guid" && attributes["isPermaLink"] === "false") return
    this.field = fields.get(name)
    this.elementIsCertain = name !== "guid"
    this.value = ""
  }

  text(text: string): void {
    if (this.field !== undefined && this.value.length <= limits.field) this.value += text
  }

  /** What the end of the file cuts may be half an address. */
  dropField(): void {
    this.field = undefined
    this.value = ""
  }

  close(): void {
    const at = this.depth--
    if (this.entryDepth === 0 || this.finished) return
    if (at === this.entryDepth) this.endEntry()
    else if (at === this.entryDepth + 1) this.endField()
  }

  private endField(): void {
    const { field } = this
    const value = this.value.trim()
    this.dropField()
    if (field === undefined || value === "") return
    if (field === "url") {
      if (value.length > limits.field || (this.entry.url !== undefined && !(this.elementIsCertain && !this.certain)))
        return
      this.certain = this.elementIsCertain
      this.entry.url = value
    } else this.entry[field] ??= detachString(value.slice(0, limits.field))
  }

  private endEntry(): void {
    this.entryDepth = 0
    const { entry } = this
    const url = entry.url === undefined ? undefined : URL.parse(entry.url, this.base.href)?.href
    this.entry = {}
    if (url === undefined || !/^https?:/.test(url)) return
    const { url: _, ...rest } = entry
    this.found.push({ kind: this.kind, url: detachString(url), ...rest })
    if (++this.count >= limits.entries) this.finished = true
  }
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase()
