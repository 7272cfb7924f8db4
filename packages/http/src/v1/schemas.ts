/** Bodies of v1 requests and answers (docs/reference/v1.md). */
import * as CrawlOptions from "@orbweaver/core/model/CrawlOptions"
import * as Document from "@orbweaver/core/model/Document"
import { formatsInV1 } from "@orbweaver/core/model/formats/builtInFormats"
import { MapOptions } from "@orbweaver/core/model/MapOptions"
import { withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { LlmsTxtOptions } from "@orbweaver/extraction/internal/llmstxt/LlmsTxtOptions"
import { ResearchOptions } from "@orbweaver/extraction/internal/research/ResearchOptions"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { BatchUrls, common, ignoredFields, IsoDate, Success, usageBody, Webhook } from "../wire/schemas.ts"
import { unsupported, unsupportedFields } from "../wire/unsupportedFields.ts"
import { batchFields, extractFields, ParseResponse, urlsOrPrompt } from "../v2/schemas.ts"

export { CrawlStarted } from "../v2/schemas.ts"

const optional = Schema.optionalKey
const options = ScrapeOptions.ScrapeOptions.fields
const text = Schema.String.check(Schema.isMaxLength(ScrapeOptions.limits.prompt))

const Format = Schema.Literals([...formatsInV1, "screenshot@fullPage", "extract"])

const Agent = Schema.Struct({
  model: optional(Schema.String),
  prompt: optional(text),
  sessionId: optional(Schema.String),
  waitBeforeClosingMs: optional(Schema.Int)
})

export const ExtractOptions = Schema.Struct({
  mode: optional(Schema.Literal("llm")),
  schema: optional(Schema.Json),
  prompt: optional(text),
  systemPrompt: optional(text),
  temperature: optional(Schema.Finite),
  agent: optional(Agent)
})

const ChangeTrackingOptions = Schema.Struct({
  prompt: optional(Schema.String),
  schema: optional(Schema.Json),
  modes: optional(Schema.Array(Schema.Literals(["json", "git-diff"]))),
  tag: optional(Schema.NullOr(Schema.String))
})

/** Scrape options as v1 writes them; `wire.ts` says what each becomes. */
const scrapeFields = {
  ...Struct.pick(options, ScrapeOptions.namesInV1),
  formats: optional(Schema.Array(Format)),
  timeout: options.timeout,
  extract: optional(ExtractOptions),
  jsonOptions: optional(ExtractOptions),
  changeTrackingOptions: optional(ChangeTrackingOptions),
  parsePDF: optional(Schema.Boolean),
  location: options.location,
  geolocation: options.location,
  agent: unsupported(unsupportedFields.agent, Agent),
  __experimental_cache: unsupported(unsupportedFields.__experimental_cache, Schema.Boolean),
  ...ignoredFields
}

const formatsRule = Schema.makeFilter<ScrapeFields>((body) => {
  const formats = body.formats ?? []
  if (formats.includes("screenshot") && formats.includes("screenshot@fullPage")) {
    return { path: ["formats"], issue: "You may only specify either screenshot or screenshot@fullPage" }
  }
  if (formats.includes("changeTracking") && !formats.includes("markdown")) {
    return {
      path: ["formats"],
      issue: "The changeTracking format requires the markdown format to be specified as well"
    }
  }
  if (
    formats.includes("extract") !== (body.extract !== undefined) ||
    (formats.includes("json") && body.jsonOptions === undefined)
  ) {
    return {
      path: [],
      issue: "When 'extract' or 'json' format is specified, corresponding options must be provided, and vice versa"
    }
  }
  return undefined
})

const Fields = Schema.Struct(scrapeFields)
export type ScrapeFields = typeof Fields.Type

/** Scrape options nested in another body, where clients repeat who they are. */
const Nested = Schema.Struct({ ...scrapeFields, ...Struct.pick(common, ["origin", "integration"]) }).check(formatsRule)

export const ScrapeRequest = Schema.Struct({ url: Schema.String, ...scrapeFields, ...common }).check(formatsRule)
export type ScrapeRequest = typeof ScrapeRequest.Type

/** A document whose structured data may stand under `extract`, as that format's name was. */
export const DocumentV1 = Schema.Struct({ ...Document.Document.fields, extract: optional(Schema.Json) })

/** An earlier scrape, page of a job, or upload, of either version. */
export const ScrapeStatus = Schema.Struct({
  success: Success,
  data: Schema.Union([DocumentV1, ParseResponse.fields.data])
})

export const ScrapeResponse = Schema.Struct({
  success: Success,
  data: DocumentV1,
  scrape_id: optional(Schema.String)
})

const positive = Schema.Int.check(Schema.isGreaterThan(0))

export const BatchRequest = Schema.Struct({
  urls: BatchUrls,
  ...scrapeFields,
  ...batchFields,
  ...common
}).check(formatsRule)

const rules = CrawlOptions.ruleFields

/** Which pages belong to a crawl or a map, as v1 writes it. */
const ruleFields = {
  includePaths: rules.includePaths,
  excludePaths: rules.excludePaths,
  /** Most path segments of a page. */
  maxDepth: optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  maxDiscoveryDepth: rules.maxDiscoveryDepth,
  allowBackwardLinks: optional(Schema.Boolean),
  allowBackwardCrawling: optional(Schema.Boolean),
  crawlEntireDomain: rules.crawlEntireDomain,
  allowExternalLinks: rules.allowExternalLinks,
  allowSubdomains: rules.allowSubdomains,
  ignoreRobotsTxt: rules.ignoreRobotsTxt,
  ignoreSitemap: optional(Schema.Boolean),
  deduplicateSimilarURLs: rules.deduplicateSimilarURLs,
  ignoreQueryParameters: rules.ignoreQueryParameters,
  regexOnFullURL: rules.regexOnFullURL,
  delay: CrawlOptions.CrawlOptions.fields.delay
}
const Rules = Schema.Struct(ruleFields)
export type Rules = typeof Rules.Type

export const CrawlRequest = Schema.Struct({
  url: Schema.String,
  ...ruleFields,
  prompt: optional(text),
  limit: CrawlOptions.CrawlOptions.fields.limit,
  maxConcurrency: CrawlOptions.CrawlOptions.fields.maxConcurrency,
  webhook: withSchema(CrawlOptions.CrawlOptions.fields.webhook, Webhook),
  scrapeOptions: optional(Nested),
  ...common
})
export type CrawlRequest = typeof CrawlRequest.Type

export const MapRequest = Schema.Struct({
  url: Schema.String,
  ...ruleFields,
  ...Struct.pick(MapOptions.fields, ["search", "includeSubdomains", "timeout", "filterByPath"]),
  sitemapOnly: optional(Schema.Boolean),
  limit: withSchema(MapOptions.fields.limit, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30_000 }))),
  location: options.location,
  useIndex: unsupported(unsupportedFields.useIndex, Schema.Boolean),
  ...ignoredFields,
  ...common
})
export type MapRequest = typeof MapRequest.Type

export const MapResponse = Schema.Struct({
  success: Success,
  links: Schema.Array(Schema.String),
  /** What was asked for and is not had. */
  warning: optional(Schema.String)
})

export const SearchRequest = Schema.Struct({
  query: Schema.String.check(Schema.isMaxLength(2000)),
  ...Struct.pick(SearchOptions.fields, ["limit", "tbs", "filter", "location", "lang", "country"]),
  timeout: withSchema(SearchOptions.fields.timeout, positive),
  ignoreInvalidURLs: optional(Schema.Boolean),
  scrapeOptions: optional(Nested),
  ...ignoredFields,
  ...common
})
export type SearchRequest = typeof SearchRequest.Type

export const SearchResponse = Schema.Struct({
  success: Success,
  data: Schema.Array(Schema.Record(Schema.String, Schema.Json)),
  warning: optional(Schema.String),
  id: optional(Schema.String)
})

export const ExtractRequest = Schema.Struct({
  ...extractFields,
  scrapeOptions: optional(Nested),
  ...common
}).check(Schema.makeFilter(urlsOrPrompt))

export type ExtractRequest = typeof ExtractRequest.Type

export const LlmsTxtRequest = Schema.Struct({
  url: Schema.String,
  ...LlmsTxtOptions.fields
})

export const LlmsTxtStatus = Schema.Struct({
  success: Schema.Boolean,
  data: Schema.Struct({ llmstxt: Schema.String, llmsfulltxt: optional(Schema.String) }),
  status: Schema.Literals(["processing", "completed", "failed"]),
  /** Whether a model wrote the descriptions. */
  madeBy: optional(Schema.Literals(["rules", "model"])),
  tokensUsed: optional(Schema.Int),
  creditsUsed: optional(Schema.Int),
  error: optional(Schema.String),
  warning: optional(Schema.String),
  expiresAt: IsoDate
})

export const DeepResearchRequest = Schema.Struct({
  query: optional(Schema.String),
  topic: optional(Schema.String),
  ...ResearchOptions.fields,
  analysisPrompt: withSchema(ResearchOptions.fields.analysisPrompt, Schema.String),
  systemPrompt: withSchema(ResearchOptions.fields.systemPrompt, Schema.String),
  formats: withSchema(ResearchOptions.fields.formats, Schema.Array(Schema.Literals(["markdown", "json"]))),
  jsonOptions: withSchema(ResearchOptions.fields.jsonOptions, ExtractOptions)
})

export const DeepResearchStatus = Schema.Record(Schema.String, Schema.Json)

export const Started = Schema.Struct({ success: Success, id: Schema.String })

const period = { start: "billing_period_start", end: "billing_period_end" } as const

export const tokenNames = { remaining: "remaining_tokens", plan: "plan_tokens", ...period } as const
export const TokenUsage = usageBody(tokenNames)

export const creditNames = { remaining: "remaining_credits", plan: "plan_credits", ...period } as const
export const CreditUsage = usageBody(creditNames)
