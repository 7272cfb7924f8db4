import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CheerioCrawler } from "@crawlee/cheerio"
import Turndown from "turndown"

export const save = async (site: string, folder: string) => {
  await mkdir(folder, { recursive: true })
  let saved = 0
  const crawler = new CheerioCrawler({
    maxRequestsPerCrawl: 50,
    async requestHandler({ $, enqueueLinks, request }) {
      $("nav, header, footer, aside, script, style").remove()
      const markdown = new Turndown().turndown($("body").html() ?? "")
      const text = `---\nurl: "${request.loadedUrl}"\n---\n\n${markdown}\n`
      await writeFile(join(folder, `${encodeURIComponent(request.loadedUrl)}.md`), text)
      saved += 1
      await enqueueLinks()
    }
  })
  await crawler.run([site])
  return saved
}
