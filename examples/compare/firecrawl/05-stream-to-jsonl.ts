import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const stream = async (site: string, file: string) => {
  const { id } = await firecrawl.startCrawl(site, { limit: 50, scrapeOptions: { formats: ["markdown", "links"] } })
  const output = createWriteStream(file)
  const watcher = firecrawl.watcher(id, { kind: "crawl" })
  const { promise, reject, resolve } = Promise.withResolvers<void>()
  watcher.on("document", (document) => output.write(`${JSON.stringify(document)}\n`))
  watcher.on("error", reject)
  watcher.on("done", () => resolve())
  await watcher.start()
  await promise
  output.end()
  await once(output, "finish")
}
