import { assert, it } from "@effect/vitest"
import { PageCache } from "@orbweaver/core"
import { PageCacheSuite } from "@orbweaver/core/testing"
import { Duration, Effect, Option } from "effect"

PageCacheSuite.suite("memory", PageCache.PageCache.layerMemory())

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

it.effect("in memory does not keep a page that is larger than the whole cache", () =>
  Effect.gen(function* () {
    const cache = yield* PageCache.PageCache
    yield* cache.set("big", { url: "u", status: 200, headers: {}, body: new Uint8Array(5000), capturedAt: 0 })
    assert.isTrue(Option.isNone(yield* cache.get("big", Duration.infinity)))
  }).pipe(Effect.provide(PageCache.PageCache.layerMemory({ maxBytes: 4000 })))
)
