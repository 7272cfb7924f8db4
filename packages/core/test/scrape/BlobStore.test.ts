import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import * as BlobStore from "@orbweaver/core/scrape/BlobStore"
import { nameIn } from "@orbweaver/core/scrape/BlobStore"
import { BlobStoreSuite } from "@orbweaver/testing"
import { Effect, Layer } from "effect"

const { baseUrl, maxBytes } = BlobStoreSuite
const layer = () => BlobStore.BlobStore.layerMemory({ baseUrl, maxBytes })

BlobStoreSuite.suite("memory", layer)

/** As within a scrape over the store. */
const scraping = (store: Layer.Layer<BlobStore.BlobStore>) =>
  Layer.effect(BlobStore.CurrentBlobs, BlobStore.BlobStore).pipe(Layer.provideMerge(store))

const png = (size: number) => ({ mediaType: "image/png", bytes: new Uint8Array(size) }) as const
const nameOf = (address: string) => address.slice(address.lastIndexOf("/") + 1)

describe("the address of an artifact", () => {
  it.effect("is data when there is no store, or none with room for it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* BlobStore.addressOf(png(3)), "data:image/png;base64,AAAA")
      const large = BlobStore.addressOf(png(maxBytes + 1)).pipe(Effect.provide(scraping(layer())))
      assert.match(yield* large, /^data:image\/png;base64,/)
    })
  )

  it.effect("is in the store for the account and the job that it is made for", () =>
    Effect.gen(function* () {
      const store = yield* BlobStore.BlobStore
      const address = yield* BlobStore.addressOf(png(3)).pipe(
        Effect.provideService(Account.CurrentAccount, { ...Account.localAccount, id: "team" }),
        Effect.provideService(BlobStore.CurrentJob, "job")
      )
      assert.isTrue(address.startsWith(baseUrl))
      yield* store.remove({ account: "local", job: "job" })
      assert.isDefined(yield* store.get(nameOf(address)))
      yield* store.remove({ account: "team", job: "job" })
      assert.isUndefined(yield* store.get(nameOf(address)))
    }).pipe(Effect.provide(scraping(layer())))
  )

  it.effect("is where whoever asks reaches it, when that is said", () =>
    Effect.gen(function* () {
      const address = BlobStore.addressOf(png(3)).pipe(
        Effect.provideService(BlobStore.BlobBaseUrl, "http://pictures.test/v/blobs/")
      )
      const store = yield* BlobStore.BlobStore
      assert.match(yield* address, /^http:\/\/pictures\.test\/v\/blobs\/[0-9a-f-]{36}\.png$/)
      assert.isDefined(yield* store.get(nameOf(yield* address)))
    }).pipe(Effect.provide(scraping(layer())))
  )

  it.effect("is that of the store where the store has signed it", () =>
    Effect.gen(function* () {
      const signed = "https://bucket.example/a/name.png?X-Amz-Signature=abc/def"
      const address = yield* BlobStore.addressOf(png(3)).pipe(
        Effect.provideService(BlobStore.BlobBaseUrl, "http://pictures.test/blobs/"),
        Effect.provideService(BlobStore.CurrentBlobs, { ...BlobStore.none, put: () => Effect.succeed(signed) })
      )
      assert.strictEqual(address, signed)
      assert.strictEqual(nameIn(address), "name.png")
    })
  )

  it.effect("is made when the address of the server is known", () => {
    let server = "http://127.0.0.1:0"
    return Effect.gen(function* () {
      server = "http://127.0.0.1:3002"
      assert.match(yield* BlobStore.addressOf(png(3)), /^http:\/\/127\.0\.0\.1:3002\/blobs\/[0-9a-f-]{36}\.png$/)
    }).pipe(Effect.provide(scraping(BlobStore.BlobStore.layerMemory({ baseUrl: () => `${server}/blobs/` }))))
  })
})
