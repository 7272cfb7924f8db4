/**
 * One crawl over one, two and four worker processes on PostgreSQL, each page
 * with a simulated latency; then two processes, of which one is killed in the
 * middle. Ratios to one process are the result.
 *
 * `node --conditions=@orbweaver/source bench/postgres.ts [--quick] [--pages 2000] [--latency 20]
 * [--concurrency 2] [--hosts 1] [--depth 100]`
 */
import * as Format from "@orbweaver/core/scrape/Format"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import { Effect, Layer } from "effect"
import { start } from "../test/support/postgres.ts"
import { storeOf } from "../test/support/worker.ts"

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    pages: { type: "string" },
    latency: { type: "string", default: "20" },
    concurrency: { type: "string", default: "2" },
    hosts: { type: "string", default: "1" },
    depth: { type: "string" },
    figures: { type: "boolean", default: false }
  }
})
const pages = Number(values.pages ?? (values.quick ? 400 : 2000))
const script = fileURLToPath(new URL("../test/support/worker.ts", import.meta.url))
const postgres = await start()
let round = 0

const measure = async (workers: number, kill = false) => {
  const location = `${postgres.url}#bench${round++}`
  const layer = Crawler.Crawler.layer.pipe(
    Layer.provide([Robots.Robots.layerNone, Sitemaps.Sitemaps.layerNone, Format.Formats.layer()]),
    Layer.provideMerge(storeOf(location))
  )
  const { id } = await Effect.runPromise(
    Crawler.Crawler.use((crawler) =>
      crawler.start("http://site.test/0", {
        sitemap: "skip",
        crawlEntireDomain: true,
        allowSubdomains: true,
        limit: pages,
        ...(values.depth === undefined ? {} : { maxDiscoveryDepth: Number(values.depth) })
      })
    ).pipe(Effect.provide(layer))
  )
  const children: Array<ChildProcess> = []
  let begun = 0
  let processorMs = 0
  const serverMs = await postgres.processorMs()
  let killed = false
  for (let worker = 0; worker < workers; worker++) {
    const child = spawn(
      process.execPath,
      [
        "--conditions=@orbweaver/source",
        script,
        location,
        id,
        String(pages),
        String(values.latency),
        String(values.concurrency),
        String(values.hosts)
      ],
      { stdio: ["ignore", "pipe", "inherit"] }
    )
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("processor ")) processorMs += Number(line.slice(10))
      begun++
      if (kill && !killed && begun > pages / 2) {
        killed = true
        children[0]!.kill("SIGKILL")
      }
    })
    children.push(child)
  }
  await Promise.all(
    children.map((child) => (child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined))
  )
  const ofServer = (await postgres.processorMs()) - serverMs
  return Effect.runPromise(
    Effect.gen(function* () {
      const store = yield* JobStore.JobStore
      const job = yield* store.get(id)
      const results = yield* store.results(id, { after: 0, limit: pages * 2 })
      const events = yield* store.events(id, { after: 0, limit: pages * 2 })
      // From the first page to the last: starting processes is no part of the rate.
      const at = events.filter(({ type }) => type === "page").map(({ at }) => at)
      return {
        seconds: (at.at(-1)! - at[Math.floor(at.length / 10)]!) / 1000,
        counted: at.length - Math.floor(at.length / 10),
        status: job.status,
        workerMs: processorMs / job.counts.completed,
        serverMs: ofServer / job.counts.completed,
        completed: job.counts.completed,
        distinct: new Set(results.map(({ url }) => url)).size
      }
    }).pipe(Effect.provide(layer))
  )
}

const rates: Array<number> = []
for (const workers of [1, 2, 4]) {
  const { completed, counted, distinct, seconds, serverMs, status, workerMs } = await measure(workers)
  rates.push(counted / seconds)
  console.log(
    `${workers} processes  ${(counted / seconds).toFixed(0).padStart(5)} pages/s  × ${(rates.at(-1)! / rates[0]!).toFixed(2)}  ${status}, ${completed} pages, ${distinct} distinct; ` +
      `processor a page: workers ${workerMs.toFixed(2)} ms, PostgreSQL ${serverMs.toFixed(2)} ms`
  )
}
if (values.figures) {
  const times = rates[2]! / rates[0]!
  console.log(
    `figures ${JSON.stringify([
      {
        name: "PostgreSQL, 4 processes against 1",
        measured: `× ${times.toFixed(2)}`,
        wanted: "× 3.4",
        isReached: times >= 3.4
      }
    ])}`
  )
}
const killed = await measure(2, true)
console.log(`2 processes, one killed: ${killed.status}, ${killed.completed} pages, ${killed.distinct} distinct`)
console.log(`wanted: throttled × 1.8 and × 3.4, unthrottled × 1.5 and × 2, and the same pages after the kill`)
await postgres.stop()
process.exit(0)
