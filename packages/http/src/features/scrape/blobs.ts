/**
 * `GET /blobs/:name`: pictures and files that documents point at. The name cannot be guessed, so it serves as the
 * permission to read; no key is needed. They are read part by part as fast as the client takes them, so that a slow one
 * costs the memory of one part.
 */
import type { Blob, Service as BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { bodyOf, wireError } from "../../wire/ErrorBody.ts"
import { commonHeaders, json } from "../../gate/Operation.ts"
import { requestId } from "../../wire/requestId.ts"
import { wireErrorOf } from "../../wire/wireErrorOf.ts"

export const blobRoute = (blobs: BlobStore, newRequestId: () => string) =>
  HttpRouter.route(
    "GET",
    "/blobs/:name",
    Effect.gen(function* () {
      const headers = commonHeaders(requestId(yield* HttpServerRequest, newRequestId))
      const { name } = (yield* HttpRouter.RouteContext).params
      const found = yield* blobs.get(name ?? "")
      if (found === undefined) return json(bodyOf(wireError(404, "Not Found")), 404, headers)
      const seconds = Math.max(0, Math.floor((found.expiresAt - (yield* Clock.currentTimeMillis)) / 1000))
      return HttpServerResponse.stream(partsOf(found), {
        contentType: found.mediaType,
        contentLength: found.size,
        headers: {
          ...headers,
          "cache-control": `private, max-age=${seconds}, immutable`,
          // Content from a page is served with its declared type and never runs as a page of this server.
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; sandbox"
        }
      })
    }).pipe(
      Effect.catchTag("StoreError", (error) =>
        Effect.gen(function* () {
          yield* Effect.logError(error.message, error.cause)
          const headers = commonHeaders(requestId(yield* HttpServerRequest, newRequestId))
          const wire = wireErrorOf(error, "v2")
          return json(bodyOf(wire), wire.status, { ...headers, ...wire.headers })
        })
      )
    )
  )

/** Bytes of one read. */
const partSize = 256 * 1024

/** The connection is cut when the blob goes meanwhile: half a picture is not passed off as one. */
const partsOf = ({ read, size }: Blob): Stream.Stream<Uint8Array, StoreError> =>
  Stream.unfold(0, (from) => {
    if (from >= size) return Effect.undefined
    return Effect.flatMap(read(from, Math.min(partSize, size - from)), (part) =>
      part.byteLength === 0
        ? Effect.fail(new StoreError({ operation: "BlobStore.read", cause: new Error("the blob has gone") }))
        : Effect.succeed([part, from + part.byteLength] as const)
    )
  })
