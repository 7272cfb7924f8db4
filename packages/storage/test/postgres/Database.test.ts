/** The network between the stores and PostgreSQL breaks: every call ends, with a typed error, and nothing is done twice. */
import { assert, describe, it } from "@effect/vitest"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobQueue, type Task } from "@orbweaver/core/jobs/JobQueue"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { localAccount } from "@orbweaver/core/accounts/Account"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import { RateCounter } from "@orbweaver/core/accounts/RateCounter"
import { WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { assertBalanced, candidate, completed, ever, newJob, paths, settlement } from "@orbweaver/testing/internal/jobs"
import {
  type Options,
  postgres,
  PostgresClaimedKeys,
  PostgresJobStores,
  PostgresLedger,
  PostgresRateCounter,
  PostgresWaitingLines
} from "@orbweaver/storage/postgres"
import { Cause, Duration, Effect, Exit, Layer, ManagedRuntime, Option } from "effect"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { afterAll, beforeAll, inject } from "vitest"
import { defaults, PostgresDatabase } from "../../src/postgres/Database.ts"
import { startPooler } from "../support/pooler.ts"
import { type Fault, type Proxy, start } from "../support/proxy.ts"

const freshSchema = () => `n${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
const leaseMs = 60_000
const webhook = {
  url: "https://hook.test/",
  headers: {},
  metadata: {},
  events: ["started", "page", "completed"] as const
}
const limited = { ...localAccount, id: "limited", plan: { ...localAccount.plan, credits: 1000 } }
const range = { after: 0, limit: 10 }

/** A job with waiting pages, the only one that is under way. */
const job = Effect.gen(function* () {
  const store = yield* JobStore
  for (const { id } of yield* store.list({ active: true })) yield* store.move(id, "cancelled")
  return yield* store.create(newJob(paths("a", "b", "c"), { webhook, task: true }))
})

/** A job whose pages are claimed. */
const claimed = Effect.gen(function* () {
  const { id } = yield* job
  const { pages } = yield* (yield* Frontier).claim({ count: 100, leaseMs })
  return { id, pages }
})

const taken = Effect.gen(function* () {
  const queue = yield* JobQueue
  yield* job
  // Queue entries of jobs that have ended come first, and give nothing.
  for (let take = 0; take < 5000; take++) {
    const task = yield* queue.take(leaseMs)
    if (Option.isSome(task)) return task.value
  }
  return yield* Effect.die(new Error("no task was given"))
})

type Needs = JobStore | Frontier | JobQueue | WebhookOutbox | Ledger | ClaimedKeys | RateCounter | WaitingLines
type Step = Effect.Effect<unknown, { readonly _tag: string }, Needs>

const of =
  <A>(before: Effect.Effect<A, { readonly _tag: string }, Needs>, call: (value: A) => Step) =>
  (): Effect.Effect<Step, { readonly _tag: string }, Needs> =>
    Effect.map(before, call)

const inStore = (call: (store: typeof JobStore.Service, id: Parameters<typeof JobStore.Service.get>[0]) => Step) =>
  of(job, ({ id }) => Effect.flatMap(JobStore, (store) => call(store, id)))
const inQueue = (call: (queue: typeof JobQueue.Service, task: Task) => Step) =>
  of(taken, (task) => Effect.flatMap(JobQueue, (queue) => call(queue, task)))
const inOutbox = (call: (outbox: typeof WebhookOutbox.Service) => Step) =>
  of(job, () => Effect.flatMap(WebhookOutbox, call))
const inLedger = (call: (ledger: typeof Ledger.Service) => Step) => of(Effect.void, () => Effect.flatMap(Ledger, call))

const links = [candidate("https://site.test/x"), candidate("https://site.test/y")]
const charge = () => ({ id: crypto.randomUUID(), unit: "credits" as const, amount: 1 })
const debit = () => ({ ...charge(), accountId: "limited", reason: "scrape" })

/** Every call of the ports, each with what it needs to have something to do. */
const calls: Readonly<Record<string, () => Effect.Effect<Step, { readonly _tag: string }, Needs>>> = {
  "JobStore.create": of(Effect.void, () => Effect.flatMap(JobStore, (store) => store.create(newJob(paths("a"))))),
  "JobStore.get": inStore((store, id) => store.get(id)),
  "JobStore.list": inStore((store) => store.list({ active: true })),
  "JobStore.results": inStore((store, id) => store.results(id, range)),
  "JobStore.failures": inStore((store, id) => store.failures(id, range)),
  "JobStore.skipped": inStore((store, id) => store.skipped(id, "limit", { limit: 10 })),
  "JobStore.page": inStore((store, id) => store.page(id, fingerprint("https://site.test/a"))),
  "JobStore.pages": inStore((store, id) => store.pages(id, { limit: 10 })),
  "JobStore.retryFailed": inStore((store, id) => store.retryFailed(id)),
  "JobStore.leases": inStore((store) => store.leases("somebody", 10)),
  "JobStore.hosts": inStore((store) => store.hosts(["site.test"])),
  "JobStore.resultOf": inStore((store, id) => store.resultOf(id, fingerprint("https://site.test/a"))),
  "JobStore.events": inStore((store, id) => store.events(id, range)),
  "JobStore.move": inStore((store, id) => store.move(id, "paused")),
  "JobStore.report": inStore((store, id) => store.report(id, { some: "thing" })),
  "JobStore.finish": inStore((store, id) => store.finish(id, { some: "thing" }, 1)),
  "JobStore.recordWorker": inStore((store) =>
    store.recordWorker({ id: "one", host: "a.internal", pid: 1, version: "1.0.0", running: 0, pages: [] })
  ),
  "JobStore.removeWorker": inStore((store) => store.removeWorker("one")),
  "JobStore.workers": inStore((store) => store.workers),
  "JobStore.watched": inStore((store, id) => store.watched(id, range)),
  "JobStore.awaitEvent": inStore((store, id) => store.awaitEvent(id, 0, Duration.seconds(1))),
  "JobStore.remove": inStore((store, id) => store.remove(id)),
  "JobStore.sweep": inStore((store) => store.sweep),
  "Frontier.admit": of(job, ({ id }) => Effect.flatMap(Frontier, (frontier) => frontier.admit(id, links))),
  "Frontier.claim": of(job, () => Effect.flatMap(Frontier, (frontier) => frontier.claim({ count: 3, leaseMs }))),
  "Frontier.settle": of(claimed, ({ pages }) =>
    Effect.flatMap(Frontier, (frontier) => frontier.settle(pages.map((page) => settlement(page, completed(page)))))
  ),
  "Frontier.exchange": of(claimed, ({ pages }) =>
    Effect.flatMap(Frontier, (frontier) =>
      frontier.exchange(
        pages.map((page) => settlement(page, completed(page), { links })),
        { count: 2, leaseMs }
      )
    )
  ),
  "Frontier.heartbeat": of(claimed, ({ pages }) =>
    Effect.flatMap(Frontier, (frontier) => frontier.heartbeat(pages, leaseMs))
  ),
  "Frontier.reclaim": of(
    Effect.andThen(
      job,
      Effect.flatMap(Frontier, (frontier) => frontier.claim({ count: 1, leaseMs: 0 }))
    ),
    () => Effect.flatMap(Frontier, (frontier) => frontier.reclaim)
  ),
  "Frontier.pace": of(Effect.void, () => Effect.flatMap(Frontier, (frontier) => frontier.pace("paced.test", 1000))),
  "JobQueue.take": of(job, () => Effect.flatMap(JobQueue, (queue) => queue.take(leaseMs))),
  "JobQueue.heartbeat": inQueue((queue, task) => queue.heartbeat(task, leaseMs)),
  "JobQueue.done": inQueue((queue, task) => queue.done(task)),
  "JobQueue.fail": inQueue((queue, task) => queue.fail(task, "a reason")),
  "WebhookOutbox.take": inOutbox((outbox) => outbox.take(10, leaseMs)),
  "WebhookOutbox.dead": of(job, ({ id }) => Effect.flatMap(WebhookOutbox, (outbox) => outbox.dead(id))),
  "Ledger.reserve": inLedger((ledger) => ledger.reserve(limited, { ...charge(), expiresAfter: Duration.minutes(1) })),
  "Ledger.debit": inLedger((ledger) => ledger.debit(debit())),
  "Ledger.refund": inLedger((ledger) => ledger.refund("nothing")),
  "Ledger.grant": inLedger((ledger) => ledger.grant({ ...charge(), accountId: "limited" })),
  "Ledger.balance": inLedger((ledger) => ledger.balance(limited, "credits")),
  "Ledger.used": inLedger((ledger) => ledger.used("limited", "credits", ever)),
  "RateCounter.count": of(Effect.void, () =>
    Effect.flatMap(RateCounter, (rates) => rates.count("key", Duration.minutes(1)))
  ),
  "ClaimedKeys.claim": of(Effect.void, () =>
    Effect.flatMap(ClaimedKeys, (keys) => keys.claim("key", Duration.minutes(1)))
  ),
  "WaitingLines.join": of(Effect.void, () =>
    Effect.flatMap(WaitingLines, (lines) => lines.join("line", "id", Duration.minutes(1)))
  )
}

/** Sends and hears no notifications: faults strike the statements of calls, by their number. */
const quiet = (options: Parameters<typeof PostgresDatabase.layer>[0]) =>
  Layer.effect(
    PostgresDatabase,
    Effect.map(PostgresDatabase, (db) =>
      PostgresDatabase.of({ ...db, channel: { send: () => Effect.void, listen: undefined } })
    )
  ).pipe(Layer.provide(PostgresDatabase.layer(options)))

const runtimeOf = (url: string, options: Options = {}) =>
  ManagedRuntime.make(
    Layer.mergeAll(
      PostgresJobStores.layer(),
      PostgresLedger.layer,
      PostgresClaimedKeys.layer,
      PostgresRateCounter.layer,
      PostgresWaitingLines.layer
    ).pipe(Layer.provide(quiet({ url, schema: freshSchema(), maxConnections: 3, ...options })))
  )

/** How the call ended, whose statement with this number is struck. */
const struckAt = async (
  runtime: ReturnType<typeof runtimeOf>,
  proxy: Proxy,
  prepare: (typeof calls)[string],
  at: number,
  fault: Fault
) => {
  const call = await runtime.runPromise(prepare())
  proxy.arm(at, fault)
  const exit = await runtime.runPromiseExit(call)
  proxy.disarm()
  return exit
}

const assertTyped = (exit: Exit.Exit<unknown, unknown>, message: string): void => {
  if (Exit.isSuccess(exit)) return
  const error = Cause.findErrorOption(exit.cause)
  assert.isTrue(Option.isSome(error), `${message}: ${Cause.pretty(exit.cause)}`)
  assert.instanceOf(Option.getOrThrow(error), StoreError, message)
  assert.strictEqual(
    (Option.getOrThrow(error) as StoreError).kind,
    "unavailable",
    `${message}: ${Cause.pretty(exit.cause)}`
  )
}

describe("a connection that is cut at any statement", { concurrent: false }, () => {
  let proxy: Proxy
  let runtime: ReturnType<typeof runtimeOf>
  beforeAll(async () => {
    proxy = await start(inject("postgresUrl"))
    runtime = runtimeOf(proxy.url)
    await runtime.runPromise(Effect.void)
  })
  afterAll(async () => {
    await runtime.dispose()
    await proxy.stop()
  })

  for (const [name, prepare] of Object.entries(calls)) {
    for (const fault of ["before", "after"] as const) {
      it(`ends ${name} with a typed error (${fault} the server has it)`, async () => {
        for (let at = 1; ; at++) {
          const exit = await struckAt(runtime, proxy, prepare, at, fault)
          assertTyped(exit, `${name} at statement ${at}`)
          if (!proxy.struck()) {
            assert.isTrue(Exit.isSuccess(exit), `${name} without a fault: ${String(exit)}`)
            assert.isAbove(at, 1)
            return
          }
        }
      })
    }
  }

  it("settles pages once when the settlement is repeated after any of them, and leaves the job in order", async () => {
    for (const fault of ["before", "after"] as const) {
      for (let at = 1; ; at++) {
        const { id, pages } = await runtime.runPromise(claimed)
        const settling = Effect.flatMap(Frontier, (frontier) =>
          frontier.exchange(
            pages.map((page) => settlement(page, completed(page), { links })),
            { count: 0, leaseMs }
          )
        )
        proxy.arm(at, fault)
        await runtime.runPromiseExit(settling)
        const struck = proxy.struck()
        proxy.disarm()
        await runtime.runPromise(settling)
        const { found, results, said } = await runtime.runPromise(
          Effect.gen(function* () {
            const store = yield* JobStore
            const all = { after: 0, limit: 100 }
            return {
              found: yield* store.get(id),
              results: yield* store.results(id, all),
              said: yield* store.events(id, all)
            }
          })
        )
        assertBalanced(found, 5)
        assert.deepStrictEqual(found.counts, { ...found.counts, completed: 3, queued: 2, active: 0 }, `${fault} ${at}`)
        assert.lengthOf(results, 3)
        assert.lengthOf(said, 4)
        if (!struck) break
      }
    }
  })
})

describe("a server that does not answer", { concurrent: false }, () => {
  const silences: ReadonlyArray<readonly [name: string, at: number]> = [
    ["JobStore.get", 1],
    ["Frontier.heartbeat", 1],
    // Within the transaction, and its last, the commit.
    ["Frontier.settle", 3],
    ["Frontier.settle", Infinity]
  ]
  it("costs each call its deadline and no more", async () => {
    const ends = silences.map(async ([name, number]) => {
      const proxy = await start(inject("postgresUrl"))
      const runtime = runtimeOf(proxy.url, { statementTimeout: 300 })
      await runtime.runPromise(Effect.void)
      const prepare = calls[name]!
      await struckAt(runtime, proxy, prepare, Infinity, "silence")
      const at = Math.min(number, proxy.statements())
      const exit = await struckAt(runtime, proxy, prepare, at, "silence")
      assert.isTrue(proxy.struck() && Exit.isFailure(exit), `${name} at statement ${at}`)
      assertTyped(exit, `${name} at statement ${at}`)
      // The next one finds another connection.
      assert.isTrue(Exit.isSuccess(await struckAt(runtime, proxy, prepare, Infinity, "silence")))
      await runtime.dispose()
      await proxy.stop()
    })
    await Promise.all(ends)
  })

  it("is waited for when the process starts, for as long as it may", async () => {
    const proxy = await start(inject("postgresUrl"))
    proxy.away = true
    const impatient = runtimeOf(proxy.url, { startTimeout: 0 })
    const exit = await impatient.runPromiseExit(Effect.void)
    assertTyped(exit, "opening")
    assert.isTrue(Exit.isFailure(exit))
    const patient = runtimeOf(proxy.url, { startTimeout: 20_000 })
    const opening = patient.runPromise(job)
    setTimeout(() => (proxy.away = false), 500)
    assert.strictEqual((await opening).status, "scraping")
    await patient.dispose()
    await proxy.stop()
  })
})

describe("a pooler of transactions before the database", () => {
  for (const way of ["refuses", "ignores"] as const) {
    it(`that ${way} settings of a connection gets none that counts, and no statement with a name`, async () => {
      const pooler = await startPooler(inject("postgresUrl"), way)
      const runtime = runtimeOf(pooler.url, { statementTimeout: 12_000 })
      const { pages } = await runtime.runPromise(claimed)
      assert.lengthOf(pages, 3)
      assert.deepStrictEqual(pooler.settings, [
        "statement_timeout",
        "plan_cache_mode",
        "idle_in_transaction_session_timeout"
      ])
      // The one that found out.
      assert.isAtMost(pooler.named.length, 1)
      const inTransaction = await runtime.runPromise(
        Effect.flatMap(PostgresDatabase, ({ rows, transaction }) =>
          transaction(rows<{ readonly setting: string }>("SELECT current_setting('statement_timeout') AS setting"))
        ).pipe(Effect.provide(PostgresDatabase.layer({ url: pooler.url, statementTimeout: 12_000 })))
      )
      assert.deepStrictEqual(inTransaction, [{ setting: "12s" }])
      await runtime.dispose()
      await pooler.stop()
    })
  }
})

describe("a database that cannot be opened", () => {
  const opened = async (change: (url: URL) => void, options: Options = {}) => {
    const url = new URL(inject("postgresUrl"))
    url.password = "a-secret"
    change(url)
    const runtime = runtimeOf(url.href, options)
    const exit = await runtime.runPromiseExit(Effect.void)
    await runtime.dispose()
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    assert.instanceOf(error, StoreError)
    assert.notInclude((error as StoreError).message, "a-secret")
    return { error: error as StoreError, place: `${url.hostname}:${url.port}` }
  }

  it("says at once which database or user there is none of", async () => {
    const noDatabase = await opened((url) => (url.pathname = "/no-such"))
    assert.include(noDatabase.error.message, `${noDatabase.place}/no-such: database "no-such" does not exist`)
    const noUser = await opened((url) => (url.username = "stranger"))
    assert.include(noUser.error.message, `role "stranger" does not exist`)
  })

  it("names host, port and cause when nothing listens there, and cannot be given an address that is none", async () => {
    const away = await opened((url) => (url.port = "1"), { startTimeout: 0 })
    assert.strictEqual(away.error.kind, "unavailable")
    assert.include(away.error.message, `${away.place}/postgres does not answer (connect ECONNREFUSED`)
    assert.throws(() => postgres("postgres://user:p#ss@host/db"), /percent-encoded/)
  })

  it("says that a server is read-only, or has no connection left, and does not say that it is away", async () => {
    const url = inject("postgresUrl")
    const [reader, crowd] = [freshSchema(), freshSchema()]
    await Effect.runPromise(
      Effect.gen(function* () {
        const { rows } = yield* PostgresDatabase
        yield* rows(`CREATE ROLE ${reader} LOGIN`)
        yield* rows(`ALTER ROLE ${reader} SET default_transaction_read_only = on`)
        yield* rows(`CREATE ROLE ${crowd} LOGIN CONNECTION LIMIT 0`)
      }).pipe(Effect.provide(PostgresDatabase.layer({ url })))
    )
    const readOnly = await opened((url) => (url.username = reader), { startTimeout: 0 })
    assert.include(readOnly.error.message, `${readOnly.place}/postgres is read-only (cannot execute CREATE SCHEMA`)
    assert.include(readOnly.error.message, "give the address of the primary")
    const full = await opened((url) => (url.username = crowd), { startTimeout: 0 })
    assert.include(full.error.message, `${full.place}/postgres has no connection left (too many connections for role`)
  })

  it("is waited for ten seconds unless told otherwise, also where it accepts connections and never answers", async () => {
    assert.strictEqual(defaults.startTimeout, 10_000)
    const silent = createServer().listen(0, "127.0.0.1")
    await once(silent, "listening")
    const { port } = silent.address() as AddressInfo
    const { error } = await opened((url) => (url.port = String(port)), { startTimeout: 0 })
    assert.include(error.message, `127.0.0.1:${port}/postgres does not answer (Connecting took longer`)
    silent.close()
  })
})
