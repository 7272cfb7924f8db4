/** One line of the log for every request that an operation answered. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

/** The path without its query, which may contain secrets. */
export const logged = <R>(
  operation: string,
  handler: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest> =>
  Effect.gen(function* () {
    const { method, url } = yield* HttpServerRequest
    const from = yield* Clock.currentTimeMillis
    const response = yield* handler
    yield* Effect.annotateLogs(Effect.logInfo("Answered"), {
      operation,
      method,
      path: url.split("?", 1)[0],
      status: response.status,
      ms: (yield* Clock.currentTimeMillis) - from,
      requestId: response.headers["x-request-id"]
    })
    return response
  })
