import { assert, describe, it } from "@effect/vitest"
import { Sitemaps, SitemapReader } from "@orbweaver/core/crawl/Sitemaps"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { Effect, Layer } from "effect"

describe("sitemaps of many sites at once", () => {
  it.live("are not in memory together where they are large", () => {
    let held = 0
    let most = 0
    const fetcher = Layer.succeed(Fetcher, {
      fetch: ({ admit, url }) =>
        Effect.gen(function* () {
          const isListed = url.pathname === "/listed.txt"
          if (isListed) {
            const room = admit?.(20 * 1024 * 1024)
            const refused = room === undefined ? undefined : yield* Effect.promise(() => room)
            assert.isUndefined(refused)
            most = Math.max(most, ++held)
            yield* Effect.sleep(20)
            held--
          }
          const body = new TextEncoder().encode(isListed ? `${url.origin}/page` : "")
          return { url, status: isListed ? 200 : 404, headers: {}, body }
        })
    })
    const reader = Layer.succeed(SitemapReader, { open: () => ({ push: () => [], end: () => [] }) })
    const collect = (site: number) =>
      Effect.gen(function* () {
        const found: Array<string> = []
        const { collect } = yield* Sitemaps
        const { problems } = yield* collect(new URL(`http://${site}.test/`), ["/listed.txt"], (entries) =>
          Effect.sync(() => void found.push(...entries.map(({ url }) => url)))
        )
        assert.deepStrictEqual([found, problems], [[`http://${site}.test/page`], []])
      })
    return Effect.gen(function* () {
      yield* Effect.all([1, 2, 3, 4].map(collect), { concurrency: "unbounded" })
      assert.strictEqual(most, 1)
    }).pipe(Effect.provide(Sitemaps.layer), Effect.provide(Layer.merge(fetcher, reader)))
  })
})
