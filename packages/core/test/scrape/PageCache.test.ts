import { assert, it } from "@effect/vitest"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import { PageCacheSuite } from "@orbweaver/testing"
import { Duration, Effect, Option } from "effect"

const { maxBytes } = PageCacheSuite

PageCacheSuite.suite("memory", PageCache.PageCache.layerMemory())
PageCacheSuite.boundedSuite("memory", () => PageCache.PageCache.layerMemory({ maxBytes }))

it.effect("in memory lets the least recently used pages go when it is full", () =>
  Effect.gen(function* () {
    const cache = yield* PageCache.PageCache
    const page = { url: "u", status: 200, headers: {}, body: new Uint8Array(1000), capturedAt: 0 }
    for (const key of ["a", "b", "c"]) yield* cache.set(key, page)
    yield* cache.get("a", Duration.infinity)
    yield* cache.set("d", page)
    const left = yield* Effect.filter(["a", "b", "c", "d"], (key) =>
      Effect.map(cache.get(key, Duration.infinity), Option.isSome)
    )
    assert.deepStrictEqual(left, ["a", "c", "d"])
  }).pipe(Effect.provide(PageCache.PageCache.layerMemory({ maxBytes: 3 * 2100 })))
)

it.effect("in memory hands over what has no room, and takes it back when it is asked for", () =>
  Effect.gen(function* () {
    const overflow = PageCache.makeMemory()
    const cache = PageCache.makeMemory({ maxBytes: 2 * 2100, overflow })
    const page = { url: "u", status: 200, headers: {}, body: new Uint8Array(1000), capturedAt: 0 }
    const names = (from: PageCache.Service) =>
      Effect.filter(["a", "b", "c"], (key) => Effect.map(from.get(key, Duration.infinity), Option.isSome))
    for (const key of ["a", "b", "c"]) yield* cache.set(key, page)
    assert.deepStrictEqual(yield* names(overflow), ["a"])
    assert.isTrue(Option.isSome(yield* cache.get("a", Duration.infinity)))
    assert.deepStrictEqual(yield* names(overflow), ["a", "b"])
    yield* cache.set("b", { ...page, status: 201 })
    const found = Option.getOrThrow(yield* cache.get("b", Duration.infinity))
    assert.strictEqual(found.status, 201)
    yield* cache.remove("a")
    assert.deepStrictEqual(yield* names(cache), ["b", "c"])
  })
)
