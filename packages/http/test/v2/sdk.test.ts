// The official JavaScript client, unmodified, against our server over the test site.
import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Effect } from "effect"
import { parts, type Served, served } from "../served.ts"

const test = (name: string, body: (client: Firecrawl, parts: Served) => Promise<void>) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const found = yield* served
      const client = new Firecrawl({ apiKey: found.key, apiUrl: found.api })
      yield* Effect.promise(() => body(client, found))
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

/** The error of the client, whatever it rejects with. */
const rejected = async (
  work: Promise<unknown>
): Promise<{ status?: number; code?: string; message: string; details?: unknown }> => {
  try {
    await work
  } catch (error) {
    return error as { message: string }
  }
  throw new Error("It should have been rejected")
}

describe("firecrawl-js, v2", () => {
  test("scrapes", async (client, { at }) => {
    const document = await client.scrape(at("/article"), {
      formats: ["markdown", "links", "html", "rawHtml", "images"]
    })
    assert.include(document.markdown, "# A spider in the library")
    assert.include(document.html, "<h1")
    assert.include(document.rawHtml, "<!doctype html>")
    assert.include(document.links ?? [], at("/page?from=0-0"))
    assert.include(document.images ?? [], at("/image.png"))
    assert.strictEqual(document.metadata?.title, "A spider in the library")
    assert.strictEqual(document.metadata?.statusCode, 200)
    assert.strictEqual(document.metadata?.sourceURL, at("/article"))
  })

  test("understands our errors", async (client, { at, api }) => {
    const unknown = await rejected(client.scrape(at("/page"), { nonsense: 1 } as object))
    assert.strictEqual(unknown.status, 400)
    assert.strictEqual(unknown.code, "BAD_REQUEST")
    assert.include(JSON.stringify(unknown.details), "nonsense")
    const slow = await rejected(client.scrape(at("/hang"), { timeout: 200, proxy: "basic", maxAge: 0 }))
    assert.strictEqual(slow.status, 408)
    assert.strictEqual(slow.code, "SCRAPE_TIMEOUT")
    const stranger = await rejected(new Firecrawl({ apiKey: "fc-nobody", apiUrl: api }).scrape(at("/page")))
    assert.strictEqual(stranger.status, 401)
    assert.include(stranger.message, "Unauthorized")
  })

  test("crawls, waiting", async (client, { at }) => {
    const job = await client.crawl(at("/site/8/"), {
      limit: 6,
      pollInterval: 1,
      scrapeOptions: { formats: ["markdown"] }
    })
    assert.strictEqual(job.status, "completed")
    assert.strictEqual(job.data.length, 6)
    assert.strictEqual(job.total, 6)
    assert.strictEqual(job.creditsUsed, 6)
    for (const { markdown } of job.data) assert.isNotEmpty(markdown)
  })

  test("starts, reads and stops a crawl", async (client, { at }) => {
    const { id, url } = await client.startCrawl(at("/site/60/"), { delay: 1, sitemap: "skip" })
    assert.include(url, `/v2/crawl/${id}`)
    const { crawls } = await client.getActiveCrawls()
    assert.strictEqual(crawls[0]?.id, id)
    assert.strictEqual(crawls[0]?.teamId, "rich")
    const running = await client.getCrawlStatus(id)
    assert.strictEqual(running.status, "scraping")
    assert.isTrue(await client.cancelCrawl(id))
    assert.strictEqual((await client.getCrawlStatus(id)).status, "cancelled")
  })

  test("gives every page of many statuses", async (client, { at }) => {
    const job = await client.crawl(at("/site/130/?links=60"), { limit: 120, pollInterval: 1, sitemap: "skip" })
    assert.strictEqual(job.data.length, job.completed)
    assert.strictEqual(job.data.length, 120)
    assert.strictEqual(new Set(job.data.map(({ metadata }) => metadata?.url)).size, 120)
  })

  test("scrapes batches", async (client, { at }) => {
    const job = await client.batchScrape([at("/page"), at("/article"), at("/missing")], {
      options: { formats: ["markdown"] },
      pollInterval: 1,
      idempotencyKey: "9d2f1b1e-4a52-4b7e-9a20-3a1d5f0c7e12"
    })
    assert.strictEqual(job.status, "completed")
    assert.sameMembers(
      job.data.map(({ metadata }) => metadata?.statusCode),
      [200, 200, 404]
    )
    const started = await client.startBatchScrape([at("/page"), "not an address", at("/reset")], {
      options: { maxAge: 0 }
    })
    assert.deepStrictEqual(started.invalidURLs, ["not an address"])
    let status = await client.getBatchScrapeStatus(started.id)
    while (status.status === "scraping") status = await client.getBatchScrapeStatus(started.id)
    const { errors, robotsBlocked } = await client.getBatchScrapeErrors(started.id)
    assert.strictEqual(errors.length, 1)
    assert.strictEqual(errors[0]?.url, at("/reset"))
    assert.deepStrictEqual(robotsBlocked, [])
    const long = await client.startBatchScrape([at("/hang")], { options: { maxAge: 0 } })
    assert.isTrue(await client.cancelBatchScrape(long.id))
  })

  for (const kind of ["crawl", "batch"] as const) {
    test(`watches a ${kind}`, async (client, { at }) => {
      const { id } =
        kind === "crawl"
          ? await client.startCrawl(at("/site/9/"), { limit: 7, sitemap: "skip" })
          : await client.startBatchScrape(Array.from({ length: 7 }, (_, index) => at(`/site/9/p/${index}`)))
      // Opened at once after the start: no page may be lost.
      const watcher = client.watcher(id, { kind, pollInterval: 1, timeout: 100 })
      const seen: Array<string> = []
      watcher.on("document", (document: { metadata: { sourceURL: string } }) => seen.push(document.metadata.sourceURL))
      const ended = new Promise<{ status: string }>((resolve, reject) => {
        watcher.on("done", resolve)
        watcher.on("error", reject)
      })
      await watcher.start()
      assert.strictEqual((await ended).status, "completed")
      assert.strictEqual(new Set(seen).size, 7)
      assert.strictEqual(seen.length, 7)
    })
  }

  test("maps", async (client, { at }) => {
    const { links } = await client.map(at("/site/5/"), { sitemap: "skip", limit: 4 })
    assert.lengthOf(links, 4)
    for (const { url } of links) assert.include(url, "/site/5")
  })

  test("searches", async (client, { at }) => {
    const plain = await client.search(`spiders ${at("/page")}`, { sources: ["web", "news"], limit: 3 })
    assert.deepInclude({ ...plain.web?.[0] }, { url: at("/page"), title: "Hit 1", description: "About web" })
    assert.isFalse("markdown" in plain.web![0]!)
    assert.deepInclude({ ...plain.news?.[0] }, { url: at("/page"), snippet: "About news" })
    const scraped = await client.search(at("/article"), { scrapeOptions: { formats: ["markdown"] } })
    assert.include(JSON.stringify(scraped.web?.[0]), "# A spider in the library")
  })

  test("uploads a file", async (client) => {
    const document = await client.parse(
      { data: "<title>Up</title><h1>Up</h1><p>loaded</p>", filename: "up.html", contentType: "text/html" },
      { formats: ["markdown", "html"] }
    )
    assert.include(document.markdown, "# Up")
    assert.deepInclude({ ...document.metadata }, { sourceFile: "up.html" })
    const upload = { data: "<p>loaded</p>", filename: "up.html" }
    assert.include((await client.parse(upload, { fastMode: true })).warning, "fastMode")
    const redacted = await client.parse({ data: "<p>Write to a@b.test</p>", filename: "up.html" }, { redactPII: true })
    assert.include(redacted.markdown, "Write to <EMAIL>")
    assert.include(redacted.warning, "names of people")
  })

  test("reads usage", async (client, { at }) => {
    await client.scrape(at("/page"))
    const credits = await client.getCreditUsage()
    assert.strictEqual(credits.remainingCredits, 99_999)
    assert.strictEqual(credits.planCredits, 100_000)
    assert.isString(credits.billingPeriodStart)
    assert.strictEqual((await client.getTokenUsage()).remainingTokens, 5000)
    assert.deepStrictEqual(await client.getConcurrency(), { concurrency: 0, maxConcurrency: 10 })
    assert.strictEqual((await client.getQueueStatus()).jobsInQueue, 0)
    const history = await client.getCreditUsageHistorical(true)
    assert.strictEqual(history.periods.length, 1)
    assert.include(JSON.stringify(history.periods[0]), '"apiKey":"rich","totalCredits":1')
    assert.deepStrictEqual((await client.getTokenUsageHistorical()).periods, [])
  })

  test("may send every option that it knows, also those that mean nothing here", async (client, { at }) => {
    const options = {
      formats: [
        "markdown" as const,
        { type: "json" as const, checkPromptInjection: false, schema: { type: "object", properties: {} } }
      ],
      parsers: ["pdf", { type: "image" as const }, { type: "pdf" as const, pageMarkdown: true }],
      domainTools: true,
      fastMode: true,
      auditMetadata: { username: "somebody" },
      threatProtection: { mode: "off" as const },
      redactPII: false,
      integration: "somebody",
      proxy: "enhanced"
    }
    const document = await client.scrape(at("/page"), { ...options, toolDetail: "full" })
    assert.include(document.markdown, "Hello.")
    assert.include(document.warning, "fastMode")
    const { data } = await client.batchScrape([at("/page")], { options, pollInterval: 1 })
    assert.include(data[0]?.markdown, "Hello.")
    assert.include(data[0]?.warning, "fastMode")
    const crawl = await client.crawl(at("/page"), { limit: 1, scrapeOptions: options, pollInterval: 1 })
    assert.include(crawl.data[0]?.markdown, "Hello.")
    assert.include(crawl.data[0]?.warning, "fastMode")
    const refused = client.crawl(at("/page"), { limit: 1, scrapeOptions: { profile: { name: "mine" } } })
    assert.include((await rejected(refused)).message, "ORBWEAVER_ENCRYPTION_KEYS")
  })

  test("is told what only the hosted service has", async (client) => {
    for (const call of [
      () => client.startAgent({ prompt: "x" }),
      () => client.getAgentSnapshot("x", "y"),
      () => client.interact("x", { prompt: "y" }),
      () => client.browser({}),
      () => client.searchFeedback("x", { rating: "good" }),
      () => client.research.searchPapers("x")
    ]) {
      assert.strictEqual((await rejected(call())).status, 501)
    }
    assert.include((await rejected(client.startAgent({ prompt: "x" }))).message, "Agents need a model")
  })
})
