/** What every `PageCache` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { type CachedPage, PageCache } from "../PageCache.ts"

const page = (text: string, capturedAt = 0): CachedPage => ({
  url: "https://site.test/final",
  status: 200,
  headers: { "content-type": "text/html" },
  body: new TextEncoder().encode(text),
  capturedAt
})

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<PageCache, E>) =>
  it.layer(layer, { timeout: "30 seconds" })(`PageCache (${name})`, (it) => {
    it.effect("gives back every byte and header of a page", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
        const stored = {
          ...page(""),
          body: bytes,
          screenshot: { mediaType: "image/png", bytes },
          proxyUsed: "stealth"
        } as const
        yield* cache.set("bytes", stored)
        const found = Option.getOrThrow(yield* cache.get("bytes", Duration.infinity))
        assert.deepStrictEqual([...found.body], [...bytes])
        assert.deepStrictEqual([...found.screenshot!.bytes], [...bytes])
        assert.deepStrictEqual(found.headers, stored.headers)
        assert.strictEqual(found.url, stored.url)
        assert.strictEqual(found.proxyUsed, "stealth")
      })
    )

    it.effect("has nothing under an unknown key", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        assert.isTrue(Option.isNone(yield* cache.get("unknown", Duration.infinity)))
      })
    )

    it.effect("lets each reader choose how old a page may be", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        yield* TestClock.setTime(1_000_000)
        yield* cache.set("age", page("old", 1_000_000))
        yield* TestClock.adjust("10 seconds")
        assert.isTrue(Option.isSome(yield* cache.get("age", Duration.seconds(10))))
        yield* TestClock.adjust("1 millis")
        assert.isTrue(Option.isNone(yield* cache.get("age", Duration.seconds(10))))
        assert.isTrue(Option.isSome(yield* cache.get("age", Duration.seconds(11))))
      })
    )

    it.effect("keeps the latest page of a key", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        yield* cache.set("twice", page("first"))
        yield* cache.set("twice", page("second"))
        const found = Option.getOrThrow(yield* cache.get("twice", Duration.infinity))
        assert.strictEqual(new TextDecoder().decode(found.body), "second")
      })
    )

    it.effect("forgets a removed page", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        yield* cache.set("gone", page("x"))
        yield* cache.remove("gone")
        assert.isTrue(Option.isNone(yield* cache.get("gone", Duration.infinity)))
      })
    )
  })
