/**
 * What an extraction looks for, and where; field names are those of the v2 API
 * (docs/reference/v2.md §13). Each option is written down once.
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ThreatProtection } from "@orbweaver/core/model/ThreatProtection"
import { type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { Notes } from "@orbweaver/core/model/Job"
import { headersProblem } from "@orbweaver/core/internal/model/RequestHeaders"
import { jobFields } from "@orbweaver/core/internal/model/JobOptions"
import { defaultsOf, option } from "@orbweaver/core/internal/model/optionDefinition"
import { schemaProblems } from "../json/schemaIndex.ts"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"

export const limits = {
  /** Pages of an extraction when the caller names no number, and at most. */
  pages: 50,
  maxPages: 1000,
  /** Addresses that are given. */
  urls: 1000,
  /** Addresses that a search adds. */
  found: 5
} as const

const Words = Schema.String.check(Schema.isMaxLength(ScrapeOptions.limits.prompt))

export const ExtractOptions = Schema.Struct({
  /**
   * What to extract, described in words: ranks pages, and a model follows it where there is one. Default: the schema
   * alone.
   */
  prompt: option(Words, {
    text: "What to extract, described in words: ranks pages, and a model follows it where there is one",
    otherwise: "the schema alone"
  }),
  /** How a model is to go about it, in your words; within our instructions, and for a model alone. Default: none. */
  systemPrompt: option(Words, {
    text: "How a model is to go about it, in your words; within our instructions, and for a model alone",
    otherwise: "none",
    tool: false
  }),
  /** JSON Schema of the answer. Default: what the prompt asks for. */
  schema: option(Schema.Json, {
    text: "JSON Schema of the answer",
    otherwise: "what the prompt asks for"
  }),
  /** Maximum number of pages that are read. Default: 50. */
  limit: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.maxPages })), {
    text: "Maximum number of pages that are read",
    default: limits.pages
  }),
  /** Do not read sitemaps, for addresses that end in `/*`. Default: `false`. */
  ignoreSitemap: option(Schema.Boolean, {
    text: "Do not read sitemaps, for addresses that end in `/*`",
    default: false,
    tool: false
  }),
  /** Read pages of subdomains too, for addresses that end in `/*`. Default: `true`. */
  includeSubdomains: option(Schema.Boolean, {
    text: "Read pages of subdomains too, for addresses that end in `/*`",
    default: true,
    tool: false
  }),
  /** Read pages of other sites that are linked, for addresses that end in `/*`. Default: `false`. */
  allowExternalLinks: option(Schema.Boolean, {
    text: "Read pages of other sites that are linked, for addresses that end in `/*`",
    default: false,
    tool: false
  }),
  /** Also read the results of a web search. Default: `false`. */
  enableWebSearch: option(Schema.Boolean, {
    text: "Also read the results of a web search",
    default: false,
    flag: { name: "web" }
  }),
  /** Name the source pages of each value. Default: `false`. */
  showSources: option(Schema.Boolean, {
    text: "Name the source pages of each value",
    default: false,
    flag: { name: "sources" }
  }),
  /** Leave out addresses that are invalid, and list them; otherwise they are an error. Default: `true`. */
  ignoreInvalidURLs: jobFields.ignoreInvalidURLs,
  /** Limit for each page, in milliseconds. Default: 60 seconds. */
  timeout: option(Schema.Int.check(Schema.isGreaterThan(0)), {
    text: "Limit for each page",
    otherwise: "60 seconds",
    unit: "milliseconds",
    tool: false
  }),
  /** Hosts that must not be reached, by lists of the caller. Default: none. */
  threatProtection: option(ThreatProtection, {
    text: "Hosts that must not be reached, by lists of the caller",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  /** How pages are captured; the extraction chooses their formats. Default: as a scrape without options. */
  scrapeOptions: option(ScrapeOptions.ScrapeOptions, {
    text: "How pages are captured; the extraction chooses their formats",
    otherwise: "as a scrape without options",
    flag: false,
    tool: false
  }),
  /** Maximum number of pages of this job at once. Default: as many as the workers have room for, 10 in each process. */
  maxConcurrency: jobFields.maxConcurrency,
  /**
   * Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`. Default:
   * none.
   */
  webhook: jobFields.webhook
})
export type ExtractOptions = typeof ExtractOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(ExtractOptions.fields)

/** An extraction as it is stored: `scrapeOptions` is what each page is scraped with. */
export const ExtractRequest = Schema.Struct({
  ...ExtractOptions.fields,
  urls: Schema.Array(Schema.String),
  /** Whether pages are kept as text too, for a model. */
  readsText: Schema.Boolean,
  notes: Notes
})
export type ExtractRequest = typeof ExtractRequest.Type

export const decode: (input: unknown) => Effect.Effect<ExtractOptions, InvalidInput> = reader(
  "extract options",
  ExtractOptions.check(
    Schema.makeFilter(
      ({ schema, scrapeOptions }) =>
        headersProblem(scrapeOptions?.headers, ["scrapeOptions", "headers"]) ?? schemaProblems(schema)
    )
  )
)

/** Whether the address stands for the pages below it, and where these begin. */
export const wildcardOf = (url: string): string | undefined => (url.endsWith("/*") ? url.slice(0, -1) : undefined)
