/**
 * What the pydantic models of `firecrawl-py` (MIT, its v1 and v2 clients) refuse
 * to be without, written as schemas: whole numbers where they say `int`, the
 * words of their literals, lists where they say list. Members that they ignore
 * may be there; those that are optional may be missing or null.
 */
import { Schema } from "effect"

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const text = maybe(Schema.String)
const date = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))
const anything = Schema.Record(Schema.String, Schema.Unknown)

const Metadata = Schema.Struct({
  title: text,
  description: text,
  url: text,
  favicon: text,
  sourceURL: text,
  scrapeId: text,
  contentType: text,
  cachedAt: text,
  error: text,
  statusCode: maybe(Schema.Int),
  numPages: maybe(Schema.Int),
  creditsUsed: maybe(Schema.Int),
  proxyUsed: maybe(Schema.Literals(["basic", "stealth"])),
  cacheState: maybe(Schema.Literals(["hit", "miss"]))
})

const documentFields = {
  markdown: text,
  html: text,
  rawHtml: text,
  summary: text,
  screenshot: text,
  warning: text,
  links: maybe(Schema.Array(Schema.String)),
  actions: maybe(Schema.Struct({ screenshots: Schema.Array(Schema.String), pdfs: Schema.Array(Schema.String) })),
  changeTracking: maybe(anything),
  metadata: maybe(Metadata)
}

export const Document = Schema.Struct(documentFields)

/** Of search, `next` never null: v1 goes on while the key is there. */
const pages = {
  success: Schema.Literal(true),
  status: Schema.Literals(["scraping", "completed", "failed", "cancelled"]),
  total: Schema.Int,
  completed: Schema.Int,
  creditsUsed: Schema.Int,
  expiresAt: date,
  next: Schema.optionalKey(Schema.String),
  data: Schema.Array(Document)
}

export const Job = Schema.Struct(pages)
export const Started = Schema.Struct({ success: Schema.Literal(true), id: Schema.String, url: Schema.String })
export const BatchStarted = Schema.Struct({ ...Started.fields, invalidURLs: maybe(Schema.Array(Schema.String)) })
export const Cancelled = Schema.Struct({ status: Schema.Literal("cancelled") })
export const Errors = Schema.Struct({
  errors: Schema.Array(
    Schema.Struct({ id: Schema.String, timestamp: maybe(date), url: Schema.String, code: text, error: Schema.String })
  ),
  robotsBlocked: Schema.Array(Schema.String)
})
export const Active = Schema.Struct({
  success: Schema.Literal(true),
  crawls: Schema.Array(Schema.Struct({ id: Schema.String, teamId: Schema.String, url: Schema.String }))
})

export const Scraped = Schema.Struct({ success: Schema.Literal(true), data: Document })

export const Mapped = Schema.Struct({
  success: Schema.Literal(true),
  links: Schema.Array(Schema.Struct({ url: Schema.String, title: text, description: text }))
})
export const MappedV1 = Schema.Struct({ success: Schema.Literal(true), links: Schema.Array(Schema.String) })

export const Found = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    web: maybe(Schema.Array(Schema.Struct({ url: Schema.String, title: text, description: text }))),
    news: maybe(Schema.Array(Schema.Struct({ url: text, snippet: text, date: text, position: maybe(Schema.Int) }))),
    images: maybe(Schema.Array(Schema.Struct({ imageUrl: text, imageWidth: maybe(Schema.Int), url: text })))
  })
})
export const FoundV1 = Schema.Struct({ success: Schema.Literal(true), data: Schema.Array(anything), warning: text })

export const ExtractStarted = Schema.Struct({ success: Schema.Literal(true), id: Schema.String })
export const Extracted = Schema.Struct({
  success: Schema.Boolean,
  status: Schema.Literals(["processing", "completed", "failed"]),
  expiresAt: date,
  error: text,
  sources: maybe(anything)
})

export const LlmsTxt = Schema.Struct({
  success: Schema.Boolean,
  status: Schema.Literals(["processing", "completed", "failed"]),
  expiresAt: Schema.String,
  error: text,
  data: maybe(Schema.Struct({ llmstxt: Schema.String, llmsfulltxt: text }))
})

const period = { startDate: text, endDate: text, apiKey: text }
export const CreditHistory = Schema.Struct({
  success: Schema.Literal(true),
  periods: Schema.Array(Schema.Struct({ ...period, creditsUsed: Schema.Int }))
})
export const TokenHistory = Schema.Struct({
  success: Schema.Literal(true),
  periods: Schema.Array(Schema.Struct({ ...period, tokensUsed: Schema.Int }))
})
const usage = <Name extends string>(names: ReadonlyArray<Name>) =>
  Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Record(Schema.Literals(names), Schema.NullOr(Schema.Union([Schema.Int, date])))
  })
export const Credits = usage(["remainingCredits", "planCredits", "billingPeriodStart", "billingPeriodEnd"])
export const Tokens = usage(["remainingTokens", "planTokens", "billingPeriodStart", "billingPeriodEnd"])
export const CreditsV1 = usage(["remaining_credits", "plan_credits", "billing_period_start", "billing_period_end"])
export const TokensV1 = usage(["remaining_tokens", "plan_tokens", "billing_period_start", "billing_period_end"])
export const Concurrency = Schema.Struct({
  success: Schema.Literal(true),
  concurrency: Schema.Int,
  maxConcurrency: Schema.Int
})
export const Queue = Schema.Struct({
  success: Schema.Literal(true),
  jobsInQueue: Schema.Int,
  activeJobsInQueue: Schema.Int,
  waitingJobsInQueue: Schema.Int,
  maxConcurrency: Schema.Int,
  mostRecentSuccess: maybe(date)
})

/** What its error classes read. */
export const Failed = Schema.Struct({ success: Schema.Literal(false), error: Schema.String })
