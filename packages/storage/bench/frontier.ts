/**
 * A frontier of a million addresses: admission, claims and endings without a
 * network, on SQLite with a file and without one. Printed at every tenfold: the cost of an
 * address, which must stay flat, and what the process has grown by.
 *
 * `node --expose-gc --conditions=@orbweaver/source bench/frontier.ts [--quick] [--pages 1000000] [--store sqlite|temporary]`
 */
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as Job from "@orbweaver/core/model/Job"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as UrlIdentity from "@orbweaver/core/model/UrlIdentity"
import { sqlite, temporary } from "@orbweaver/storage"
import { Effect } from "effect"

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    pages: { type: "string" },
    store: { type: "string" },
    figures: { type: "boolean", default: false }
  }
})
const pages = Number(values.pages ?? (values.quick ? 100_000 : 1_000_000))
const folder = mkdtempSync(join(tmpdir(), "orbweaver-bench-"))
const file = join(folder, "jobs.sqlite")

const stores = {
  sqlite: () => sqlite(file),
  temporary: () => temporary()
}

const urlOf = (page: number) => `https://site.test/section-${page % 97}/page-${page}`
const candidate = (page: number): Frontier.Candidate => {
  const url = urlOf(page)
  return { key: UrlIdentity.fingerprint(url), url, host: "site.test", depth: 0, decision: { admit: true } }
}

/** Two new pages and eight that are known. */
const linksOf = (page: number): ReadonlyArray<Frontier.Candidate> => {
  const links = [page * 2 + 1, page * 2 + 2].filter((next) => next < pages)
  for (let back = 1; back <= 8; back++) links.push(Math.floor(page / (back + 1)))
  return links.map(candidate)
}

const rss = () => {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1024 / 1024
}

const run = (name: keyof typeof stores) =>
  Effect.gen(function* () {
    const store = yield* JobStore.JobStore
    const frontier = yield* Frontier.Frontier
    const lag = monitorEventLoopDelay({ resolution: 5 })
    const before = rss()
    const job = yield* store.create({
      id: Job.JobId.make("bench"),
      kind: "crawl",
      accountId: "bench",
      request: {},
      origin: urlOf(0),
      priority: 0,
      limit: pages,
      maxDepth: Infinity,
      maxConcurrency: Infinity,
      accountConcurrency: Infinity,
      delayMs: 0,
      heedsCrawlDelay: false,
      retentionMs: 1e9,
      task: false,
      seeds: [candidate(0)]
    })
    lag.enable()
    let done = 0
    let mark = 10_000
    let began = performance.now()
    let from = 0
    const costs: Array<number> = []
    let grown = 0
    for (;;) {
      const { pages: claimed } = yield* frontier.claim({ count: 32, leaseMs: 60_000 })
      if (claimed.length === 0) break
      yield* frontier.settle(
        claimed.map((lease) => {
          const page = Number(lease.url.slice(lease.url.lastIndexOf("-") + 1))
          return {
            lease,
            links: linksOf(page),
            answerKey: UrlIdentity.fingerprint(`answer of ${lease.url}`),
            contentKey: UrlIdentity.fingerprint(`hash ${lease.url}`),
            outcome: {
              _tag: "Completed" as const,
              document: { metadata: { sourceURL: lease.url, url: lease.url, statusCode: 200 } },
              credits: 1,
              debits: []
            }
          }
        })
      )
      done += claimed.length
      if (done % 4096 < 32) yield* Effect.sleep(0)
      if (done < mark) continue
      const seconds = (performance.now() - began) / 1000
      costs.push((seconds * 1e6) / (done - from))
      grown = rss() - before
      const size = name === "sqlite" ? `  file ${(statSync(file).size / 1024 / 1024).toFixed(0)} MB` : ""
      console.log(
        `${name.padEnd(7)} ${String(done).padStart(8)} pages  ${((seconds * 1e6) / (done - from)).toFixed(1).padStart(6)} µs a page  rss +${grown.toFixed(0)} MB  lag p99 ${(lag.percentile(99) / 1e6).toFixed(0)} ms${size}`
      )
      from = done
      began = performance.now()
      mark = Math.min(mark * 10, pages)
      if (done >= pages) break
    }
    if (values.figures) {
      const steepness = Math.max(...costs) / Math.min(...costs)
      console.log(
        `figures ${JSON.stringify([
          {
            name: `${pages.toLocaleString("en")} addresses on ${name}, memory`,
            measured: `+${grown.toFixed(0)} MB`,
            wanted: "+60 MB",
            isReached: grown <= 60
          },
          {
            name: "their cost at each tenfold",
            measured: `${costs.map((cost) => cost.toFixed(0)).join(", ")} µs`,
            wanted: "flat within 1.2",
            isReached: steepness <= 1.2
          }
        ])}`
      )
    }
    const { counts, status } = yield* store.get(job.id)
    console.log(`${name.padEnd(7)} ${status}: ${JSON.stringify(counts)}`)
  }).pipe(Effect.provide(stores[name]()))

for (const name of ["sqlite", "temporary"] as const) {
  if (values.store === undefined || values.store === name) await Effect.runPromise(run(name))
}
rmSync(folder, { recursive: true, force: true })
