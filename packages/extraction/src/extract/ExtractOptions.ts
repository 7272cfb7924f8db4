/**
 * What an extraction looks for, and where; field names are those of the v2 API
 * (docs/reference/v2.md §13).
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { indexSchema } from "../json/schemaIndex.ts"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"

export const limits = {
  /** Pages of an extraction when the caller names no number, and at most. */
  pages: 50,
  maxPages: 1000,
  /** Addresses that are given. */
  urls: 1000,
  /** Addresses that a search adds. */
  found: 5
} as const

/** A schema that can be followed; anything else is an issue at its place. */
const JsonSchema = Schema.Json.check(
  Schema.makeFilter((schema) => {
    const index = indexSchema(schema)
    return "issues" in index ? index.issues.map(({ message, path }) => ({ path, issue: message })) : undefined
  })
)

const optional = Schema.optionalKey

export const ExtractOptions = Schema.Struct({
  /**
   * What to extract, described in words: ranks pages, and is followed where there is a model. Default: the schema
   * alone.
   */
  prompt: optional(Schema.String.check(Schema.isMaxLength(ScrapeOptions.limits.prompt))),
  /**
   * How a model is to go about it, in the caller's words; within our instructions, and for a model alone. Default:
   * none.
   */
  systemPrompt: optional(Schema.String.check(Schema.isMaxLength(ScrapeOptions.limits.prompt))),
  /** JSON Schema of the answer. */
  schema: optional(JsonSchema),
  /** Most pages that are read; 50 when absent. */
  limit: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.maxPages }))),
  /** Do not read sitemaps, for addresses that end in `/*`. Default: `false`. */
  ignoreSitemap: optional(Schema.Boolean),
  /** Read pages of subdomains too, for addresses that end in `/*`. Default: `true`. */
  includeSubdomains: optional(Schema.Boolean),
  /** Read pages of other sites that are linked, for addresses that end in `/*`. Default: `false`. */
  allowExternalLinks: optional(Schema.Boolean),
  /** Also read the results of a web search. Default: `false`. */
  enableWebSearch: optional(Schema.Boolean),
  /** Say which pages each value comes from. Default: `false`. */
  showSources: optional(Schema.Boolean),
  /** Leave out addresses that are none, and list them; otherwise they are an error. True when absent. */
  ignoreInvalidURLs: optional(Schema.Boolean),
  /** For each page, in milliseconds. */
  timeout: optional(Schema.Int.check(Schema.isGreaterThan(0))),
  /** How pages are captured; their formats are ours. */
  scrapeOptions: optional(ScrapeOptions.ScrapeOptions),
  /** Pages of this extraction at once. Default: as many as the workers have room for, 10 in each process. */
  maxConcurrency: optional(Schema.Int.check(Schema.isGreaterThan(0))),
  /** Address that is told of the job, or an object with `url`, `headers`, `metadata` and `events`. Default: none. */
  webhook: optional(WebhookOptions)
})
export type ExtractOptions = typeof ExtractOptions.Type

/** An extraction as it is stored: `scrapeOptions` is what each page is scraped with. */
export const ExtractRequest = Schema.Struct({
  ...ExtractOptions.fields,
  schema: optional(Schema.Json),
  urls: Schema.Array(Schema.String),
  /** Whether pages are kept as text too, for a model. */
  readsText: Schema.Boolean,
  /** What was asked for and is not done, in sentences; part of the warning. */
  notes: optional(Schema.Array(Schema.String))
})
export type ExtractRequest = typeof ExtractRequest.Type

export const decode: (input: unknown) => Effect.Effect<ExtractOptions, InvalidInput> = reader(
  "extract options",
  ExtractOptions
)

/** Whether the address stands for the pages below it, and where these begin. */
export const wildcardOf = (url: string): string | undefined => (url.endsWith("/*") ? url.slice(0, -1) : undefined)
