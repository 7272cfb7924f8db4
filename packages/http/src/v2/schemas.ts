/** Bodies of v2 requests and answers, built from the options and documents of core. */
import { BatchOptions } from "@orbweaver/core/model/BatchOptions"
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import * as Document from "@orbweaver/core/model/Document"
import { hasFormat, internalFormatNames } from "@orbweaver/core/model/formats/builtInFormats"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { option, withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import { focus, SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { BatchUrls, common, ignoredFields, IsoDate, Success, usageBody, Uuid, Webhook } from "../wire/schemas.ts"
import { unsupported, unsupportedFields } from "../wire/unsupportedFields.ts"

const optional = Schema.optionalKey

/** Formats but for those of the server's own work, whose fields no answer has. */
const Formats = Schema.Array(Schema.Union([Schema.String, ScrapeOptions.FormatSpec])).check(
  Schema.makeFilter((formats) => {
    const names = formats.map((format) => (typeof format === "string" ? format : format.type))
    const at = names.findIndex((name) => internalFormatNames.includes(name))
    return at === -1
      ? undefined
      : { path: [at], issue: `The format ${names[at]} is of the server's own work: leave it out` }
  })
)

/** Scrape options as v2 writes them. */
export const scrapeFields = {
  ...ScrapeOptions.ScrapeOptions.fields,
  formats: withSchema(ScrapeOptions.ScrapeOptions.fields.formats, Formats),
  ...ignoredFields
}
/** As a part of another body, where clients repeat who they are. */
export const ScrapeFields = Schema.Struct({ ...scrapeFields, ...Struct.pick(common, ["origin", "integration"]) })
export type ScrapeFields = typeof ScrapeFields.Type

export const ScrapeRequest = Schema.Struct({ url: Schema.String, ...scrapeFields, ...common })

export const ScrapeResponse = Schema.Struct({
  success: Success,
  data: Document.Document,
  scrape_id: optional(Schema.String)
})

/** A document of a file, which has a name in place of an address. */
const FileDocument = Schema.Struct({
  ...Document.Document.fields,
  metadata: Schema.StructWithRest(
    Schema.Struct({
      ...Struct.omit(Document.MetadataFields.schema.fields, ["url", "sourceURL"]),
      sourceFile: Schema.String
    }),
    Document.MetadataFields.records
  )
})

export const ParseResponse = Schema.Struct({ success: Success, data: FileDocument })

/** An earlier scrape, page of a job, or upload. */
export const ScrapeStatus = Schema.Struct({ success: Success, data: Schema.Union([Document.Document, FileDocument]) })

const positive = Schema.Int.check(Schema.isGreaterThan(0))
const prompt = Schema.String.check(Schema.isMaxLength(ScrapeOptions.limits.prompt))

/** Options of a batch as both versions write them, beside those of its pages. */
export const batchFields = {
  ...Struct.omit(BatchOptions.fields, ["priority", "scrapeOptions"]),
  webhook: withSchema(BatchOptions.fields.webhook, Webhook),
  appendToId: withSchema(BatchOptions.fields.appendToId, Uuid)
}

export const BatchRequest = Schema.Struct({
  urls: BatchUrls,
  ...scrapeFields,
  ...batchFields,
  ...common
})
export type BatchRequest = typeof BatchRequest.Type

export const CrawlRequest = Schema.Struct({
  url: Schema.String,
  prompt: option(prompt, { text: "Pages to visit, described in words; options that are set win", otherwise: "none" }),
  ...CrawlOptions.fields,
  webhook: withSchema(CrawlOptions.fields.webhook, Webhook),
  scrapeOptions: withSchema(CrawlOptions.fields.scrapeOptions, ScrapeFields),
  ...common
})
export type CrawlRequest = typeof CrawlRequest.Type

export const CrawlStarted = Schema.Struct({
  success: Success,
  id: Schema.String,
  url: Schema.String,
  promptGeneratedOptions: optional(Schema.Record(Schema.String, Schema.Json)),
  finalCrawlerOptions: optional(Schema.Record(Schema.String, Schema.Json)),
  /** What of the prompt was not understood, or not granted. */
  warning: optional(Schema.String)
})

export const ParamsPreviewRequest = Schema.Struct({
  url: Schema.String,
  prompt,
  ...Struct.pick(common, ["origin", "integration"])
})

export const ParamsPreviewResponse = Schema.Struct({
  success: Success,
  data: Schema.Record(Schema.String, Schema.Json),
  /** Of each option the words of the prompt that it comes from. */
  reasons: optional(
    Schema.Array(Schema.Struct({ option: Schema.String, words: Schema.String, reason: Schema.String }))
  ),
  /** Words of the prompt that lead to nothing. */
  unused: optional(Schema.Array(Schema.String)),
  warning: optional(Schema.String)
})

export const MapRequest = Schema.Struct({
  url: Schema.String,
  ...MapOptions.fields,
  useIndex: unsupported(unsupportedFields.useIndex, Schema.Boolean),
  ...ignoredFields,
  ...common
})
export type MapRequest = typeof MapRequest.Type

export const MapLink = Schema.Struct({
  url: Schema.String,
  title: optional(Schema.String),
  description: optional(Schema.String)
})

export const MapResponse = Schema.Struct({
  success: Success,
  links: Schema.Array(MapLink),
  /** What was asked for and is not had. */
  warning: optional(Schema.String)
})

const sourceNames = Schema.Literals(["web", "images", "news", "local"])

export const SearchRequest = Schema.Struct({
  query: Schema.String.check(Schema.isMaxLength(2000)),
  ...SearchOptions.fields,
  sources: withSchema(
    SearchOptions.fields.sources,
    Schema.Array(Schema.Union([sourceNames, Schema.Struct({ type: sourceNames, ...focus })]))
  ),
  timeout: withSchema(SearchOptions.fields.timeout, positive),
  scrapeOptions: withSchema(SearchOptions.fields.scrapeOptions, ScrapeFields),
  ignoreInvalidURLs: optional(Schema.Boolean),
  safe: unsupported(unsupportedFields.safe, Schema.Json),
  enterprise: unsupported(unsupportedFields.enterprise, Schema.Array(Schema.String)),
  ...ignoredFields,
  ...common
}).check(
  Schema.makeFilter((body) =>
    body.includeDomains !== undefined && body.excludeDomains !== undefined
      ? { path: ["includeDomains"], issue: "includeDomains and excludeDomains cannot be used together" }
      : undefined
  )
)
export type SearchRequest = typeof SearchRequest.Type

/** Fields of the page behind a result, where it was scraped. */
const scrapedFields = {
  ...Struct.omit(Document.Document.fields, ["metadata"]),
  /** Of the page; status 0 and `error` where it could not be scraped. */
  metadata: optional(Schema.Record(Schema.String, Schema.Json))
}

const WebResult = Schema.Struct({
  url: Schema.String,
  title: optional(Schema.String),
  description: Schema.String,
  /** From 1. */
  position: Schema.Int,
  category: optional(Schema.String),
  ...scrapedFields
})

const NewsResult = Schema.Struct({
  title: optional(Schema.String),
  url: Schema.String,
  snippet: Schema.String,
  date: optional(Schema.String),
  imageUrl: optional(Schema.String),
  position: Schema.Int,
  category: optional(Schema.String),
  ...scrapedFields
})

const ImageResult = Schema.Struct({
  title: optional(Schema.String),
  imageUrl: optional(Schema.String),
  imageWidth: optional(Schema.Finite),
  imageHeight: optional(Schema.Finite),
  url: Schema.String,
  position: Schema.Int
})

export const SearchResponse = Schema.Struct({
  success: Success,
  data: Schema.Struct({
    web: optional(Schema.Array(WebResult)),
    images: optional(Schema.Array(ImageResult)),
    news: optional(Schema.Array(NewsResult))
  }),
  creditsUsed: Schema.Int,
  id: optional(Schema.String),
  warning: optional(Schema.String)
})

/** Fields of an extraction that both versions have. */
export const extractFields = {
  urls: optional(
    Schema.Array(Schema.String).check(
      Schema.isMaxLength(10, { message: "Maximum of 10 URLs allowed per request while in beta." })
    )
  ),
  ...Struct.omit(ExtractOptions.fields, ["maxConcurrency", "scrapeOptions"]),
  schema: withSchema(ExtractOptions.fields.schema, Schema.NullOr(Schema.Json)),
  systemPrompt: withSchema(ExtractOptions.fields.systemPrompt, Schema.String),
  limit: withSchema(ExtractOptions.fields.limit, positive),
  webhook: withSchema(ExtractOptions.fields.webhook, Webhook),
  __experimental_showSources: optional(Schema.Boolean),
  agent: unsupported(unsupportedFields.agent, Schema.Record(Schema.String, Schema.Json)),
  urlTrace: unsupported(unsupportedFields.urlTrace, Schema.Boolean),
  __experimental_streamSteps: unsupported(unsupportedFields.__experimental_streamSteps, Schema.Boolean),
  __experimental_llmUsage: unsupported(unsupportedFields.__experimental_llmUsage, Schema.Boolean),
  __experimental_showCostTracking: unsupported(unsupportedFields.__experimental_showCostTracking, Schema.Boolean),
  __experimental_cacheKey: unsupported(unsupportedFields.__experimental_cacheKey, Schema.String),
  __experimental_cacheMode: unsupported(unsupportedFields.__experimental_cacheMode, Schema.String)
}

/** An extraction needs a place to look, or a question to search with. */
export const urlsOrPrompt = (body: { readonly urls?: ReadonlyArray<string>; readonly prompt?: string }) =>
  body.urls === undefined && body.prompt === undefined
    ? { path: [], issue: "Either 'urls' or 'prompt' must be provided." }
    : undefined

export const ExtractRequest = Schema.Struct({
  ...extractFields,
  scrapeOptions: optional(ScrapeFields),
  ...common
}).check(Schema.makeFilter(urlsOrPrompt))
export type ExtractRequest = typeof ExtractRequest.Type

export const ExtractStarted = Schema.Struct({
  success: Success,
  id: Schema.String,
  urlTrace: Schema.Array(Schema.Json),
  invalidURLs: optional(Schema.Array(Schema.String))
})

export const ExtractStatus = Schema.Struct({
  success: Schema.Boolean,
  /** The extracted value; an empty list until there is one. */
  data: Schema.Json,
  status: Schema.Literals(["processing", "completed", "failed", "cancelled"]),
  expiresAt: IsoDate,
  /** Why there is nothing. */
  error: optional(Schema.String),
  /** What went less well than asked: what was not found, what was not followed. */
  warning: optional(Schema.String),
  /** Pages that could not be read. */
  errors: optional(
    Schema.Array(Schema.Struct({ url: Schema.String, error: Schema.String, code: optional(Schema.String) }))
  ),
  /** Values that a model answered and no page that was read states, as JSON pointers into `data`. */
  unsupported: optional(Schema.Array(Schema.String)),
  /** Whether a model had a part in it. */
  madeBy: optional(Schema.Literals(["rules", "model"])),
  tokensUsed: optional(Schema.Int),
  creditsUsed: optional(Schema.Int),
  /** Pages that say each value, by its path: `products.0.name`. */
  sources: optional(Schema.Record(Schema.String, Schema.Array(Schema.String)))
})

/** Options that mean nothing for a file; clients send their defaults all the same. */
export const networkOptions = ["actions", "waitFor", "location", "mobile", "minAge", "lockdown"] as const

/** The `options` part of a parse request: those of a scrape that mean something without a network. */
export const ParseOptions = Schema.Struct({
  ...Struct.omit(scrapeFields, networkOptions),
  ...common
}).check(
  Schema.makeFilter(({ formats = [] }) => {
    const of = formats.findIndex((format) => !hasFormat(typeof format === "string" ? format : format.type, undefined))
    return of === -1 ? undefined : { path: ["formats", of], issue: "This format is not available for files" }
  })
)

const period = { start: "billingPeriodStart", end: "billingPeriodEnd" } as const

export const tokenNames = { remaining: "remainingTokens", plan: "planTokens", ...period } as const
export const TokenUsage = usageBody(tokenNames)

export const creditNames = { remaining: "remainingCredits", plan: "planCredits", ...period } as const
export const CreditUsage = usageBody(creditNames)

/** Names of endpoints in the activity. */
export const ActivityEndpoint = Schema.Literals([
  "scrape",
  "parse",
  "crawl",
  "batch_scrape",
  "search",
  "extract",
  "llmstxt",
  "deep_research",
  "map",
  "agent",
  "browser",
  "interact"
])

export const ActivityQuery = {
  endpoint: optional(ActivityEndpoint),
  limit: optional(Schema.String),
  cursor: optional(Schema.String)
}

export const Activity = Schema.Struct({
  success: Success,
  data: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      endpoint: Schema.String,
      /** Version of the API that answers with it. */
      api_version: Schema.Literals(["v1", "v2"]),
      status: Schema.String,
      created_at: IsoDate,
      /** The address that it began with; `null` for one without. */
      target: Schema.NullOr(Schema.String)
    })
  ),
  cursor: Schema.NullOr(Schema.String),
  has_more: Schema.Boolean,
  /** Why nothing of an endpoint is listed. */
  warning: optional(Schema.String)
})
