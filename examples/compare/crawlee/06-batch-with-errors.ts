import { CheerioCrawler } from "@crawlee/cheerio"
import Turndown from "turndown"

export const scrapeAll = async (urls: ReadonlyArray<string>) => {
  const pages: Array<string> = []
  const failed: Array<string> = []
  const crawler = new CheerioCrawler({
    requestHandler({ $ }) {
      $("nav, header, footer, aside, script, style").remove()
      pages.push(new Turndown().turndown($("body").html() ?? ""))
    },
    failedRequestHandler({ request }) {
      failed.push(request.url)
    }
  })
  await crawler.run([...urls])
  return { pages, failed }
}
