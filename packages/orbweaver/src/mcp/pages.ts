/** The tool on a single page, and pages as text. */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isUnreadable } from "@orbweaver/core/internal/jobs/documentStub"
import type { Document } from "@orbweaver/core/model/Document"
import { formatsByName } from "@orbweaver/core/model/formats/builtInFormats"
import { decode as decodeScrape, type FormatSpec, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import { optionInputs } from "./optionInputs.ts"
import { tool } from "./Tool.ts"

const optional = Schema.optionalKey
const Url = Schema.String.annotate({ description: "Address, such as https://example.com/page" })

/** Clients give up on a tool after a minute; a model reads what it gives. */
const scrapeDefaults = { timeout: 50_000 } as const

export const scrape = tool({
  name: "scrape",
  endpoint: "scrape",
  title: "Read a page",
  description:
    "Reads one web page or document (PDF, Word, spreadsheets …) and gives its main content as Markdown, or answers a question from it, or reads fields by a JSON Schema.",
  fields: {
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
    ...optionInputs(ScrapeOptions.fields, scrapeDefaults)
  },
  run: Effect.fnUntraced(function* ({ highlights, prompt, question, schema, url, ...rest }) {
    const { formats: named, ...capture } = rest
    const formats: Array<string | FormatSpec> = [...(named ?? [])]
    if (question !== undefined) formats.push({ type: "question", question })
    if (highlights !== undefined) formats.push({ type: "highlights", query: highlights })
    if (schema !== undefined || prompt !== undefined) {
      formats.push({
        type: "json",
        ...defined({ schema, prompt })
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
