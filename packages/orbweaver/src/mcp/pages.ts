/** Tools on single pages and on the web: scrape, map, search. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isUnreadable } from "@orbweaver/core/internal/jobs/documentStub"
import type { Document } from "@orbweaver/core/model/Document"
import { formatsByName } from "@orbweaver/core/model/formats/builtInFormats"
import { decode as decodeMap, MapOptions } from "@orbweaver/core/model/MapOptions"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { decode as decodeScrape, type FormatSpec, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { decode as decodeSearch, SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { optionInputs } from "./optionInputs.ts"
import { contextFields, tool } from "./Tool.ts"

const optional = Schema.optionalKey
const Url = Schema.String.annotate({ description: "Address, such as https://example.com/page" })

/** Clients give up on a tool after a minute; a model reads what it gives. */
const scrapeDefaults = { timeout: 50_000 } as const
const mapDefaults = { limit: 1000, timeout: 45_000 } as const
const searchDefaults = { limit: 5, timeout: 50_000 } as const

export const scrape = tool({
  name: "scrape",
  title: "Read a page",
  description:
    "Reads one web page or document (PDF, Word, spreadsheets …) and gives its main content as Markdown, or answers a question from it, or reads fields by a JSON Schema.",
  parameters: Schema.Struct({
    url: Url,
    formats: optional(
      Schema.Array(Schema.Literals(formatsByName)).annotate({ description: "What to give (default markdown)" })
    ),
    question: optional(Schema.String.annotate({ description: "Answered from the page alone, with quotes" })),
    highlights: optional(Schema.String.annotate({ description: "Quotes what the page says on this" })),
    schema: optional(
      Schema.Record(Schema.String, Schema.Json).annotate({ description: "JSON Schema of fields to read from the page" })
    ),
    prompt: optional(Schema.String.annotate({ description: "What to read from the page, beside or without a schema" })),
    ...optionInputs(ScrapeOptions.fields, scrapeDefaults),
    ...contextFields
  }),
  run: Effect.fnUntraced(function* ({ highlights, prompt, question, schema, url, ...rest }) {
    const { formats: named, ...capture } = rest
    const formats: Array<string | FormatSpec> = [...(named ?? [])]
    if (question !== undefined) formats.push({ type: "question", question })
    if (highlights !== undefined) formats.push({ type: "highlights", query: highlights })
    if (schema !== undefined || prompt !== undefined) {
      formats.push({
        type: "json",
        ...(schema === undefined ? {} : { schema }),
        ...(prompt === undefined ? {} : { prompt })
      })
    }
    const options = yield* decodeScrape({
      ...scrapeDefaults,
      ...capture,
      ...(formats.length === 0 ? {} : { formats })
    })
    const { document } = yield* Scraper.use((scraper) => scraper.scrape(url, options))
    return pageText(document)
  })
})

export const map = tool({
  name: "map",
  title: "List a site's addresses",
  description:
    "Lists the addresses of a site from its sitemaps and links, one a line; best first for words to look for.",
  parameters: Schema.Struct({
    url: Url,
    ...optionInputs(MapOptions.fields, mapDefaults),
    ...contextFields
  }),
  run: Effect.fnUntraced(function* ({ url, ...options }) {
    const asked = yield* decodeMap({ ...mapDefaults, ...options })
    const { failure, links, timedOut, warning } = yield* Mapper.use((mapper) => mapper.map(url, asked))
    if (failure !== undefined) return yield* failure
    const lines = links.map(({ title, url }) => (title === undefined ? url : `${url} — ${title}`))
    const note = timedOut ? ["", "(The time was over before everything was looked at.)"] : []
    if (lines.length === 0) return `No addresses were found. ${warning ?? ""}`.trimEnd()
    return [...lines, ...note, ...(warning === undefined ? [] : [`(${warning})`])].join("\n")
  })
})

export const search = tool({
  name: "search",
  title: "Search the web",
  description:
    "Searches the web, or with source local what this instance has read before. With scrape, also gives the pages behind the results.",
  parameters: Schema.Struct({
    query: Schema.NonEmptyString,
    source: optional(Schema.Literals(["web", "news", "images", "local"])),
    ...optionInputs(SearchOptions.fields, searchDefaults),
    scrape: optional(Schema.Boolean.annotate({ description: "Also read the pages found (default false)" })),
    ...contextFields
  }),
  run: Effect.fnUntraced(function* ({ query, scrape: reads, source, ...options }) {
    const asked = yield* decodeSearch({
      ...searchDefaults,
      ...options,
      ...(source === undefined ? {} : { sources: [source] }),
      ...(reads === true ? { scrapeOptions: { formats: ["markdown"] } } : {})
    })
    const { sources, warnings } = yield* Searcher.use((searcher) => searcher.search(query, asked))
    const found = Object.values(sources).flat()
    const entries = found.map(({ description, title, url, ...rest }, index) => {
      const markdown = "markdown" in rest && typeof rest.markdown === "string" ? `\n\n${rest.markdown}` : ""
      return `${index + 1}. ${title}\n${url}${description === undefined ? "" : `\n${description}`}${markdown}`
    })
    const notes = warnings.map((warning) => `(${warning})`)
    return [...(entries.length === 0 ? ["Nothing was found."] : entries), ...notes].join("\n\n")
  })
})

/** A page as text: what it is, what went wrong, what it says. */
export const pageText = (document: Document): string => {
  const { metadata, warning, ...fields } = document
  const head = [
    `URL: ${metadata.url}`,
    ...(metadata.title === undefined ? [] : [`Title: ${metadata.title}`]),
    ...(metadata.statusCode >= 400 ? [`Status: ${metadata.statusCode} ${metadata.error ?? ""}`.trim()] : []),
    ...(isUnreadable(document) ? [`Error: ${metadata.error}`] : []),
    ...(warning === undefined ? [] : [`Warning: ${warning}`])
  ]
  const entries = Object.entries(fields)
  const bodies = entries.map(([name, value]) => {
    const text = typeof value === "string" ? value : jsonText(value)
    return entries.length === 1 ? text : `=== ${name} ===\n\n${text}`
  })
  return [head.join("\n"), ...bodies].join("\n\n")
}

/** Texts one a line, anything else as JSON. */
export const jsonText = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value.join("\n")
    : `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
