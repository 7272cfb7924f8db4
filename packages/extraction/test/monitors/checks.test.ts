// When monitors run, what a check says that came of it, and what one trouble costs the others. Jobs end as their test lets them.
import { assert, describe, it } from "@effect/vitest"
import { localAccount } from "@orbweaver/core/accounts/Account"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { JobId } from "@orbweaver/core/model/Job"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { newJob } from "@orbweaver/testing/internal/jobs"
import { Clock, Duration, Effect, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { noConnection } from "../jobs/jobWeb.ts"
import {
  at,
  check,
  checksOf,
  create,
  hourly,
  pages,
  site,
  statuses,
  tracked,
  untilRunning,
  webhook,
  withMonitors
} from "./world.ts"

describe("the ticks of a monitor", () => {
  it.effect("that passed while no process ran are made up for by one check", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("same")
        const { id } = yield* create([pages("a")])
        yield* TestClock.adjust("330 minutes")
        assert.isEmpty(yield* checksOf(id))
        yield* Effect.gen(function* () {
          yield* TestClock.adjust("1 minute")
          const late = yield* checksOf(id)
          assert.lengthOf(late, 1)
          assert.deepInclude(late[0], {
            status: "completed",
            trigger: "scheduled",
            scheduledFor: "1970-01-01T01:00:00.000Z",
            startedAt: "1970-01-01T05:30:00.000Z"
          })
          assert.strictEqual(
            (yield* Monitors.use((monitors) => monitors.get(id))).nextRunAt,
            "1970-01-01T06:00:00.000Z"
          )
          yield* TestClock.adjust("30 minutes")
          assert.lengthOf(yield* checksOf(id), 2)
        }).pipe(Effect.provide(running))
      })
    )
  )

  it.effect("that come while a check runs are skipped and reported, and do not count as its last run", () =>
    withMonitors(({ delivered, world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        world.web[at("slow")] = null
        const { id } = yield* create([pages("slow")], { webhook })
        yield* TestClock.adjust("2 hours")
        yield* TestClock.adjust("1 minute")
        const [skipped, runs] = yield* checksOf(id)
        assert.deepInclude(runs, { status: "running", finishedAt: null })
        assert.deepInclude(skipped, {
          status: "skipped_overlap",
          scheduledFor: "1970-01-01T02:00:00.000Z",
          finishedAt: "1970-01-01T02:00:00.000Z",
          startedAt: null
        })
        assert.isEmpty(delivered)
        const busy = yield* monitors.get(id)
        assert.isNull(busy.lastCheckSummary)
        assert.strictEqual(busy.currentCheckId, runs?.id)
        assert.strictEqual(busy.lastRunAt, runs?.startedAt)
        const refused = yield* Effect.flip(monitors.run(id))
        assert.strictEqual(refused._tag, "MonitorBusy")
        assert.include(refused.message, `runs the check ${runs?.id} already`)
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("stay as they are while it is renamed, also where one begins meanwhile", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("same")
        const store = yield* MonitorStore
        const { id } = yield* create([pages("a")])
        const rename = (name: string) => Monitors.use((monitors) => monitors.update(id, { name }))
        yield* TestClock.adjust("330 minutes")
        assert.strictEqual((yield* rename("other")).nextRunAt, "1970-01-01T01:00:00.000Z")
        const begins = TestClock.adjust("1 minute").pipe(
          Effect.provide(running),
          Effect.provide(yield* Effect.context<Monitors | JobStores | Ledger>())
        )
        const overtaken: typeof store = {
          ...store,
          update: (accountId, monitorId, change) =>
            store.update(accountId, monitorId, (monitor) => Effect.tap(change(monitor), () => begins))
        }
        const renamed = yield* Effect.provide(
          rename("third"),
          Layer.fresh(Monitors.layer).pipe(Layer.provide(Layer.succeed(MonitorStore, overtaken)))
        )
        assert.strictEqual(renamed.nextRunAt, "1970-01-01T06:00:00.000Z")
        assert.lengthOf(yield* checksOf(id), 1)
      })
    )
  )

  it.effect("of two changes at the same time neither is lost", () =>
    withMonitors(() =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const { id } = yield* create([pages("a")])
        let isFirst = true
        // Another process changes the monitor once this one has read it.
        const other = Effect.suspend(() => {
          if (!isFirst) return Effect.void
          isFirst = false
          return Monitors.use((monitors) => monitors.update(id, { goal: "cheaper offers" }))
        }).pipe(Effect.provideService(Monitors, yield* Monitors))
        const overtaken: typeof store = {
          ...store,
          update: (accountId, monitorId, change) =>
            store.update(accountId, monitorId, (monitor) => Effect.andThen(Effect.orDie(other), change(monitor)))
        }
        const renamed = yield* Monitors.use((monitors) => monitors.update(id, { name: "third" })).pipe(
          Effect.provide(Layer.fresh(Monitors.layer).pipe(Layer.provide(Layer.succeed(MonitorStore, overtaken))))
        )
        assert.deepInclude(renamed, { name: "third", goal: "cheaper offers" })
      })
    )
  )

  it.effect(
    "begin one check each, also where a process dies before it has moved the monitor on, and where two run",
    () =>
      withMonitors(({ started, world }, running) =>
        Effect.gen(function* () {
          world.web[at("a")] = tracked("same")
          const { id } = yield* create([pages("a")])
          yield* TestClock.adjust("1 hour")
          const store = yield* MonitorStore
          const dying: typeof store = { ...store, moveTick: () => Effect.never }
          yield* Effect.provide(TestClock.adjust("1 second"), running).pipe(Effect.provideService(MonitorStore, dying))
          const [begun] = yield* checksOf(id)
          assert.deepInclude(begun, { trigger: "scheduled", scheduledFor: "1970-01-01T01:00:00.000Z" })
          yield* TestClock.adjust("5 minutes").pipe(Effect.provide(Layer.fresh(running)), Effect.provide(running))
          const [check, ...more] = yield* checksOf(id)
          assert.isEmpty(more)
          assert.deepInclude(check, { id: begun!.id, status: "completed" })
          assert.lengthOf(started, 1)
          assert.strictEqual(
            (yield* Monitors.use((monitors) => monitors.get(id))).nextRunAt,
            "1970-01-01T02:00:00.000Z"
          )
          yield* TestClock.adjust("1 hour").pipe(Effect.provide(Layer.fresh(running)), Effect.provide(running))
          assert.deepStrictEqual(
            (yield* checksOf(id)).map(({ status }) => status),
            ["completed", "completed"]
          )
        })
      )
  )

  it.effect("do not come while it is paused, nor once it is removed", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        world.web[at("a")] = tracked("same")
        const paused = yield* create([pages("a")])
        yield* monitors.update(paused.id, { status: "paused" })
        const removed = yield* create([pages("a")])
        yield* monitors.remove(removed.id)
        yield* TestClock.adjust("3 hours")
        assert.isEmpty(yield* checksOf(paused.id))
        assert.isEmpty(yield* JobStore.use((store) => store.list({})))
        const { nextRunAt } = yield* monitors.update(paused.id, { status: "active" })
        assert.strictEqual(nextRunAt, "1970-01-01T04:00:00.000Z")
      }).pipe(Effect.provide(running))
    )
  )
})

describe("a check", () => {
  it.effect(
    "counts pages that are new, changed, the same, gone and failed, and tells a webhook of all but the same",
    () =>
      withMonitors(({ delivered, world }, running) =>
        Effect.gen(function* () {
          Object.assign(world.web, {
            [at("a")]: tracked("new"),
            [at("b")]: tracked("new"),
            [at("c")]: tracked("new"),
            [at("d")]: tracked("new")
          })
          world.sites[at("")] = ["a", "b", "c", "d"].map(at)
          const { id } = yield* create([site, pages("broken", "blocked")], { webhook })
          const first = yield* check(id)
          assert.deepStrictEqual(first.summary, { totalPages: 6, new: 4, changed: 0, same: 0, removed: 0, error: 2 })
          Object.assign(world.web, {
            [at("a")]: tracked("same"),
            [at("b")]: tracked("changed", "-old\n+new"),
            [at("blocked")]: { warning: "The page was blocked" },
            [at("e")]: tracked("new")
          })
          world.sites[at("")] = ["a", "b", "e"].map(at)
          const before = delivered.length
          const second = yield* check(id)
          assert.deepStrictEqual(statuses(second), {
            a: "same",
            b: "changed",
            e: "new",
            c: "removed",
            d: "removed",
            broken: "error",
            blocked: "error"
          })
          assert.deepStrictEqual(second.summary, { totalPages: 7, new: 1, changed: 1, same: 1, removed: 2, error: 2 })
          assert.strictEqual(second.status, "completed")
          assert.strictEqual(second.actualCredits, 4)
          const of = (path: string) => second.pages.find(({ url }) => url === at(path))
          assert.deepStrictEqual(of("b")?.diff, { text: "-old\n+new", json: { files: [] } })
          assert.strictEqual(of("broken")?.error, noConnection)
          assert.strictEqual(of("blocked")?.error, "The page was blocked")
          assert.sameDeepMembers(
            delivered.slice(before).map(({ data, success, type }) => [type, success, data[0]?.["url"]]),
            [
              ["monitor.check.completed", false, undefined],
              ["monitor.page", false, at("blocked")],
              ["monitor.page", false, at("broken")],
              ["monitor.page", true, at("b")],
              ["monitor.page", true, at("c")],
              ["monitor.page", true, at("d")],
              ["monitor.page", true, at("e")]
            ]
          )
          assert.deepStrictEqual(second.notificationStatus, { delivered: 7, failed: 0 })
        }).pipe(Effect.provide(running))
      )
  )

  it.effect("tells its webhook each change once, although its process dies while it tells it", () =>
    withMonitors(({ delivered, world }, running) =>
      Effect.gen(function* () {
        for (const path of ["a", "b", "c", "d"]) world.web[at(path)] = tracked("new")
        const { id } = yield* create([pages("a", "b", "c", "d")], { webhook })
        world.taken = 2
        const died = yield* Effect.provide(check(id), running)
        assert.strictEqual(died.status, "completed")
        assert.deepStrictEqual(died.notificationStatus, { delivered: 2, failed: 0 })
        assert.lengthOf(delivered, 2)
        world.taken = Infinity
        yield* Effect.gen(function* () {
          yield* TestClock.adjust("2 minutes")
          // As often as anybody could look at the check again.
          yield* TestClock.adjust("10 minutes")
        }).pipe(Effect.provide(running))
        assert.sameDeepMembers(
          delivered.map(({ data, type }) => [type, data[0]?.["url"]]),
          [["monitor.check.completed", undefined], ...["a", "b", "c", "d"].map((path) => ["monitor.page", at(path)])]
        )
        assert.strictEqual(new Set(delivered.map(({ webhookId }) => webhookId)).size, 5)
        assert.strictEqual(delivered.at(-1)?.type, "monitor.check.completed")
        const told = yield* Monitors.use((monitors) => monitors.check(id, died.id))
        assert.deepStrictEqual(told.notificationStatus, { delivered: 5, failed: 0 })
      })
    )
  )

  it.effect("asks for a new capture of each page, and for changes in the history of its monitor", () =>
    withMonitors(({ started, world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("same")
        world.sites[at("")] = [at("a")]
        const json = { type: "json", prompt: "The price" }
        const { id } = yield* create([pages("a"), { ...site, scrapeOptions: { formats: ["markdown", json] } }])
        yield* check(id)
        const tag = `monitor/${id}`
        assert.deepInclude(started[0]?.options, {
          scrapeOptions: {
            maxAge: 0,
            formats: [{ type: "markdown" }, { type: "changeTracking", modes: ["git-diff"], tag }]
          }
        })
        assert.deepInclude(started[1]?.options, {
          scrapeOptions: {
            maxAge: 0,
            formats: [
              { type: "markdown" },
              json,
              { type: "changeTracking", modes: ["git-diff", "json"], prompt: "The price", tag }
            ]
          }
        })
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("says of each target, and tells its jobs, what was asked for and is not done", () =>
    withMonitors(({ started, world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = { warning: "fastMode is not supported." }
        world.sites[at("")] = [at("b")]
        world.web[at("b")] = tracked("same")
        const monitors = yield* Monitors
        const targets = [pages("a"), site]
        const input = { name: "m", schedule: hourly, targets }
        const { id, warning } = yield* monitors.create(input, [["fastMode is not supported."], []])
        assert.strictEqual(warning, "fastMode is not supported.")
        const found = yield* check(id)
        assert.deepStrictEqual(
          found.targetResults.map((result) => result.warning),
          ["fastMode is not supported.", undefined]
        )
        assert.deepStrictEqual(
          started.map(({ options }) => ("notes" in options ? options.notes : undefined)),
          [["fastMode is not supported."], undefined]
        )
        // What the whole target lacks is no reason why one page of it was not compared.
        assert.deepStrictEqual(
          found.pages.map(({ error }) => error),
          ["The page could not be compared", null]
        )
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("of a search says which results no check before had", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        world.found["spiders"] = ["a", "b"].map(at)
        world.found["webs"] = ["b", "c"].map(at)
        const { id } = yield* create([{ id: "search", type: "search", queries: ["spiders", "webs"] }])
        const first = yield* check(id)
        assert.deepStrictEqual(statuses(first), { a: "new", b: "new", c: "new" })
        world.found["webs"] = ["d"].map(at)
        const second = yield* check(id)
        assert.deepStrictEqual(statuses(second), { a: "same", b: "same", d: "new" })
        assert.deepInclude(second.targetResults[0], { resultCount: 3, matches: 1, searchCredits: 4 })
        assert.strictEqual(second.actualCredits, 4)
        world.found["webs"] = ["c"].map(at)
        assert.deepStrictEqual(statuses(yield* check(id)), { a: "same", b: "same", c: "same" })
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("loses nothing by a target that cannot be started, and says why", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("new")
        const refused = { id: "refused", type: "scrape", urls: [at("refused")] }
        const search = { id: "search", type: "search", queries: ["unknown"] }
        const { id } = yield* create([refused, search, pages("a")])
        const partly = yield* check(id)
        assert.deepStrictEqual(statuses(partly), { a: "new" })
        assert.strictEqual(partly.status, "partial")
        assert.include(partly.targetResults[0]?.error, "This address is refused")
        assert.include(partly.targetResults[1]?.error, "This search is refused")
        assert.notProperty(partly.targetResults[2], "error")
        const { id: alone } = yield* create([refused])
        const failed = yield* check(alone)
        assert.strictEqual(failed.status, "failed")
        assert.include(failed.error, "This address is refused")
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("whose crawl failed calls no page gone, and the next compares with the last one that saw the site", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        Object.assign(world.web, { [at("a")]: tracked("same"), [at("b")]: tracked("same"), [at("p")]: tracked("same") })
        world.sites[at("")] = ["a", "b"].map(at)
        const { id } = yield* create([site, pages("p")])
        yield* check(id)
        world.sites[at("")] = [at("slow")]
        world.web[at("slow")] = null
        const monitors = yield* Monitors
        const begun = yield* monitors.run(id)
        yield* untilRunning(id, begun.id)
        const store = yield* JobStore
        const crawl = (yield* store.list({ active: true })).find(({ kind }) => kind === "crawl")
        yield* store.move(crawl!.id, "failed", "The site is down")
        yield* TestClock.adjust("1 minute")
        const failed = yield* monitors.check(id, begun.id)
        assert.deepInclude(failed, { status: "partial", error: "The site is down" })
        assert.strictEqual(failed.summary.removed, 0)
        world.sites[at("")] = [at("a")]
        assert.deepStrictEqual(statuses(yield* check(id)), { a: "same", b: "removed", p: "same" })
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("that fails alone has failed, however many targets its monitor has by then", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        world.web[at("slow")] = null
        const { id } = yield* create([pages("slow")])
        const begun = yield* monitors.run(id)
        yield* untilRunning(id, begun.id)
        yield* monitors.update(id, { targets: [pages("a"), site] })
        // The check is taken up again, with the monitor as it is then.
        yield* TestClock.adjust("2 minutes")
        const store = yield* JobStore
        const [job] = yield* store.list({ active: true, kind: "batch" })
        yield* store.move(job!.id, "failed", "The store of pages is full")
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* monitors.check(id, begun.id)).status, "failed")
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("of an account without credits is skipped and starts nothing, and the next one runs", () =>
    withMonitors(({ started, world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("new")
        const { id } = yield* create([pages("a")])
        world.credits = 0
        const skipped = yield* check(id)
        assert.deepInclude(skipped, { status: "skipped_no_credits", startedAt: null, actualCredits: null })
        assert.include(skipped.error, "Insufficient credits")
        assert.isNotNull(skipped.finishedAt)
        assert.isEmpty(started)
        world.credits = 10
        assert.strictEqual((yield* check(id)).status, "completed")
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("of a monitor that is removed meanwhile ends, and tells nobody", () =>
    withMonitors(({ delivered, world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        world.web[at("slow")] = null
        const { id } = yield* create([pages("slow")], { webhook })
        const begun = yield* monitors.run(id)
        yield* untilRunning(id, begun.id)
        const store = yield* JobStore
        const [job] = yield* store.list({ active: true, kind: "batch" })
        yield* monitors.remove(id)
        yield* store.move(job!.id, "cancelled")
        yield* TestClock.adjust("2 minutes")
        assert.isEmpty(delivered)
        assert.isEmpty(yield* store.checks(id, { limit: 10, offset: 0 }))
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("whose monitor goes while it ends, by a process that died before it removed the checks, tells nobody", () =>
    withMonitors(({ delivered, world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        const store = yield* JobStore
        const stored = yield* MonitorStore
        world.web[at("a")] = tracked("new")
        const { id } = yield* create([pages("a")], { webhook })
        yield* monitors.run(id)
        const halfRemoving: typeof store = {
          ...store,
          results: (...given) => Effect.andThen(stored.remove(localAccount.id, id), store.results(...given))
        }
        yield* Effect.provide(TestClock.adjust("2 minutes"), running).pipe(
          Effect.provideService(JobStore, halfRemoving)
        )
        assert.isUndefined(yield* stored.find(id))
        assert.isEmpty(delivered)
        assert.isEmpty(yield* store.checks(id, { limit: 10, offset: 0 }))
      })
    )
  )

  it.effect("is run once, however many ask for it at the same moment", () =>
    withMonitors(({ started, world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("same")
        const { id } = yield* create([pages("a")])
        const { run } = yield* Monitors
        const asked = yield* Effect.forEach([1, 2, 3, 4], () => Effect.option(run(id)), { concurrency: "unbounded" })
        assert.lengthOf(asked.filter(Option.isSome), 1)
        yield* Effect.provide(TestClock.adjust("1 minute"), running)
        assert.deepStrictEqual(
          (yield* checksOf(id)).map(({ status }) => status),
          ["completed"]
        )
        assert.lengthOf(started, 1)
      })
    )
  )

  it.effect("is skipped where an older one of its monitor has not begun either", () =>
    withMonitors(({ started, world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("same")
        const { id } = yield* create([pages("a")])
        yield* Monitors.use(({ run }) => run(id))
        yield* TestClock.adjust("1 second")
        const newer = newJob([], { kind: "monitorCheck", accountId: localAccount.id })
        yield* JobStore.use((store) => store.create({ ...newer, monitorId: id, task: true }))
        yield* Effect.provide(TestClock.adjust("1 minute"), running)
        assert.deepStrictEqual(
          (yield* checksOf(id)).map(({ status }) => status),
          ["skipped_overlap", "completed"]
        )
        assert.lengthOf(started, 1)
      })
    )
  )

  it.effect("whose job is stopped by somebody has failed and says why, and the next one runs", () =>
    withMonitors(({ delivered, world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        const store = yield* JobStore
        const { id } = yield* create([pages("slow")], { webhook })
        for (const [status, error] of [
          ["cancelled", "The check is cancelled"],
          ["failed", "The disk is full"]
        ] as const) {
          world.web[at("slow")] = null
          const begun = yield* monitors.run(id)
          yield* untilRunning(id, begun.id)
          yield* store.move(JobId.make(begun.id), status, error)
          const stopped = yield* monitors.check(id, begun.id)
          assert.deepInclude(stopped, { status: "failed", error })
          assert.isNotNull(stopped.finishedAt)
          assert.isNull((yield* monitors.get(id)).currentCheckId)
          yield* TestClock.adjust("1 minute")
        }
        assert.isEmpty(delivered)
        world.web[at("slow")] = tracked("new")
        assert.strictEqual((yield* check(id)).status, "completed")
      }).pipe(Effect.provide(running))
    )
  )

  it.effect("whose process dies while it ends is ended once by another one, and told once", () =>
    withMonitors(({ delivered, started, world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        const store = yield* JobStore
        world.web[at("a")] = tracked("new")
        const { id } = yield* create([pages("a")], { webhook })
        const begun = yield* monitors.run(id)
        let ends = 0
        const dying: typeof store = {
          ...store,
          finish: () =>
            Effect.andThen(
              Effect.sync(() => ends++),
              Effect.never
            )
        }
        yield* Effect.provide(TestClock.adjust("1 minute"), running).pipe(Effect.provideService(JobStore, dying))
        assert.strictEqual(ends, 1)
        assert.strictEqual((yield* monitors.check(id, begun.id)).status, "running")
        // It dies again once the end is written, before it is known.
        const late: typeof store = {
          ...store,
          finish: (...given) => Effect.andThen(store.finish(...given), Effect.never)
        }
        yield* Effect.provide(TestClock.adjust("1 minute"), running).pipe(Effect.provideService(JobStore, late))
        yield* Effect.provide(TestClock.adjust("5 minutes"), running)
        assert.strictEqual((yield* monitors.check(id, begun.id)).status, "completed")
        assert.lengthOf(started, 1)
        assert.deepStrictEqual(
          delivered.map(({ type }) => type),
          ["monitor.page", "monitor.check.completed"]
        )
      })
    )
  )

  it.effect("is taken over by another process, which starts no job again", () =>
    withMonitors(({ started, world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        world.web[at("slow")] = null
        const { id } = yield* create([pages("slow")])
        const begun = yield* monitors.run(id)
        yield* Effect.provide(untilRunning(id, begun.id), running)
        const store = yield* JobStore
        const [job] = yield* store.list({ active: true, kind: "batch" })
        yield* store.move(job!.id, "failed", "The worker died")
        yield* Effect.provide(TestClock.adjust("2 minutes"), running)
        assert.deepInclude(yield* monitors.check(id, begun.id), { status: "failed", error: "The worker died" })
        assert.lengthOf(started, 1)
      })
    )
  )

  it.effect("whose process died before all was started is begun again without the jobs that it has", () =>
    withMonitors(({ started, world }, running) =>
      Effect.gen(function* () {
        const monitors = yield* Monitors
        world.web[at("a")] = tracked("new")
        world.found["spiders"] = null
        const { id } = yield* create([pages("a"), { id: "search", type: "search", queries: ["spiders"] }])
        const begun = yield* monitors.run(id)
        yield* Effect.provide(TestClock.adjust("1 second"), running)
        assert.strictEqual((yield* monitors.check(id, begun.id)).status, "queued")
        world.found["spiders"] = [at("b")]
        yield* Effect.provide(TestClock.adjust("2 minutes"), running)
        const ended = yield* monitors.check(id, begun.id)
        assert.strictEqual(ended.status, "completed")
        assert.deepStrictEqual(statuses(ended), { a: "new", b: "new" })
        assert.lengthOf(started, 1)
      })
    )
  )

  it.effect("is forgotten after the days that its monitor keeps it, whether or not it could be paid for", () =>
    withMonitors(({ world }, running) =>
      Effect.gen(function* () {
        world.web[at("a")] = tracked("same")
        const daily = { cron: "0 0 * * *" }
        const kept = yield* create([pages("a")], { schedule: daily, retentionDays: 1 })
        for (const credits of [10, 0]) {
          world.credits = credits
          for (let day = 0; day < 3; day++) {
            yield* TestClock.adjust("1 day")
            yield* JobStore.use(({ sweep }) => sweep)
          }
          const left = yield* checksOf(kept.id)
          const now = yield* Clock.currentTimeMillis
          assert.isNotEmpty(left)
          for (const { createdAt } of left) {
            assert.isAtMost(now - Date.parse(createdAt), Duration.toMillis("1 day"), `${credits} credits`)
          }
        }
      }).pipe(Effect.provide(running))
    )
  )

  const Names = Schema.Array(Schema.Literals(["a", "b", "c", "d"]))

  it.effect.prop(
    "says of each page of a site once whether it is there, failed or gone",
    [Names, Names, Names, Names],
    ([before, down, after, broken]) =>
      withMonitors(({ world }, running) =>
        Effect.gen(function* () {
          const answer = (failing: ReadonlyArray<string>) => {
            for (const name of ["a", "b", "c", "d"]) {
              if (failing.includes(name)) delete world.web[at(name)]
              else world.web[at(name)] = tracked("same")
            }
          }
          answer(down)
          world.sites[at("")] = before.map(at)
          const { id } = yield* create([site])
          yield* check(id)
          answer(broken)
          world.sites[at("")] = after.map(at)
          const { pages: found, summary } = yield* check(id)
          const expected = new Map<string, string>()
          for (const name of before) if (!down.includes(name)) expected.set(at(name), "removed")
          for (const name of after) expected.set(at(name), broken.includes(name) ? "error" : "same")
          assert.deepStrictEqual(new Map(found.map(({ status, url }) => [url, status])), expected)
          assert.lengthOf(found, expected.size)
          const { totalPages, ...counts } = summary
          assert.strictEqual(totalPages, found.length)
          for (const [status, count] of Object.entries(counts)) {
            assert.lengthOf(
              found.filter((page) => page.status === status),
              count
            )
          }
        }).pipe(Effect.provide(running))
      )
  )
})
