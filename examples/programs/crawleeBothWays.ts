/** Orbweaver inside a crawler of Crawlee, and Crawlee's client inside Orbweaver: `node crawleeBothWays.ts https://example.com`. */
import { CheerioCrawler } from "@crawlee/cheerio"
import type { Configuration } from "@crawlee/core"
import { toDocument } from "@orbweaver/crawlee"
import * as CrawleeFetcher from "@orbweaver/crawlee/Fetcher"
import { createOrbweaver, type Orbweaver, type OrbweaverOptions } from "orbweaver"

/** Crawlee fetches and queues; each page becomes a document without a second request. */
export const inCrawlee = async (orb: Orbweaver, url: string, configuration?: Configuration) => {
  const titles: Array<string> = []
  const crawler = new CheerioCrawler(
    {
      maxRequestsPerCrawl: 20,
      async requestHandler(context) {
        const { markdown, metadata } = await toDocument(context, { orb })
        titles.push(metadata.title ?? url)
        await context.pushData({ url: metadata.url, markdown })
        await context.enqueueLinks()
      }
    },
    configuration
  )
  await crawler.run([url])
  return titles
}

/** Orbweaver crawls; requests go out as Crawlee's got-scraping sends them. */
export const withCrawleesClient = async (url: string, options: OrbweaverOptions<[]> = {}) => {
  await using orb = createOrbweaver({ ...options, fetcher: CrawleeFetcher.layer() })
  const { data } = await orb.crawl(url, { limit: 20 })
  return data.map(({ metadata }) => metadata.title ?? url)
}

if (import.meta.main) {
  const url = process.argv[2] ?? "https://example.com"
  await using orb = createOrbweaver()
  console.log(await inCrawlee(orb, url), await withCrawleesClient(url))
}
