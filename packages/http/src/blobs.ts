/**
 * `GET /blobs/:name`: pictures and files that documents point at. The name
 * cannot be guessed, so whoever has it may read; no key is asked for.
 */
import type { Service as BlobStore } from "@orbweaver/core/BlobStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { bodyOf, fail } from "./ErrorBody.ts"
import { commonHeaders, json } from "./Operation.ts"
import { requestId } from "./requestId.ts"
import { unexpected } from "./toErrorBody.ts"

export const blobRoute = (blobs: BlobStore, newRequestId: () => string) =>
  HttpRouter.route(
    "GET",
    "/blobs/:name",
    Effect.gen(function* () {
      const headers = commonHeaders(requestId(yield* HttpServerRequest, newRequestId))
      const { name } = (yield* HttpRouter.RouteContext).params
      const found = yield* blobs.get(name ?? "")
      if (found === undefined) return json(bodyOf(fail(404, "Not Found")), 404, headers)
      const seconds = Math.max(0, Math.floor((found.expiresAt - (yield* Clock.currentTimeMillis)) / 1000))
      return HttpServerResponse.uint8Array(found.bytes, {
        contentType: found.mediaType,
        headers: {
          ...headers,
          "cache-control": `private, max-age=${seconds}, immutable`,
          // What a page made is shown as what it is said to be, and never runs as a page of ours.
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; sandbox"
        }
      })
    }).pipe(
      Effect.catchTag("StoreError", (error) =>
        Effect.gen(function* () {
          yield* Effect.logError(error.message, error.cause)
          const headers = commonHeaders(requestId(yield* HttpServerRequest, newRequestId))
          return json(bodyOf(unexpected), 500, headers)
        })
      )
    )
  )
