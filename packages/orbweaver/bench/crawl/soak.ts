/**
 * A long crawl on SQLite: memory must not grow with the pages once warm, and
 * nothing may be left behind. Prints memory at every tenth, the slope of its
 * second half, and what is still open at the end.
 *
 * `node --expose-gc --conditions=@orbweaver/source bench/crawl/soak.ts [--pages 10000]`
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"

const { values } = parseArgs({ options: { pages: { type: "string", default: "10000" } } })
const pages = Number(values.pages)
const site = spawn(process.execPath, [fileURLToPath(new URL("site.ts", import.meta.url)), String(pages)], {
  stdio: ["ignore", "pipe", "inherit"]
})
const [origin] = (await once(createInterface(site.stdout), "line")) as [string]
const folder = mkdtempSync(join(tmpdir(), "orbweaver-bench-"))

const orb = createOrbweaver({
  egress: { allowLocal: true },
  stores: sqlite(join(folder, "jobs.sqlite")),
  worker: { concurrency: 16 }
})
const { id } = await orb.startCrawl(origin, {
  limit: pages,
  sitemap: "skip",
  scrapeOptions: { formats: ["markdown"], maxAge: 0, storeInCache: false }
})
const points: Array<readonly [pages: number, mb: number]> = []
let done = 0
for await (const event of orb.watcher(id)) {
  if (event.type !== "page" || ++done % Math.ceil(pages / 10) !== 0) continue
  globalThis.gc?.()
  points.push([done, process.memoryUsage.rss() / 1024 / 1024])
  console.log(`${String(done).padStart(6)} pages  rss ${points.at(-1)![1].toFixed(0)} MB`)
}
const { completed, status } = await orb.getCrawlStatus(id, { limit: 1 })
const [from, to] = [points[Math.floor(points.length / 2)]!, points.at(-1)!]
console.log(
  `${status}, ${completed} pages; second half: ${(((to[1] - from[1]) / (to[0] - from[0])) * 1000).toFixed(2)} MB per 1,000 pages`
)
await orb.close()
site.kill()
await once(site, "exit")
rmSync(folder, { recursive: true, force: true })
console.log(
  `left open: ${
    process
      .getActiveResourcesInfo()
      .filter((name) => !name.startsWith("TTY") && name !== "PipeWrap")
      .join(", ") || "nothing"
  }`
)
