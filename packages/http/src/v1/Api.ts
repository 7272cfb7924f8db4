/** The v1 endpoints: what they accept and what they answer (contract/v1.md). */
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

const scrape = HttpApiGroup.make("v1 Scraping").add(
  HttpApiEndpoint.post("scrape", "/scrape", {
    payload: ScrapeRequest,
    success: ScrapeResponse,
    error: work
  }).annotateMerge(OpenApi.annotations({ identifier: "scrapeV1", summary: "One page in the formats asked for" }))
)

const team = HttpApiGroup.make("v1 Billing")
  .add(
    HttpApiEndpoint.get("tokenUsage", "/team/token-usage", { success: TokenUsage, error: read }).annotateMerge(
      OpenApi.annotations({ identifier: "getTokenUsage", summary: "Tokens left in the billing period" })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Billing" }))

export class ApiV1 extends HttpApi.make("v1")
  .add(scrape, team)
  .prefix("/v1")
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver v1", version: "1.0.0" })) {}
