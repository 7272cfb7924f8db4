import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Firecrawl } from "@mendable/firecrawl-js"

const firecrawl = new Firecrawl({ apiKey: process.env["FIRECRAWL_API_KEY"]! })

export const save = async (site: string, folder: string) => {
  const { data } = await firecrawl.crawl(site, { limit: 50, scrapeOptions: { formats: ["markdown"] } })
  await mkdir(folder, { recursive: true })
  for (const { markdown = "", metadata } of data) {
    const url = metadata?.sourceURL ?? ""
    const text = `---\nurl: "${url}"\n---\n\n${markdown}\n`
    await writeFile(join(folder, `${encodeURIComponent(url)}.md`), text)
  }
  return data.length
}
