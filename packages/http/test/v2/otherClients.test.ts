// Older and other official packages, unmodified: firecrawl-js 3.x, and the tools for the AI SDK.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Tools from "firecrawl-aisdk"
import { Firecrawl as FirecrawlV3 } from "firecrawl-js-v3"
import { parts, type Served, served } from "../served.ts"

const test = (name: string, body: (parts: Served) => Promise<void>) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const found = yield* served
      yield* Effect.promise(() => body(found))
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

const schema = { type: "object", properties: { title: { type: "string" } } }

describe("firecrawl-js 3.x", () => {
  const clientOf = ({ api, key }: Served) => new FirecrawlV3({ apiKey: key, apiUrl: api })

  test("scrapes, maps, searches and reads usage", async (found) => {
    const client = clientOf(found)
    const document = await client.scrape(found.at("/article"), { formats: ["markdown", "links"] })
    assert.include(document.markdown, "# A spider in the library")
    assert.isNotEmpty(document.links)
    const { links } = await client.map(found.at("/site/5/"), { sitemap: "skip", limit: 3 })
    assert.lengthOf(links, 3)
    const { web } = await client.search(`spiders ${found.at("/page")}`, { limit: 2 })
    assert.include(JSON.stringify(web), found.at("/page"))
    assert.isNumber((await client.getCreditUsage()).remainingCredits)
    assert.isNumber((await client.getTokenUsage()).remainingTokens)
    assert.isNumber((await client.getConcurrency()).maxConcurrency)
  })

  test("crawls, scrapes batches and extracts, waiting and by id", async (found) => {
    const client = clientOf(found)
    const crawl = await client.crawl(found.at("/site/6/"), { limit: 4, sitemap: "skip", pollInterval: 1 })
    assert.deepStrictEqual([crawl.status, crawl.data.length], ["completed", 4])
    const { id } = await client.startCrawl(found.at("/site/60/"), { delay: 1, sitemap: "skip" })
    assert.strictEqual((await client.getCrawlStatus(id)).status, "scraping")
    assert.isNotEmpty((await client.getActiveCrawls()).crawls)
    assert.isTrue(await client.cancelCrawl(id))
    assert.deepStrictEqual((await client.getCrawlErrors(id)).errors, [])
    assert.isObject(await client.crawlParamsPreview(found.at("/"), "only the blog"))
    const batch = await client.batchScrape([found.at("/page")], { pollInterval: 1 })
    assert.lengthOf(batch.data, 1)
    const extract = await client.extract({ urls: [found.at("/article")], schema, pollInterval: 1 })
    assert.strictEqual(extract.status, "completed")
  })
})

describe("the tools of Firecrawl for the AI SDK", () => {
  /** Runs a tool as the AI SDK does. */
  const run = async (tool: object, input: object): Promise<any> => {
    const { execute } = tool as { readonly execute: (input: object, options: object) => unknown }
    return execute(input, { toolCallId: "1", messages: [] })
  }

  test("scrape, search, map, crawl and scrape batches", async ({ api, at, key }) => {
    const config = { apiKey: key, apiUrl: api }
    const page = await run(Tools.scrape(config), { url: at("/article"), formats: ["markdown"] })
    assert.include(JSON.stringify(page), "A spider in the library")
    const found = await run(Tools.search(config), { query: `spiders ${at("/page")}`, limit: 2 })
    assert.include(JSON.stringify(found), at("/page"))
    const map = await run(Tools.map(config), { url: at("/site/5/"), limit: 3, sitemap: "skip" })
    assert.include(JSON.stringify(map), at("/site/5/"))
    const crawl = await run(Tools.crawl(config), { url: at("/site/5/"), limit: 2, sitemap: "skip" })
    assert.match(JSON.stringify(crawl), /[0-9a-f]{8}-[0-9a-f]{4}|completed/)
    const batch = await run(Tools.batchScrape(config), { urls: [at("/page")], formats: ["markdown"] })
    assert.match(JSON.stringify(batch), /[0-9a-f]{8}-[0-9a-f]{4}|completed/)
  })
})
