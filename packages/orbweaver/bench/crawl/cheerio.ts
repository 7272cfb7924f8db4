/**
 * The same site with `CheerioCrawler` and turndown, in a process of its own.
 * Arguments: address, pages, `default` or `tuned`. Prints one line of JSON.
 */
import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio"
import TurndownService from "turndown"

const [origin = "", pages = "200", kind = "default"] = process.argv.slice(2)
log.setLevel(log.LEVELS.OFF)

const crawl = async (limit: number): Promise<{ readonly done: number; readonly seconds: number }> => {
  const turndown = new TurndownService()
  let done = 0
  let characters = 0
  const tuned = {
    minConcurrency: 16,
    maxConcurrency: 16,
    useSessionPool: false,
    persistCookiesPerSession: false,
    maxRequestRetries: 0,
    autoscaledPoolOptions: { snapshotterOptions: { eventLoopSnapshotIntervalSecs: 60 } }
  }
  const crawler = new CheerioCrawler(
    {
      maxRequestsPerCrawl: limit,
      ...(kind === "tuned" ? tuned : {}),
      requestHandler: async ({ body, enqueueLinks }) => {
        characters += turndown.turndown(body.toString()).length
        done++
        await enqueueLinks()
      }
    },
    new Configuration({ persistStorage: false, storageClientOptions: { persistStorage: false } })
  )
  const began = performance.now()
  await crawler.run([`${origin}/`])
  if (characters === 0) throw new Error("nothing was converted")
  return { done, seconds: (performance.now() - began) / 1000 }
}

await crawl(20)
const cpu = process.cpuUsage()
const { done, seconds } = await crawl(Number(pages))
const used = process.cpuUsage(cpu)
const cpuMs = (used.user + used.system) / 1000 / done
console.log(JSON.stringify({ pages: done, seconds, cpuMs, rssMb: process.memoryUsage.rss() / 1024 / 1024 }))
process.exit(0)
