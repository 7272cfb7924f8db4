/**
 * A long crawl on SQLite: memory must not grow with the pages once warm, and
 * nothing may be left behind. Prints memory at every twentieth, its slope after
 * the warm-up, and the handles and children that are still open at the end. Ends with 1 where
 * the crawl does not complete, the heap grows or something stays open.
 *
 * `node --expose-gc --conditions=@orbweaver/source bench/crawl/soak.ts [--pages 10000] [--warm 5000]`
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

const { values } = parseArgs({
  options: { pages: { type: "string", default: "10000" }, warm: { type: "string", default: "5000" } }
})
const warmUp = Number(values.warm)
const pages = Number(values.pages) + warmUp
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
interface Point {
  readonly pages: number
  readonly rss: number
  readonly heap: number
}

const mb = (bytes: number): number => bytes / 1024 / 1024

/** What is held, and not what the next collection would free: buffers are swept besides the program. */
const look = async (pages: number): Promise<Point> => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { pages, rss: mb(rss), heap: mb(heapUsed) }
}

/** Least squares over the points, in MB per 1,000 pages, with its standard error. */
const slope = (points: ReadonlyArray<Point>, of: "rss" | "heap") => {
  const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(({ pages }) => pages)), mean(points.map((point) => point[of]))]
  const spread = points.reduce((sum, { pages }) => sum + (pages - x) ** 2, 0)
  const rise = points.reduce((sum, point) => sum + (point.pages - x) * (point[of] - y), 0) / spread
  const rest = points.reduce((sum, point) => sum + (point[of] - y - rise * (point.pages - x)) ** 2, 0)
  const error = Math.sqrt(rest / Math.max(1, points.length - 2) / spread)
  return { rise: rise * 1000, error: error * 1000 }
}
const textOf = ({ error, rise }: ReturnType<typeof slope>) =>
  `${rise.toFixed(2)} ± ${error.toFixed(2)} MB per 1,000 pages`
/** The heap grows when its slope is larger than this, in MB per 1,000 pages, and not by chance. */
const maxRise = 0.5

const points: Array<Point> = []
let done = 0
for await (const event of orb.watcher(id)) {
  if (event.type !== "page" || ++done % Math.ceil(pages / 20) !== 0) continue
  const { heap, rss } = await look(done)
  points.push({ pages: done, rss, heap })
  console.log(`${String(done).padStart(6)} pages  rss ${rss.toFixed(0)} MB  heap ${heap.toFixed(1)} MB`)
}
const { completed, status } = await orb.getCrawlStatus(id, { limit: 1 })
const warm = points.filter((point) => point.pages >= warmUp)
console.log(`${status}, ${completed} pages; the last ${values.pages} of them (wanted 0):`)
const heap = slope(warm, "heap")
console.log(`  rss  ${textOf(slope(warm, "rss"))}`)
console.log(`  heap ${textOf(heap)}`)
await orb.close()
site.kill()
await once(site, "close")
// Handles are closed in the turn after.
await new Promise((resolve) => setTimeout(resolve, 50))
rmSync(folder, { recursive: true, force: true })
const left = process.getActiveResourcesInfo().filter((name) => !/^(?:TTY|Pipe)Wrap$/.test(name))
console.log(`left open: ${left.length === 0 ? "nothing" : left.join(", ")}`)
if (status !== "completed" || left.length > 0 || heap.rise - 3 * heap.error > maxRise) process.exitCode = 1
