/**
 * What every `SearchProvider` must do, against a server that answers as the
 * real engine does. The server knows these queries: `orb weaver` has three hits
 * of each source, one of them twice; `nothing` has none; `status 401`, `status
 * 429` and `status 500` answer so; `garbage` answers what is no result, and
 * `changed` well-formed what the engine never answers; `hang` never answers.
 */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { SearchProvider, type SearchQuery } from "@orbweaver/core/search/SearchProvider"

export const suite = <E>(name: string, layer: Layer.Layer<SearchProvider, E>) =>
  it.layer(layer, { timeout: "120 seconds", excludeTestServices: true })(`SearchProvider (${name})`, (it) => {
    const ask = Effect.fnUntraced(function* (text: string, rest: Partial<SearchQuery> = {}) {
      const provider = yield* SearchProvider
      return yield* provider.search({ text, source: "web", limit: 10, timeout: Duration.seconds(3), ...rest })
    })

    it.effect("gives the hits of each of its sources in order, each address once", () =>
      Effect.gen(function* () {
        const { sources } = yield* SearchProvider
        assert.isAbove(sources.length, 0)
        for (const source of sources) {
          const hits = yield* ask("orb weaver", { source })
          assert.deepStrictEqual(
            hits.map(({ url }) => url),
            ["https://one.example/", "https://two.example/b", "https://three.example/"],
            source
          )
          assert.isTrue(hits.every(({ title }) => title !== ""))
          if (source === "images") assert.isTrue(hits.every(({ imageUrl }) => imageUrl?.startsWith("https://")))
        }
      })
    )

    it.effect("gives no more than asked, and nothing where there is nothing", () =>
      Effect.gen(function* () {
        assert.lengthOf(yield* ask("orb weaver", { limit: 2 }), 2)
        assert.deepStrictEqual(yield* ask("nothing"), [])
      })
    )

    for (const [query, why] of [
      ["status 401", "unauthorized"],
      ["status 429", "rate-limited"],
      ["status 500", "unavailable"],
      ["garbage", "malformed"],
      ["changed", "malformed"],
      ["hang", "timed-out"]
    ] as const) {
      it.effect(`fails with ${why} when the engine answers ${query}`, () =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(ask(query, { timeout: Duration.millis(why === "timed-out" ? 200 : 3000) }))
          assert.strictEqual(error._tag, "SearchError")
          assert.strictEqual(error.why, why)
        })
      )
    }
  })
