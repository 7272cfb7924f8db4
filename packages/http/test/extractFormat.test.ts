// Structured data stands under the name of the v1 format that asked for it, in jobs as in single scrapes.
import { assert, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testkit/TestSite"
import { Effect } from "effect"
import { withKeys } from "./assembly.ts"
import { clientOf, KeysTest } from "./fixtures.ts"

const schema = { type: "object", properties: { title: { type: "string" } } }

const starts = [
  ["a batch", "extract", "/v1/batch/scrape", { formats: ["extract"], extract: { schema } }],
  ["a batch", "json", "/v1/batch/scrape", { formats: ["json"], jsonOptions: { schema } }],
  ["a crawl", "extract", "/v1/crawl", { scrapeOptions: { formats: ["extract"], extract: { schema } } }],
  ["a crawl", "json", "/v1/crawl", { scrapeOptions: { formats: ["json"], jsonOptions: { schema } } }]
] as const

for (const [what, name, path, options] of starts) {
  it.live(`${what} of v1 that asks for ${name} has its data under ${name} alone`, () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const call = yield* clientOf(withKeys(KeysTest))
      const page = site.url("/article").href
      const address = path === "/v1/crawl" ? { url: page, limit: 1, ignoreSitemap: true } : { urls: [page] }
      const { body } = yield* call("POST", path, { ...address, ...options })
      assert.isTrue(body.success, JSON.stringify(body))
      let job = body
      do {
        yield* Effect.sleep(20)
        job = (yield* call("GET", `${path}/${body.id}`)).body
      } while (job.status === "scraping")
      const again = (yield* call("GET", `/v1/scrape/${job.data[0].metadata.scrapeId}`)).body
      for (const document of [job.data[0], again.data]) {
        assert.deepStrictEqual(document[name], { title: "A spider in the library" })
        assert.isFalse((name === "json" ? "extract" : "json") in document)
      }
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )
}
