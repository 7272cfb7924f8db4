/** A site as a folder of Markdown files, with its progress: `node crawlToFolder.ts https://example.com site`. */
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { markdownFolder } from "orbweaver/sinks"

export const crawlToFolder = async (orb: Orbweaver, url: string, folder: string, log = console.error) => {
  const crawl = orb.crawl(url, { limit: 100 })
  const saved = crawl.to(markdownFolder(folder))
  for await (const { completed, failed, queued, url } of crawl.progress()) {
    log(`${completed} saved, ${failed} failed, ${queued} waiting: ${url ?? ""}`)
  }
  return (await saved).counts
}

if (import.meta.main) {
  const [url = "https://example.com", folder = "site"] = process.argv.slice(2)
  await using orb = createOrbweaver()
  console.log(await crawlToFolder(orb, url, folder))
}
