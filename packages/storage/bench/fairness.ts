/**
 * What one team waits for because of another on PostgreSQL: a single page of team b behind the crawls and jobs of team a,
 * by a worker whose pages take a while; and what a claim costs with so many open jobs.
 *
 * `npm run bench:fairness -w packages/storage [-- --only waits,claims --singles 40 --jobs 100,1000,10000]`
 */
import { parseArgs } from "node:util"
import * as Batch from "@orbweaver/core/crawl/Batch"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import * as Worker from "@orbweaver/core/crawl/Worker"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as TaskHandlers from "@orbweaver/core/jobs/TaskHandlers"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import { postgres } from "@orbweaver/storage/postgres"
import { Fixtures } from "@orbweaver/testing"
import { Duration, Effect, Layer } from "effect"
import { start } from "../test/support/postgres.ts"

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "waits,claims" },
    singles: { type: "string", default: "40" },
    jobs: { type: "string", default: "100,1000,10000" },
    latency: { type: "string", default: "200" }
  }
})
const singles = Number(values.singles)
const sizes = values.jobs.split(",").map(Number)
const latency = Duration.millis(Number(values.latency))
const crawlDelay = Duration.seconds(30)

const server = await start(["-c", "fsync=off"])
let round = 0

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const report = (name: string, times: ReadonlyArray<number>): void => {
  const sorted = times.toSorted((left, right) => left - right)
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
  console.log(
    `${name.padEnd(52)} p50 ${p50.toFixed(1).padStart(8)} ms   p99 ${p99.toFixed(1).padStart(8)} ms   of ${times.length}`
  )
}

const isSlow = (host: string): boolean => host.startsWith("slow")
const longPage = Duration.minutes(1)

/** Robots files of slow hosts ask for the crawl delay. */
const robots = Layer.succeed(
  Robots.Robots,
  ((): Robots.Service => {
    const rulesOf = (url: URL): Robots.RobotsRules => ({
      allows: () => ({ allowed: true }),
      sitemaps: [],
      ...(isSlow(url.host) ? { crawlDelay } : {})
    })
    return { rules: (url) => Effect.succeed(rulesOf(url)), known: rulesOf }
  })()
)

/** When pages of team b began. */
const begun = new Map<string, (at: number) => void>()

const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: (url, _options, { id = "" } = {}) =>
    Effect.gen(function* () {
      const { href } = new URL(url)
      begun.get(href)?.(performance.now())
      yield* Effect.sleep(new URL(href).host.startsWith("long") ? longPage : latency)
      return { id, credits: 1, document: { markdown: href, metadata: { sourceURL: href, url: href, statusCode: 200 } } }
    })
})

const handlers = Layer.effect(
  TaskHandlers.TaskHandlers,
  Effect.gen(function* () {
    return TaskHandlers.refuseOthers({
      crawl: (yield* Crawler.Crawler).collect,
      batch: (yield* Batch.Batch).collect
    })
  })
)

const schema = () => `fairness${round++}`

const withWorker = (body: Effect.Effect<void, unknown, JobStore.JobStores>) =>
  Effect.gen(function* () {
    const stores = postgres(server.url, { schema: schema(), maxConnections: 4 })
    const worker = Worker.layer({ concurrency: 10 }).pipe(
      Layer.provide(handlers),
      Layer.provide(Layer.mergeAll(Crawler.Crawler.layer, Batch.Batch.layer)),
      Layer.provide([scraper, robots, Fetcher.Fetcher.layerNone, Sitemaps.Sitemaps.layerNone, Format.Formats.layer()])
    )
    yield* Effect.provide(body, Layer.provideMerge(worker, stores))
  })

const pagesOf = (host: string, count: number) => Array.from({ length: count }, (_, page) => `https://${host}/${page}`)

const create = (seeds: ReadonlyArray<string>, accountId: string, priority = 0) =>
  Effect.asVoid(
    JobStore.JobStore.use((store) =>
      store.create(
        Fixtures.newJob(seeds, { accountId, priority, origin: seeds[0]!, request: { url: seeds[0]! }, limit: 1e6 })
      )
    )
  )

/** How long single pages of team b wait for their beginning, one after another. */
const singlePages = Effect.gen(function* () {
  const waits: Array<number> = []
  for (let single = 0; single < singles; single++) {
    const url = `https://single-${single}.test/0`
    const from = performance.now()
    const began = new Promise<number>((resolve) => begun.set(url, resolve))
    yield* create([url], "b")
    waits.push((yield* Effect.promise(() => began)) - from)
    yield* Effect.sleep(Duration.millis(50 + ((single * 37) % 100)))
  }
  return waits
})

const behindSlowCrawls = withWorker(
  Effect.gen(function* () {
    for (let crawl = 0; crawl < 12; crawl++) yield* create(pagesOf(`slow-${crawl}.test`, 50), "a", 5)
    yield* Effect.sleep(Duration.seconds(2))
    report("single page of b behind 12 slow crawls of a", yield* singlePages)
  })
)

const behindLongPages = withWorker(
  Effect.gen(function* () {
    for (let job = 0; job < 4; job++) yield* create(pagesOf(`long-${job}.test`, 50), "a", 5)
    yield* Effect.sleep(Duration.seconds(2))
    report("single page of b behind pages of a of a minute each", yield* singlePages)
  })
)

const behindJobs = (jobs: number) =>
  withWorker(
    Effect.gen(function* () {
      yield* Effect.forEach(
        Array.from({ length: jobs }, (_, job) => job),
        (job) => create(pagesOf(`job-${job}.test`, Math.ceil(2000 / jobs)), "a", 5),
        { concurrency: 4 }
      )
      report(`single page of b behind ${jobs} open jobs of a`, yield* singlePages)
    })
  )

/** Claims of ten pages while so many jobs are open; the pages go back. */
const claimCost = (jobs: number, isWaiting: boolean) =>
  Effect.gen(function* () {
    const frontier = yield* Frontier.Frontier
    const hostOf = (job: number) => `${isWaiting ? "paused" : "open"}-${job % 100}.test`
    if (isWaiting) {
      for (let host = 0; host < 100; host++) {
        yield* create([`https://${hostOf(host)}/first`], "a")
        const { pages } = yield* frontier.claim({ count: 1, leaseMs: 60_000 })
        yield* frontier.settle(
          pages.map((lease) => ({
            lease,
            outcome: { _tag: "Skipped" as const, reason: "duplicate" as const },
            links: [],
            signal: { host: lease.host, kind: "refused" as const, retryAfterMs: 300_000 }
          }))
        )
      }
    }
    yield* Effect.forEach(
      Array.from({ length: jobs }, (_, job) => job),
      (job) => create([`https://${hostOf(job)}/${job}`], "a"),
      { concurrency: 4 }
    )
    // The first claims find out which of them wait.
    if (isWaiting) {
      let next = 0
      while (next < Date.now() + 1000) next = (yield* frontier.claim({ count: 10, leaseMs: 60_000 })).nextAt ?? Infinity
    } else yield* frontier.claim({ count: 10, leaseMs: 60_000 })
    // What was written just now is no part of the cost.
    yield* Effect.promise(() => server.execute("VACUUM ANALYZE", "CHECKPOINT"))
    yield* create(pagesOf("quick.test", 5000), "a")
    const times: Array<number> = []
    for (let claim = 0; claim < 300; claim++) {
      const from = performance.now()
      const { pages } = yield* frontier.claim({ count: 10, leaseMs: 60_000 })
      times.push(performance.now() - from)
      yield* frontier.settle(pages.map((lease) => ({ lease, outcome: { _tag: "Released" as const }, links: [] })))
    }
    report(`claim with ${jobs} open jobs${isWaiting ? " that wait for their hosts" : ""}`, times.slice(50))
  }).pipe(Effect.provide(postgres(server.url, { schema: schema(), maxConnections: 4 })))

const run = Effect.gen(function* () {
  if (values.only.includes("waits")) {
    yield* behindSlowCrawls
    yield* behindLongPages
    for (const jobs of sizes) yield* behindJobs(jobs)
  }
  if (values.only.includes("claims")) {
    for (const isWaiting of [false, true]) for (const jobs of sizes) yield* claimCost(jobs, isWaiting)
  }
})
await Effect.runPromise(run)
await server.stop()
process.exit(0)
