/**
 * Works on jobs: claims pages under leases, scrapes them, settles them in
 * batches. Any number of workers, in any number of processes, may share a
 * store.
 *
 * ```
 * claimer ─► inbox ─► a fixed number of fibers, one page each ─► outbox ─► settler
 *    ▲                                                             heart: leases, cancelled jobs
 *    └── room again ◄──────────────────────────────────────────────────┘
 * ```
 *
 * A page whose lease is lost (its job was cancelled or paused, or the store gave
 * it away) is interrupted within half a second. When the worker stops it puts
 * back what it had claimed.
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
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { type Account, CurrentAccount, localAccount } from "../accounts/Account.ts"
import { ApiKeys, type Service as ApiKeysService } from "../accounts/ApiKeys.ts"
import { type Addition, type Claim, type ClaimedPage, Frontier, type Settlement } from "../jobs/Frontier.ts"
import * as JobPlan from "./JobContext.ts"
import * as PageWork from "./processPage.ts"
import type { Job } from "../model/Job.ts"
import { JobQueue, type Task } from "../jobs/JobQueue.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Ledger } from "../accounts/Ledger.ts"
import { Robots } from "./Robots.ts"
import { Scraper } from "../scrape/Scraper.ts"
import type { StoreError } from "../model/StoreError.ts"
import { type TaskHandler, TaskHandlers } from "../jobs/TaskHandlers.ts"

export interface Options {
  /** Pages at once in this worker; more when it has threads to feed. */
  readonly concurrency?: number | undefined
  /**
   * Threads that read the pages, where there is a `PageReader`: decoding, parsing, converting. This thread then only
   * fetches and keeps the books. 0, the default, reads them on this thread.
   */
  readonly threads?: number | undefined
  /** How long a claim lasts without a heartbeat; after a crash others wait that long. */
  readonly lease?: Duration.Duration | undefined
  /** How often leases are renewed, and cancelled jobs noticed. */
  readonly heartbeat?: Duration.Duration | undefined
  /** How often a worker without work looks for some that other processes added. */
  readonly poll?: Duration.Duration | undefined
  /** The account behind a job; asked of `ApiKeys` when absent, and without limits where that is absent too. */
  readonly accountOf?: ((id: string) => Effect.Effect<Account>) | undefined
}

export const defaults = {
  concurrency: 10,
  lease: Duration.seconds(10),
  heartbeat: Duration.millis(400),
  poll: Duration.millis(250)
} as const

/** Pages at once that keep a thread busy: some are being fetched, some wait for it, some are written. */
const pagesPerThread = 8
/** Jobs whose plan a worker keeps at hand. */
const maxPlans = 256
/** Pages claimed ahead by a worker of few fibers. */
const minAhead = 8
/** How long a transaction waits at most for more to do. */
const gathering = Duration.millis(50)
/** How often what has expired is removed. */
const sweeping = Duration.seconds(10)
/** Times that a page is tried when the fault is ours: a store that is away, a request of another version. */
const maxFaults = 5
/** Tasks at once in one worker: most of them wait for the pages of their job. */
const tasksAtOnce = 16

type Needs = Frontier | JobStore | JobQueue | Scraper | Robots | TaskHandlers

/** A worker for as long as the layer lives. */
export const layer = (options: Options = {}): Layer.Layer<never, never, Needs> => Layer.effectDiscard(start(options))

interface Held {
  readonly page: ClaimedPage
  lost: boolean
  /** Works on the page, once one does. */
  fiber: Fiber.Fiber<Settlement> | undefined
}

/** Starts a worker in the scope. */
export const start = Effect.fnUntraced(function* (options: Options = {}) {
  const frontier = yield* Frontier
  const store = yield* JobStore
  const ledger = Option.getOrUndefined(yield* Effect.serviceOption(Ledger))
  const deps: PageWork.Deps = { scraper: yield* Scraper, robots: yield* Robots, store, frontier, ledger }
  const concurrency = options.concurrency ?? Math.max(defaults.concurrency, (options.threads ?? 0) * pagesPerThread)
  const leaseMs = Duration.toMillis(options.lease ?? defaults.lease)
  const heartbeat = options.heartbeat ?? defaults.heartbeat
  const poll = options.poll ?? defaults.poll
  const accountOf = options.accountOf ?? directory(Option.getOrUndefined(yield* Effect.serviceOption(ApiKeys)))

  // More are claimed ahead, so that no fiber waits for the store: while pages run, new ones are claimed in one go with
  // the writing of what has ended; only a worker with idle fibers claims for itself.
  const ahead = Math.max(Math.ceil(concurrency / 2), minAhead)
  const most = concurrency + ahead
  const batch = Math.ceil(ahead / 2)
  const inbox = yield* Queue.bounded<Held>(most)
  const ended = yield* Queue.bounded<Settlement>(concurrency * 2)
  const held = new Map<string, Held>()
  const plans = new Map<string, JobPlan.JobContext>()
  const idle = yield* Latch.make(true)
  let free = most

  const look = (): void => {
    if (free > 0 && held.size < concurrency) idle.openUnsafe()
    else idle.closeUnsafe()
  }

  const planOf = Effect.fnUntraced(function* ({ addition, jobId }: ClaimedPage) {
    const id = addition?.id ?? jobId
    const known = plans.get(id)
    if (known !== undefined) return known
    const job = withAddition(yield* store.get(jobId), addition)
    const made = yield* JobPlan.make(job, DateTime.getPartUtc(yield* DateTime.now, "year"))
    for (const oldest of plans.keys()) {
      if (plans.size < maxPlans) break
      plans.delete(oldest)
    }
    plans.set(id, made)
    return made
  })

  const scrape = Effect.fnUntraced(
    function* (page: ClaimedPage) {
      const plan = yield* planOf(page)
      const account = payer(yield* accountOf(page.accountId), plan.job)
      return yield* Effect.provideService(PageWork.run(deps, plan, page), CurrentAccount, account)
    },
    (effect, page) =>
      Effect.catchCause(effect, (cause) =>
        Effect.as(
          Effect.logWarning("A page could not be worked on", cause),
          page.attempt < maxFaults
            ? putBack(page, 5000)
            : failed(page, `The page could not be worked on: ${messageOf(cause)}`)
        )
      )
  )

  const work = Effect.forever(
    Effect.gen(function* () {
      const one = yield* Queue.take(inbox)
      if (!one.lost) one.fiber = yield* Effect.forkChild(scrape(one.page), { startImmediately: true })
      const exit = one.fiber === undefined ? undefined : yield* Fiber.await(one.fiber)
      yield* Queue.offer(ended, exit?._tag === "Success" ? exit.value : putBack(one.page))
    })
  )

  /** Claims pages for all the room there is. */
  const claiming = (claim: (count: number) => Effect.Effect<Claim, StoreError>) =>
    Effect.suspend(() => {
      const count = free
      free = 0
      return claim(count).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => {
            const pages = exit._tag === "Success" ? exit.value.pages : []
            free += count - pages.length
            for (const page of pages) {
              const one: Held = { page, lost: false, fiber: undefined }
              held.set(leaseKey(page), one)
              // There is room for all that may be claimed.
              Queue.offerUnsafe(inbox, one)
            }
            look()
          })
        )
      )
    })

  const claim = Effect.gen(function* () {
    yield* idle.await
    const { nextAt, pages } = yield* claiming((count) => frontier.claim({ count, leaseMs }))
    if (pages.length > 0) return
    const now = yield* Clock.currentTimeMillis
    yield* frontier.awaitWork(
      nextAt === undefined ? poll : Duration.millis(Math.min(Math.max(1, nextAt - now), Duration.toMillis(poll)))
    )
  })

  const settle = Effect.gen(function* () {
    const first = yield* Queue.takeBetween(ended, 1, 100)
    // Costs the fibers nothing while as many pages wait for them.
    const gathers = first.length < batch && (yield* Queue.size(inbox)) >= batch
    const more = gathers
      ? yield* Effect.timeoutOption(Queue.takeBetween(ended, batch - first.length, 100), gathering)
      : Option.none()
    const rest = Option.isSome(more) ? more.value : yield* takeAll(ended)
    yield* exchange([...first, ...rest])
  })

  /** Written again and again while the store is away, for longer than leases last without it. */
  const exchange = (batch: ReadonlyArray<Settlement>) =>
    Effect.suspend(() => {
      free += batch.length
      return claiming((count) =>
        frontier.exchange(batch, { count, leaseMs }).pipe(
          Effect.tapError((error) => Effect.logWarning("Pages could not be settled yet", error)),
          Effect.retry({ schedule: backoff, times: 28 }),
          Effect.catch((error) =>
            Effect.as(Effect.logError("Pages could not be settled and will be scraped again", error), noPages)
          ),
          Effect.tap(() => Effect.sync(() => batch.forEach(({ lease }) => held.delete(leaseKey(lease)))))
        )
      )
    })

  const beat = Effect.gen(function* () {
    yield* frontier.awaitStop(heartbeat)
    if (held.size === 0) return
    const lost = yield* frontier.heartbeat(
      [...held.values()].map(({ page }) => page),
      leaseMs
    )
    for (const lease of lost) {
      const one = held.get(leaseKey(lease))
      if (one === undefined) continue
      one.lost = true
      one.fiber?.interruptUnsafe()
    }
  })

  const reclaim = Effect.andThen(frontier.reclaim, Effect.sleep(Duration.millis(Math.max(500, leaseMs / 10))))
  const sweep = Effect.andThen(store.sweep, Effect.sleep(sweeping))

  // Registered first, so it runs last: what is still held when the fibers have stopped goes back.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      const rest = [...held.values()].map(({ page }) => putBack(page))
      return rest.length === 0
        ? Effect.void
        : Effect.ignore(Effect.timeoutOption(frontier.settle(rest), Duration.seconds(2)))
    })
  )
  for (let fiber = 0; fiber < concurrency; fiber++) yield* Effect.forkScoped(work)
  yield* keep("claim", claim)
  yield* keep("settle", settle)
  yield* keep("heartbeat", beat)
  yield* keep("reclaim", reclaim)
  yield* keep("sweep", sweep)
  yield* keep("tasks", yield* tasks(leaseMs, heartbeat, poll, accountOf))
})

/** What is in the queue now. */
const takeAll = <A>(queue: Queue.Queue<A>) =>
  Effect.flatMap(Queue.size(queue), (size) =>
    size > 0 ? Queue.takeBetween(queue, 1, size) : Effect.succeed<Array<A>>([])
  )

const noPages: Claim = { pages: [] }

/** Often enough to be back before others take the pages for lost. */
const backoff = Schedule.exponential(Duration.millis(100)).pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, Duration.seconds(1))))
)

const leaseKey = ({ jobId, page, token }: { readonly jobId: string; readonly page: string; readonly token: number }) =>
  `${jobId}/${page}/${token}`

/** Back to the queue: later after a fault, at once otherwise. */
const putBack = (page: ClaimedPage, afterMs?: number): Settlement => ({
  lease: { jobId: page.jobId, page: page.page, token: page.token },
  outcome: afterMs === undefined ? { _tag: "Released" } : { _tag: "Retry", afterMs },
  links: []
})

const failed = ({ jobId, page, token }: ClaimedPage, error: string): Settlement => ({
  lease: { jobId, page, token },
  outcome: { _tag: "Failed", error, code: "UNKNOWN_ERROR" },
  links: []
})

/** Runs a step again and again in the scope, slower while the store is away. */
const keep = <E, R>(name: string, step: Effect.Effect<unknown, E, R>): Effect.Effect<void, never, R | Scope.Scope> =>
  step.pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning(`${name} failed and is tried again`, cause), Effect.sleep(Duration.seconds(1)))
    ),
    Effect.forever,
    Effect.forkScoped,
    Effect.asVoid
  )

/** Accounts by their id; one that nobody knows has no limits. */
const directory =
  (keys: ApiKeysService | undefined) =>
  (id: string): Effect.Effect<Account> => {
    const unlimited: Account = { ...localAccount, id }
    return keys === undefined
      ? Effect.succeed(unlimited)
      : Effect.orDie(Effect.map(keys.account(id), (account) => account ?? unlimited))
  }

/** The job as pages that were added to it later see it. */
const withAddition = (job: Job, addition: Addition | undefined): Job =>
  addition === undefined
    ? job
    : {
        ...job,
        keyName: addition.keyName ?? job.keyName,
        request: { ...(job.request as Addition["request"]), ...addition.request }
      }

/** What a job costs is counted under the key that started it. */
const payer = (account: Account, { keyName }: Pick<Job, "keyName">): Account =>
  keyName === undefined ? account : { ...account, keyName }

/** Takes tasks and runs their handlers, a few at once. */
const tasks = Effect.fnUntraced(function* (
  leaseMs: number,
  heartbeat: Duration.Duration,
  poll: Duration.Duration,
  accountOf: (id: string) => Effect.Effect<Account>
) {
  const queue = yield* JobQueue
  const store = yield* JobStore
  const handlers = yield* TaskHandlers
  let running = 0

  const handle = Effect.fnUntraced(function* (task: Task) {
    const job = yield* store.get(task.jobId)
    const handler: TaskHandler | undefined = handlers[job.kind]
    if (handler === undefined) {
      yield* queue.fail(task, `This worker knows no ${job.kind} jobs`)
      return
    }
    const account = payer(yield* accountOf(job.accountId), job)
    const alive = Effect.gen(function* () {
      do yield* Effect.sleep(heartbeat)
      while (yield* queue.heartbeat(task, leaseMs))
    })
    yield* handler(job).pipe(Effect.provideService(CurrentAccount, account), Effect.raceFirst(alive))
    yield* queue.done(task)
  })

  const attempt = (task: Task) =>
    handle(task).pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logWarning("A task failed", cause), Effect.ignore(queue.fail(task, messageOf(cause))))
      ),
      Effect.ensuring(Effect.sync(() => running--))
    )

  return Effect.gen(function* () {
    const task = running < tasksAtOnce ? yield* queue.take(leaseMs) : Option.none<Task>()
    if (Option.isNone(task)) return yield* queue.awaitTask(poll)
    running++
    yield* Effect.forkScoped(attempt(task.value))
  })
})

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}
