/**
 * From the errors of core to status, code and text of the wire: the one table
 * (docs/reference/v2.md §1.4, E1 to E11; architecture §4.1).
 */
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import type * as InvalidInput from "@orbweaver/core/model/InvalidInput"
import type * as Ledger from "@orbweaver/core/accounts/Ledger"
import type * as Scraper from "@orbweaver/core/scrape/Scraper"
import type { StoreErrorKind } from "@orbweaver/core/model/StoreError"
import { badRequest, fail, retryAfter, WireError } from "./ErrorBody.ts"
import { fromInvalidInput, type Version } from "./issues.ts"

/** What an operation may fail with. */
export type Failure = WireError | Scraper.ScrapeError | InvalidInput.InvalidInput

/** Never carries internals: a store's cause goes to the log, not to the caller. */
export const toErrorBody = (failure: Failure, version: Version): WireError => {
  switch (failure._tag) {
    case "WireError":
      return failure
    case "InvalidInput":
      return badRequest(fromInvalidInput(failure, version))
    case "UnknownFormat":
      return badRequest([
        { code: "invalid_union", unionErrors: [], path: ["formats"], message: "Invalid input" },
        { code: "custom", path: ["formats"], message: failure.message }
      ])
    case "InsufficientCredits":
      return insufficient(failure)
    case "CaptureError":
      return fromCapture(failure.reason)
    case "FormatError":
      return fromModel(failure)
    case "StepError":
      return fail(500, `The step ${failure.step} of this server failed on the page`, "UNKNOWN_ERROR")
    case "StoreError":
      return storeErrors[failure.kind ?? "other"]
  }
}

/**
 * Our own codes: the contract has none for models. 502 would say as much as 503, but clients send such a request
 * again, and pay again; 422 is what the contract has for extractions that do not fit (§1.4).
 */
const fromModel = ({ message, model }: FormatError): WireError => {
  if (model === "unavailable")
    return new WireError({ status: 503, code: "MODEL_UNAVAILABLE", error: message, headers: retryAfter(10) })
  if (model === "unusable") return fail(422, message, "MODEL_ANSWER_UNUSABLE")
  return fail(500, message, "UNKNOWN_ERROR")
}

/** E11: a fault of ours. The request id in the header names it in the log. */
export const unexpected = fail(500, "An unexpected error occurred.", "UNKNOWN_ERROR")

/** Our own codes: a client may send the request again, later. */
const storeErrors: Readonly<Record<StoreErrorKind, WireError>> = {
  full: new WireError({
    status: 507,
    code: "STORE_FULL",
    error: "The server has no space left to store this. Please try again later.",
    headers: retryAfter(60)
  }),
  unavailable: new WireError({
    status: 503,
    code: "STORE_UNAVAILABLE",
    error: "The server cannot reach its store. Please try again later.",
    headers: retryAfter(2)
  }),
  misconfigured: fail(
    500,
    "The store of this server refuses it: whoever runs the server has to correct its settings, as the log says.",
    "STORE_MISCONFIGURED"
  ),
  damaged: fail(500, "What is stored of this page cannot be read.", "DOCUMENT_DAMAGED"),
  rejected: unexpected,
  other: unexpected
}

/** E5. */
export const insufficient = ({ unit }: Pick<Ledger.InsufficientCredits, "unit">): WireError =>
  fail(
    402,
    unit === "tokens"
      ? "Insufficient tokens to perform this request. Wait for the next billing period or ask for a larger plan."
      : "Insufficient credits to perform this request. Wait for the next billing period, ask for a larger plan, or try changing the request limit to a lower value."
  )

/**
 * Screenshots are stored and readable by their address, which zero data retention excludes (docs/reference/v2.md §1.4,
 * E10).
 */
export const zdrViolation = (what: string): WireError =>
  fail(500, `Zero data retention excludes this option: ${what}`, "SCRAPE_ZDR_VIOLATION_ERROR")

const fromCapture = (reason: CaptureError.CaptureReason): WireError => {
  const { _tag, message } = reason
  const headers = _tag === "Overloaded" ? { headers: retryAfter(reason.retryAfterSeconds) } : {}
  const code = CaptureError.captureCodes[_tag]
  return new WireError({
    status: statuses[_tag] ?? 500,
    error: message,
    ...(code === undefined ? {} : { code }),
    ...headers
  })
}

/** Those that are not 500. */
const statuses: Readonly<Partial<Record<CaptureError.CaptureReason["_tag"], number>>> = {
  TimedOut: 408,
  Refused: 403,
  Vetoed: 403,
  NotCached: 404,
  Overloaded: 503
}
