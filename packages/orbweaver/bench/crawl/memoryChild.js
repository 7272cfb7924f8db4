// Child of memory.ts: crawls argv[3] pages of the site at argv[2] on SQLite, and tells who holds the memory where argv[4] is
// `holders`, which itself takes some. Plain JavaScript over what users install.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { createOrbweaver } from "orbweaver"
import { holders, openResources } from "./holders.js"

const [origin, count, showsHolders] = process.argv.slice(2)
const pages = Number(count)
const folder = mkdtempSync(join(tmpdir(), "orbweaver-bench-"))
const orb = createOrbweaver({
  egress: { allowLocal: true },
  stores: join(folder, "jobs.sqlite"),
  worker: { concurrency: 16 }
})
const lag = monitorEventLoopDelay({ resolution: 5 })
const { id } = await orb.startCrawl(origin, {
  limit: pages,
  sitemap: "skip",
  scrapeOptions: { formats: ["markdown"], maxAge: 0, storeInCache: false }
})
let done = 0
let early = 0
let earlyHolders = []
let cpu = process.cpuUsage()
const warmUp = Math.min(500, pages / 5)
let counted = 0
for await (const event of orb.watcher(id)) {
  if (event.type !== "page") continue
  done++
  // What the engine compiles on its first pages is no part of the rate.
  if (done === warmUp) {
    cpu = process.cpuUsage()
    counted = done
    lag.enable()
  }
  if (done === Math.ceil(pages / 10)) {
    early = process.memoryUsage.rss()
    if (showsHolders === "holders") earlyHolders = holders()
  }
}
lag.disable()
const used = process.cpuUsage(cpu)
const rss = process.memoryUsage.rss()
console.log(
  JSON.stringify({
    cpuMs: (used.user + used.system) / 1000 / (done - counted),
    early,
    rss,
    p99: lag.percentile(99) / 1e6,
    longest: lag.max / 1e6,
    earlyHolders,
    holders: showsHolders === "holders" ? holders() : [],
    open: openResources(),
    files: readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size])
  })
)
await orb.close()
rmSync(folder, { recursive: true, force: true })
