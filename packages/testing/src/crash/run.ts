/** One crawl under faults, and what is left of it. */
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import { isFinal, type Job, JobId } from "@orbweaver/core/model/Job"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schedule from "effect/Schedule"
import { processFaults, wait } from "./faults.ts"
import { type Hooks, listen } from "./hooks.ts"
import { makeProcesses, type Processes } from "./processes.ts"
import { makeRandom } from "./random.ts"
import type { CrashReport } from "./report.ts"
import type { CrashTarget, Fault, World } from "./target.ts"

export interface RunOptions {
  /** Address of the module that exports `target`, such as `new URL("./target.ts", import.meta.url)`. */
  readonly target: URL
  readonly seed: number
  /** Pages of the site; 300 when absent. */
  readonly pages?: number | undefined
  /** Faults, one after another; 8 when absent. */
  readonly faults?: number | undefined
  /** Workers beside the server; 2 when absent. */
  readonly workers?: number | undefined
  /** Most milliseconds that a page takes; 300 when absent. */
  readonly latency?: number | undefined
  /** Seconds between two faults; at random, and less than one, when absent. */
  readonly every?: number | undefined
  /** Only faults whose name contains this. */
  readonly only?: string | undefined
  /** Shows what the processes log. */
  readonly log?: boolean | undefined
}

/** How long a job and its webhooks may get no further after the last fault, in milliseconds. */
const patience = 120_000
/** Results that are read at once. */
const readAtOnce = 10_000

/** Runs one crawl. Whoever has made the last run with a target calls its `close`. */
export const run = async (options: RunOptions): Promise<CrashReport> => {
  const { latency = 300, pages = 300, seed, workers = 2 } = options
  const { target } = (await import(options.target.href)) as { readonly target: CrashTarget }
  const random = makeRandom(seed)
  const place = await target.open(seed)
  const hooks = await listen()
  const runtime = ManagedRuntime.make(target.stores(place.direct ?? place.location, {}))
  const processes = makeProcesses(
    { target: options.target.href, location: place.location, pages, latency },
    options.log
  )
  try {
    for (let number = 0; number <= workers; number++) await processes.restart(number, {})
    // A crawl with a greatest depth is settled in another way.
    const id = await startCrawl(processes, { pages, tracksDepth: seed % 2 === 0 }, hooks)
    // The database may still be down for those who look, too.
    const read = Effect.retry(
      Effect.flatMap(JobStore, (store) => store.get(id)),
      { schedule: Schedule.spaced(500), times: patience / 500 }
    )
    const jobNow = () => runtime.runPromise(read)

    const world: World = {
      random,
      processes: workers + 1,
      restart: processes.restart,
      shiftClock: processes.shiftClock
    }
    const possible = [...processFaults, ...place.faults].filter(({ name }) => name.includes(options.only ?? ""))
    const happened = await faults(options, possible, world, processes, jobNow)

    const ended = await untilEnded(jobNow, hooks)
    await processes.stop()
    const { debits, results } = await runtime.runPromise(leftOver(id))
    return { target: target.name, seed, pages, ...happened, ...ended, ...outcome(pages, results, debits, hooks) }
  } finally {
    await processes.stop()
    await runtime.dispose()
    await hooks.stop()
    await place.close()
  }
}

const startCrawl = async (
  processes: Processes,
  { pages, tracksDepth }: { readonly pages: number; readonly tracksDepth: boolean },
  hooks: Hooks
): Promise<JobId> => {
  const answer = await fetch(processes.server() ?? "", {
    method: "POST",
    body: JSON.stringify({
      sitemap: "skip",
      crawlEntireDomain: true,
      limit: pages + 50,
      ...(tracksDepth ? { maxDiscoveryDepth: 10_000 } : {}),
      webhook: hooks.url
    })
  })
  const { id } = (await answer.json()) as { readonly id: string }
  return JobId.make(id)
}

const faults = async (
  { every, faults: count = 8 }: RunOptions,
  possible: ReadonlyArray<Fault>,
  world: World,
  processes: Processes,
  jobNow: () => Promise<Job>
): Promise<Pick<CrashReport, "faults" | "kills">> => {
  const { random } = world
  const happened: Record<string, number> = {}
  let kills = 0
  for (let fault = 0; fault < count; fault++) {
    await wait(every === undefined ? random.between(0, 700) : every * 1000)
    // Faults after the end would prove nothing.
    if (isFinal((await jobNow()).status)) break
    const chosen = random.of(possible)
    happened[chosen.name] = (happened[chosen.name] ?? 0) + 1
    kills += chosen.kills(world)
    await chosen.happen(world)
    for (const number of processes.ended()) await processes.restart(number, {})
  }
  return { faults: happened, kills }
}

const untilEnded = async (
  jobNow: () => Promise<Job>,
  hooks: Hooks
): Promise<Pick<CrashReport, "status" | "stillActive" | "secondsToEnd">> => {
  const from = Date.now()
  let endedAt: number | undefined
  let open = Infinity
  let received = 0
  let lastProgress = from
  for (;;) {
    const { counts, status } = await jobNow()
    if (isFinal(status)) endedAt ??= Date.now()
    if (counts.active + counts.queued !== open || hooks.pages.size > received) lastProgress = Date.now()
    open = counts.active + counts.queued
    received = hooks.pages.size
    const isEndReceived = hooks.last() === `crawl.${status}`
    if ((endedAt !== undefined && isEndReceived) || Date.now() - lastProgress > patience) {
      const secondsToEnd = Math.round(((endedAt ?? Date.now()) - from) / 100) / 10
      return { status, stillActive: counts.active + counts.queued, secondsToEnd }
    }
    await wait(100)
  }
}

/** All time. */
const ever = { start: DateTime.makeUnsafe(0), end: DateTime.makeUnsafe("2100-01-01") }

interface LeftOver {
  /** Addresses of the results, in their order. */
  readonly results: ReadonlyArray<string>
  readonly debits: number
}

const leftOver = (id: JobId): Effect.Effect<LeftOver, unknown, JobStores | Ledger.Ledger> =>
  Effect.gen(function* () {
    const store = yield* JobStore
    const ledger = yield* Ledger.Ledger
    const results: Array<string> = []
    for (;;) {
      const some = yield* store.results(id, { after: results.length, limit: readAtOnce })
      results.push(...some.map(({ url }) => url))
      if (some.length < readAtOnce) break
    }
    return { results, debits: yield* ledger.used("local", "credits", ever) }
  })

const outcome = (
  pages: number,
  results: ReadonlyArray<string>,
  debits: number,
  hooks: Hooks
): Pick<CrashReport, "lost" | "doubled" | "paidTwice" | "unpaid" | "untold" | "toldInOrder"> => {
  const unique = new Set(results)
  return {
    lost: pages - unique.size,
    doubled: results.length - unique.size,
    paidTwice: Math.max(0, debits - unique.size),
    unpaid: Math.max(0, unique.size - debits),
    untold: [...unique].filter((url) => !hooks.pages.has(url)).length,
    toldInOrder: hooks.isInOrder() && hooks.last() === "crawl.completed"
  }
}
