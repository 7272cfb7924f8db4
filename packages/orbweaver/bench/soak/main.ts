/**
 * Everything at once against one server, for half an hour: scrapes, files, crawls that are watched or cancelled, batches,
 * maps, extractions, monitors, pages that fail, requests that are none and connections that are cut. Prints what the server
 * holds and how long a small request waits, as it goes and as curves.
 *
 * Leaves with 1 where an answer was none of those that are right, where the heap grows, where handles stay open after the
 * last request, or where the server leaves something in its temporary folder.
 *
 * `npm run soak -w packages/orbweaver -- [--minutes 30] [--clients 12] [--seed 1]`
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { deeds, type Unexpected } from "./load.ts"
import type { Held } from "./Held.ts"

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    clients: { type: "string", default: "12" },
    seed: { type: "string", default: "1" }
  }
})
const minutes = Number(values.minutes)
const looks = 30
/** The part of the time in which caches fill; the rest must be flat. */
const warmUp = 1 / 3
/** The heap may rise by this much from the first to the last third, in MB and as a factor. */
const maxRise = 25
const maxFactor = 1.25

const folder = await mkdtemp(join(tmpdir(), "orbweaver-soak-"))
/** Of the site and the server, so that what they leave is seen. */
const temporaryFolder = join(folder, "temporary")
await mkdir(temporaryFolder)
const temporaryFiles = async () =>
  // The packaged browser and the records of browsers are made once, and used by later processes.
  (await readdir(temporaryFolder, { recursive: true })).filter(
    (name) => !/^orbweaver-(?:chromium-[^/]+-\d+(?:\/|$)|browsers-\d+$)/.test(name)
  )

const childOf = (file: string, execArgv: ReadonlyArray<string>, ...args: ReadonlyArray<string>): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    execArgv: ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning", ...execArgv],
    env: { ...process.env, TMPDIR: temporaryFolder }
  })

const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const siteProcess = childOf("site.ts", [])
const serverProcess = childOf("server.ts", ["--expose-gc"], join(folder, "jobs.sqlite"))
const [[{ origin }], [{ port }]] = (await Promise.all([
  once(siteProcess, "message"),
  once(serverProcess, "message")
])) as [[{ readonly origin: string }], [{ readonly port: number }]]
const api = new URL(`http://127.0.0.1:${port}`)
const site = new URL(origin)

const look = async (): Promise<Held> => {
  serverProcess.send({})
  const [held] = (await once(serverProcess, "message")) as [Held]
  return held
}

const began = performance.now()
const end = began + minutes * 60_000
const isOver = () => performance.now() >= end
const counts = new Map<string, number>()
const unexpected: Array<Unexpected> = []
const maxKept = 1000

const client = async (number: number): Promise<void> => {
  const random = randomOf(Number(values.seed) * 1000 + number)
  const kinds = Object.entries(deeds)
  while (!isOver()) {
    const [kind, deed] = kinds[Math.floor(random() * kinds.length)]!
    try {
      await deed({ api, site, random })
    } catch (error) {
      if (unexpected.length < maxKept)
        unexpected.push({ kind, what: error instanceof Error ? error.message : String(error) })
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
}

let waits: Array<number> = []
const probe = async (): Promise<void> => {
  while (!isOver()) {
    const sent = performance.now()
    await fetch(new URL("/v0/health/liveness", api)).then((response) => response.arrayBuffer())
    waits.push(performance.now() - sent)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const percentile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

interface Point {
  readonly heap: number
  readonly rss: number
  readonly handles: number
  readonly p50: number
  readonly p99: number
  readonly pause: number
}
const points: Array<Point> = []
const mb = (bytes: number) => bytes / 1024 / 1024
const idle = await look()
const filesBefore = await temporaryFiles()

const watch = async (): Promise<void> => {
  console.log("minute  rss MB  heap MB  handles  wait p50  wait p99  pause ms   done  wrong")
  for (let at = 1; at <= looks; at++) {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, began + (at / looks) * (end - began) - performance.now()))
    )
    const { handles, heap, pause, rss } = await look()
    const point = {
      heap: mb(heap),
      rss: mb(rss),
      handles,
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      pause
    }
    waits = []
    points.push(point)
    const done = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const cells = [
      (at / looks) * minutes,
      point.rss,
      point.heap,
      handles,
      point.p50,
      point.p99,
      pause,
      done,
      unexpected.length
    ]
    const widths = [6, 8, 9, 9, 10, 10, 10, 7, 7]
    console.log(
      cells.map((cell, index) => cell.toFixed([0, 4, 5].includes(index) ? 1 : 0).padStart(widths[index]!)).join("")
    )
  }
}

await Promise.all([watch(), probe(), ...Array.from({ length: Number(values.clients) }, (_, at) => client(at))])

/** Sockets that clients keep alive, threads that idle and timers of what was left end by themselves. */
let after = await look()
for (let tries = 0; tries < 18 && after.handles > idle.handles; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 5000))
  after = await look()
}

const curve = (values: ReadonlyArray<number>): string => {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const steps = "▁▂▃▄▅▆▇█"
  const drawn = values
    .map((value) => steps[Math.round(((value - low) / (high - low || 1)) * (steps.length - 1))])
    .join("")
  return `${drawn}  ${low.toFixed(0)} to ${high.toFixed(0)}`
}
console.log()
for (const [name, of] of [
  ["rss, MB", (point: Point) => point.rss],
  ["heap, MB", (point: Point) => point.heap],
  ["handles", (point: Point) => point.handles],
  ["wait p50, ms", (point: Point) => point.p50],
  ["wait p99, ms", (point: Point) => point.p99],
  ["pause, ms", (point: Point) => point.pause]
] as const) {
  console.log(`${name.padEnd(14)}${curve(points.map(of))}`)
}
for (const [kind, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other, "en")))
  console.log(`${String(count).padStart(7)} × ${kind}`)

const third = Math.max(1, Math.floor(points.length * warmUp))
const median = (values: ReadonlyArray<Point>) =>
  percentile(
    values.map(({ heap }) => heap),
    0.5
  )
const [early, late] = [median(points.slice(third, 2 * third)), median(points.slice(-third))]
const grows = late - early > maxRise && late > early * maxFactor
const kinds = (resources: ReadonlyArray<string>) =>
  [...new Set(resources)].map((name) => `${resources.filter((other) => other === name).length} ${name}`).join(", ")
console.log(
  `heap of the second third ${early.toFixed(0)} MB, of the last ${late.toFixed(0)} MB${grows ? ": it grows" : ""}`
)
console.log(`handles before ${idle.handles}, after the last request ${after.handles} (${kinds(after.resources)})`)
console.log(`${unexpected.length} answers were wrong`)
for (const { kind, what } of unexpected.slice(0, 20)) console.log(`  ${kind}: ${what}`)
for (const child of [serverProcess, siteProcess]) child.disconnect()
await Promise.all([once(serverProcess, "exit"), once(siteProcess, "exit")])
const left = (await temporaryFiles()).filter((name) => !filesBefore.includes(name))
console.log(`${left.length} temporary files were left`)
for (const name of left.slice(0, 20)) console.log(`  ${name}`)
if (grows || after.handles > idle.handles || unexpected.length > 0 || counts.size === 0 || left.length > 0)
  process.exitCode = 1
await rm(folder, { recursive: true })
