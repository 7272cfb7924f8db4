import { CheerioCrawler } from "@crawlee/cheerio"
import { Configuration, Dataset, KeyValueStore } from "@crawlee/core"
import { HttpCrawler } from "@crawlee/http"
import { MemoryStorage } from "@crawlee/memory-storage"
import { PlaywrightCrawler } from "@crawlee/playwright"
import { toDocument } from "@orbweaver/crawlee"
import { keyOf, saveDocuments } from "@orbweaver/crawlee/storage"
import { start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Document, InvalidInput } from "orbweaver"
import { chromium } from "playwright"
import { Effect } from "effect"
import { assert, expect, it } from "vitest"
import { candidates } from "../../browser/src/process/findBrowser.ts"
import { locate } from "../../browser/src/process/launch.ts"

/** A configuration that writes nothing to the disk. */
const inMemory = () =>
  new Configuration({
    persistStorage: false,
    storageClient: new MemoryStorage({ persistStorage: false }),
    logLevel: 0
  } as object)

const around = async (test: (site: Awaited<ReturnType<typeof start>>) => Promise<void>) => {
  const site = await start()
  try {
    await test(site)
  } finally {
    await site.close()
  }
}

it("reads the page of a CheerioCrawler without a second request", () =>
  around(async (site) => {
    await using orb = createOrbweaver()
    const documents: Array<{
      readonly markdown: string
      readonly links: ReadonlyArray<string>
      readonly metadata: Document["metadata"]
    }> = []
    const crawler = new CheerioCrawler(
      {
        requestHandler: async (context) => {
          documents.push(await toDocument(context, { orb, formats: ["markdown", "links"] }))
        }
      },
      inMemory()
    )
    await crawler.run([site.url("/redirect/2").href, site.url("/charset/iso-8859-1").href, site.url("/missing").href])
    expect(site.requests("/page")).toHaveLength(1)
    const of = (path: string) => documents.find(({ metadata }) => metadata.url === site.url(path).href)!
    expect(of("/page").metadata).toMatchObject({ sourceURL: site.url("/redirect/2").href, statusCode: 200 })
    expect(of("/page").links.every((link) => link.startsWith("http"))).toBe(true)
    expect(of("/charset/iso-8859-1").markdown).toContain("café crème")
    expect(of("/missing").metadata.statusCode).toBe(404)
  }))

it("reads files of an HttpCrawler by what they are", () =>
  around(async (site) => {
    await using orb = createOrbweaver()
    const found: Array<string> = []
    const crawler = new HttpCrawler(
      {
        additionalMimeTypes: ["application/pdf"],
        requestHandler: async (context) => {
          found.push((await toDocument(context, { orb })).markdown)
        }
      },
      inMemory()
    )
    await crawler.run([site.url("/file.pdf").href])
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/\w/)
    expect(site.requests("/file.pdf")).toHaveLength(1)
  }))

it("reads what a PlaywrightCrawler shows, and says which format it has not", () =>
  around(async (site) => {
    await using orb = createOrbweaver()
    const found: Array<string> = []
    const refused: Array<unknown> = []
    const [candidate] = await Effect.runPromise(candidates(undefined))
    const { environment, path } = await locate(chromium, candidate!)
    const crawler = new PlaywrightCrawler(
      {
        launchContext: { launcher: chromium, launchOptions: { executablePath: path, env: environment } },
        maxRequestRetries: 0,
        requestHandler: async (context) => {
          await context.page.waitForSelector("h1, p")
          found.push((await toDocument(context, { orb })).markdown)
          refused.push(await toDocument(context, { orb, formats: ["screenshot"] }).catch((error: unknown) => error))
        }
      },
      inMemory()
    )
    await crawler.run([site.url("/app").href])
    expect(found[0]).toMatch(/\w/)
    expect(site.requests("/app")).toHaveLength(1)
    expect(refused[0]).toBeInstanceOf(InvalidInput)
  }))

it("refuses the context of a crawler that fetches nothing", async () => {
  await using orb = createOrbweaver()
  await expect(toDocument({ request: { url: "https://example.com/" } }, { orb })).rejects.toThrow(TypeError)
})

it("writes a crawl into a Dataset and a KeyValueStore", () =>
  around(async (site) => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const config = inMemory()
    const dataset = await Dataset.open("pages", { config })
    const store = await KeyValueStore.open("markdown", { config })
    const crawl = orb.crawl(site.url("/site/3/"), { limit: 3 })
    expect(await saveDocuments(crawl.pages(), { dataset, store })).toBe(3)
    const { items } = await dataset.getData()
    expect(items).toHaveLength(3)
    for (const { markdownKey, url } of items) {
      assert.strictEqual(markdownKey, await keyOf(String(url)))
      expect(await store.getValue(String(markdownKey))).toMatch(/\w/)
    }
  }))
