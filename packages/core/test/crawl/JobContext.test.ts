import { assert, describe, it } from "@effect/vitest"
import type { Job } from "@orbweaver/core/model/Job"
import { identityOf } from "@orbweaver/core/model/CrawlOptions"
import { Effect } from "effect"
import { make } from "../../src/crawl/JobContext.ts"

const job = (kind: string, request: object) => ({ id: "1", kind, origin: "https://a.test/", request }) as {} as Job

describe("the context of a job", () => {
  it.effect("is refused for a kind of a newer version, by its name", () =>
    Effect.gen(function* () {
      const { cause } = yield* Effect.flip(make(job("picture", {}), { year: 2026 }))
      assert.include(String(cause), "unknown kind picture")
      assert.strictEqual((yield* make(job("batch", {}), { year: 2026 })).kind, "batch")
      assert.strictEqual((yield* make(job("extract", {}), { year: 2026 })).kind, "batch")
    })
  )

  it.effect("tells addresses apart as the request does, routes in fragments only where a browser renders", () =>
    Effect.gen(function* () {
      for (const scrapeOptions of [{}, { waitFor: 100 }, { actions: [{ type: "scrape" }] }]) {
        const request = { url: "https://a.test/", ignoreQueryParameters: true, scrapeOptions }
        const context = yield* make(job("crawl", request), { year: 2026 })
        assert(context.kind === "crawl")
        assert.deepStrictEqual(context.identity, identityOf(context.request))
        assert.deepStrictEqual(context.identity, {
          ignoreQueryParameters: true,
          deduplicateSimilarURLs: true,
          hashRoutes: Object.keys(scrapeOptions).length > 0
        })
      }
    })
  )
})
