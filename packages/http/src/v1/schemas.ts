/** Bodies of v1 requests and answers (contract/v1.md). */
import { Document, ScrapeOptions } from "@orbweaver/core"
import * as Schema from "effect/Schema"
import { common } from "../v2/schemas.ts"

const Success = Schema.Literal(true)
const optional = Schema.optionalKey
const options = ScrapeOptions.ScrapeOptions.fields
const text = Schema.String.check(Schema.isMaxLength(ScrapeOptions.limits.prompt))

export const Format = Schema.Literals([
  "markdown",
  "html",
  "rawHtml",
  "links",
  "screenshot",
  "screenshot@fullPage",
  "extract",
  "json",
  "summary",
  "changeTracking"
])

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
export const scrapeFields = {
  formats: optional(Schema.Array(Format)),
  headers: options.headers,
  includeTags: options.includeTags,
  excludeTags: options.excludeTags,
  onlyMainContent: options.onlyMainContent,
  timeout: options.timeout,
  waitFor: options.waitFor,
  extract: optional(ExtractOptions),
  jsonOptions: optional(ExtractOptions),
  changeTrackingOptions: optional(ChangeTrackingOptions),
  mobile: options.mobile,
  parsePDF: optional(Schema.Boolean),
  actions: options.actions,
  location: options.location,
  geolocation: options.location,
  skipTlsVerification: options.skipTlsVerification,
  removeBase64Images: options.removeBase64Images,
  blockAds: options.blockAds,
  proxy: options.proxy,
  maxAge: options.maxAge,
  storeInCache: options.storeInCache,
  agent: optional(Agent),
  fastMode: optional(Schema.Boolean),
  useMock: optional(Schema.String),
  threatProtection: optional(Schema.Json),
  __experimental_cache: optional(Schema.Boolean),
  __searchPreviewToken: optional(Schema.String),
  __experimental_omce: optional(Schema.Boolean),
  __experimental_omceDomain: optional(Schema.String)
}

const formatsRule = Schema.makeFilter((body: ScrapeFields) => {
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

export const ScrapeRequest = Schema.Struct({ url: Schema.String, ...scrapeFields, ...common }).check(formatsRule)
export type ScrapeRequest = typeof ScrapeRequest.Type

/** A document whose structured data may stand under `extract`, as that format's name was. */
export const DocumentV1 = Schema.Struct({ ...Document.Document.fields, extract: optional(Schema.Json) })

export const ScrapeResponse = Schema.Struct({
  success: Success,
  data: DocumentV1,
  scrape_id: optional(Schema.String)
})

const IsoDate = Schema.NullOr(Schema.String)

export const TokenUsage = Schema.Struct({
  success: Success,
  data: Schema.Struct({
    remaining_tokens: Schema.Int,
    /** Tokens of the plan in one billing period, without coupons. */
    plan_tokens: Schema.Int,
    billing_period_start: IsoDate,
    billing_period_end: IsoDate
  })
})
