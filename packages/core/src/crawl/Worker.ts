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
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { type Account, CurrentAccount } from "../accounts/Account.ts"
import { unlimited } from "../accounts/ApiKeys.ts"
import { type Addition, type Claim, type ClaimedPage, Frontier, type Settlement } from "../jobs/Frontier.ts"
import * as JobContexts from "./JobContext.ts"
import { LinkScore } from "./relevance.ts"
import * as PageProcessing from "./processPage.ts"
import { exchange, failed } from "./settling.ts"
import * as TaskRunner from "./taskRunner.ts"
import * as WorkerBeats from "./workerBeats.ts"
import { keptPlaces, makePlaces } from "../jobs/rules/places.ts"
import { messageOf, settlingTime } from "../jobs/retryWhileAway.ts"
import { whileWaiting } from "../jobs/whileWaiting.ts"
import { pagesReturned, retried } from "../jobs/workerMetrics.ts"
import type { Job, JobId, JobNotFound } from "../model/Job.ts"
import { JobReports } from "./JobReports.ts"
import type { JobQueue } from "../jobs/JobQueue.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Ledger } from "../accounts/Ledger.ts"
import { CurrentSession, JobSessions } from "../network/CurrentSession.ts"
import { Fetcher } from "../network/Fetcher.ts"
import { HostRules } from "../network/HostRules.ts"
import { RequestHooks } from "../network/RequestHooks.ts"
import { Robots } from "./Robots.ts"
import { Scraper } from "../scrape/Scraper.ts"
import { otherErrors } from "../model/errorTable.ts"
import { isStoreAway, StoreError } from "../model/StoreError.ts"
import type { MissingTaskHandler, TaskHandlers } from "../jobs/TaskHandlers.ts"
import { LruMap } from "../support/LruMap.ts"

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
/** Jobs whose context a worker keeps at hand. */
const maxJobContexts = 256
/** Pages claimed ahead by a worker of few fibers. */
const minAhead = 8
/** Pages claimed ahead at most, for each fiber. */
const maxAheadFactor = 8
/** How long a transaction waits at most for more to do. */
const gathering = Duration.millis(50)
/** How often what has expired is removed. */
const sweeping = Duration.seconds(10)
/** Times that a page is tried when the fault is ours: a store that is away, a request of another version. */
const maxFaults = 5
/** Pause before a page goes back whose work the store failed. */
const storePause = Duration.seconds(1)

type Needs = Fetcher | Frontier | JobStore | JobQueue | Scraper | Robots | TaskHandlers | Ledger

/** A worker for as long as the layer lives; fails at once where a kind of job has no handler. */
export const layer = (options: Options = {}): Layer.Layer<never, MissingTaskHandler, Needs> =>
  Layer.effectDiscard(start(options))

interface HeldPage {
  readonly page: ClaimedPage
  readonly accountId: string
  readonly isFirst: boolean
  lost: boolean
  /** When the page last got on: was claimed, begun, or worked on to its end. */
  since: number
  /** Works on the page, once one does. */
  fiber: Fiber.Fiber<Settlement> | undefined
}

/** Starts a worker in the scope. */
export const start = Effect.fnUntraced(function* (options: Options = {}) {
  const frontier = yield* Frontier
  const store = yield* JobStore
  const ledger = yield* Ledger
  const deps: PageProcessing.Deps = {
    scraper: yield* Scraper,
    robots: yield* Robots,
    store,
    frontier,
    ledger,
    fetcher: yield* Fetcher,
    hooks: yield* RequestHooks,
    hosts: yield* HostRules
  }
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

  // More are claimed ahead, so that no fiber waits for the store: while pages run, new ones are claimed in one go with
  // the writing of what has ended; only a worker with idle fibers claims for itself.
  const leastAhead = Math.max(Math.ceil(concurrency / 2), minAhead)
  /** Grows with what the fibers end while the store answers. */
  let ahead = leastAhead
  /** Of the exchanges so far, the newest counting most; in milliseconds, and pages a millisecond. */
  let exchangeMs = 0
  let pageRate = 0
  let lastExchangeAt = yield* Clock.currentTimeMillis
  const maxAhead = Math.max(leastAhead, concurrency * maxAheadFactor)
  /** Pages that begin now, and before that those that wait for their places. */
  const inbox = yield* Queue.bounded<HeldPage>(concurrency + maxAhead)
  const places = makePlaces<HeldPage>(concurrency)
  const ended = yield* Queue.bounded<Settlement>(concurrency * 2)
  /** Claimed pages by their lease: waiting or worked on, and then being settled. */
  const held = new Map<string, HeldPage>()
  const settling = new Map<string, HeldPage>()
  const jobContexts = new LruMap<string, JobContexts.JobContext>({ maxEntries: maxJobContexts })
  const idle = yield* Latch.make(true)
  /** Room that claims under way may fill. */
  let claimed = 0
  /** Claims so far. */
  let claims = 0
  /** Claims no more, since it is about to stop. */
  let draining = false
  /** Whether no page is held; looked at by a worker that stops. */
  const emptied = yield* Latch.make(true)

  const updateIdle = (): void => {
    if (held.size + settling.size + claimed === 0) emptied.openUnsafe()
    else emptied.closeUnsafe()
    if (draining) idle.closeUnsafe()
    else if (held.size + claimed < concurrency + ahead && held.size < concurrency) idle.openUnsafe()
    else idle.closeUnsafe()
  }

  const jobContextOf = Effect.fnUntraced(function* ({ addition, jobId }: ClaimedPage) {
    const id = addition?.id ?? jobId
    const known = jobContexts.get(id)
    if (known !== undefined) return known
    const job = withAddition(yield* store.get(jobId), addition)
    const made = yield* JobContexts.make(job, {
      year: DateTime.getPartUtc(yield* DateTime.now, "year"),
      scoreLink,
      previousOf: (id) => Effect.catchTag(store.get(id), "JobNotFound", () => Effect.undefined)
    })
    jobContexts.set(id, made)
    return made
  })

  const sessions = yield* JobSessions
  const scoreLink = yield* LinkScore

  const scrape = Effect.fnUntraced(
    function* (page: ClaimedPage) {
      const jobContext = yield* jobContextOf(page)
      const account = TaskRunner.payingAccount(yield* accountOf(page.accountId), jobContext.job)
      return yield* PageProcessing.run(deps, jobContext, page).pipe(
        Effect.provideService(CurrentAccount, account),
        Effect.provideService(CurrentSession, sessions.get(page.jobId))
      )
    },
    (effect, page) => Effect.catchCause(effect, (cause) => afterFault(page, cause))
  )

  const work = Effect.forever(
    Effect.gen(function* () {
      const one = yield* Queue.take(inbox)
      yield* Queue.offer(ended, one.lost ? requeue(one.page) : yield* finish(one))
      places.end(one.accountId)
      beginPages()
    })
  )

  /** Works on the page to its end, or for as long as a page may take. */
  const finish = Effect.fnUntraced(function* (one: HeldPage) {
    one.since = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.forkChild(scrape(one.page), { startImmediately: true })
    one.fiber = fiber
    const exit = yield* Effect.timeoutOption(Fiber.await(fiber), maxPageTime)
    one.since = yield* Clock.currentTimeMillis
    if (Option.isSome(exit)) return exit.value._tag === "Success" ? exit.value.value : requeue(one.page)
    // Not waited for: what does not end in its time may not end at all.
    fiber.interruptUnsafe()
    return yield* afterStuck(one.page, maxPageTime)
  })

  /** Claims pages for all the room there is. */
  const claiming = <E>(
    claim: (count: number) => Effect.Effect<Claim, E>,
    room = () => concurrency + ahead - held.size
  ) =>
    Effect.suspend(() => {
      const count = draining ? 0 : Math.max(0, room() - claimed)
      claimed += count
      if (count > 0) claims++
      return claim(count).pipe(
        Effect.tap(({ pages }) => Effect.map(Clock.currentTimeMillis, (now) => hold(pages, now))),
        Effect.ensuring(
          Effect.sync(() => {
            claimed -= count
            updateIdle()
          })
        )
      )
    })

  const hold = (pages: ReadonlyArray<ClaimedPage>, now: number): void => {
    for (const page of pages) {
      const { accountId, isFirst } = page
      const one: HeldPage = { page, accountId, isFirst, lost: draining, since: now, fiber: undefined }
      held.set(leaseKey(page), one)
      places.offer(one)
    }
    beginPages()
  }

  const beginPages = (): void => {
    // There is room for all that may begin.
    for (let one = places.next(); one !== undefined; one = places.next()) Queue.offerUnsafe(inbox, one)
  }

  const claim = Effect.gen(function* () {
    yield* idle.await
    yield* whileWaiting(frontier.awaitWork(Duration.millis(pollMs())), claimOrWait)
  })

  const claimOrWait = Effect.fnUntraced(function* (woken: Effect.Effect<void>) {
    const { nextAt, pages } = yield* claiming((count) => frontier.claim({ count, leaseMs }))
    if (pages.length > 0) return
    if (nextAt === undefined) return yield* woken
    const now = yield* Clock.currentTimeMillis
    yield* Effect.timeoutOption(woken, Duration.millis(Math.max(1, nextAt - now)))
  })

  /** While pages take all places and none of them ends, asks for a page of an account that has none running. */
  const claimForIdle = Effect.gen(function* () {
    const before = claims
    yield* Effect.sleep(poll)
    if (claims !== before || places.keptRoom() === 0) return
    yield* claiming((count) => frontier.claim({ count, leaseMs, onlyIdleAccounts: true }), places.keptRoom)
  })

  const settle = Effect.gen(function* () {
    const first = yield* Queue.takeBetween(ended, 1, 100)
    // Costs the fibers nothing while as many pages wait for them.
    const batch = Math.ceil(ahead / 2)
    const gathers = first.length < batch && places.waiting() >= batch
    const more = gathers
      ? yield* Effect.timeoutOption(Queue.takeBetween(ended, batch - first.length, 100), gathering)
      : Option.none()
    const rest = Option.isSome(more) ? more.value : yield* takeAll(ended)
    yield* writeEnded([...first, ...rest])
  })

  /**
   * Claims ahead four times what the fibers end during an exchange: half of it is worked on while the other half is
   * written and claimed anew, so that no fiber waits for the store, and exchanges are few however slow many workers make it.
   */
  const fitAhead = (pages: number, began: number, ended: number): void => {
    exchangeMs = smoothed(exchangeMs, ended - began)
    pageRate = smoothed(pageRate, pages / Math.max(1, ended - lastExchangeAt))
    lastExchangeAt = ended
    ahead = Math.min(maxAhead, Math.max(leastAhead, Math.ceil(4 * exchangeMs * pageRate)))
  }

  /** Of these jobs, those of which this worker has no page left may have ended. */
  const reportEnded = (jobs: Set<JobId>) =>
    Effect.suspend(() => {
      for (const { page } of held.values()) jobs.delete(page.jobId)
      return Effect.forEach(jobs, (id) => Effect.forkIn(reports.report(id), scope), { discard: true })
    }).pipe(Effect.provideService(JobStore, store))

  /** Whatever comes of it, the pages are no longer ours afterwards. */
  const writeEnded = (batch: ReadonlyArray<Settlement>) =>
    Effect.suspend(() => {
      const keys = batch.map(({ lease }) => leaseKey(lease))
      for (const key of keys) {
        const one = held.get(key)
        if (one === undefined) continue
        held.delete(key)
        settling.set(key, one)
      }
      return Effect.gen(function* () {
        const began = yield* Clock.currentTimeMillis
        const claim = yield* claiming((count) => exchange(frontier, batch, { count, leaseMs }))
        fitAhead(batch.length, began, yield* Clock.currentTimeMillis)
        return claim
      }).pipe(
        Effect.tap(() => reportEnded(new Set(batch.map(({ lease }) => lease.jobId)))),
        Effect.ensuring(
          Effect.sync(() => {
            keys.forEach((key) => settling.delete(key))
            updateIdle()
          })
        )
      )
    })

  const heartbeat = Effect.gen(function* () {
    yield* frontier.awaitStop(heartbeatInterval)
    const now = yield* Clock.currentTimeMillis
    const pages = [...held.values(), ...settling.values()]
    const stuck = pages.filter(({ since }) => now - since > idleMs)
    if (stuck.length > 0) yield* abandonLeases(stuck)
    if (pages.length === stuck.length) return
    const lost = yield* frontier.heartbeat(
      pages.filter((one) => !stuck.includes(one)).map(({ page }) => page),
      leaseMs
    )
    for (const lease of lost) {
      const one = held.get(leaseKey(lease))
      if (one === undefined) continue
      one.lost = true
      one.fiber?.interruptUnsafe()
    }
  })

  /** Renews them no longer, so that they go back when their leases end. */
  const abandonLeases = (stuck: ReadonlyArray<HeldPage>) =>
    Effect.suspend(() => {
      for (const one of stuck) {
        one.lost = true
        one.fiber?.interruptUnsafe()
        held.delete(leaseKey(one.page))
        settling.delete(leaseKey(one.page))
      }
      updateIdle()
      return Effect.andThen(
        Effect.logError(`${stuck.length} pages made no progress and are requeued: ${stuck[0]!.page.url} and others`),
        pagesReturned("stuck", stuck.length)
      )
    })

  const reclaim = Effect.andThen(frontier.reclaim, Effect.sleep(Duration.millis(Math.max(500, leaseMs / 10))))
  const sweep = Effect.andThen(store.sweep, Effect.sleep(sweeping))

  // Registered first, so it runs last: what is still held when the fibers have stopped goes back.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      const rest = [...held.values(), ...settling.values()].map(({ page }) => requeue(page))
      return rest.length === 0
        ? Effect.void
        : Effect.ignoreCause(Effect.timeoutOption(frontier.settle(rest), Duration.seconds(2)))
    })
  )
  for (let fiber = 0; fiber < concurrency + keptPlaces(concurrency); fiber++) yield* Effect.forkScoped(work)
  yield* runForever("Claiming pages", claim)
  yield* runForever("Claiming pages of idle accounts", claimForIdle)
  yield* runForever("Settling pages", settle)
  yield* runForever("Renewing leases", heartbeat)
  yield* runForever("Taking pages back", reclaim)
  yield* runForever("Removing expired data", sweep)
  yield* runForever(
    "Reporting the worker",
    yield* WorkerBeats.make(store, () => {
      let running = settling.size
      for (const { fiber } of held.values()) if (fiber !== undefined) running++
      return running
    })
  )
  yield* runForever("Taking tasks", yield* TaskRunner.make({ leaseMs, heartbeatInterval, pollMs, accountOf }))
  // Registered last, so it runs while the fibers still do.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      draining = true
      for (const one of held.values()) if (one.fiber === undefined) one.lost = true
      updateIdle()
      return Duration.isZero(drainTime) ? Effect.void : Effect.timeoutOption(emptied.await, drainTime)
    })
  )
})

/** The value once another one was measured. */
const smoothed = (before: number, measured: number): number => before + (measured - before) / 4

/** What is in the queue now. */
const takeAll = <A>(queue: Queue.Queue<A>) =>
  Effect.flatMap(Queue.size(queue), (size) =>
    size > 0 ? Queue.takeBetween(queue, 1, size) : Effect.succeed<Array<A>>([])
  )

const leaseKey = ({ jobId, page, token }: { readonly jobId: string; readonly page: string; readonly token: number }) =>
  `${jobId}/${page}/${token}`

/** Back to the queue: later after a fault, at once otherwise. */
const requeue = (page: ClaimedPage, afterMs?: number): Settlement => ({
  lease: { jobId: page.jobId, page: page.page, token: page.token },
  outcome: afterMs === undefined ? { _tag: "Released" } : { _tag: "Retry", afterMs },
  links: []
})

/** A fault of ours costs the page one of its tries; a store that is away costs it nothing. */
const afterFault = (page: ClaimedPage, cause: Cause.Cause<StoreError | JobNotFound>): Effect.Effect<Settlement> => {
  const error = Cause.squash(cause)
  const away = isStoreAway(error)
  return Effect.logWarning("A page could not be processed", cause).pipe(
    Effect.andThen(pagesReturned("fault")),
    Effect.andThen(away ? Effect.sleep(storePause) : Effect.void),
    Effect.as(
      away
        ? requeue(page)
        : page.attempt < maxFaults
          ? requeue(page, 5000)
          : failed(page, `The page could not be processed: ${messageOf(error)}`, codeOfFault(error))
    )
  )
}

/** As the API names it; a store that is set up wrongly is not the page's fault. */
const codeOfFault = (error: unknown): string | undefined =>
  error instanceof StoreError && error.kind === "misconfigured"
    ? otherErrors["StoreError/misconfigured"].code
    : undefined

const afterStuck = (page: ClaimedPage, limit: Duration.Duration): Effect.Effect<Settlement> => {
  const text = `The page took longer than ${Duration.format(limit)}`
  return Effect.logWarning(`${text} and was interrupted: ${page.url}`).pipe(
    Effect.andThen(pagesReturned("stuck")),
    Effect.as(page.attempt < maxFaults ? requeue(page, 5000) : failed(page, text))
  )
}

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

/** The job as pages that were added to it later see it. */
const withAddition = (job: Job, addition: Addition | undefined): Job =>
  addition === undefined
    ? job
    : {
        ...job,
        keyName: addition.keyName ?? job.keyName,
        request: { ...(job.request as Addition["request"]), ...addition.request }
      }
