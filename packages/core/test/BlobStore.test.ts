import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@orbweaver/core"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const bytes = Uint8Array.from([1, 2, 3])
const layer = BlobStore.BlobStore.layerMemory({ baseUrl: "https://api.example/blobs", maxBytes: 10 })
const nameOf = (address: string) => address.slice(address.lastIndexOf("/") + 1)

describe("a blob store", () => {
  it.effect("gives back what was put under the address it gave", () =>
    Effect.gen(function* () {
      const { get, put } = yield* BlobStore.BlobStore
      const address = yield* put(bytes, "image/png", Duration.hours(1))
      assert.match(address, /^https:\/\/api\.example\/blobs\/[0-9a-f-]{36}\.png$/)
      assert.deepStrictEqual((yield* get(nameOf(address)))?.bytes, bytes)
      assert.isUndefined(yield* get("another.png"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("forgets what has expired, and the oldest when it is full", () =>
    Effect.gen(function* () {
      const { get, put } = yield* BlobStore.BlobStore
      const short = nameOf(yield* put(bytes, "application/pdf", Duration.minutes(1)))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(yield* get(short))
      const names = yield* Effect.forEach([1, 2, 3, 4], () =>
        put(bytes, "image/jpeg", Duration.hours(1)).pipe(Effect.map(nameOf))
      )
      assert.isUndefined(yield* get(names[0]!))
      assert.isDefined(yield* get(names[3]!))
    }).pipe(Effect.provide(layer))
  )

  it.effect("is used for artifacts when there is one; else they are data", () =>
    Effect.gen(function* () {
      const artifact = { mediaType: "image/png", bytes } as const
      assert.strictEqual(yield* BlobStore.addressOf(artifact), "data:image/png;base64,AQID")
      assert.match(yield* BlobStore.addressOf(artifact).pipe(Effect.provide(Layer.fresh(layer))), /^https:/)
    })
  )
})
