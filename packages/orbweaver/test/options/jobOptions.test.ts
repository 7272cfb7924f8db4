// What jobs are asked for: options that make no sense are one typed error when
// they start, naming the field; what tells addresses apart holds for cached pages too.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let orb: Orbweaver

const similar = ["/similar/x", "/similar/x/", "/similar/x/index.html", "/similar/x/index.xml"]

beforeAll(async () => {
  site = await start({
    routes: {
      "/similar/": ({ response, url }) => {
        response.setHeader("content-type", "text/html")
        response.end(
          `<title>${url.pathname}</title><main><p>This is the page ${url.pathname} itself.</p>${similar
            .map((path) => `<a href="${path}">${path}</a>`)
            .join("")}</main>`
        )
      }
    }
  })
  orb = createOrbweaver({ egress: { allowLocal: true } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

const address = (path: string) => site.url(path).href

const wrong: ReadonlyArray<readonly [what: string, options: object, path: ReadonlyArray<string | number>]> = [
  ["a format that there is not", { scrapeOptions: { formats: ["markdown", "nope"] } }, ["scrapeOptions", "formats", 1]],
  ["a webhook that is no address", { webhook: "nope" }, ["webhook"]],
  ["a webhook of another protocol", { webhook: { url: "ftp://example.com/" } }, ["webhook", "url"]],
  [
    "an event that there is not",
    { webhook: { url: "https://example.com/", events: ["page", "bogus"] } },
    ["webhook", "events", 1]
  ]
]

describe("a job with options that make no sense", () => {
  it.each(wrong)("is not started: %s", async (_, options, path) => {
    const error = { _tag: "InvalidInput", issues: [expect.objectContaining({ path })] }
    await expect(orb.startCrawl(address("/page"), options)).rejects.toMatchObject(error)
    const { scrapeOptions, ...rest } = options as { readonly scrapeOptions?: object }
    await expect(orb.startBatchScrape([address("/page")], { ...rest, ...scrapeOptions })).rejects.toMatchObject(error)
    expect(await orb.getActiveCrawls()).toEqual([])
  })

  it("is not started: a prompt that is no text", async () => {
    // @ts-expect-error what callers without types may give
    const started = orb.startCrawl(address("/page"), { prompt: 3 })
    await expect(started).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [expect.objectContaining({ path: ["prompt"] })]
    })
  })
})

describe("a batch of thousands", () => {
  it("counts all its addresses from the first look on, also when it is cancelled at once", async () => {
    const urls = Array.from({ length: 2500 }, (_, index) => address(`/similar/${index}`))
    const { id } = await orb.startBatchScrape(urls)
    expect((await orb.getBatchScrapeStatus(id)).total).toBe(2500)
    await orb.cancelBatchScrape(id)
    const { counts } = await orb.getBatchScrapeStatus(id)
    expect(counts.completed + counts.cancelled).toBe(2500)
  })
})

describe("a batch that was cancelled", () => {
  it("takes no more pages, and says so", async () => {
    const { id } = await orb.startBatchScrape(Array.from({ length: 50 }, (_, index) => address(`/similar/${index}`)))
    expect(await orb.cancelBatchScrape(id)).toBe(true)
    await expect(orb.startBatchScrape([address("/page")], { appendToId: id })).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [expect.objectContaining({ path: ["appendToId"] })]
    })
    expect((await orb.getBatchScrapeStatus(id)).status).toBe("cancelled")
  })
})

describe("pages that are added to a batch", () => {
  it.each([
    ["priority", { priority: 3 }],
    ["maxConcurrency", { maxConcurrency: 2 }],
    ["webhook", { webhook: "https://hooks.example/other" }],
    ["webhook", { webhook: { url: "https://hooks.example/one", headers: { "x-team": "two" } } }]
  ])("cannot change its %s, and say so", async (name, more) => {
    const own = { priority: 1, maxConcurrency: 1, webhook: { url: "https://hooks.example/one", events: ["completed"] } }
    const { id } = await orb.startBatchScrape([address("/page")], own)
    await expect(orb.startBatchScrape([address("/page")], { appendToId: id, ...more })).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [expect.objectContaining({ path: [name], message: expect.stringContaining(id) })]
    })
    // The same again is no change.
    const { id: same } = await orb.startBatchScrape([address("/page")], { appendToId: id, ...own })
    expect(same).toBe(id)
    await orb.cancelBatchScrape(id)
  })
})

describe("addresses that a cache takes for one page", () => {
  const crawl = async (deduplicateSimilarURLs: boolean) => {
    const { data } = await orb.crawl(address("/similar/x"), { sitemap: "skip", deduplicateSimilarURLs })
    return data.map(({ metadata }) => new URL(metadata.url).pathname).sort()
  }

  it("are pages of their own in a crawl that tells them apart", async () => {
    expect(await crawl(false)).toEqual(similar)
  })

  it("are one in a crawl that does not, but for what is another file", async () => {
    expect(await crawl(true)).toEqual(["/similar/x", "/similar/x/index.xml"])
  })
})
