/** Why a request to an S3-compatible store failed, in words for its operator. */
import { CaptureError } from "@orbweaver/core/model/CaptureError"
import { StoreError, StoreErrorKind } from "@orbweaver/core/model/StoreError"
import * as Schema from "effect/Schema"
import { innermostMessage } from "../support/storeFault.ts"
import { textOf } from "./xml.ts"

/** `unavailable` failures may pass: the request is sent again. */
export class S3Failure extends Schema.TaggedError<S3Failure>()("S3Failure", {
  kind: StoreErrorKind,
  /** Continues "the bucket "pictures" at s3.example.com …". */
  detail: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message() {
    return this.detail
  }
}

export const toStoreError = (operation: string, store: string, failure: S3Failure): StoreError =>
  new StoreError({
    operation,
    kind: failure.kind,
    detail: `${store} ${failure.detail}`,
    cause: failure.cause ?? failure
  })

/** Of an answer that is none of those expected. `body` is empty for HEAD, and may be a page of something in between. */
export const failureOf = (status: number, body: string): S3Failure => {
  const code = textOf(body, "Code")
  const text = textOf(body, "Message")
  const message = text === undefined ? "" : ` (${text.slice(0, 200)})`
  const answer = `answered ${status}${code === undefined ? "" : ` ${code.slice(0, 60)}`}${message}`
  return new S3Failure({ kind: kindOf(status, code), detail: answer + adviceFor(status, code) })
}

/** Stores answer with 404 for a bucket as for an object. */
export const isBucketMissing = (body: string): boolean => textOf(body, "Code") === "NoSuchBucket"

const kindOf = (status: number, code: string | undefined): StoreErrorKind => {
  if (status === 507 || code === "QuotaExceeded" || code === "XMinioStorageFull") return "full"
  // Clocks that differ are no outage, though stores answer in the same way.
  if (code === "RequestTimeTooSkewed") return "misconfigured"
  if (status >= 500 || status === 408 || status === 429 || code === "RequestTimeout") return "unavailable"
  if (status === 413 || code === "EntityTooLarge") return "rejected"
  return adviceFor(status, code) === "" ? "other" : "misconfigured"
}

/** Temporary credentials that have ended, which AWS answers with 400. */
const expiredCodes = new Set(["ExpiredToken", "InvalidToken", "TokenRefreshRequired"])

const adviceFor = (status: number, code: string | undefined): string => {
  if (code === "NoSuchBucket") return ": create the bucket, or correct its name"
  if (code === "RequestTimeTooSkewed") return ": set the clock of this machine"
  if (status === 301 || status === 307 || code === "AuthorizationHeaderMalformed") {
    return ": the bucket is elsewhere, so correct the region or the endpoint"
  }
  if (status === 401 || status === 403 || (code !== undefined && expiredCodes.has(code))) {
    return ": check the access key, the secret key, and the rights to list, read, write and delete in the bucket"
  }
  return ""
}

/** Of what `fetch` threw: the policy refused the address, the time was over, or the connection failed. */
export const unreachable = (cause: unknown): S3Failure => {
  if (cause instanceof CaptureError) {
    return new S3Failure({ kind: "misconfigured", detail: `was not asked: ${cause.message}`, cause })
  }
  const isLate = cause instanceof DOMException && cause.name === "TimeoutError"
  const detail = isLate ? "did not answer in time" : `cannot be reached: ${innermostMessage(cause)}`
  return new S3Failure({ kind: "unavailable", detail, cause })
}
