/** One crawl under faults, and what is left of it: what `main.ts` and the tests run. */
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { isFinal, JobId } from "@orbweaver/core/model/Job"
import { ever } from "@orbweaver/testing/jobs"
import { Effect, Layer, ManagedRuntime } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Postgres } from "../test/support/postgres.ts"
import { start as startProxy } from "../test/support/proxy.ts"
import { faultsOf, type Restart, wait, type World } from "./faults.ts"
import { makeRandom } from "./random.ts"
import { storesOf } from "./stores.ts"
import type { Orders } from "./worker.ts"

export interface RunOptions {
  readonly kind: "sqlite" | "postgres"
  readonly seed: number
  /** Pages of the site. */
  readonly pages: number
  /** Faults, one after another. */
  readonly faults: number
  readonly workers: number
  /** Shows what the workers log. */
  readonly log?: boolean | undefined
  /** The server, for `postgres`. */
  readonly postgres?: Postgres | undefined
}

export interface Report {
  readonly kind: string
  readonly seed: number
  readonly faults: Readonly<Record<string, number>>
  readonly kills: number
  readonly pages: number
  /** Pages without a result. */
  readonly lost: number
  /** Pages with more than one. */
  readonly doubled: number
  readonly paidTwice: number
  readonly unpaid: number
  /** Pages that are active or queued at the end. */
  readonly stillActive: number
  /** Pages that no webhook told of. */
  readonly unnotified: number
  /** Whether the final webhook came, and after those of all pages. */
  readonly toldInOrder: boolean
  readonly status: string
  /** From the last fault to the end of the job. */
  readonly secondsToEnd: number
}

/** What the report must say. */
export const isWhole = (report: Report): boolean =>
  report.status === "completed" &&
  report.secondsToEnd <= 60 &&
  report.toldInOrder &&
  report.lost + report.doubled + report.paidTwice + report.unpaid + report.stillActive + report.unnotified === 0

/** How long a job may take to end after the last fault, and its webhooks after it. */
const patienceMs = 120_000

const script = fileURLToPath(new URL("worker.ts", import.meta.url))

export const run = async (options: RunOptions): Promise<Report> => {
  const random = makeRandom(options.seed)
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-crash-"))
  const hooks = await listen()
  const proxy = options.postgres === undefined ? undefined : await startProxy(options.postgres.url)
  const schema = `crash_${options.seed}_${Date.now().toString(36)}`
  // Faults are for the workers: who looks at the job reaches its store directly.
  const direct = options.postgres === undefined ? join(folder, "jobs.sqlite") : `${options.postgres.url}#${schema}`
  const location = proxy === undefined ? direct : `${proxy.url}#${schema}`
  const runtime = ManagedRuntime.make(
    Crawler.Crawler.layer.pipe(
      Layer.provide([Robots.Robots.layerNone, Sitemaps.Sitemaps.layerNone]),
      Layer.provideMerge(storesOf(direct))
    )
  )
  const { id } = await runtime.runPromise(
    Effect.flatMap(Crawler.Crawler, (crawler) =>
      crawler.start("http://site.test/0", {
        sitemap: "skip",
        crawlEntireDomain: true,
        limit: options.pages + 50,
        maxDiscoveryDepth: 10_000,
        webhook: hooks.url
      })
    )
  )
  const processes = makeProcesses({ location, pages: options.pages, latency: 300 }, options.log)
  for (let worker = 0; worker < options.workers; worker++) await processes.restart(worker, {})

  const world: World = {
    random,
    workers: options.workers,
    restart: processes.restart,
    postgres: proxy === undefined ? undefined : { server: options.postgres!, proxy }
  }
  const happened: Record<string, number> = {}
  const possible = faultsOf(options.kind)
  let kills = 0
  const jobNow = () => runtime.runPromise(Effect.flatMap(JobStore, (store) => store.get(JobId.make(id))))
  for (let fault = 0; fault < options.faults; fault++) {
    await wait(random.between(0, 700))
    // Faults after the end would prove nothing.
    if (isFinal((await jobNow()).status)) break
    const chosen = random.of(possible)
    happened[chosen.name] = (happened[chosen.name] ?? 0) + 1
    kills += chosen.kills
    await chosen.happen(world)
    for (const worker of processes.ended()) await processes.restart(worker, {})
  }

  const job = await untilEnded(runtime, JobId.make(id), hooks)
  await processes.stop()
  const { debits, results } = await runtime.runPromise(leftOver(JobId.make(id), options.pages))
  await runtime.dispose()
  await proxy?.stop()
  await hooks.stop()
  await rm(folder, { recursive: true, force: true })

  const urls = results.map(({ url }) => url)
  const unique = new Set(urls)
  const notified = new Set(hooks.pages)
  return {
    kind: options.kind,
    seed: options.seed,
    faults: happened,
    kills,
    pages: options.pages,
    lost: options.pages - unique.size,
    doubled: urls.length - unique.size,
    paidTwice: Math.max(0, debits - unique.size),
    unpaid: Math.max(0, unique.size - debits),
    stillActive: job.counts.active + job.counts.queued,
    unnotified: [...unique].filter((url) => !notified.has(url)).length,
    toldInOrder: hooks.last() === "crawl.completed",
    status: job.status,
    secondsToEnd: job.secondsToEnd
  }
}

const leftOver = (id: JobId, pages: number) =>
  Effect.gen(function* () {
    const store = yield* JobStore
    const ledger = yield* Ledger.Ledger
    return {
      results: yield* store.results(id, { after: 0, limit: pages * 2 }),
      debits: yield* ledger.used("local", "credits", ever)
    }
  })

const untilEnded = async (
  runtime: ManagedRuntime.ManagedRuntime<JobStore, unknown>,
  id: JobId,
  hooks: Awaited<ReturnType<typeof listen>>
) => {
  const from = Date.now()
  let endedAt: number | undefined
  for (;;) {
    const job = await runtime.runPromise(Effect.flatMap(JobStore, (store) => store.get(id)))
    if (isFinal(job.status)) endedAt ??= Date.now()
    const notified = hooks.last() === `crawl.${job.status}`
    if ((endedAt !== undefined && notified) || Date.now() - from > patienceMs) {
      return { ...job, secondsToEnd: Math.round(((endedAt ?? Date.now()) - from) / 100) / 10 }
    }
    await wait(100)
  }
}

/** The workers, each killed and started by its number. */
const makeProcesses = (common: Omit<Orders, "point" | "times" | "fullMs">, log = false) => {
  const running = new Map<number, ChildProcess>()
  const kill = async (worker: ChildProcess | undefined): Promise<void> => {
    if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return
    const gone = new Promise((resolve) => worker.once("exit", resolve))
    worker.kill("SIGKILL")
    await gone
  }
  return {
    restart: async (number: number, more: Restart): Promise<ChildProcess> => {
      await kill(running.get(number))
      const orders = JSON.stringify({ ...common, ...more } satisfies Orders)
      const worker = spawn(
        process.execPath,
        ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning", script, orders],
        { stdio: ["ignore", "pipe", log ? "inherit" : "ignore"] }
      )
      running.set(number, worker)
      await Promise.race([
        new Promise((resolve) => worker.stdout.once("data", resolve)),
        new Promise((resolve) => worker.once("exit", resolve))
      ])
      worker.stdout.resume()
      return worker
    },
    /** Numbers of those that ended by themselves. */
    ended: () =>
      [...running].flatMap(([number, worker]) =>
        worker.exitCode === null && worker.signalCode === null ? [] : [number]
      ),
    stop: async () => {
      await Promise.all([...running.values()].map(kill))
    }
  }
}

interface HookBody {
  readonly type: string
  readonly data?: ReadonlyArray<{ readonly metadata?: { readonly sourceURL?: string } }>
}

/** Takes webhooks on loopback. */
const listen = async () => {
  const pages: Array<string> = []
  let last: string | undefined
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = ""
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece))
    request.on("end", () => {
      const { data = [], type } = JSON.parse(text) as HookBody
      // A repeated webhook of a page may come after the last one.
      if (type === "crawl.page") pages.push(...data.flatMap(({ metadata }) => metadata?.sourceURL ?? []))
      else last = type
      response.end("ok")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`,
    pages,
    last: () => last,
    stop: () => new Promise((resolve) => server.close(resolve))
  }
}
