/** Errors of the AI SDK's providers as effect's, by what a caller can do about them. */
import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  TypeValidationError
} from "@ai-sdk/provider"
import * as Duration from "effect/Duration"
import * as AiError from "effect/ai/AiError"
import { answerTooLargeIn } from "./boundedModel.ts"
import { retryAfterMs } from "@orbweaver/core/internal/support/retryAfter"

export const errorOf = (module: string, method: string, cause: unknown): AiError.AiError =>
  new AiError.AiError({ module, method, reason: reasonOf(cause) })

const reasonOf = (cause: unknown): AiError.AiErrorReason => {
  const tooLarge = answerTooLargeIn(cause)
  if (tooLarge !== undefined) return new AiError.InvalidResponseError({ description: tooLarge.message })
  if (APICallError.isInstance(cause)) return reasonOfCall(cause)
  if (LoadAPIKeyError.isInstance(cause)) return new AiError.AuthenticationError({ kind: "MissingKey" })
  if (
    JSONParseError.isInstance(cause) ||
    TypeValidationError.isInstance(cause) ||
    InvalidResponseDataError.isInstance(cause)
  ) {
    return new AiError.InternalProviderError({
      description: "the provider's response does not have the expected shape"
    })
  }
  if (cause instanceof TypeError) return broken("", cause.message)
  return new AiError.UnknownError({ description: cause instanceof Error ? cause.message : String(cause) })
}

const reasonOfCall = ({
  message,
  responseBody = "",
  responseHeaders,
  statusCode,
  url
}: APICallError): AiError.AiErrorReason => {
  if (statusCode === undefined) return broken(url, message)
  if (statusCode === 401) return new AiError.AuthenticationError({ kind: "InvalidKey" })
  if (statusCode === 403) return new AiError.AuthenticationError({ kind: "InsufficientPermissions" })
  if (statusCode === 402 || responseBody.includes("insufficient_quota")) return new AiError.QuotaExhaustedError({})
  if (statusCode === 429) {
    const wait = retryAfterMs(responseHeaders?.["retry-after"], Date.parse(responseHeaders?.["date"] ?? ""))
    return new AiError.RateLimitError(wait === undefined ? {} : { retryAfter: Duration.millis(wait) })
  }
  if (statusCode === 408 || statusCode >= 500) return new AiError.InternalProviderError({ description: message })
  // A success whose body broke off, or is a page of something in front of the provider: no fault of the model.
  if (statusCode < 400) return new AiError.InternalProviderError({ description: message })
  return new AiError.InvalidRequestError({ description: message })
}

const broken = (url: string, description: string) =>
  new AiError.NetworkError({ reason: "TransportError", method: "POST", url, description })
