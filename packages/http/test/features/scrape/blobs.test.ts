// Pictures and files over a real server: part by part, and never half a one as if it were whole.
import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as BlobStore from "@orbweaver/core/scrape/BlobStore"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Node from "@orbweaver/http/Node"
import { Duration, Effect, Layer } from "effect"
import { get, type IncomingMessage } from "node:http"
import { services } from "../../fixtures.ts"

const mebibyte = 1024 * 1024

/** A store with one file, of `size` bytes by its own account; `read` gives its parts. */
const storeOf = (size: number, read: BlobStore.Blob["read"]) =>
  Layer.succeed(BlobStore.BlobStore, {
    put: () => Effect.undefined,
    get: () => Effect.succeed({ mediaType: "application/pdf", size, expiresAt: Number.MAX_SAFE_INTEGER, read }),
    remove: () => Effect.void,
    erase: () => Effect.succeed(0)
  })

const listening = Node.listen({ port: 0 })
const served = (store: Layer.Layer<BlobStore.BlobStore>) =>
  Layer.mergeAll(services(), ApiKeys.ApiKeys.layerOpen(), store)

describe("blobs on the wire", () => {
  it.live("come whole, with their length, larger than one part", () =>
    Effect.gen(function* () {
      const bytes = new Uint8Array(3 * mebibyte + 17).map((_, index) => index % 251)
      const store = yield* BlobStore.BlobStore
      const address = yield* store.put({ mediaType: "image/png", bytes }, { account: "local" }, Duration.hours(1))
      const { url } = yield* listening
      const answer = yield* Effect.promise(() => fetch(`${url}${new URL(address!).pathname}`))
      assert.strictEqual(answer.headers.get("content-length"), String(bytes.byteLength))
      assert.isTrue(Buffer.from(yield* Effect.promise(() => answer.arrayBuffer())).equals(bytes))
    }).pipe(Effect.scoped, Effect.provide(served(BlobStore.BlobStore.layerMemory({ baseUrl: "http://x/blobs/" }))))
  )

  it.live("are read as fast as the client takes them, and no further once it has gone", () => {
    let read = 0
    const part = new Uint8Array(mebibyte)
    const endless = storeOf(64 * 1024 * mebibyte, (_, length) =>
      Effect.sync(() => {
        read += length
        return part.subarray(0, length)
      })
    )
    return Effect.gen(function* () {
      const { url } = yield* listening
      const response = yield* Effect.promise(
        () => new Promise<IncomingMessage>((resolve, reject) => get(`${url}/blobs/any`, resolve).on("error", reject))
      )
      let received = 0
      yield* Effect.promise(async () => {
        for await (const chunk of response) {
          received += (chunk as Buffer).byteLength
          if (received >= 32 * mebibyte) break
        }
      })
      // What the sockets of both sides hold is a few megabytes.
      assert.isBelow(read - received, 32 * mebibyte)
    }).pipe(Effect.scoped, Effect.provide(served(endless)))
  })

  it.live("are asked for again later where their store is away", () =>
    Effect.gen(function* () {
      const { url } = yield* listening
      const answer = yield* Effect.promise(() => fetch(`${url}/blobs/any`))
      assert.strictEqual(answer.status, 503)
      assert.isNotNull(answer.headers.get("retry-after"))
      const body: unknown = yield* Effect.promise(() => answer.json())
      assert.propertyVal(body, "code", "STORE_UNAVAILABLE")
    }).pipe(
      Effect.scoped,
      Effect.provide(
        served(
          Layer.succeed(BlobStore.BlobStore, {
            ...BlobStore.none,
            get: () => Effect.fail(new StoreError({ operation: "BlobStore.get", cause: "away", kind: "unavailable" }))
          })
        )
      )
    )
  )

  it.live("are cut when they go meanwhile", () =>
    Effect.gen(function* () {
      const { url } = yield* listening
      const body = fetch(`${url}/blobs/any`).then((answer) => answer.arrayBuffer())
      const error = yield* Effect.flip(Effect.tryPromise(() => body))
      assert.instanceOf(error.cause, TypeError)
      const after = yield* Effect.promise(() => fetch(`${url}/v0/health/liveness`))
      assert.strictEqual(after.status, 200)
    }).pipe(
      Effect.scoped,
      Effect.provide(
        served(storeOf(mebibyte, (from) => Effect.succeed(from === 0 ? new Uint8Array(1000) : new Uint8Array())))
      )
    )
  )
})
