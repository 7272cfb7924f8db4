/** Pages do without a cache in a bucket that does not answer. */
import { assert, describe, it } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { type CachedPage, PageCache } from "@orbweaver/core/scrape/PageCache"
import { s3PageCache } from "@orbweaver/storage/s3"
import { Duration, Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { credentials } from "../support/s3Server.ts"

const page: CachedPage = {
  url: "https://site.test/",
  status: 200,
  headers: {},
  body: new TextEncoder().encode("page"),
  capturedAt: 0
}

/** A store that keeps one object, unless it is away; `requests` counts what came for it. */
const oneObject = Effect.acquireRelease(
  Effect.callback<{ readonly endpoint: string; isAway: boolean; requests: number; readonly close: () => void }>(
    (resume) => {
      let object: Buffer | undefined
      const http = createServer(async (request, response) => {
        if (request.url?.includes("list-type") === true) return void response.end("<ListBucketResult/>")
        store.requests++
        const chunks: Array<Buffer> = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        if (store.isAway) response.statusCode = 503
        else if (request.method === "PUT") object = Buffer.concat(chunks)
        else if (object === undefined) response.statusCode = 404
        response.end(response.statusCode === 200 && request.method === "GET" ? object : undefined)
      })
      const close = () => {
        http.closeAllConnections()
        http.close()
      }
      const store = { endpoint: "", isAway: false, requests: 0, close }
      http.listen(0, "127.0.0.1", () => {
        const { port } = http.address() as AddressInfo
        resume(Effect.succeed(Object.assign(store, { endpoint: `http://127.0.0.1:${port}` })))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)

describe("a cache in a bucket that does not answer", () => {
  it.effect("has no pages, stores none, is left alone for a while, and says so once", () =>
    Effect.gen(function* () {
      const store = yield* oneObject
      const lines: Array<string> = []
      const logger = Logger.make(
        ({ message }) => void lines.push(String(Array.isArray(message) ? message[0] : message))
      )
      const layer = s3PageCache({ ...credentials, endpoint: store.endpoint, retries: 0 }).pipe(
        Layer.provide(Egress.layer()),
        Layer.provideMerge(Logger.layer([logger]))
      )
      yield* Effect.gen(function* () {
        const cache = yield* PageCache
        const get = cache.get("key", Duration.infinity)
        yield* cache.set("key", page)
        assert.isTrue(Option.isSome(yield* get))
        store.isAway = true
        assert.isTrue(Option.isNone(yield* get))
        const asked = store.requests
        yield* cache.set("key", page)
        assert.isTrue(Option.isNone(yield* get))
        assert.strictEqual(store.requests, asked)
        yield* TestClock.adjust("11 seconds")
        assert.isTrue(Option.isNone(yield* get))
        store.isAway = false
        yield* TestClock.adjust("11 seconds")
        assert.isTrue(Option.isSome(yield* get))
        assert.deepStrictEqual(lines, [
          "Pages are fetched without their cache, which does not work",
          "Pages are cached again"
        ])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("fails an erasure, which must not leave pages", () =>
    Effect.gen(function* () {
      const store = yield* oneObject
      store.isAway = true
      const failure = yield* PageCache.use((cache) => cache.remove("key")).pipe(
        Effect.flip,
        Effect.provide(
          s3PageCache({ ...credentials, endpoint: store.endpoint, retries: 0 }).pipe(Layer.provide(Egress.layer()))
        )
      )
      assert.strictEqual(failure._tag, "StoreError")
    })
  )
})
