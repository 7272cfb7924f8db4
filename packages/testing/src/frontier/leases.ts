/** Workers that die, return, or live by another clock: no page is lost, and none is recorded twice. */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { maxLostLeases } from "@orbweaver/core/jobs/rules/settling"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import {
  assertBalanced,
  candidate,
  claim,
  completed,
  get,
  leaseMs,
  settle,
  settlement,
  urls,
  create,
  ever,
  paths
} from "../jobs.ts"
import type { Test } from "./test.ts"

const dayMs = 86_400_000

export const tests = (test: Test): void => {
  test(
    "refuses the writing of a worker that lost its lease: a page is recorded and charged once",
    Effect.gen(function* () {
      const { id } = yield* create(paths("a"))
      const [slow] = yield* claim(1)
      yield* TestClock.adjust(leaseMs + 1)
      assert.strictEqual(yield* Frontier.use(({ reclaim }) => reclaim), 1)
      assert.deepStrictEqual(yield* settle(settlement(slow!)), ["lost"])
      const [fast] = yield* claim(1)
      assert.isAbove(fast!.token, slow!.token)
      assert.deepStrictEqual(yield* settle(settlement(slow!)), ["lost"])
      assert.deepStrictEqual(yield* settle(settlement(fast!)), ["settled"])
      assert.deepStrictEqual(yield* settle(settlement(fast!), settlement(slow!)), ["lost", "lost"])
      assert.lengthOf(yield* JobStore.use((store) => store.results(id, { after: 0, limit: 10 })), 1)
      assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), 1)
    })
  )

  test(
    "keeps a page whose worker's heart beats",
    Effect.gen(function* () {
      yield* create(paths("a"))
      const [a] = yield* claim(1)
      for (let beat = 0; beat < 3; beat++) {
        yield* TestClock.adjust(leaseMs - 1000)
        assert.deepStrictEqual(yield* Frontier.use((frontier) => frontier.heartbeat([a!], leaseMs)), [])
      }
      assert.strictEqual(yield* Frontier.use(({ reclaim }) => reclaim), 0)
      assert.deepStrictEqual(yield* settle(settlement(a!)), ["settled"])
    })
  )

  test(
    "fails a page that stops every worker",
    Effect.gen(function* () {
      const { id } = yield* create(paths("a"))
      for (let loss = 0; loss < maxLostLeases; loss++) {
        assert.lengthOf(yield* claim(1), 1)
        yield* TestClock.adjust(leaseMs + 1)
        yield* Frontier.use(({ reclaim }) => reclaim)
      }
      const job = yield* get(id)
      assert.strictEqual(job.status, "completed")
      assert.strictEqual(job.counts.failed, 1)
      assertBalanced(job, 1)
    })
  )

  test(
    "loses and repeats nothing when the clock jumps, ahead or back",
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      const { id } = yield* create(paths("a", "b", "c", "d"), { limit: 100 })
      const [a, b] = yield* claim(2)
      yield* TestClock.setTime(start + dayMs)
      // A day later all at once: the leases are over, although the worker is not.
      assert.strictEqual(yield* Frontier.use((frontier) => frontier.reclaim), 2)
      const again = yield* claim(1)
      assert.deepStrictEqual(yield* settle(settlement(a!), settlement(b!)), ["lost", "lost"])
      yield* settle(settlement(again[0]!))
      // And back again: what was written in the future keeps nothing from going on.
      yield* TestClock.setTime(start)
      for (;;) {
        const pages = yield* claim(10)
        if (pages.length === 0) break
        yield* settle(...pages.map((page) => settlement(page)))
      }
      const job = yield* get(id)
      assertBalanced(job, 4)
      assert.deepInclude(job, { status: "completed", creditsUsed: 4 })
    })
  )

  test(
    "does not wait for a day when the clock is set back by one",
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      yield* TestClock.adjust("1 day")
      yield* create(paths("a", "b"), { delayMs: 1000 })
      const [first] = yield* claim(1)
      const refused = { host: "site.test", kind: "refused", retryAfterMs: 20_000 } as const
      yield* settle(settlement(first!, completed(first!), { signal: refused }))
      assert.lengthOf(yield* claim(1), 0)
      yield* TestClock.setTime(start)
      // Stores that keep a time of their own wait for as long as the host asked.
      yield* TestClock.adjust("21 seconds")
      assert.lengthOf(yield* claim(1), 1)
    })
  )

  test(
    "gives every page to one of two workers on one job",
    Effect.gen(function* () {
      const { id } = yield* create(paths("0"), { limit: 1000 })
      const worker = Effect.gen(function* () {
        for (;;) {
          const pages = yield* claim(7)
          if (pages.length === 0 && (yield* get(id)).status !== "scraping") return
          yield* settle(
            ...pages.map((page) => {
              const number = Number(page.url.split("/").at(-1))
              const links = [number * 2 + 1, number * 2 + 2]
                .filter((next) => next < 200)
                .map((next) => candidate(`https://site.test/${next}`))
              return settlement(page, completed(page), { links })
            })
          )
          yield* Effect.yieldNow
        }
      })
      yield* Effect.all([worker, worker], { concurrency: "unbounded" })
      const job = yield* get(id)
      assertBalanced(job, 200)
      assert.strictEqual(job.counts.completed, 200)
      const results = yield* JobStore.use((store) => store.results(id, { after: 0, limit: 1000 }))
      assert.strictEqual(new Set(urls(results)).size, 200)
      assert.deepStrictEqual(
        results.map(({ position }) => position),
        Array.from({ length: 200 }, (_, index) => index + 1)
      )
      assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), 200)
    })
  )
}
