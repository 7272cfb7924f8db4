import { CheerioCrawler } from "@crawlee/cheerio"
import Turndown from "turndown"

export const crawlAccount = async (url: string, cookie: string) => {
  const pages: Array<string> = []
  const crawler = new CheerioCrawler({
    maxRequestsPerCrawl: 20,
    preNavigationHooks: [
      ({ request }) => {
        request.headers = { ...request.headers, cookie }
      }
    ],
    async requestHandler({ $, enqueueLinks }) {
      $("nav, header, footer, aside, script, style").remove()
      pages.push(new Turndown().turndown($("body").html() ?? ""))
      await enqueueLinks()
    }
  })
  await crawler.run([url])
  return pages
}
