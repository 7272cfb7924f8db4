/**
 * Our crawl of the site, in a process of its own. Arguments: address, pages,
 * store (`memory`, `sqlite` or a `postgres://` address), threads that read pages.
 * Prints one line of JSON.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"

const [origin = "", pages = "1000", store = "memory", threads = "0"] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), "orbweaver-bench-"))
const lag = monitorEventLoopDelay({ resolution: 10 })

const orb = createOrbweaver({
  egress: { allowLocal: true },
  worker: { concurrency: threads === "0" ? 16 : 32, threads: Number(threads) },
  ...(store === "sqlite" ? { stores: sqlite(join(folder, "jobs.sqlite")) } : {})
})
const options = {
  limit: Number(pages),
  sitemap: "skip",
  scrapeOptions: { formats: ["markdown"], maxAge: 0, storeInCache: false }
} as const

// What the engine compiles on its first pages is no part of the rate.
await orb.crawl(origin, { ...options, limit: 200 * Math.max(1, Number(threads)) })
lag.enable()
const began = performance.now()
const cpu = process.cpuUsage()
const { id } = await orb.startCrawl(origin, options)
await orb.watcher(id).done()
const seconds = (performance.now() - began) / 1000
const used = process.cpuUsage(cpu)
lag.disable()
const { completed } = await orb.getCrawlStatus(id, { limit: 1 })
console.log(
  JSON.stringify({
    pages: completed,
    seconds,
    cpuMs: (used.user + used.system) / 1000 / completed,
    rssMb: process.memoryUsage.rss() / 1024 / 1024,
    lagP99Ms: lag.percentile(99) / 1e6
  })
)
await orb.close()
rmSync(folder, { recursive: true, force: true })
