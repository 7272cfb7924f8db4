/** Bodies of v2 requests and answers, built from the options and documents of core. */
import { Document, ScrapeOptions } from "@orbweaver/core"
import * as Schema from "effect/Schema"

const Success = Schema.Literal(true)

/** Fields that every body may carry (contract/v2.md §1.7). */
export const common = {
  /** The client that asks, such as `js-sdk@4.42.0`. */
  origin: Schema.optionalKey(Schema.String),
  integration: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isMaxLength(256)))),
  zeroDataRetention: Schema.optionalKey(Schema.Boolean)
}

/** Scrape fields of clients that change nothing here, or that we cannot honour yet (docs/http/compatibility.md). */
export const tolerated = {
  fastMode: Schema.optionalKey(Schema.Boolean),
  useMock: Schema.optionalKey(Schema.String),
  onlyCleanContent: Schema.optionalKey(Schema.Boolean),
  redactPII: Schema.optionalKey(Schema.Json),
  profile: Schema.optionalKey(Schema.Json),
  threatProtection: Schema.optionalKey(Schema.Json),
  auditMetadata: Schema.optionalKey(Schema.Json),
  __searchPreviewToken: Schema.optionalKey(Schema.String),
  __experimental_omce: Schema.optionalKey(Schema.Boolean),
  __experimental_omceDomain: Schema.optionalKey(Schema.String)
}

/** Scrape options as v2 writes them. */
export const scrapeFields = { ...ScrapeOptions.ScrapeOptions.fields, ...tolerated }

export const ScrapeRequest = Schema.Struct({ url: Schema.String, ...scrapeFields, ...common })
export type ScrapeRequest = typeof ScrapeRequest.Type

export const ScrapeResponse = Schema.Struct({
  success: Success,
  data: Document.Document,
  scrape_id: Schema.optionalKey(Schema.String)
})

const IsoDate = Schema.NullOr(Schema.String)

export const TokenUsage = Schema.Struct({
  success: Success,
  data: Schema.Struct({
    remainingTokens: Schema.Int,
    /** Tokens of the plan in one billing period, without coupons. */
    planTokens: Schema.Int,
    billingPeriodStart: IsoDate,
    billingPeriodEnd: IsoDate
  })
})
