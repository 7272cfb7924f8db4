// `threatProtection`: no byte goes to a host of its lists, whatever leads there, and the outcome names the entry.
import { start } from "@orbweaver/testing/TestSite"
import { createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, it } from "vitest"

type Site = Awaited<ReturnType<typeof start>>

let site: Site
let orb: ReturnType<typeof createOrbweaver>
beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({ egress: { allowLocal: true } })
})
afterAll(async () => {
  await orb.close()
  await site.close()
})

const named = (path: string): string => {
  const url = site.url(path)
  url.hostname = "localhost"
  return url.href
}
const threatProtection = { blacklist: ["localhost"] }
const refusal = { reason: { _tag: "Refused", policy: "threat-protection" } }
const visits = (mark: string): number => site.requests().filter(({ path }) => path.includes(mark)).length

describe("threatProtection", () => {
  it("refuses a page before anything is sent, and names the entry", async ({ expect }) => {
    const scraped = orb.scrape(named("/article?refused"), { threatProtection })
    await expect(scraped).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining("blacklist: localhost")
    })
    expect(visits("refused")).toBe(0)
  })

  it("refuses the hop of a redirect", async ({ expect }) => {
    const to = encodeURIComponent(named("/article?hop"))
    const from = site.url(`/redirect-to?to=${to}`)
    await expect(orb.scrape(from, { threatProtection, maxAge: 0 })).rejects.toMatchObject(refusal)
    expect(visits("article?hop")).toBe(0)
    expect((await orb.scrape(from, { maxAge: 0 })).metadata.url).toBe(named("/article?hop"))
  })

  it("gives no page that another request left in the cache", async ({ expect }) => {
    const page = named("/article?cached")
    await orb.scrape(page)
    expect((await orb.scrape(page)).metadata["cacheState"]).toBe("hit")
    await expect(orb.scrape(page, { threatProtection })).rejects.toMatchObject(refusal)
  })

  it("holds for the pages of a crawl, of which each that is refused is a failure", async ({ expect }) => {
    const linking = await start({
      routes: {
        "/start": ({ response }) => {
          response.setHeader("content-type", "text/html")
          response.end(`<h1>Start</h1><a href="${named("/article?crawled")}">There</a>`)
        }
      }
    })
    const { counts, id } = await orb.crawl(linking.url("/start").href, {
      sitemap: "skip",
      allowExternalLinks: true,
      crawlEntireDomain: true,
      limit: 5,
      scrapeOptions: { threatProtection }
    })
    await linking.close()
    expect(counts).toMatchObject({ completed: 1, failed: 1 })
    expect((await orb.getCrawlErrors(id)).errors).toMatchObject([{ code: "unsafe_domain_blocked" }])
    expect(visits("article?crawled")).toBe(0)
  })

  it("holds for robots.txt, sitemaps and pages of a map", async ({ expect }) => {
    const mapped = await start()
    const url = mapped.url("/")
    url.hostname = "localhost"
    const { links } = await orb.map(url.href, { threatProtection })
    const requests = mapped.requests().length
    await mapped.close()
    expect([links, requests]).toEqual([[], 0])
  })

  it("never opens what the instance refuses", async ({ expect }) => {
    await using closed = createOrbweaver()
    const scraped = closed.scrape(named("/article"), { threatProtection: { whitelist: ["localhost"] } })
    await expect(scraped).rejects.toMatchObject({ reason: { _tag: "Refused", policy: "private-network" } })
  })
})
