/** How the server is: the figures of `/metrics`, and what the team's jobs do on it. */
import type { Job } from "@orbweaver/core/model/Job"
import { type HostState, windowOf } from "@orbweaver/core/jobs/Politeness"
import type { StoreWorker } from "@orbweaver/core/jobs/StoreWorker"
import type { ActiveLease, Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Struct from "effect/Struct"
import type { Engines } from "../features/Engines.ts"
import { figures } from "../gate/processMetrics.ts"
import type { Operation } from "../gate/Operation.ts"
import type { ConsoleAnswer } from "./Api.ts"

const maxLeases = 200
const maxErrors = 50
const maxHosts = 50
/** Pages that are counted for each of them. */
const maxWaiting = 1000
/** Newest jobs whose failures are looked at. */
const maxFailedJobs = 10

type HostReasons = ConsoleAnswer<"system">["hosts"][number]["reasons"]
type Figure = ConsoleAnswer<"system">["metrics"][number]

const figureOf = ({ attributes = {}, description, id, ...metric }: Metric.Metric.Snapshot): ReadonlyArray<Figure> => {
  const head = { name: id, ...(description === undefined ? {} : { text: description }), attributes }
  switch (metric.type) {
    case "Counter":
      return [{ ...head, value: Number(metric.state.count) }]
    case "Gauge":
      // JSON has no word for a figure that is not known.
      return Number.isNaN(Number(metric.state.value)) ? [] : [{ ...head, value: Number(metric.state.value) }]
    case "Histogram":
    case "Summary":
      return [{ ...head, value: metric.state.count, sum: metric.state.sum }]
    case "Frequency":
      return [...metric.state.occurrences].map(([key, value]) => ({
        ...head,
        attributes: { ...attributes, key },
        value
      }))
  }
}

const hostsOf = (leases: ReadonlyArray<ActiveLease>, jobs: ReadonlyArray<Job>): ReadonlyArray<string> => [
  ...new Set([...leases.map(({ host }) => host), ...jobs.flatMap(({ origin }) => URL.parse(origin)?.host ?? [])])
]

/** Who holds which page and since when, by the last beats of the workers that are heard of. */
const holdersOf = (workers: ReadonlyArray<StoreWorker>) =>
  new Map(
    workers
      .filter(({ isGone }) => !isGone)
      .flatMap(({ id, pages }) =>
        pages.map(({ jobId, page, since }) => [`${jobId}/${page}`, { worker: id, since }] as const)
      )
  )

/** Whatever is remembered of a host without a reason of now comes from refusals that it has not made up for. */
const reasonsOf = ({ delayMs, refusals }: HostState): HostReasons => [
  ...(delayMs > 0 ? (["crawlDelay"] as const) : []),
  ...(refusals > 0 ? (["refused"] as const) : delayMs > 0 ? [] : (["recovering"] as const))
]

/**
 * Hosts of the account that are asked slowly: those of its leases and starts of jobs, and of the slowest of the whole store
 * those that pages of it wait for. A batch is of many hosts, and no page is held of one that pauses.
 */
const slowHosts = Effect.fnUntraced(function* (jobs: JobStore, accountId: string, own: ReadonlyArray<string>) {
  const { slowHosts: slowest } = yield* jobs.load
  const states = [...(yield* jobs.hosts([...new Set([...own, ...slowest.map(({ host }) => host)])]))].slice(0, maxHosts)
  const names = states.map(([host]) => host)
  const waiting = yield* jobs.waiting(accountId, names, maxWaiting)
  return states.flatMap(([host, state]) => {
    const { count, isAtLeast } = waiting.get(host) ?? { count: 0, isAtLeast: false }
    if (count === 0 && !own.includes(host)) return []
    return [
      {
        host,
        active: state.active,
        cap: Math.max(1, windowOf(state)),
        delayMs: state.delayMs,
        nextAt: state.nextAt,
        refusals: state.refusals,
        reasons: reasonsOf(state),
        waiting: count,
        isAtLeast
      }
    ]
  })
})

export const systemOperation = ({ concurrency, jobs }: Engines): Operation => ({
  kind: "status",
  admin: true,
  work: ({ caller: { account } }) =>
    Effect.gen(function* () {
      yield* figures
      const metrics = (yield* Metric.snapshot).flatMap(figureOf)
      const single = yield* concurrency.counts(account)
      const all = jobs === undefined ? [] : yield* jobs.list({ accountId: account.id })
      const running = all.filter(({ status }) => status === "scraping" || status === "paused")
      const leases = jobs === undefined ? [] : yield* jobs.leases(account.id, maxLeases)
      const hosts = jobs === undefined ? [] : yield* slowHosts(jobs, account.id, hostsOf(leases, running))
      const failed = all.filter(({ counts }) => counts.failed > 0).slice(-maxFailedJobs)
      const errors =
        jobs === undefined
          ? []
          : yield* Effect.forEach(failed, ({ id }) =>
              jobs.failures(id, { latest: maxErrors }).pipe(
                Effect.map((found) => found.map(({ at, code, error, url }) => ({ at, job: id, url, error, code }))),
                Effect.catchTag("JobNotFound", () => Effect.succeed([]))
              )
            )
      const workers = jobs === undefined ? [] : yield* jobs.workers
      const holders = holdersOf(workers)
      return {
        success: true,
        at: yield* Clock.currentTimeMillis,
        metrics,
        leases: leases.map(({ attempt, host, jobId, page, until, url }) => ({
          job: jobId,
          url,
          host,
          attempt,
          until,
          ...holders.get(`${jobId}/${page}`)
        })),
        hosts,
        // Pages of other teams are nobody's business.
        workers: workers.map((worker) => Struct.omit(worker, ["pages"])),
        queues: {
          running: running.reduce((sum, { counts }) => sum + counts.active, single.running),
          waiting: running.reduce((sum, { counts }) => sum + counts.queued, single.waiting),
          jobs: running.length
        },
        errors: errors
          .flat()
          .toSorted((left, right) => right.at - left.at)
          .slice(0, maxErrors)
      }
    })
})
