/**
 * `GET /console/api/image`: a picture that a page shows, fetched by this server, so that the page's host never sees the
 * visitor's browser and a picture can reach nothing that a scrape could not.
 */
import type { Service as Fetcher } from "@orbweaver/core/network/Fetcher"
import * as Url from "@orbweaver/core/model/Url"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { wireError } from "../wire/ErrorBody.ts"
import { offered } from "../features/notImplemented.ts"
import type { Operation } from "../gate/Operation.ts"

const maxBytes = 5 * 1024 * 1024
const timeout = Duration.seconds(15)
/** Kinds that a browser shows and that run nothing; SVG may hold scripts, which run nowhere in an <img>. */
const picture = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)\b/i

export const imageOperation = (fetcher: Fetcher | undefined): Operation =>
  // It sends a request to somebody's site.
  offered(fetcher, "Pictures")({ kind: "status", writes: true }, (fetcher, { query }) =>
    Effect.gen(function* () {
      const typed = query["url"]
      const url = yield* Effect.mapError(Url.parse(typeof typed === "string" ? typed : ""), () =>
        wireError(400, "`url` is not the address of a picture")
      )
      const { body, headers, status } = yield* fetcher.fetch({ url, timeout, maxBytes })
      const type = headers["content-type"] ?? ""
      if (status !== 200 || !picture.test(type)) return yield* wireError(404, "There is no picture at this address")
      return HttpServerResponse.uint8Array(body, {
        contentType: type,
        headers: {
          "cache-control": "private, max-age=3600",
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; sandbox"
        }
      })
    })
  )
