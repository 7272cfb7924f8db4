import { CheerioCrawler } from "@crawlee/cheerio"
import Turndown from "turndown"

export const linksOfArticle = async (url: string) => {
  let found: { markdown: string; links: Array<string> } | undefined
  const crawler = new CheerioCrawler({
    requestHandler({ $, request }) {
      const markdown = new Turndown().turndown($("article").html() ?? "")
      const links = $("a[href]")
        .toArray()
        .map((link) => new URL($(link).attr("href")!, request.loadedUrl).href)
      found = { markdown, links: [...new Set(links)] }
    }
  })
  await crawler.run([url])
  return found
}
