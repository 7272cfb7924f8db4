import { OrbweaverLoader } from "@orbweaver/agents/langchain"
import * as TestSite from "@orbweaver/testing/TestSite"
import { CaptureError, createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

const around = async (test: (site: TestSite.Running) => Promise<void>) => {
  const site = await TestSite.start()
  try {
    await test(site)
  } finally {
    await site.close()
  }
}

it("loads a page, a list of pages and a site as documents of LangChain", () =>
  around(async (site) => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const [page] = await new OrbweaverLoader(orb, { scrape: site.url("/page") }).load()
    expect(page).toMatchObject({
      id: site.url("/page").href,
      metadata: { source: site.url("/page").href, title: "Page" }
    })
    const batch = [site.url("/page"), site.url("/text"), site.url("/reset")]
    expect(await new OrbweaverLoader(orb, { batch }).load()).toHaveLength(2)
    const crawled = new OrbweaverLoader(orb, { crawl: site.url("/site/4/"), options: { limit: 3 } })
    expect(new Set((await crawled.load()).map(({ metadata }) => metadata.source)).size).toBe(3)
  }))

it("loads a page in pieces for retrieval", () =>
  around(async (site) => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const pieces = await new OrbweaverLoader(orb, { scrape: site.url("/article") }, { mode: "chunk" }).load()
    expect(pieces.length).toBeGreaterThan(2)
    expect(new Set(pieces.map(({ id }) => id)).size).toBe(pieces.length)
  }))

it("rejects for a page that cannot be read, and stops with its signal", () =>
  around(async (site) => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    await expect(new OrbweaverLoader(orb, { scrape: site.url("/reset") }).load()).rejects.toBeInstanceOf(CaptureError)
    const stop = new AbortController()
    const endless = new OrbweaverLoader(
      orb,
      { crawl: site.url("/site/500/"), options: { limit: 400 } },
      { signal: stop.signal }
    )
    const loading = (async () => {
      for await (const _ of endless.lazyLoad()) stop.abort(new Error("enough"))
    })()
    await expect(loading).rejects.toThrow("enough")
  }))
