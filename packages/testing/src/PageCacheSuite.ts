/** What every `PageCache` must do. */
import { assert, it } from "@effect/vitest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { type CachedPage, type CachedPageName, PageCache } from "@orbweaver/core/scrape/PageCache"

const page = (text: string, capturedAt = 0): CachedPage => ({
  url: "https://site.test/final",
  status: 200,
  headers: { "content-type": "text/html" },
  body: new TextEncoder().encode(text),
  capturedAt
})

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<PageCache, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`PageCache (${name})`, (it) => {
    it.effect("gives back every byte and header of a page", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
        const stored = {
          ...page(""),
          body: bytes,
          screenshot: { mediaType: "image/png", bytes },
          branding: { colors: { primary: "#aa3300" }, fonts: [] },
          proxyUsed: "stealth",
          rendered: true
        } as const
        yield* cache.set("bytes", stored)
        const found = Option.getOrThrow(yield* cache.get("bytes", Duration.infinity))
        assert.deepStrictEqual([...found.body], [...bytes])
        assert.deepStrictEqual([...found.screenshot!.bytes], [...bytes])
        assert.deepStrictEqual(found.branding, stored.branding)
        assert.deepStrictEqual(found.headers, stored.headers)
        assert.strictEqual(found.url, stored.url)
        assert.strictEqual(found.proxyUsed, "stealth")
        assert.isTrue(found.rendered)
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

    it.effect("erases the pages that are picked by their key or their address, and no others", () =>
      Effect.gen(function* () {
        const cache = yield* PageCache
        const at = (url: string): CachedPage => ({ ...page("x"), url })
        for (let i = 0; i < 1200; i += 100) yield* cache.set(`erase-${i}`, at(`https://erased.test/${i}`))
        yield* cache.set("erase-key", at("https://elsewhere.test/"))
        yield* cache.set("erase-not", at("https://kept.test/"))
        const isErased = ({ key, url }: CachedPageName) => key === "erase-key" || url.startsWith("https://erased.test/")
        const found: Array<string> = []
        yield* cache.erase(({ key }) => {
          if (key.startsWith("erase-")) found.push(key)
          return false
        })
        assert.strictEqual(new Set(found).size, 14)
        assert.strictEqual(yield* cache.erase(isErased), 13)
        assert.strictEqual(yield* cache.erase(isErased), 0)
        assert.isTrue(Option.isNone(yield* cache.get("erase-100", Duration.infinity)))
        assert.isTrue(Option.isNone(yield* cache.get("erase-key", Duration.infinity)))
        assert.isTrue(Option.isSome(yield* cache.get("erase-not", Duration.infinity)))
      })
    )
  })

/** Largest sum of bodies of the layer that `boundedSuite` is given. */
export const maxBytes = 10_000

/** What every `PageCache` with a bound must do; `layer` is made afresh for every test, with `maxBytes`. */
export const boundedSuite = <E>(name: string, layer: () => Layer.Layer<PageCache, E>) => {
  const sized = (size: number, capturedAt: number): CachedPage => ({
    ...page("", capturedAt),
    // Random, so that a store which compresses needs the same room for them.
    body: SecureRandom.randomBytesUnsafe(size)
  })
  const has = (key: string) => PageCache.use((cache) => Effect.map(cache.get(key, Duration.infinity), Option.isSome))
  const test = (what: string, body: Effect.Effect<void, unknown, PageCache>) =>
    it.effect(`PageCache (${name}) ${what}`, () => Effect.suspend(() => Effect.provide(body, layer())), 30_000)

  test(
    "lets the oldest pages go when it is full",
    Effect.gen(function* () {
      const cache = yield* PageCache
      for (let i = 0; i < 12; i++) yield* cache.set(`p${i}`, sized(2000, i))
      const left = yield* Effect.filter(
        Array.from({ length: 12 }, (_, i) => `p${i}`),
        has
      )
      assert.isAtMost(left.length, 5)
      assert.isAtLeast(left.length, 3)
      assert.strictEqual(left.at(-1), "p11")
      assert.deepStrictEqual(
        left,
        left.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
      )
      assert.isFalse(yield* has("p0"))
    })
  )

  test(
    "does not keep a page that is larger than all of it, nor what it replaces",
    Effect.gen(function* () {
      const cache = yield* PageCache
      yield* cache.set("kept", sized(100, 0))
      yield* cache.set("big", sized(100, 1))
      yield* cache.set("big", sized(maxBytes + 1, 2))
      assert.deepStrictEqual([yield* has("kept"), yield* has("big")], [true, false])
    })
  )
}
