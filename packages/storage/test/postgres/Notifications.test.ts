/** Processes of one schema notify each other: whoever waits is woken by a notification, and no poll. */
import { assert, describe, it } from "@effect/vitest"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobQueue } from "@orbweaver/core/jobs/JobQueue"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as Worker from "@orbweaver/core/crawl/Worker"
import { claim, create, newJob, paths, settle, settlement } from "@orbweaver/testing/internal/jobs"
import { handlers, engines, site } from "../../../core/test/support/ScriptedSite.ts"
import { PostgresDatabase, PostgresJobStores } from "@orbweaver/storage/postgres"
import { Context, Duration, Effect, Layer, Logger, Queue } from "effect"
import { TestClock } from "effect/testing"
import { inject } from "vitest"
import * as Notifications from "../../src/postgres/Notifications.ts"
import { startPooler } from "../support/pooler.ts"
import { start as startProxy } from "../support/proxy.ts"
import { type OnStatement, reportingPostgres } from "../support/statements.ts"

type Process = Context.Context<JobStores>
const polled = 250
const notified = 5000

const freshSchema = () => `n${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
const optionsOf = (more: Partial<Parameters<typeof PostgresDatabase.layer>[0]> = {}) => ({
  url: inject("postgresUrl"),
  schema: freshSchema(),
  maxConnections: 3,
  ...more
})

const open = (options: ReturnType<typeof optionsOf>, onStatement: OnStatement = () => {}) =>
  Layer.build(Layer.fresh(PostgresJobStores.layer()).pipe(Layer.provide(reportingPostgres(options, onStatement))))

/** Real time, in which no time of the test goes by. */
const pause = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))

const until = Effect.fnUntraced(function* (isDone: () => boolean, what: string) {
  for (let attempt = 0; attempt < 2000 && !isDone(); attempt++) yield* pause
  assert.isTrue(isDone(), what)
})

const pollMsOf = (process: Process) => Context.get(process, Frontier).pollMs?.()
const hears = (process: Process) =>
  until(() => pollMsOf(process) === notified, "listens, and heard nothing for a while")

/** Two processes of which the first listens. */
const processes = Effect.gen(function* () {
  const options = optionsOf()
  const first = yield* open(options)
  const second = yield* open(options)
  yield* hears(first)
  return { options, first, second }
})

/** No time goes by for those who wait, so only a notification ends it. */
const wakes = (waiting: Effect.Effect<unknown, unknown>, cause: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(waiting, { startImmediately: true })
    yield* cause
    yield* until(() => fiber.pollUnsafe() !== undefined, "woken")
  })

const forever = Duration.days(365)

describe("a process that waits is woken by another", () => {
  it.effect("that adds work, a task, or stops a job", () =>
    Effect.gen(function* () {
      const { first, second } = yield* processes
      const frontier = Context.get(first, Frontier)
      const store = Context.get(second, JobStore)
      yield* wakes(frontier.awaitWork(forever), store.create(newJob(paths("a"))))
      const job = newJob(paths("b"), { task: true })
      yield* wakes(Context.get(first, JobQueue).awaitTask(forever), store.create(job))
      yield* wakes(frontier.awaitStop(forever), store.move(job.id, "cancelled"))
    }).pipe(Effect.scoped)
  )

  it.effect("that ends a page: its watchers, and those who wait for room", () =>
    Effect.gen(function* () {
      const { first, second } = yield* processes
      const { id, progress } = yield* create(paths("a", "b")).pipe(
        Effect.map((job) => ({ id: job.id, progress: job.events })),
        Effect.provide(second)
      )
      const [page, other] = yield* claim(2).pipe(Effect.provide(second))
      const store = Context.get(first, JobStore)
      yield* wakes(store.awaitEvent(id, progress, forever), settle(settlement(page!)).pipe(Effect.provide(second)))
      yield* wakes(
        Context.get(first, Frontier).awaitWork(forever),
        settle(settlement(other!)).pipe(Effect.provide(second))
      )
    }).pipe(Effect.scoped)
  )

  it.effect("also when its connection was cut meanwhile", () =>
    Effect.gen(function* () {
      const { first, options, second } = yield* processes
      const frontier = Context.get(first, Frontier)
      const waiting = yield* Effect.forkChild(frontier.awaitWork(forever), { startImmediately: true })
      yield* Effect.flatMap(PostgresDatabase, ({ rows }) =>
        rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1", `LISTEN "${options.schema}"`)
      ).pipe(Effect.provide(PostgresDatabase.layer(options)))
      // Whatever it missed: everybody looks once when it listens again.
      yield* until(() => waiting.pollUnsafe() !== undefined, "woken by the new connection")
      yield* wakes(frontier.awaitWork(forever), Context.get(second, JobStore).create(newJob(paths("a"))))
    }).pipe(Effect.scoped)
  )

  it.effect("that ends right after it has added work", () =>
    Effect.gen(function* () {
      const { first, options } = yield* processes
      const brief = Effect.flatMap(open(options), (process) =>
        Context.get(process, JobStore).create(newJob(paths("a")))
      )
      yield* wakes(Context.get(first, Frontier).awaitWork(forever), Effect.scoped(brief))
    }).pipe(Effect.scoped)
  )
})

it.effect("a process whose server falls silent ends", () =>
  Effect.gen(function* () {
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => startProxy(inject("postgresUrl"))),
      ({ stop }) => Effect.promise(stop)
    )
    const listens = Effect.flatMap(open(optionsOf({ url: inject("postgresUrl"), listenUrl: proxy.url })), hears)
    yield* Effect.scoped(
      Effect.andThen(
        listens,
        Effect.sync(() => proxy.arm(1, "silence"))
      )
    )
    assert.isTrue(proxy.struck())
  }).pipe(Effect.scoped)
)

describe("behind a pooler", () => {
  const behind = (more: (url: string) => Partial<Parameters<typeof PostgresDatabase.layer>[0]>) =>
    Effect.gen(function* () {
      const pooler = yield* Effect.acquireRelease(
        Effect.promise(() => startPooler(inject("postgresUrl"), "refuses")),
        ({ stop }) => Effect.promise(stop)
      )
      const options = optionsOf({ url: pooler.url, ...more(inject("postgresUrl")) })
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const first = yield* open(options).pipe(Effect.provide(log))
      return { first, second: yield* open(options), lines }
    })

  it.effect("a process polls, and says so", () =>
    Effect.gen(function* () {
      const { first, lines } = yield* behind(() => ({}))
      yield* until(() => lines.some((line) => line.includes("listenUrl")), "said")
      assert.strictEqual(pollMsOf(first), polled)
    }).pipe(Effect.scoped)
  )

  it.effect("it is notified where it has the address of the server itself", () =>
    Effect.gen(function* () {
      const { first, second } = yield* behind((listenUrl) => ({ listenUrl }))
      yield* hears(first)
      yield* wakes(
        Context.get(first, Frontier).awaitWork(forever),
        Context.get(second, JobStore).create(newJob(paths("a")))
      )
    }).pipe(Effect.scoped)
  )
})

describe("a channel", () => {
  const channel = Effect.fnUntraced(function* (deliver: (payload: string) => boolean) {
    const sent: Array<string> = []
    const queue = yield* Queue.unbounded<{ readonly payload: string }>()
    return {
      sent,
      channel: {
        listen: Effect.succeed(queue),
        send: (payload: string) =>
          Effect.sync(() => {
            sent.push(payload)
            if (deliver(payload)) Queue.offerUnsafe(queue, { payload })
          })
      } satisfies Notifications.Channel,
      offer: (payload: string) => Effect.sync(() => void Queue.offerUnsafe(queue, { payload }))
    }
  })

  it.effect("gets topics of one moment together, and all topics where they are too many for a payload", () =>
    Effect.gen(function* () {
      const { channel: made, offer, sent } = yield* channel(() => true)
      const notifications = Notifications.make(made)
      const heard: Array<ReadonlyArray<string> | undefined> = []
      yield* notifications.start("me", (topics) => void heard.push(topics))
      yield* until(() => notifications.pollMs() === notified, "hears itself")
      for (const topic of ["a", "b", "a"]) notifications.publish(topic)
      yield* until(() => sent.includes("me a b"), "sent together")
      for (let job = 0; job < 2000; job++) notifications.publish(`job-${job}`)
      yield* until(() => sent.includes("me *"), "sent as all")
      // What it sent itself wakes nobody again, except for the first: nobody listened before.
      assert.deepStrictEqual(heard, [undefined])
      yield* offer("other a b")
      yield* until(() => heard.length === 2, "heard")
      assert.deepStrictEqual(heard[1], ["a", "b"])
      // While others are active their pages may become free without a notification.
      assert.strictEqual(notifications.pollMs(), polled)
      yield* offer("other *")
      yield* until(() => heard.length === 3, "heard all")
      assert.isUndefined(heard[2])
    }).pipe(Effect.scoped)
  )

  it.effect("that delivers nothing leaves its process polling", () =>
    Effect.gen(function* () {
      const { channel: made, sent } = yield* channel(() => false)
      const notifications = Notifications.make(made)
      yield* notifications.start("me", () => assert.fail("nothing is delivered"))
      yield* until(() => sent.length > 0, "asked")
      yield* pause
      assert.strictEqual(notifications.pollMs(), polled)
    }).pipe(Effect.scoped)
  )
})

describe("an idle worker", () => {
  it.effect("makes few statements", () =>
    Effect.gen(function* () {
      const statements: Array<string> = []
      const process = yield* open(optionsOf(), (text) => statements.push(text))
      yield* hears(process)
      yield* Layer.build(
        Worker.layer().pipe(
          Layer.provide(handlers),
          Layer.provide(engines(site({}), Layer.succeedContext(process))),
          Layer.provide(Ledger.Ledger.layerMemory)
        )
      )
      const seconds = (count: number) =>
        Effect.forEach(Array.from({ length: count * 20 }), () => Effect.andThen(TestClock.adjust("50 millis"), pause))
      yield* seconds(5)
      statements.length = 0
      yield* seconds(10)
      // Looks for leases of workers that died are 10 of them.
      assert.isAtMost(statements.length, 20, `statements in ten seconds: ${statements.join("\n")}`)
    }).pipe(Effect.scoped)
  )
})
