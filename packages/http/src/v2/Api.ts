/** The v2 endpoints: what they accept and what they answer (contract/v2.md). */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Bearer } from "../Bearer.ts"
import * as Errors from "../ErrorBody.ts"
import { ScrapeRequest, ScrapeResponse, TokenUsage } from "./schemas.ts"

const work = [
  Errors.BadRequest,
  Errors.Unauthorized,
  Errors.PaymentRequired,
  Errors.Forbidden,
  Errors.NotFound,
  Errors.RequestTimeout,
  Errors.PayloadTooLarge,
  Errors.UnsupportedMediaType,
  Errors.TooManyRequests,
  Errors.InternalError
] as const

const read = [Errors.Unauthorized, Errors.NotFound, Errors.TooManyRequests, Errors.InternalError] as const

const scrape = HttpApiGroup.make("Scraping").add(
  HttpApiEndpoint.post("scrape", "/scrape", {
    payload: ScrapeRequest,
    success: ScrapeResponse,
    error: work
  }).annotateMerge(OpenApi.annotations({ identifier: "scrape", summary: "One page in the formats asked for" }))
)

const team = HttpApiGroup.make("Billing").add(
  HttpApiEndpoint.get("tokenUsage", "/team/token-usage", { success: TokenUsage, error: read }).annotateMerge(
    OpenApi.annotations({ identifier: "getTokenUsageV2", summary: "Tokens left in the billing period" })
  )
)

export class ApiV2 extends HttpApi.make("v2")
  .add(scrape, team)
  .prefix("/v2")
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver v2", version: "2.0.0" })) {}
