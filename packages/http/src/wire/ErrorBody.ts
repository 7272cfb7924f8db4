/**
 * The error bodies of the wire (docs/reference/v2.md §1.4):
 * `{ success: false, error, code?, details? }`.
 *
 * `WireError` is what a request ends with when it does not succeed; the schemas below say the same for the OpenAPI
 * document and the clients, one for each status, because `HttpApi` distinguishes errors by status.
 */
import * as Schema from "effect/Schema"
import { boundedIssues, cutText } from "./boundedIssues.ts"
import { firstReason } from "./issueText.ts"
import type { WireIssue } from "./issues.ts"

/** A request that is answered with an error status. */
export class WireError extends Schema.TaggedError<WireError>()("WireError", {
  status: Schema.Int,
  /** For people. */
  error: Schema.String,
  /** For programs, such as `SCRAPE_TIMEOUT`. */
  code: Schema.optionalKey(Schema.String),
  details: Schema.optionalKey(Schema.Json),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}) {
  override get message() {
    return this.error
  }
}

export interface ErrorBody {
  readonly success: false
  readonly error: string
  readonly code?: string
  readonly details?: Schema.Json
}

export const bodyOf = (error: WireError): ErrorBody => ({
  success: false,
  ...(error.code === undefined ? {} : { code: error.code }),
  error: errorText(error),
  ...(error.details === undefined ? {} : { details: boundedDetails(error.details) })
})

/** What the error says, cut, as it may quote what was sent. */
export const errorText = ({ error }: WireError): string => cutText(error, maxError)

const boundedDetails = (details: Schema.Json): Schema.Json =>
  Array.isArray(details) ? (boundedIssues(details) as Schema.JsonArray) : details

/** Longest text of an error, in UTF-16 units. */
const maxError = 2000

export const wireError = (status: number, error: string, code?: string): WireError =>
  new WireError(code === undefined ? { status, error } : { status, error, code })

/** The header that says after how many seconds to ask again. */
export const retryAfter = (seconds: number): Readonly<Record<string, string>> => ({ "retry-after": String(seconds) })

/** E1: the body does not fit its schema. `error` is the first of the reasons by default: many clients show no other. */
export const badRequest = (
  details: ReadonlyArray<WireIssue>,
  error = `Bad Request: ${firstReason(details)}`
): WireError => new WireError({ status: 400, code: "BAD_REQUEST", error, details })

const fields = {
  success: Schema.Literal(false),
  error: Schema.String,
  code: Schema.optionalKey(Schema.String),
  details: Schema.optionalKey(Schema.Json)
}

const body = (status: number, identifier: string, description: string) =>
  Schema.Struct(fields).annotate({ httpApiStatus: status, identifier, description })

const whenToRetry =
  "`Retry-After` gives the seconds to wait. Firecrawl's SDKs try again by themselves on 502 only: callers have to do so here"

export const BadRequest = body(
  400,
  "BadRequest",
  "The body is not JSON, or does not fit its schema: `error` has the first reason, `details` lists all of them"
)
export const Unauthorized = body(401, "Unauthorized", "The API key is missing or unknown")
export const PaymentRequired = body(402, "PaymentRequired", "The plan's credits or tokens are used up")
export const Forbidden = body(
  403,
  "Forbidden",
  "Another team's resource, a key without the scope, or a refused address"
)
export const NotFound = body(404, "NotFound", "No such resource")
export const RequestTimeout = body(408, "RequestTimeout", "The work did not end within its timeout")
export const Conflict = body(
  409,
  "Conflict",
  "The idempotency key was used before, or work that has not ended is in the way"
)
export const PayloadTooLarge = body(413, "PayloadTooLarge", "The body is larger than allowed")
export const UnsupportedMediaType = body(415, "UnsupportedMediaType", "The body is neither JSON nor a form")
export const UnprocessableEntity = body(
  422,
  "UnprocessableEntity",
  "The model's answer could not be used: it refused, or what it answered does not fit the schema"
)
export const TooManyRequests = body(
  429,
  "TooManyRequests",
  `The team sends too many requests, has too many open jobs, or too many of its scrapes wait already; ${whenToRetry}`
)
export const InternalError = body(
  500,
  "InternalError",
  "The page could not be captured (see `code`), or an internal error"
)
export const NotImplemented = body(501, "NotImplemented", "This server is not configured for the operation")
export const BadGateway = body(502, "BadGateway", "The search provider refused, or its answer could not be read")
export const Unavailable = body(
  503,
  "Unavailable",
  `The server is overloaded, or its store, model or search provider does not answer; ${whenToRetry}`
)
export const InsufficientStorage = body(
  507,
  "InsufficientStorage",
  "The server has no space left; `Retry-After` gives the seconds to wait"
)

/** Errors of an operation that starts or does work. */
export const operationErrors = [
  BadRequest,
  Unauthorized,
  PaymentRequired,
  Forbidden,
  NotFound,
  RequestTimeout,
  Conflict,
  PayloadTooLarge,
  UnsupportedMediaType,
  UnprocessableEntity,
  TooManyRequests,
  InternalError,
  NotImplemented,
  BadGateway,
  Unavailable,
  InsufficientStorage
] as const

/** Errors of an operation that only reads. */
export const readErrors = [
  BadRequest,
  Unauthorized,
  Forbidden,
  NotFound,
  TooManyRequests,
  InternalError,
  NotImplemented,
  Unavailable,
  InsufficientStorage
] as const
