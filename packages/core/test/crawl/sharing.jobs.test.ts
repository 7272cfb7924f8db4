/** Jobs of several accounts on one worker: who goes first, who waits, and who is told. */
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import type * as Job from "@orbweaver/core/model/Job"
import * as JobEvents from "@orbweaver/core/jobs/JobEvents"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import { Effect, Stream } from "effect"
import { page, running, type Site } from "../support/ScriptedSite.ts"

const raw = { sitemap: "skip", ignoreRobotsTxt: true, scrapeOptions: { formats: ["rawHtml"] } } as const

/** Any host has a start page with so many links; each page takes a moment. */
const slow = (links: number): Site => ({
  answer: (url) => ({
    ...page(...(url.pathname === "/" ? Array.from({ length: links }, (_, index) => `/${index}`) : [])),
    takes: 5
  }),
  visits: []
})

const account = (id: string, concurrency: number): Account.Account => ({
  id,
  plan: { ...Account.localAccount.plan, concurrency }
})

const start = (host: string, owner: Account.Account, options: Crawler.StartOptions = {}) =>
  Crawler.Crawler.use((crawler) => crawler.start(`https://${host}/`, { ...raw, ...options })).pipe(
    Effect.provideService(Account.CurrentAccount, owner)
  )

const ended = (id: Job.JobId) => Stream.runDrain(JobEvents.watch(id))
const completed = (id: Job.JobId) =>
  Effect.map(
    JobStore.JobStore.use((store) => store.get(id)),
    ({ counts }) => counts.completed
  )

describe("accounts that share a worker", () => {
  it.live("take turns: a small crawl does not wait for a large one of somebody else", () =>
    Effect.gen(function* () {
      const large = yield* start("large.test", account("one", 100))
      yield* Stream.runDrain(Stream.take(JobEvents.watch(large.id), 4))
      const small = yield* start("small.test", account("two", 100), { limit: 20 })
      yield* ended(small.id)
      assert.strictEqual(yield* completed(small.id), 20)
      assert.isBelow(yield* completed(large.id), 150)
      yield* ended(large.id)
      assert.strictEqual(yield* completed(large.id), 301)
    }).pipe(Effect.provide(running(slow(300), { concurrency: 8 })))
  )

  it.live("are told which pages waited for their own limit, and how long", () =>
    Effect.gen(function* () {
      const owner = account("one", 1)
      const first = yield* start("first.test", owner)
      const second = yield* start("second.test", owner)
      yield* Effect.all([ended(first.id), ended(second.id)], { concurrency: "unbounded" })
      const store = yield* JobStore.JobStore
      const results = [
        ...(yield* store.results(first.id, { after: 0, limit: 100 })),
        ...(yield* store.results(second.id, { after: 0, limit: 100 }))
      ]
      assert.lengthOf(results, 12)
      const waited = results.filter(({ document }) => document.metadata["concurrencyLimited"] === true)
      assert.isNotEmpty(waited)
      for (const { document } of waited) {
        const duration = document.metadata["concurrencyQueueDurationMs"]
        assert.isTrue(typeof duration === "number" && duration >= 0 && duration < 10_000)
      }
      assert.isAbove(
        (yield* store.get(first.id)).concurrencyQueueMs + (yield* store.get(second.id)).concurrencyQueueMs,
        0
      )
    }).pipe(Effect.provide(running(slow(5), { concurrency: 8 })))
  )

  it.live("have their jobs of higher priority done first", () =>
    Effect.gen(function* () {
      const owner = account("one", 2)
      const low = yield* start("low.test", owner, { priority: -5 })
      const high = yield* start("high.test", owner, { priority: 5 })
      yield* ended(high.id)
      assert.isBelow(yield* completed(low.id), 40)
      yield* ended(low.id)
      assert.strictEqual(yield* completed(low.id), 61)
    }).pipe(Effect.provide(running(slow(60), { concurrency: 4 })))
  )
})
