// Whole sites through the Promise facade: crawls, batches, maps and watching,
// in memory and on a file that survives the process.
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { sqlite } from "@orbweaver/storage/sqlite"
import { endlessSite } from "@orbweaver/testing/internal/EndlessSite"
import { templatedSite } from "@orbweaver/testing/internal/TemplatedSite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const templated = templatedSite(24)
let site: Running
let orb: Orbweaver

beforeAll(async () => {
  site = await start({ routes: { ...templated.routes, ...endlessSite } })
  orb = createOrbweaver({ egress: { allowLocal: true } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

const address = (path: string) => site.url(path).href

describe("orb.crawl", () => {
  it("gives every page of a site once, in the formats asked for", async () => {
    const job = await orb.crawl(address("/site/12/"), {
      sitemap: "skip",
      scrapeOptions: { formats: ["markdown", "links"] }
    })
    expect(job.status).toBe("completed")
    expect(new Set(job.data.map(({ metadata }) => metadata.url)).size).toBe(job.data.length)
    expect(job.data.length).toBe(job.total)
    expect(job.total).toBeGreaterThanOrEqual(12)
    expect(job.data.every(({ markdown }) => (markdown ?? "").length > 0)).toBe(true)
    expect(job.creditsUsed).toBe(job.total)
  })

  it("counts pages by the class of their status, in the status and in its progress", async () => {
    const urls = ["/page", "/missing", "/status/403", "/broken"].map(address)
    const counted = { "2xx": 1, "3xx": 0, "4xx": 2, "5xx": 1 }
    const run = orb.batchScrape(urls)
    let last
    for await (const report of run.progress()) last = report
    expect(last).toMatchObject({ completed: 4, statusCounts: counted })
    expect(await run).toMatchObject({ completed: 4, statusCounts: counted })
  })

  it("says in the status of a running crawl how slowly its site is asked, and until when it is left alone", async () => {
    const busy = await start({
      routes: {
        "/": ({ response }) => {
          response.writeHead(429, { "retry-after": "60" })
          response.end()
        }
      }
    })
    try {
      const { id } = await orb.startCrawl(busy.url("/").href, { sitemap: "skip", ignoreRobotsTxt: true })
      await expect
        .poll(async () => (await orb.getCrawlStatus(id)).hostPace, { timeout: 10_000 })
        .toMatchObject({ host: busy.url("/").host, maxConcurrency: 1, delayMs: 0 })
      const pausedUntil = (await orb.getCrawlStatus(id)).hostPace?.pausedUntil
      expect(Date.parse(pausedUntil ?? "")).toBeGreaterThan(Date.now())
      await orb.cancelCrawl(id)
      expect((await orb.getCrawlStatus(id)).hostPace).toBeUndefined()
    } finally {
      await busy.close()
    }
  })

  it("warns of the addresses outside of its start's path, with the option that takes them", async () => {
    const start = address("/site/6/p/1")
    const { id, warning } = await orb.crawl(start, { sitemap: "skip" })
    expect(warning).toBe(
      "5 addresses outside of /site/6/p/1 were left out. Use crawlEntireDomain to crawl the entire domain."
    )
    expect((await orb.getCrawlStatus(id)).warning).toBe(warning)
    const whole = await orb.crawl(start, { sitemap: "skip", crawlEntireDomain: true })
    expect([whole.completed, whole.warning]).toEqual([6, undefined])
  })

  it("keeps to its limit and can be read again later", async () => {
    const { id } = await orb.startCrawl(address("/site/30/"), { limit: 5, sitemap: "skip" })
    const waited = await orb.waitForCrawl(id)
    expect(waited.data).toHaveLength(5)
    expect(await orb.getCrawlStatus(id)).toEqual(waited)
    expect(await orb.getCrawlErrors(id)).toMatchObject({ errors: [], robotsBlocked: [] })
  })

  it("stops when it is cancelled and keeps what it has", async () => {
    const { id } = await orb.startCrawl(address("/site/5000/"), { sitemap: "skip" })
    expect(await orb.getActiveCrawls()).toContainEqual(expect.objectContaining({ id }))
    expect(await orb.cancelCrawl(id)).toBe(true)
    const job = await orb.getCrawlStatus(id)
    expect(job.status).toBe("cancelled")
    expect(await orb.cancelCrawl(id)).toBe(false)
    expect(job.data.length).toBe(job.completed)
  })

  it("tells what happens, each event once and in order, from any number on", async () => {
    const { id } = await orb.startCrawl(address("/site/6/"), { sitemap: "skip" })
    const seen: Array<{ readonly number: number; readonly type: string }> = []
    for await (const event of orb.watcher(id)) seen.push(event)
    expect(seen.map(({ number }) => number)).toEqual(seen.map((_, index) => index + 1))
    expect(seen[0]!.type).toBe("started")
    expect(seen.at(-1)!.type).toBe("completed")
    const replayed: Array<number> = []
    await orb
      .watcher(id, { after: 2 })
      .on("event", ({ number }) => replayed.push(number))
      .done()
    expect(replayed).toEqual(seen.slice(2).map(({ number }) => number))
  })

  it("leaves out what the pages of a template repeat, once enough of them were seen, and nothing of their own", async () => {
    const linesLeft = async (subtractBoilerplate: boolean) => {
      const { data } = await orb.crawl(address("/templates/"), { sitemap: "skip", subtractBoilerplate })
      expect(data).toHaveLength(templated.paths.length + 1)
      const left = { own: 0, bound: 0, repeated: 0 }
      // The last pages: by then each template is known.
      for (const { markdown = "", metadata } of data.slice(-12)) {
        const truth = templated.expectedContent(new URL(metadata.url).pathname)
        for (const kind of ["own", "bound", "repeated"] as const) {
          left[kind] += truth[kind].filter((line) => markdown.includes(line)).length / truth[kind].length
        }
      }
      return left
    }
    expect(await linesLeft(false)).toEqual({ own: 12, bound: 12, repeated: 12 })
    expect(await linesLeft(true)).toEqual({ own: 12, bound: 12, repeated: 0 })
  })

  it("ends on a site of endless series, and tells which they were", async () => {
    const job = await orb.crawl(address("/endless/"), { sitemap: "skip", limit: 2000 })
    expect(job.status).toBe("completed")
    const { traps } = await orb.getCrawlErrors(job.id)
    expect(traps.map(({ trap }) => trap).sort()).toEqual(["calendar", "facets", "repeatingPath", "softNotFound"])
    for (const { count, examples } of traps) expect(examples.length).toBe(Math.min(3, count))
    const missing = traps.find(({ trap }) => trap === "softNotFound")!
    expect(await orb.explainCrawl(job.id, missing.examples[0]!)).toMatchObject({
      record: { state: "completed", reason: "trap", rule: "softNotFound" }
    })
    const calendar = traps.find(({ trap }) => trap === "calendar")!
    expect(await orb.explainCrawl(job.id, calendar.examples[0]!)).toMatchObject({
      record: { state: "skipped", reason: "trap", rule: "calendar" },
      decision: { admit: false, reason: "trap", rule: "calendar" }
    })
    // The same pages under ever new session ids were visited once.
    expect(site.requests("/endless/session").length).toBe(1)
  })

  it("rejects with a typed error for a bad pattern and an unknown job", async () => {
    await expect(orb.crawl(address("/"), { includePaths: ["("] })).rejects.toMatchObject({ _tag: "InvalidInput" })
    await expect(orb.crawl(address("/"), { depth: 2 } as object)).rejects.toMatchObject({ _tag: "InvalidInput" })
    await expect(orb.getCrawlStatus("nope")).rejects.toMatchObject({ _tag: "JobNotFound" })
  })
})

describe("orb.batchScrape", () => {
  it("scrapes a list, leaves out what is no address, and says which", async () => {
    const urls = [address("/page"), "ftp://no", address("/article")]
    const { id, invalidURLs } = await orb.startBatchScrape(urls)
    expect(invalidURLs).toEqual(["ftp://no"])
    expect((await orb.getBatchScrapeStatus(id)).id).toBe(id)
  })

  it("accounts for every address: a result, or an error that says why", async () => {
    const { id } = await orb.startBatchScrape([address("/page"), address("/reset")])
    const events: Array<string> = []
    for await (const { type } of orb.watcher(id)) events.push(type)
    const job = await orb.getBatchScrapeStatus(id)
    const { errors } = await orb.getBatchScrapeErrors(id)
    expect(job.status).toBe("completed")
    expect(job.data.map(({ metadata }) => metadata.url)).toEqual([address("/page")])
    expect(errors).toMatchObject([
      {
        url: address("/reset"),
        code: "SCRAPE_SITE_ERROR",
        attempts: [1, 2, 3].map((attempt) => ({ attempt, error: errors[0]!.error }))
      }
    ])
    expect(events.filter((type) => type === "completed")).toHaveLength(1)
  })
})

describe("orb.map", () => {
  it("lists sitemaps and links of a site", async () => {
    const { links } = await orb.map(address("/"), { limit: 50, ignoreRobotsTxt: true })
    expect(links.length).toBeGreaterThan(1)
    expect(links.every(({ url }) => url.startsWith("http"))).toBe(true)
  })
})

describe("orb.search", () => {
  it("finds what this instance has scraped, without any engine", async () => {
    await using indexed = createOrbweaver({ egress: { allowLocal: true } })
    const { markdown, metadata } = await indexed.scrape(address("/article"))
    const word = /[a-z]{6,}/i.exec(markdown ?? "")![0]
    const { sources } = await indexed.search(word, { sources: ["local"] })
    expect(sources.local?.map(({ url }) => url)).toContain(metadata.url)
    await using blind = createOrbweaver({ index: LocalIndex.layerNone })
    await expect(blind.search(word, { sources: ["local"] })).rejects.toMatchObject({ why: "not-configured" })
  })
})

it("jobs on a file outlive the process that started them", async () => {
  const directory = await mkdtemp(join(tmpdir(), "orbweaver-jobs-"))
  const file = join(directory, "jobs.sqlite")
  // The first leaves the work to others, the second does it.
  const first = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(file), worker: false })
  const { id } = await first.startCrawl(address("/site/8/"), { sitemap: "skip" })
  await first.close()
  const second = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(file) })
  const job = await second.waitForCrawl(id)
  expect(job.status).toBe("completed")
  expect(job.data.length).toBeGreaterThanOrEqual(8)
  await second.close()
  await rm(directory, { recursive: true })
})
