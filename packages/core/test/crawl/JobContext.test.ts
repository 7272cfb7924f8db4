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

  it.effect("tells addresses apart as the request does, and routes in fragments always", () =>
    Effect.gen(function* () {
      for (const scrapeOptions of [{}, { waitFor: 100 }, { actions: [{ type: "scrape" }] }]) {
        const request = { url: "https://a.test/", ignoreQueryParameters: true, scrapeOptions }
        const context = yield* make(job("crawl", request), { year: 2026 })
        assert(context.kind === "crawl")
        assert.deepStrictEqual(context.identity, identityOf(context.request))
        assert.deepStrictEqual(context.identity, {
          ignoreQueryParameters: true,
          deduplicateSimilarURLs: true,
          hashRoutes: true
        })
      }
    })
  )

  it.effect("takes documents of an earlier crawl only where they are what it asks for itself", () =>
    Effect.gen(function* () {
      const url = "https://a.test/"
      const reuseOf = Effect.fnUntraced(function* (asked: object, earlier: object, more: Partial<Job> = {}) {
        const previous = { ...job("crawl", { url, ...earlier }), createdAt: 7, ...more }
        const context = yield* make(job("crawl", { url, previousCrawl: "0", ...asked }), {
          year: 2026,
          previousOf: () => Effect.succeed(previous)
        })
        assert(context.kind === "crawl")
        return context.reuse
      })
      const formats = { scrapeOptions: { formats: ["markdown", "links"], headers: { a: "1" } } }
      assert.deepStrictEqual(yield* reuseOf(formats, formats), { since: 7 })
      // What changes no document makes no difference.
      const hurried = { scrapeOptions: { ...formats.scrapeOptions, timeout: 5000, maxAge: 0 }, limit: 3 }
      assert.deepStrictEqual(yield* reuseOf(hurried, formats), { since: 7 })
      for (const other of [
        {},
        { scrapeOptions: { formats: ["markdown", "links"] } },
        { scrapeOptions: { ...formats.scrapeOptions, onlyMainContent: false } },
        { ...formats, subtractBoilerplate: true },
        { ...formats, robotsUserAgent: "other" }
      ]) {
        assert.isUndefined(yield* reuseOf(other, formats), JSON.stringify(other))
      }
      // What changed since the last scrape is another answer each time.
      const history = { scrapeOptions: { formats: ["markdown", { type: "changeTracking" }] } }
      assert.isUndefined(yield* reuseOf(history, history))
      // Its start page led to another host: what lies there is found by links alone.
      assert.isUndefined(yield* reuseOf(formats, formats, { origin: "https://moved.test/" }))
    })
  )
})
