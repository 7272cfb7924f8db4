/**
 * Crawling a generated site (40 KB pages, 40 links each): fetch, parse, links, de-duplication, Markdown. Ours in
 * memory, on SQLite and with threads, besides Crawlee's `CheerioCrawler` with turndown. Each contestant in a process of
 * its own, rounds interleaved and every other one backwards. Ratios are the result, medians of those of each round,
 * whose parts ran side by side; the rest is this machine.
 *
 * `node --conditions=@orbweaver/source bench/crawl/main.ts [--quick] [--rounds 2] [--pages 5000]`
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { availableParallelism, loadavg } from "node:os"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string" },
    pages: { type: "string" },
    figures: { type: "boolean", default: false }
  }
})
const rounds = Number(values.rounds ?? (values.quick ? 1 : 2))
const pages = Number(values.pages ?? (values.quick ? 600 : 5000))
const peerPages = Math.min(pages, values.quick ? 60 : 400)

interface Measured {
  readonly pages: number
  readonly seconds: number
  readonly cpuMs?: number
  readonly rssMb?: number
  readonly lagP99Ms?: number
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const site = spawn(process.execPath, [file("site.ts"), String(pages)], { stdio: ["ignore", "pipe", "inherit"] })
const [origin] = (await once(createInterface(site.stdout), "line")) as [string]

const run = async (script: string, ...args: ReadonlyArray<string>): Promise<Measured> => {
  const child = spawn(process.execPath, ["--conditions=@orbweaver/source", file(script), origin, ...args], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [line] = (await once(createInterface(child.stdout), "line")) as [string]
  if (child.exitCode === null) await once(child, "exit")
  return JSON.parse(line) as Measured
}

const contestants: ReadonlyArray<readonly [string, () => Promise<Measured>]> = [
  ["ours, memory", () => run("ours.ts", String(pages), "memory")],
  ["ours, sqlite", () => run("ours.ts", String(pages), "sqlite")],
  ["ours, memory, 1 thread", () => run("ours.ts", String(pages), "memory", "1")],
  ...(availableParallelism() < 4
    ? []
    : ([["ours, memory, 3 threads", () => run("ours.ts", String(pages), "memory", "3")]] as const)),
  ["cheerio tuned + turndown", () => run("cheerio.ts", String(peerPages), "tuned")],
  ["cheerio default + turndown", () => run("cheerio.ts", String(peerPages), "default")]
]

const load = (): string => loadavg()[0]!.toFixed(1)
const loadBefore = load()
const results = new Map<string, Array<Measured>>(contestants.map(([name]) => [name, []]))
for (let round = 0; round < rounds; round++) {
  const order = round % 2 === 0 ? contestants : contestants.toReversed()
  for (const [name, measure] of order) results.get(name)!.push(await measure())
}
site.kill()

const median = (numbers: ReadonlyArray<number>): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}
const of = (name: string, key: "cpuMs" | "rssMb" | "lagP99Ms"): string =>
  median(results.get(name)!.map((one) => one[key] ?? NaN)).toFixed(1)
const rateOf = ({ pages, seconds }: Measured): number => pages / seconds
const ratio = (left: string, right: string, by: (measured: Measured) => number): number =>
  median(results.get(left)!.map((measured, round) => by(measured) / by(results.get(right)![round]!)))

console.log(
  `crawl of ${pages} pages (peers ${peerPages}), ${rounds} rounds, load ${loadBefore} before and ${load()} after`
)
for (const [name, measured] of results) {
  console.log(
    `${name.padEnd(28)} ${median(measured.map(rateOf)).toFixed(0).padStart(5)} pages/s  cpu ${of(name, "cpuMs")} ms/page  rss ${of(name, "rssMb")} MB  lag p99 ${of(name, "lagP99Ms")} ms`
  )
}
const ours = "ours, memory"
for (const [kind, wanted] of [
  ["default", 10],
  ["tuned", 5]
] as const) {
  const peer = `cheerio ${kind} + turndown`
  const cpu = ratio(peer, ours, ({ cpuMs = NaN }) => cpuMs).toFixed(1)
  console.log(
    `× ${`cheerio ${kind}:`.padEnd(16)} ${ratio(ours, peer, rateOf).toFixed(1)} in pages/s (wanted ${wanted}), × ${cpu} in CPU a page`
  )
}
console.log(`sqlite / memory:   ${ratio("ours, sqlite", ours, rateOf).toFixed(2)} (wanted 0.8)`)
const threads = ratio("ours, memory, 1 thread", ours, rateOf)
console.log(`1 thread / none:   ${threads.toFixed(2)} (wanted 1.7)`)
if (results.has("ours, memory, 3 threads"))
  console.log(
    `3 threads / 1:     ${ratio("ours, memory, 3 threads", "ours, memory, 1 thread", rateOf).toFixed(2)} (wanted 2.5)`
  )
if (values.figures) {
  const cpuOf = ({ cpuMs = NaN }: Measured): number => cpuMs
  const peers = (["default", "tuned"] as const).map((kind) => {
    const peer = `cheerio ${kind} + turndown`
    const times = ratio(peer, ours, cpuOf)
    const wanted = kind === "default" ? 10 : 8
    return {
      name: `processor a page against CheerioCrawler, ${kind}`,
      measured: `× ${times.toFixed(1)} (${of(ours, "cpuMs")} ms)`,
      peer: `${of(peer, "cpuMs")} ms`,
      wanted: `× ${wanted}`,
      isReached: times >= wanted
    }
  })
  console.log(
    `figures ${JSON.stringify([
      ...peers,
      {
        name: "threads: 1 against none",
        measured: `× ${threads.toFixed(2)}`,
        wanted: "× 1.7",
        isReached: threads >= 1.7
      }
    ])}`
  )
}
