/**
 * What a crawl of 10,000 pages on SQLite takes above bare Node, how much of it came after the first 1,000 pages, how long
 * it stops the event loop when pages of 10,000 links are among them, and how fast it is with a small heap.
 *
 * `node bench/crawl/memory.ts [--pages 10000]`, after a build: the measured process runs what users install, since Node's
 * own stripping of types takes memory.
 */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: { pages: { type: "string", default: "10000" }, figures: { type: "boolean", default: false } }
})
const pages = Number(values.pages)
/** Pages crawled in a heap of 96 MB, and to compare with it. */
const heapPages = Math.min(pages, 2500)
/** One page of so many has 10,000 links. */
const hubEvery = 500

interface Crawled {
  readonly cpuMs: number
  readonly early: number
  readonly rss: number
  readonly p99: number
  readonly longest: number
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const site = async (...args: ReadonlyArray<number>) => {
  const child = spawn(process.execPath, [file("site.ts"), ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [origin] = (await once(createInterface(child.stdout), "line")) as [string]
  return { origin, stop: () => child.kill() }
}

const crawl = async (origin: string, count: number, ...flags: ReadonlyArray<string>): Promise<Crawled> => {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...flags, file("memoryChild.js"), origin, String(count)],
    { stdio: ["ignore", "pipe", "inherit"] }
  )
  const [line] = (await once(createInterface(child.stdout), "line")) as [string]
  if (child.exitCode === null) await once(child, "exit")
  return JSON.parse(line) as Crawled
}

const mb = (bytes: number): number => bytes / 1024 / 1024
const bare = mb(Number(execFileSync(process.execPath, ["-p", "process.memoryUsage.rss()"], { encoding: "utf8" })))

const plain = await site(pages)
const whole = await crawl(plain.origin, pages)
const wide = await crawl(plain.origin, heapPages)
const narrow = await crawl(plain.origin, heapPages, "--max-old-space-size=96")
const advised = await crawl(plain.origin, heapPages, "--max-old-space-size=96", "--max-semi-space-size=8")
plain.stop()
const hubs = await site(pages, 0, hubEvery)
const linked = await crawl(hubs.origin, heapPages)
hubs.stop()

const above = mb(whole.rss) - bare
const growth = mb(whole.rss - whole.early)
const slower = narrow.cpuMs / wide.cpuMs
const advisedSlower = advised.cpuMs / wide.cpuMs
const delay = Math.max(linked.p99, whole.p99)
const longest = Math.max(linked.longest, whole.longest)
console.log(`crawl of ${pages} pages on SQLite: ${above.toFixed(0)} MB above bare Node (${bare.toFixed(0)} MB)`)
console.log(`  ${growth.toFixed(0)} MB of it after the first tenth; ${whole.cpuMs.toFixed(2)} ms of processor a page`)
console.log(
  `  heap of 96 MB, ${heapPages} pages: ${narrow.cpuMs.toFixed(2)} ms a page, ${slower.toFixed(2)} times as many`
)
console.log(`  event loop: p99 ${delay.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`)
if (values.figures) {
  console.log(
    `figures ${JSON.stringify([
      {
        name: "crawl on SQLite, above bare Node",
        measured: `${above.toFixed(0)} MB`,
        wanted: "120 MB",
        isReached: above <= 120
      },
      {
        name: "growth after the first tenth of it",
        measured: `${growth.toFixed(0)} MB`,
        wanted: "0 MB",
        isReached: growth <= 10
      },
      {
        name: "the same in a heap of 96 MB",
        measured: `× ${slower.toFixed(2)}`,
        wanted: "× 1.3",
        isReached: slower <= 1.3
      },
      {
        name: "… and --max-semi-space-size=8, as the guide says",
        measured: `× ${advisedSlower.toFixed(2)}`,
        wanted: "× 1.3",
        isReached: advisedSlower <= 1.3
      },
      {
        name: "event-loop delay, p99 / longest",
        measured: `${delay.toFixed(0)} / ${longest.toFixed(0)} ms`,
        wanted: "20 / 50 ms",
        isReached: delay <= 20 && longest <= 50
      }
    ])}`
  )
}
