// The JavaScript client of 2025 (v1), and the v1 half of today's, unmodified, against our server over the test site.
import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import FirecrawlV1 from "firecrawl-js-v1"
import { Effect } from "effect"
import { parts, type Served, served } from "../served.ts"

const clients: Readonly<Record<string, (served: Served) => FirecrawlV1>> = {
  "firecrawl-js 1.29": ({ api, key }) => new FirecrawlV1({ apiKey: key, apiUrl: api }),
  "firecrawl-js 4.42 .v1": ({ api, key }) => new Firecrawl({ apiKey: key, apiUrl: api }).v1 as unknown as FirecrawlV1
}

/** Answers of the v1 client say themselves whether they succeeded. */
const good = <A extends object>(answer: A): Exclude<A, { success: false }> => {
  assert.isTrue("success" in answer && answer.success, JSON.stringify(answer))
  return answer as Exclude<A, { success: false }>
}

for (const [name, make] of Object.entries(clients)) {
  const test = (title: string, body: (client: FirecrawlV1, parts: Served) => Promise<void>) =>
    it.live(title, () =>
      Effect.gen(function* () {
        const found = yield* served
        yield* Effect.promise(() => body(make(found), found))
      }).pipe(Effect.scoped, Effect.provide(parts))
    )

  describe(`${name}: v1`, () => {
    test("scrapes", async (client, { at }) => {
      const document = good(
        await client.scrapeUrl(at("/article"), {
          formats: ["markdown", "links", "rawHtml"],
          onlyMainContent: true,
          parsePDF: true
        })
      )
      assert.include(document.markdown, "# A spider in the library")
      assert.include(document.links ?? [], at("/page?from=0-0"))
      assert.strictEqual(document.metadata?.statusCode, 200)
    })

    test("maps and searches", async (client, { at }) => {
      const { links = [] } = good(await client.mapUrl(at("/site/5/"), { ignoreSitemap: true, limit: 3 }))
      assert.lengthOf(links, 3)
      const found = good(await client.search(`spiders ${at("/page")}`, { limit: 2 }))
      assert.strictEqual(found.data[0]?.url, at("/page"))
      const scraped = good(await client.search(at("/page"), { scrapeOptions: { formats: ["markdown"] } }))
      assert.include(scraped.data[0]?.markdown, "Hello.")
    })

    test("crawls, waiting", async (client, { at }) => {
      const job = good(
        await client.crawlUrl(
          at("/site/8/"),
          { limit: 5, ignoreSitemap: true, scrapeOptions: { formats: ["markdown"] } },
          1
        )
      )
      assert.strictEqual(job.status, "completed")
      assert.strictEqual(job.data.length, 5)
    })

    test("gives every page of many statuses", async (client, { at }) => {
      const job = good(await client.crawlUrl(at("/site/130/?links=60"), { limit: 110, ignoreSitemap: true }, 1))
      assert.strictEqual(job.data.length, 110)
    })

    test("starts, reads and stops a crawl", async (client, { at }) => {
      const { id = "" } = good(await client.asyncCrawlUrl(at("/site/60/"), { delay: 1, ignoreSitemap: true }))
      const running = good(await client.checkCrawlStatus(id))
      assert.strictEqual(running.status, "scraping")
      assert.propertyVal(await client.cancelCrawl(id), "status", "cancelled")
      assert.strictEqual(good(await client.checkCrawlStatus(id)).status, "cancelled")
    })

    test("scrapes batches, and reads their errors by DELETE", async (client, { at }) => {
      const job = good(await client.batchScrapeUrls([at("/page"), at("/article")], { formats: ["markdown"] }, 1))
      assert.strictEqual(job.status, "completed")
      assert.strictEqual(job.data.length, 2)
      const { id = "" } = good(
        await client.asyncBatchScrapeUrls([at("/page"), at("/reset")], { formats: ["markdown"] })
      )
      for (;;) {
        const status = good(await client.checkBatchScrapeStatus(id))
        if (status.status !== "scraping") break
      }
      const found = await client.checkBatchScrapeErrors(id)
      assert.isTrue("errors" in found)
      assert.strictEqual("errors" in found && found.errors[0]?.url, at("/reset"))
    })

    for (const kind of ["crawl", "batch"] as const) {
      test(`watches a ${kind}`, async (client, { at }) => {
        const watcher =
          kind === "crawl"
            ? await client.crawlUrlAndWatch(at("/site/9/"), { limit: 7, ignoreSitemap: true })
            : await client.batchScrapeUrlsAndWatch(
                Array.from({ length: 7 }, (_, index) => at(`/site/9/p/${index}`)),
                { formats: ["markdown"] }
              )
        const seen: Array<string> = []
        let done = 0
        const ended = new Promise<void>((resolve, reject) => {
          watcher.addEventListener("document", (event) => {
            const { detail } = event as unknown as { detail: { metadata: { sourceURL: string } } }
            seen.push(detail.metadata.sourceURL)
          })
          watcher.addEventListener("error", (event) =>
            reject(new Error(JSON.stringify((event as unknown as { detail: unknown }).detail)))
          )
          watcher.addEventListener("done", () => {
            done++
            resolve()
          })
        })
        await ended
        assert.strictEqual(done, 1)
        assert.strictEqual(new Set(seen).size, 7)
      })
    }
  })
}
