/** Workers whose store fails them: pages are settled once, or go back, and none stays active for good. */
import { assert, describe, it } from "@effect/vitest"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import type * as Worker from "@orbweaver/core/crawl/Worker"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as JobEvents from "@orbweaver/core/jobs/JobEvents"
import * as JobQueue from "@orbweaver/core/jobs/JobQueue"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { type Answer, page, running, site } from "../support/ScriptedSite.ts"
import { Context, Deferred, Duration, Effect, Layer, Schedule, Stream } from "effect"

const raw = { scrapeOptions: { formats: ["rawHtml"] }, sitemap: "skip" } satisfies Crawler.StartOptions
const away = new StoreError({ operation: "test", cause: new Error("away"), kind: "unavailable" })
const refused = new StoreError({ operation: "test", cause: new Error("no such character"), kind: "rejected" })

interface Faults {
  readonly frontier?: (real: Frontier.Service) => Partial<Frontier.Service>
  readonly queue?: (real: JobQueue.Service) => Partial<JobQueue.Service>
}

/** Jobs in memory, some of whose calls are others. */
const faulty = ({ frontier, queue }: Faults) =>
  Layer.effectContext(
    Effect.map(Layer.build(TemporaryJobs.layer()), (jobs) => {
      const real = {
        frontier: Context.get(jobs, Frontier.Frontier),
        queue: Context.get(jobs, JobQueue.JobQueue)
      }
      return jobs.pipe(
        Context.add(Frontier.Frontier, { ...real.frontier, ...frontier?.(real.frontier) }),
        Context.add(JobQueue.JobQueue, { ...real.queue, ...queue?.(real.queue) })
      )
    })
  )

const pages: Readonly<Record<string, Answer>> = { "/": page("/a", "/b"), "/a": page(), "/b": page() }

/** Runs a crawl to its end. */
const crawl = (faults: Faults, answers = pages, options: Worker.Options = {}, request: Crawler.StartOptions = raw) =>
  Effect.gen(function* () {
    const { id } = yield* (yield* Crawler.Crawler).start("https://s.test/", request)
    yield* Stream.runDrain(JobEvents.watch(id))
    const store = yield* JobStore.JobStore
    return {
      job: yield* store.get(id),
      failures: yield* store.failures(id, { after: 0, limit: 10 }),
      results: yield* store.results(id, { after: 0, limit: 10 })
    }
  }).pipe(Effect.provide(running(site(answers), options, faulty(faults))), Effect.timeout(Duration.seconds(20)))

const ended = { queued: 0, active: 0, completed: 3, failed: 0, skipped: 0, cancelled: 0 }

describe("a worker", () => {
  it.live("settles its pages although its store dies of the first attempts", () =>
    Effect.gen(function* () {
      let left = 3
      const { job } = yield* crawl({
        frontier: (real) => ({
          exchange: (...request) =>
            Effect.suspend(() =>
              left-- > 0 ? Effect.die(new Error("a defect of the driver")) : real.exchange(...request)
            )
        })
      })
      assert.strictEqual(job.status, "completed")
      assert.deepStrictEqual(job.counts, ended)
    })
  )

  it.live("settles its pages although what it wrote was written and the answer lost", () =>
    Effect.gen(function* () {
      let left = 3
      const { job, results } = yield* crawl({
        frontier: (real) => ({
          exchange: (...request) =>
            Effect.suspend(() =>
              left-- > 0 ? Effect.andThen(real.settle(request[0]), Effect.fail(away)) : real.exchange(...request)
            )
        })
      })
      assert.deepStrictEqual(job.counts, ended)
      assert.lengthOf(results, 3)
    })
  )

  it.live("fails a page whose result the store refuses, and only that one", () =>
    Effect.gen(function* () {
      let poisoned = ""
      const isPoison = (batch: ReadonlyArray<Frontier.Settlement>) =>
        batch.some(({ lease, outcome }) => lease.page === poisoned && outcome._tag === "Completed")
      const { failures, job } = yield* crawl({
        frontier: (real) => ({
          claim: (request) =>
            Effect.tap(real.claim(request), (claim) =>
              Effect.sync(() => {
                poisoned = claim.pages.find(({ url }) => url.endsWith("/b"))?.page ?? poisoned
              })
            ),
          exchange: (batch, request) =>
            isPoison(batch)
              ? Effect.fail(refused)
              : Effect.tap(real.exchange(batch, request), (claim) =>
                  Effect.sync(() => {
                    poisoned = claim.pages.find(({ url }) => url.endsWith("/b"))?.page ?? poisoned
                  })
                ),
          settle: (batch) => (isPoison(batch) ? Effect.fail(refused) : real.settle(batch))
        })
      })
      assert.strictEqual(job.status, "completed")
      assert.deepStrictEqual(job.counts, { ...ended, completed: 2, failed: 1 })
      assert.match(failures[0]!.error, /could not be stored: no such character/)
    })
  )

  it.live("loses no page to a store that is away while it works", () =>
    Effect.gen(function* () {
      // More often than a page may have faults of its own.
      let left = 6
      const accountOf = () => Effect.suspend(() => (left-- > 0 ? Effect.fail(away) : Effect.succeed(localAccount)))
      const { job } = yield* crawl({}, pages, { accountOf })
      assert.deepStrictEqual(job.counts, ended)
    })
  )

  it.live("names a store that refuses it by a code of its own, once a page has had its tries", () =>
    Effect.gen(function* () {
      const lastTry = (claim: Frontier.Claim): Frontier.Claim => ({
        ...claim,
        pages: claim.pages.map((page) => ({ ...page, attempt: 5 }))
      })
      const cause = new Error("answered 403 AccessDenied")
      const fault = new StoreError({ operation: "test", kind: "misconfigured", cause })
      const { failures, job } = yield* crawl(
        {
          frontier: (real) => ({
            claim: (request) => Effect.map(real.claim(request), lastTry),
            exchange: (batch, request) => Effect.map(real.exchange(batch, request), lastTry)
          })
        },
        pages,
        { accountOf: () => Effect.fail(fault) }
      )
      assert.strictEqual(job.counts.failed, 1)
      assert.deepInclude(failures[0], {
        code: "STORE_MISCONFIGURED",
        error: "The page could not be processed: answered 403 AccessDenied"
      })
    })
  )

  it.live("tells where the time of its pages went, with robots.txt and the wait for a place, where asked to", () =>
    Effect.gen(function* () {
      const answers: Readonly<Record<string, Answer>> = {
        ...pages,
        "/robots.txt": { body: "User-agent: *", takes: 20 },
        "/a": { ...page(), takes: 20 },
        "/b": { ...page(), takes: 20 }
      }
      const timed = { ...raw, scrapeOptions: { ...raw.scrapeOptions, timings: true } } satisfies Crawler.StartOptions
      const phasesOf = ({ results }: { readonly results: ReadonlyArray<JobStore.StoredResult> }) =>
        results.map(({ document: { timings } }) => timings?.map(({ phase }) => phase))
      // One place for two pages: one of them waits.
      const told = phasesOf(yield* crawl({}, answers, { concurrency: 1 }, timed))
      // On a busy machine every page waits a little.
      const [start, ...links] = told.map((phases) => phases?.filter((phase) => phase !== "queue"))
      assert.deepStrictEqual(start, ["robots", "parse", "formats"])
      assert.deepStrictEqual(links, [
        ["parse", "formats"],
        ["parse", "formats"]
      ])
      assert.isTrue(told.slice(1).some((phases) => phases?.[0] === "queue"))
      assert.deepStrictEqual(phasesOf(yield* crawl({}, answers)), [undefined, undefined, undefined])
    })
  )

  it.live("gives back a page that takes longer than a page may", () =>
    Effect.gen(function* () {
      const { id } = yield* (yield* Crawler.Crawler).start("https://s.test/", raw)
      const store = yield* JobStore.JobStore
      const { counts } = yield* store.get(id).pipe(
        Effect.repeat({
          until: ({ counts }) => counts.queued === 1 && counts.active === 0,
          schedule: Schedule.spaced(Duration.millis(20))
        })
      )
      assert.strictEqual(counts.failed, 0)
    }).pipe(
      Effect.provide(
        running(site({ "/": { ...page(), takes: 60_000 } }), { maxPageTime: Duration.millis(100) }, faulty({}))
      ),
      Effect.timeout(Duration.seconds(20))
    )
  )

  it.live("begins the page of another account at once though long pages of one take all places and more wait", () => {
    const concurrency = 3
    const paths = Array.from({ length: 12 }, (_, index) => `/slow-${index}`)
    const slow = paths.map((path) => [path, { ...page(), takes: 60_000 }] as const)
    const answers = site({ "/": page(...paths), "/quick": page(), ...Object.fromEntries(slow) })
    const slowVisits = () => answers.visits.filter(({ url }) => url.includes("slow")).length
    return Effect.gen(function* () {
      const as = (id: string) => Effect.provideService(CurrentAccount, { ...localAccount, id })
      const store = yield* JobStore.JobStore
      const crawler = yield* Crawler.Crawler
      const long = yield* crawler.start("https://s.test/", raw).pipe(as("a"))
      yield* store.get(long.id).pipe(
        Effect.repeat({
          until: ({ counts }) => counts.active > concurrency && slowVisits() >= concurrency,
          schedule: Schedule.spaced(Duration.millis(10))
        })
      )
      const quick = yield* crawler.start("https://s.test/quick", { ...raw, limit: 1 }).pipe(as("b"))
      yield* Effect.timeout(Stream.runDrain(JobEvents.watch(quick.id)), Duration.seconds(2))
      assert.strictEqual((yield* store.get(quick.id)).counts.completed, 1)
      // The place that is kept for others is none for an account that has all the others.
      assert.strictEqual(slowVisits(), concurrency)
    }).pipe(
      Effect.provide(running(answers, { concurrency, poll: Duration.millis(50) }, faulty({}))),
      Effect.timeout(Duration.seconds(20))
    )
  })

  it.live("begins work at once that was added while it read the store and found none", () =>
    Effect.gen(function* () {
      const haveRead = { claim: yield* Deferred.make<void>(), take: yield* Deferred.make<void>() }
      /** The answer of the first call is on its way for a while. */
      const late =
        (read: Deferred.Deferred<void>) =>
        <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
          Effect.tap(effect, () =>
            Effect.flatMap(Deferred.succeed(read, undefined), (isFirst) =>
              isFirst ? Effect.sleep(Duration.millis(200)) : Effect.void
            )
          )
      const jobs = faulty({
        frontier: (real) => ({ claim: (request) => late(haveRead.claim)(real.claim(request)) }),
        queue: (real) => ({ take: (leaseMs) => late(haveRead.take)(real.take(leaseMs)) })
      })
      yield* Effect.gen(function* () {
        yield* Deferred.await(haveRead.claim)
        yield* Deferred.await(haveRead.take)
        const { id } = yield* (yield* Crawler.Crawler).start("https://s.test/", raw)
        yield* Effect.timeout(Stream.runDrain(JobEvents.watch(id)), Duration.seconds(10))
        assert.deepStrictEqual((yield* (yield* JobStore.JobStore).get(id)).counts, ended)
      }).pipe(Effect.provide(running(site(pages), { poll: Duration.hours(1) }, jobs)))
    })
  )

  it.live("goes on with a task although its store is away, and notes its end once it is back", () =>
    Effect.gen(function* () {
      let left = 2
      const queue = (real: JobQueue.Service) => ({
        heartbeat: () => Effect.fail(away),
        done: (task: JobQueue.Task) => Effect.suspend(() => (left-- > 0 ? Effect.fail(away) : real.done(task)))
      })
      const { job } = yield* crawl({ queue }, pages, { heartbeat: Duration.millis(5) })
      assert.deepStrictEqual(job.counts, ended)
    })
  )
})
