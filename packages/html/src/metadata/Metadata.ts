/**
 * What a page says about itself, under the names of the API (docs/reference/v2.md §7): the title and description, Open Graph,
 * article and Dublin Core terms under their own names, and every other `<meta>` under the name it has on the page.
 *
 * Values are copied: metadata kept for a million pages must not keep the pages.
 */
import { baseUrl as baseUrlOf } from "../page/baseUrl.ts"
import { type Byline, byline } from "./byline.ts"
import { detachString } from "@orbweaver/core/internal/support/detachString"
import { attribute, attributeBit, textContent, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

export interface PageMetadata {
  /** Text of the first `<title>`, never replaced by another element; `""` when there is none. */
  readonly title: string
  /** Contents of `meta[name=description]`, joined by a comma when there are several; `""` when there is none. */
  readonly description: string
  /** `lang` of `<html>`, else `http-equiv=content-language`. */
  readonly language?: string
  readonly keywords?: string
  readonly robots?: string
  /** Absolute address of `link[rel=canonical]`. */
  readonly canonical?: string
  /** Absolute address of the first `link[rel~=icon]`. */
  readonly favicon?: string
  /**
   * Names of the authors, joined by a comma: of `meta[name=author]` and its kin, else of the structured data, else of the
   * visible byline. Never an address; the name of an account only where a forum names the poster of a thread so; the
   * name of the site only where it is a person's.
   */
  readonly author?: string
  readonly siteName?: string
  /**
   * When the page was published: `article:published_time`, else the `datePublished` of the structured data, another
   * `<meta>`, the address, a `<time>` or the visible byline. A `datePublished` that is no earlier than the last change gives
   * way to an earlier visible date. ISO 8601 as the page has it, other forms as `YYYY-MM-DD`, a month alone as `YYYY-MM`.
   */
  readonly publishedTime?: string
  /** When it was last changed, of the same places. */
  readonly modifiedTime?: string
  readonly articleSection?: string
  readonly articleTag?: string
  readonly ogLocaleAlternate?: ReadonlyArray<string>
  /** Everything else, lists where a name is repeated. */
  readonly [name: string]: string | ReadonlyArray<string> | undefined
}

/** Names of `<meta>` and the fields they fill; the first of repeated ones counts. */
const fields: ReadonlyMap<string, string> = new Map([
  ["keywords", "keywords"],
  ["robots", "robots"],
  ["og:title", "ogTitle"],
  ["og:description", "ogDescription"],
  ["og:url", "ogUrl"],
  ["og:image", "ogImage"],
  ["og:audio", "ogAudio"],
  ["og:determiner", "ogDeterminer"],
  ["og:locale", "ogLocale"],
  ["og:site_name", "ogSiteName"],
  ["og:video", "ogVideo"],
  ["article:section", "articleSection"],
  ["article:tag", "articleTag"],
  ["dcterms.created", "dcTermsCreated"],
  ["dc.date.created", "dcDateCreated"],
  ["dc.date", "dcDate"],
  ["dcterms.type", "dcTermsType"],
  ["dc.type", "dcType"],
  ["dcterms.audience", "dcTermsAudience"],
  ["dcterms.subject", "dcTermsSubject"],
  ["dc.subject", "dcSubject"],
  ["dc.description", "dcDescription"],
  ["dcterms.keywords", "dcTermsKeywords"]
])

/** Names the contract gives to values that are not from a `<meta>` of that name; a page cannot set them. */
const reserved = new Set([
  "title",
  "description",
  "language",
  "favicon",
  "canonical",
  "sourceURL",
  "url",
  "statusCode",
  "error",
  "code",
  "sources",
  "contentType",
  "numPages",
  "totalPages",
  "proxyUsed",
  "cacheState",
  "cachedAt",
  "creditsUsed",
  "scrapeId",
  "concurrencyLimited",
  "concurrencyQueueDurationMs",
  "sourceFile",
  "formatErrors",
  "madeBy",
  "tokens",
  "unsupported",
  "jsonSources",
  "browserProfile",
  "budget",
  "outcome",
  "unchanged",
  "__proto__"
])

const propertyBit = attributeBit("itemprop")

/** A page may hold any number of tags; more names than this are left out, and more values of one name. */
const maxNames = 500
const maxValues = 200
/** Properties without which microdata say nothing here. */
const bylineProperties = /\b(?:author|datePublished|dateModified|dateCreated)\b/
/** Characters of one value. */
const longestValue = 20_000

/** Where the author and the times of a page come from; a type, because only types are known to be JSON: `meta[article:published_time]`, `json-ld`, `time[datetime]`, … */
export type MetadataSources = {
  readonly author?: string
  readonly publishedTime?: string
  readonly modifiedTime?: string
}

export const metadata = (tree: Tree, finalUrl: URL): PageMetadata => metadataWithSources(tree, finalUrl).metadata

/** The metadata, and next to them where those values come from that a page can give in several places. */
export const metadataWithSources = (
  tree: Tree,
  finalUrl: URL
): {
  readonly metadata: PageMetadata
  readonly sources: MetadataSources
  /** Scripts of JSON-LD that could not be read. */
  readonly unreadableData: number
} => {
  const base = baseUrlOf(tree, finalUrl)
  const values = new Map<string, Array<string>>()
  const found: Record<string, string | ReadonlyArray<string>> = { title: "", description: "" }
  const put = (field: string, value: string | undefined): void => {
    if (value !== undefined && value !== "" && found[field] === undefined) found[field] = detachString(value)
  }
  const descriptions: Array<string> = []
  const alternates: Array<string> = []
  let title: string | undefined
  let contentLanguage: string | undefined
  const forms = { jsonLd: false, microdata: false }
  for (let node = 1; node < tree.size; node++) {
    if ((tree.attributeMask[node]! & propertyBit) !== 0)
      forms.microdata ||= bylineProperties.test(attribute(tree, node, "itemprop") ?? "")
    switch (tree.tag[node]) {
      case Tag.html:
        put("language", attribute(tree, node, "lang")?.trim())
        break
      case Tag.title:
        title ??= detachString(textContent(tree, node))
        break
      case Tag.link: {
        const names = attribute(tree, node, "rel")
        // Most links are style sheets and fonts.
        if (names === undefined || !/icon|canonical/i.test(names)) break
        const rel = names.toLowerCase().split(/\s+/)
        const href = attribute(tree, node, "href")?.trim()
        if (href === undefined || href === "") break
        if (rel.includes("icon")) put("favicon", URL.parse(href, base.href)?.href)
        else if (rel.includes("canonical")) put("canonical", URL.parse(href, base.href)?.href)
        break
      }
      case Tag.script:
        forms.jsonLd ||= /ld\+json/i.test(attribute(tree, node, "type") ?? "")
        break
      case Tag.meta: {
        const content = (attribute(tree, node, "content") ?? attribute(tree, node, "value"))?.slice(0, longestValue)
        if (content === undefined) break
        if (attribute(tree, node, "http-equiv")?.toLowerCase() === "content-language") contentLanguage ??= content
        const name =
          attribute(tree, node, "name") ?? attribute(tree, node, "property") ?? attribute(tree, node, "itemprop")
        if (name === undefined || name === "") break
        const lower = name.toLowerCase()
        if (lower === "description") descriptions.push(content)
        if (lower === "og:locale:alternate") alternates.push(detachString(content))
        const field = fields.get(lower)
        if (field !== undefined) put(field, content)
        const list = values.get(name)
        if (list === undefined) {
          if (values.size < maxNames) values.set(detachString(name), [detachString(content)])
        } else if (list.length < maxValues) list.push(detachString(content))
        break
      }
    }
  }
  put("language", contentLanguage?.trim())
  put("siteName", found["ogSiteName"] as string | undefined)
  const metas = new Map<string, ReadonlyArray<string>>()
  for (const [name, list] of values) {
    const lower = name.toLowerCase()
    const known = metas.get(lower)
    metas.set(lower, known === undefined ? list : [...known, ...list])
  }
  const { unreadableData, ...times } = byline({
    tree,
    url: finalUrl,
    base,
    title: title ?? "",
    language: (found["language"] as string | undefined) ?? "",
    siteName: found["ogSiteName"] as string | undefined,
    metas,
    forms
  })
  put("author", times.author?.value)
  // A time that is no date stays as the page has it.
  put("publishedTime", times.publishedTime?.value ?? verbatim(metas.get("article:published_time")))
  put("modifiedTime", times.modifiedTime?.value ?? verbatim(metas.get("article:modified_time")))
  if (alternates.length > 0) found["ogLocaleAlternate"] = alternates
  for (const [name, list] of values)
    if (!reserved.has(name) && name.toLowerCase() !== "author" && found[name] === undefined)
      found[name] = list.length === 1 ? list[0]! : list
  return {
    metadata: Object.assign(found, { title: title ?? "", description: detachString(descriptions.join(", ")) }),
    sources: sourcesOf(times),
    unreadableData
  }
}

const sourcesOf = (times: Omit<Byline, "unreadableData">): MetadataSources =>
  Object.fromEntries(
    Object.entries(times).flatMap(([name, found]) => (found === undefined ? [] : [[name, found.source]]))
  )

const verbatim = (values: ReadonlyArray<string> | undefined): string | undefined =>
  values?.find((value) => !/[{<]|^0001-/.test(value))
