/**
 * Works on jobs: claims pages under leases, scrapes them, settles them in
 * batches. Any number of workers, in any number of processes, may share a
 * store.
 *
 * ```
 * claimer ─► places ─► a fixed number of fibers, one page each ─► outbox ─► settler
 *    ▲                                                              heart: leases, cancelled jobs
 *    └── room again ◄──────────────────────────────────────────────────┘
 * ```
 *
 * A page whose lease is lost (its job was cancelled or paused, or the store gave
 * it away) is interrupted within half a second. When the worker stops it puts
 * back what it had claimed. Leases are renewed only while their pages get on:
 * one that takes longer than `maxPageTime` is interrupted and goes back, and
 * one that nothing happens to is no longer renewed.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Account } from "../accounts/Account.ts"
import { unlimited } from "../accounts/ApiKeys.ts"
import type { Ledger } from "../accounts/Ledger.ts"
import { Frontier } from "../jobs/Frontier.ts"
import type { JobQueue } from "../jobs/JobQueue.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { settlingTime } from "../jobs/retryWhileAway.ts"
import { keptPlaces } from "../jobs/rules/places.ts"
import type { MissingTaskHandler, TaskHandlers } from "../jobs/TaskHandlers.ts"
import { retried } from "../jobs/workerMetrics.ts"
import type { JobId } from "../model/Job.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { Fetcher } from "../network/Fetcher.ts"
import type { Scraper } from "../scrape/Scraper.ts"
import { JobReports } from "./JobReports.ts"
import type { Robots } from "./Robots.ts"
import { claimForIdleAccounts, claimWhenIdle } from "./worker/claiming.ts"
import { makeHeldPages } from "./worker/HeldPages.ts"
import { renewLeases, returnPages } from "./worker/leases.ts"
import * as PageFibers from "./worker/pageFibers.ts"
import { settleEnded } from "./worker/settling.ts"
import * as TaskRunner from "./worker/taskRunner.ts"
import * as WorkerBeats from "./worker/workerBeats.ts"

export interface Options {
  /**
   * Pages at once in this worker; more when it has threads to feed. A tenth more, and at least one, may run for accounts
   * that have no other running page.
   */
  readonly concurrency?: number | undefined
  /**
   * Threads that read the pages, where there is a `PageReader`: decoding, parsing, converting. This thread then only
   * fetches and keeps the books. 0, the default, reads them on this thread.
   */
  readonly threads?: number | undefined
  /** How long a claim lasts without a heartbeat; after a crash others wait that long. */
  readonly lease?: Duration.Input | undefined
  /** How often leases are renewed, and cancelled jobs noticed. */
  readonly heartbeat?: Duration.Input | undefined
  /**
   * Longest that one page may take, its robots file, formats and waits included; 10 minutes when absent. It goes back
   * to the queue then, and fails after a few times.
   */
  readonly maxPageTime?: Duration.Input | undefined
  /**
   * How long the pages that are being scraped may take to end when the worker stops; what has not ended then goes back to
   * the queue, and is requested again by another worker. Pages that wait go back at once. Default: 0.
   */
  readonly drain?: Duration.Input | undefined
  /**
   * How often a worker without work looks for some that other processes added. Default: every 250 milliseconds, and every
   * 5 seconds where the store tells it of others (`Frontier.pollMs`).
   */
  readonly poll?: Duration.Input | undefined
  /** The account behind a job, such as `ApiKeys.accountOf` says; without limits when absent. */
  readonly accountOf?: ((id: string) => Effect.Effect<Account, StoreError>) | undefined
}

export const defaults = {
  concurrency: 10,
  lease: Duration.seconds(10),
  heartbeat: Duration.millis(400),
  maxPageTime: Duration.minutes(10),
  drain: Duration.zero,
  poll: Duration.millis(250)
} as const

/** Pages at once that keep a thread busy: some are being fetched, some wait for it, some are written. */
const pagesPerThread = 8
/** How often what has expired is removed. */
const sweeping = Duration.seconds(10)

type Needs = Fetcher | Frontier | JobStore | JobQueue | Scraper | Robots | TaskHandlers | Ledger

/** A worker for as long as the layer lives; fails at once where a kind of job has no handler. */
export const layer = (options: Options = {}): Layer.Layer<never, MissingTaskHandler, Needs> =>
  Layer.effectDiscard(start(options))

/** Starts a worker in the scope. */
export const start = Effect.fnUntraced(function* (options: Options = {}) {
  const frontier = yield* Frontier
  const store = yield* JobStore
  const reports = yield* JobReports
  const scope = yield* Effect.scope
  const concurrency = options.concurrency ?? Math.max(defaults.concurrency, (options.threads ?? 0) * pagesPerThread)
  const leaseMs = Duration.toMillis(options.lease ?? defaults.lease)
  const heartbeatInterval = Duration.fromInputUnsafe(options.heartbeat ?? defaults.heartbeat)
  const poll = Duration.fromInputUnsafe(options.poll ?? defaults.poll)
  const pollMs = (options.poll === undefined ? frontier.pollMs : undefined) ?? (() => Duration.toMillis(poll))
  const maxPageTime = Duration.fromInputUnsafe(options.maxPageTime ?? defaults.maxPageTime)
  const drainTime = Duration.fromInputUnsafe(options.drain ?? defaults.drain)
  // A page waits for others, is worked on, and is written: each has its bound.
  const idleMs = Duration.toMillis(maxPageTime) + Duration.toMillis(settlingTime)
  const accountOf = options.accountOf ?? unlimited
  const pages = yield* makeHeldPages(concurrency)
  const reportEnded = (jobs: ReadonlySet<JobId>) =>
    Effect.forEach(jobs, (id) => Effect.forkIn(reports.report(id), scope), { discard: true }).pipe(
      Effect.provideService(JobStore, store)
    )
  const loop = { frontier, pages, leaseMs, heartbeatInterval, idleMs, poll, pollMs }

  // Registered first, so it runs last: what is still held when the fibers have stopped goes back.
  yield* Effect.addFinalizer(() => returnPages(frontier, pages))
  const work = Effect.forever(yield* PageFibers.make({ pages, maxPageTime, accountOf }))
  for (let fiber = 0; fiber < concurrency + keptPlaces(concurrency); fiber++) yield* Effect.forkScoped(work)
  yield* runForever("Claiming pages", claimWhenIdle(loop))
  yield* runForever("Claiming pages of idle accounts", claimForIdleAccounts(loop))
  yield* runForever("Settling pages", settleEnded(loop, reportEnded))
  yield* runForever("Renewing leases", renewLeases(loop))
  yield* runForever(
    "Taking pages back",
    Effect.andThen(frontier.reclaim, Effect.sleep(Duration.millis(Math.max(500, leaseMs / 10))))
  )
  yield* runForever("Removing expired data", Effect.andThen(store.sweep, Effect.sleep(sweeping)))
  yield* runForever("Reporting the worker", yield* WorkerBeats.make(store, pages))
  yield* runForever("Taking tasks", yield* TaskRunner.make({ leaseMs, heartbeatInterval, pollMs, accountOf }))
  // Registered last, so it runs while the fibers still do.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      pages.drain()
      return Duration.isZero(drainTime) ? Effect.void : Effect.timeoutOption(pages.emptied.await, drainTime)
    })
  )
})

/** Runs a step again and again in the scope, slower while the store is away. */
const runForever = <E, R>(
  name: string,
  step: Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R | Scope.Scope> =>
  step.pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning(`${name} failed and will be retried`, cause).pipe(
        Effect.andThen(retried(name)),
        Effect.andThen(Effect.sleep(Duration.seconds(1)))
      )
    ),
    Effect.forever,
    Effect.forkScoped,
    Effect.asVoid
  )
