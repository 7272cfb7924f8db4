/** Options of every call: type, default, unit, and which endpoints take them. */
import * as Batch from "@orbweaver/core/model/BatchOptions"
import * as Crawl from "@orbweaver/core/model/CrawlOptions"
import * as MapOptions from "@orbweaver/core/model/MapOptions"
import * as Scrape from "@orbweaver/core/model/ScrapeOptions"
import * as Search from "@orbweaver/core/model/SearchOptions"
import * as Extract from "@orbweaver/extraction/extract/ExtractOptions"
import { document } from "../../packages/http/src/openapi/openapi.ts"
import { propertyComments } from "./comments.ts"
import { code, type JsonSchema, page, rangeOf, table, typeOf } from "./text.ts"

const spec = document() as unknown as {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
        }
      }
    >
  >
}

const bodyOf = (path: string): Readonly<Record<string, JsonSchema>> => {
  const content = spec.paths[path]?.post?.requestBody?.content
  return (content === undefined ? undefined : Object.values(content)[0]?.schema.properties) ?? {}
}

/** Endpoints whose body has an option, at its top or under `scrapeOptions`, each with the versions that take it. */
const takenBy = (name: string): string => {
  const found = new Map<string, Array<string>>()
  for (const path of Object.keys(spec.paths)) {
    const body = bodyOf(path)
    if (!(name in body || name in (body["scrapeOptions"]?.properties ?? {}))) continue
    const [, version, endpoint] = /^\/(v\d)\/(.+)$/.exec(path) ?? []
    // Endpoints of the console have no version, and are its own.
    if (version === undefined || endpoint === undefined) continue
    found.set(endpoint, [...(found.get(endpoint) ?? []), version])
  }
  const groups = Map.groupBy(found, ([, versions]) => versions.toSorted().join(", "))
  return [...groups]
    .map(([versions, endpoints]) => `${versions}: ${endpoints.map(([endpoint]) => code(endpoint)).join(" ")}`)
    .join("; ")
}

/** The unit that a text names; names that end in a unit say it themselves. */
const unitOf = (name: string, text: string): string => {
  if (/milliseconds/i.test(text) || ["timeout", "waitFor", "maxAge", "minAge"].includes(name)) return "ms"
  if (/^Seconds|in seconds/i.test(text)) return "s"
  return /\b(bytes|tokens)\b/i.exec(text)?.[1] ?? ""
}

interface Group {
  readonly title: string
  readonly about: string
  readonly fields: ReadonlyArray<string>
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly defaults: Readonly<Record<string, unknown>>
  readonly texts: (name: string) => string
  /** Whether endpoints differ from one option to the next. */
  readonly endpoints: boolean
}

const defaultOf = (value: unknown): string => {
  if (value === undefined) return ""
  const text = JSON.stringify(value)
  return text === "[]" || text === "{}" ? "none" : code(text)
}

const section = ({ about, defaults, endpoints, fields, schemas, texts, title }: Group): string => {
  const rows = fields.map((name) => {
    const schema = schemas[name] ?? {}
    const text = texts(name)
    const range = rangeOf(schema)
    const [what = "", stated = ""] = text.replace(/\.$/, "").split(/\.? Default: /)
    return [
      code(name),
      code(typeOf(schema)),
      defaultOf(defaults[name]) || stated,
      unitOf(name, text),
      `${what}${range === "" ? "" : `; ${range}`}`,
      ...(endpoints ? [takenBy(name)] : [])
    ]
  })
  const head = ["Option", "Type", "Default", "Unit", "What it does", ...(endpoints ? ["Taken by"] : [])]
  return `## ${title}\n\n${about}\n\n${table(head, rows)}`
}

/** Texts that two tables share, for options whose comment stands in another file. */
const shared: Readonly<Record<string, string>> = {
  sitemap: "Whether sitemaps are read: beside links, not at all, or alone",
  ignoreQueryParameters: "Addresses that differ in their query are one page",
  deduplicateSimilarURLs: "Addresses that differ in `www.`, scheme or a trailing slash are one page",
  allowSubdomains: "Visit subdomains of the site too",
  ignoreRobotsTxt: "Do not ask robots.txt",
  webhook: "Address that is told of the job, or an object with `url`, `headers`, `metadata` and `events`",
  scrapeOptions: "How each page is scraped: the options of a page",
  priority: "Of two waiting jobs of one account the higher goes first",
  includeSubdomains: "Take subdomains of the site too",
  allowExternalLinks: "Follow links to other sites too",
  ignoreCache: "Read the sitemaps and pages anew",
  location: "Country and languages of the visitor",
  delay: "Accepted and ignored, as clients send it",
  sources: "Where to look: `web`, `news`, `images`, `local`",
  categories: "Kinds of sites to look at only",
  tbs: "Time of publication, such as `qdr:d` for a day",
  filter: "Passed to the engine as it stands",
  lang: "Language of the results",
  country: "Country of the results",
  includeDomains: "Results from these hosts only",
  excludeDomains: "No results from these hosts",
  maxConcurrency: "Pages of this job at once",
  query: "What is searched for"
}

const textsOf = (...files: ReadonlyArray<string>) => {
  const all = files.map(propertyComments)
  return (name: string): string =>
    all.map((texts) => texts.get(name)).find((text) => text !== undefined) ?? shared[name] ?? ""
}

const model = (name: string): string => `packages/core/src/model/${name}.ts`

export const optionsPage = (): string =>
  page({ title: "Options", order: 1, group: "Tables" }, [
    'Names are the same in the library, over HTTP and, with hyphens, on the command line. In the library a time is milliseconds or a text such as `"30 seconds"`. Over HTTP it is milliseconds. An option without a default is off, or has no limit.',
    section({
      title: "A page",
      about: "`orb.scrape(url, options)`, `orb.parse(file, options)`, and `scrapeOptions` of the others.",
      fields: Object.keys(Scrape.ScrapeOptions.fields),
      schemas: bodyOf("/v2/scrape"),
      defaults: Scrape.defaults,
      texts: (name) => Scrape.definition(name as keyof typeof Scrape.ScrapeOptions.fields).text,
      endpoints: true
    }),
    section({
      title: "A crawl",
      about: "`orb.crawl(url, options)`. In the library `delay` is a time like the others; over HTTP it is seconds.",
      fields: Object.keys(Crawl.CrawlOptions.fields),
      schemas: bodyOf("/v2/crawl"),
      defaults: Crawl.defaults,
      texts: textsOf(model("CrawlOptions")),
      endpoints: true
    }),
    section({
      title: "A batch",
      about: "`orb.batchScrape(urls, options)`: these, and the options of a page beside them.",
      fields: Object.keys(Batch.BatchOptions.fields),
      schemas: { ...bodyOf("/v2/crawl"), ...bodyOf("/v2/batch/scrape") },
      defaults: { ignoreInvalidURLs: true },
      texts: textsOf(model("BatchOptions")),
      endpoints: false
    }),
    section({
      title: "A map",
      about: "`orb.map(url, options)`.",
      fields: Object.keys(MapOptions.MapOptions.fields),
      schemas: bodyOf("/v2/map"),
      defaults: MapOptions.defaults,
      texts: (name) =>
        name === "limit" ? "Most addresses that are listed" : textsOf(model("MapOptions"), model("CrawlOptions"))(name),
      endpoints: false
    }),
    section({
      title: "A search",
      about: "`orb.search(query, options)`.",
      fields: Object.keys(Search.SearchOptions.fields),
      schemas: bodyOf("/v2/search"),
      defaults: Search.defaults,
      texts: textsOf(model("SearchOptions")),
      endpoints: false
    }),
    section({
      title: "An extraction",
      about: "`orb.extract({ urls, ...options })`.",
      fields: Object.keys(Extract.ExtractOptions.fields),
      schemas: { ...bodyOf("/v2/crawl"), ...bodyOf("/v2/extract") },
      defaults: { limit: Extract.limits.pages, ignoreInvalidURLs: true },
      texts: textsOf("packages/extraction/src/extract/ExtractOptions.ts"),
      endpoints: false
    })
  ])
