/**
 * What a crawl of 10,000 pages on SQLite takes above bare Node, how much of it came after the first 1,000 pages, how long
 * it stops the event loop when pages of 10,000 links are among them, and how fast it is with a small heap.
 *
 * `node bench/crawl/memory.ts [--pages 10000] [--holders]`, after a build: the measured process runs what users install,
 * since Node's own stripping of types takes memory. `--holders` prints who holds the memory after a tenth and at the end,
 * as Node starts by itself and in the way that the guide advises, and nothing else.
 */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "10000" },
    figures: { type: "boolean", default: false },
    holders: { type: "boolean", default: false }
  }
})
const pages = Number(values.pages)
/** Pages crawled in a heap of 96 MB, and to compare with it. */
const heapPages = Math.min(pages, 2500)
/** One page of so many has 10,000 links. */
const hubEvery = 500
/** What the guide advises where memory is tight (docs/explanation/speed.md). */
const frugal = { flags: ["--max-semi-space-size=8", "--heap-growing-percent=30"], env: { MALLOC_ARENA_MAX: "1" } }

type Sizes = ReadonlyArray<readonly [name: string, bytes: number]>

interface Crawled {
  readonly cpuMs: number
  readonly early: number
  readonly rss: number
  readonly p99: number
  readonly longest: number
  readonly earlyHolders: Sizes
  readonly holders: Sizes
  readonly open: string
  readonly files: Sizes
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const site = async (...args: ReadonlyArray<number>) => {
  const child = spawn(process.execPath, [file("site.ts"), ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [origin] = (await once(createInterface(child.stdout), "line")) as [string]
  return { origin, stop: () => child.kill() }
}

interface Start {
  readonly flags?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  /** Whether it tells who holds the memory. */
  readonly showsHolders?: boolean
}

const crawl = async (
  origin: string,
  count: number,
  { env = {}, flags = [], showsHolders = false }: Start = {}
): Promise<Crawled> => {
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      ...flags,
      file("memoryChild.js"),
      origin,
      String(count),
      ...(showsHolders ? ["holders"] : [])
    ],
    // oxlint-disable-next-line node/no-process-env -- the child has the same
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } }
  )
  const [line] = (await once(createInterface(child.stdout), "line")) as [string]
  if (child.exitCode === null) await once(child, "exit")
  return JSON.parse(line) as Crawled
}

const mb = (bytes: number): number => bytes / 1024 / 1024
const bare = mb(Number(execFileSync(process.execPath, ["-p", "process.memoryUsage.rss()"], { encoding: "utf8" })))

const plain = await site(pages)
if (values.holders) {
  for (const [name, start] of [
    ["as Node starts by itself", {}],
    [`with ${[...Object.entries(frugal.env).map((pair) => pair.join("=")), ...frugal.flags].join(" ")}`, frugal]
  ] as const) {
    const { earlyHolders, files, holders, open } = await crawl(plain.origin, pages, { ...start, showsHolders: true })
    console.log(`\n${pages} pages, ${name}: MB after a tenth, and at the end (bare Node ${bare.toFixed(0)})`)
    const rows = [
      ...holders.map(([holder, bytes], index) => [holder, mb(earlyHolders[index]?.[1] ?? 0), mb(bytes)] as const),
      ...files.map(([file, bytes]) => [`on disk: ${file}`, NaN, mb(bytes)] as const)
    ]
    for (const [holder, early, late] of rows)
      console.log(
        `${holder.padEnd(58)}${(Number.isNaN(early) ? "" : early.toFixed(1)).padStart(8)}${late.toFixed(1).padStart(8)}`
      )
    console.log(`open: ${open}`)
  }
  plain.stop()
  process.exit()
}
const whole = await crawl(plain.origin, pages)
const thrifty = await crawl(plain.origin, pages, frugal)
const wide = await crawl(plain.origin, heapPages)
const narrow = await crawl(plain.origin, heapPages, { flags: ["--max-old-space-size=96"] })
const advised = await crawl(plain.origin, heapPages, { flags: ["--max-old-space-size=96", "--max-semi-space-size=8"] })
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
const thriftyAbove = mb(thrifty.rss) - bare
const thriftyGrowth = mb(thrifty.rss - thrifty.early)
console.log(
  `  as the guide advises: ${thriftyAbove.toFixed(0)} MB above, ${thriftyGrowth.toFixed(0)} MB of it after the first tenth; ${thrifty.cpuMs.toFixed(2)} ms of processor a page`
)
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
        name: "the crawl as the guide advises, above bare Node / growth",
        measured: `${thriftyAbove.toFixed(0)} / ${thriftyGrowth.toFixed(0)} MB`,
        wanted: "220 / 10 MB",
        isReached: thriftyAbove <= 220 && thriftyGrowth <= 10
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
