import { appendFile } from "node:fs/promises"
import { CheerioCrawler } from "@crawlee/cheerio"
import Turndown from "turndown"

export const stream = async (site: string, file: string) => {
  const crawler = new CheerioCrawler({
    maxRequestsPerCrawl: 50,
    async requestHandler({ $, enqueueLinks, request }) {
      const links = $("a[href]")
        .toArray()
        .map((link) => new URL($(link).attr("href")!, request.loadedUrl).href)
      $("nav, header, footer, aside, script, style").remove()
      const markdown = new Turndown().turndown($("body").html() ?? "")
      await appendFile(file, `${JSON.stringify({ url: request.loadedUrl, markdown, links })}\n`)
      await enqueueLinks()
    }
  })
  return crawler.run([site])
}
