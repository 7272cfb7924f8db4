import { CheerioCrawler } from "@crawlee/cheerio"
import Turndown from "turndown"

export const markdownOf = async (url: string) => {
  let markdown = ""
  const crawler = new CheerioCrawler({
    requestHandler({ $ }) {
      $("nav, header, footer, aside, script, style").remove()
      markdown = new Turndown().turndown($("body").html() ?? "")
    }
  })
  await crawler.run([url])
  return markdown
}
