/**
 * The errors of core as answers of the wire: status, code and text of the one table of errors (docs/reference/v2.md §1.4,
 * E1 to E11).
 */
import { entryOfReason } from "@orbweaver/core/model/CaptureError"
import { entryOf, type ErrorEntry, keyOf, otherErrors } from "@orbweaver/core/internal/model/errorTable"
import type * as InvalidInput from "@orbweaver/core/model/InvalidInput"
import type * as Ledger from "@orbweaver/core/accounts/Ledger"
import type * as Scraper from "@orbweaver/core/scrape/Scraper"
import type { SearchError } from "@orbweaver/core/search/SearchProvider"
import { badRequest, wireError, retryAfter, WireError } from "./ErrorBody.ts"
import { fromInvalidInput, type Version } from "./issues.ts"

type WordedError = Scraper.ScrapeError | InvalidInput.InvalidInput | SearchError

/** An error that is answered as the table of errors has it. A job that is not there is worded by each operation. */
interface ListedError {
  readonly _tag: Exclude<keyof typeof otherErrors, WordedError["_tag"] | "JobNotFound" | `${string}/${string}`>
  readonly message: string
}

/** What an operation may fail with. */
export type Failure = WireError | WordedError | ListedError

/** Never carries internals: a store's cause goes to the log, not to the caller. */
export const wireErrorOf = (failure: Failure, version: Version): WireError => {
  switch (failure._tag) {
    case "WireError":
      return failure
    case "InvalidInput":
      return badRequest(fromInvalidInput(failure, version))
    case "UnknownFormat":
      return badRequest([
        { code: "invalid_union", unionErrors: [], path: ["formats"], message: "Invalid input" },
        {
          code: "custom",
          path: ["formats", ...(failure.index === undefined ? [] : [failure.index])],
          message: failure.message
        }
      ])
    case "InsufficientCredits":
      return insufficient(failure)
    case "CaptureError": {
      const { reason } = failure
      return fromEntry(
        entryOfReason(reason._tag, reason._tag === "Refused" ? reason.policy : undefined),
        reason.message,
        reason._tag === "Overloaded" ? reason.retryAfterSeconds : undefined
      )
    }
    case "StepError":
      return fromEntry(otherErrors.StepError, `The step ${failure.step} of this server failed on the page`)
    default:
      return fromEntry(entryOf(keyOf(failure)) ?? otherErrors.StoreError, failure.message)
  }
}

/** As the one table of errors has it; `retryAfterSeconds` is what the error says itself. */
const fromEntry = (entry: ErrorEntry, message: string, retryAfterSeconds = entry.retryAfterSeconds): WireError =>
  new WireError({
    status: entry.status ?? 500,
    error: entry.publicText ?? message,
    ...(entry.code === undefined ? {} : { code: entry.code }),
    ...(retryAfterSeconds === undefined ? {} : { headers: retryAfter(retryAfterSeconds) })
  })

/** E11: a fault of ours. The request id in the header names it in the log. */
export const unexpected = fromEntry(otherErrors["StoreError/other"], "")

/** E5. */
export const insufficient = ({ unit }: Pick<Ledger.InsufficientCredits, "unit">): WireError =>
  wireError(
    otherErrors.InsufficientCredits.status,
    unit === "tokens"
      ? "Insufficient tokens to perform this request. Wait for the next billing period or ask for a larger plan."
      : "Insufficient credits to perform this request. Wait for the next billing period, ask for a larger plan, or try changing the request limit to a lower value."
  )

/**
 * Screenshots are stored and readable by their address, which zero data retention excludes (docs/reference/v2.md §1.4,
 * E10).
 */
export const zdrViolation = (what: string): WireError =>
  wireError(500, `Zero data retention excludes this option: ${what}`, "SCRAPE_ZDR_VIOLATION_ERROR")
