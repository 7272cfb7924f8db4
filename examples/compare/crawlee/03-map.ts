import { CheerioCrawler } from "@crawlee/cheerio"
import { Sitemap } from "@crawlee/utils"

export const addressesOf = async (site: string) => {
  const { urls } = await Sitemap.tryCommonNames(site)
  const found = new Set(urls)
  const crawler = new CheerioCrawler({
    maxRequestsPerCrawl: 100,
    async requestHandler({ enqueueLinks, request }) {
      found.add(request.loadedUrl)
      await enqueueLinks()
    }
  })
  await crawler.run([site])
  return [...found].slice(0, 100)
}
