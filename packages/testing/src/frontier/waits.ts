/** Pages that wait: for another attempt, for their host, their job or their account. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { type ClaimedPage, Frontier } from "@orbweaver/core/jobs/Frontier"
import { candidate, claim, completed, get, leaseMs, settle, settlement, create, paths } from "../jobs.ts"
import type { Test } from "./test.ts"

export const tests = (test: Test): void => {
  test(
    "tries a page again when it is time",
    Effect.gen(function* () {
      const { id } = yield* create(paths("a"))
      const [first] = yield* claim(1)
      yield* settle(settlement(first!, { _tag: "Retry", afterMs: 5000 }))
      const early = yield* Frontier.use((frontier) => frontier.claim({ count: 1, leaseMs }))
      assert.deepStrictEqual(early.pages, [])
      assert.isDefined(early.nextAt)
      assert.strictEqual((yield* get(id)).counts.queued, 1)
      yield* TestClock.adjust(5000)
      const [again] = yield* claim(1)
      assert.deepInclude(again, { url: first!.url, attempt: 2 })
    })
  )

  test(
    "takes no attempt from a page that waits for us",
    Effect.gen(function* () {
      yield* create(paths("a"))
      const [first] = yield* claim(1)
      yield* settle(settlement(first!, { _tag: "Retry", afterMs: 5000, isAttempt: false }))
      assert.lengthOf(yield* claim(1), 0)
      yield* TestClock.adjust(5000)
      const [again] = yield* claim(1)
      assert.deepInclude(again, { url: first!.url, attempt: 1 })
    })
  )

  test(
    "starts no more pages of a host than it allows, over all jobs, and one at first after a refusal",
    Effect.gen(function* () {
      const many = Array.from({ length: 60 }, (_, index) => String(index))
      yield* create(paths(...many))
      yield* create(paths(...many))
      const pages = yield* claim(100)
      assert.lengthOf(pages, 32)
      yield* settle(
        settlement(
          pages[0]!,
          { _tag: "Retry", afterMs: 1 },
          { signal: { host: "site.test", kind: "refused", retryAfterMs: 10_000 } }
        )
      )
      yield* settle(...pages.slice(1).map((page) => settlement(page)))
      const refused = yield* Frontier.use((frontier) => frontier.claim({ count: 100, leaseMs }))
      assert.deepStrictEqual(refused.pages, [])
      assert.isDefined(refused.nextAt)
      yield* TestClock.adjust(10_001)
      const good = { signal: { host: "site.test", kind: "good" } } as const
      const [trying, ...others] = yield* claim(100)
      assert.lengthOf(others, 0)
      yield* settle(settlement(trying!, undefined, good))
      const two = yield* claim(100)
      assert.lengthOf(two, 2)
      yield* settle(...two.map((page) => settlement(page, undefined, good)))
      assert.lengthOf(yield* claim(100), 4)
    })
  )

  test(
    "keeps the delay that a host asks for between two starts",
    Effect.gen(function* () {
      yield* create(paths("a", "b", "c"))
      const [a] = yield* claim(1)
      yield* settle(settlement(a!, completed(a!), { signal: { host: "site.test", kind: "good", crawlDelayMs: 2000 } }))
      assert.lengthOf(yield* claim(10), 0)
      yield* TestClock.adjust(2000)
      assert.lengthOf(yield* claim(10), 1)
      assert.lengthOf(yield* claim(10), 0)
      yield* TestClock.adjust(2000)
      assert.lengthOf(yield* claim(10), 1)
    })
  )

  test(
    "lets one of the pages begin in each delay that were claimed before anybody knew of it",
    Effect.gen(function* () {
      yield* create(paths("a", "b", "c"))
      const pages = yield* claim(3)
      assert.deepStrictEqual(
        pages.map(({ pacedAt }) => pacedAt),
        [undefined, undefined, undefined]
      )
      const pace = Frontier.use((frontier) => frontier.pace("site.test", 2000))
      const may = yield* Effect.all([pace, pace, pace], { concurrency: "unbounded" })
      assert.lengthOf(may.filter(Boolean), 1)
      yield* TestClock.adjust(2000)
      assert.isTrue(yield* pace)
      yield* settle(...pages.map((page) => settlement(page, { _tag: "Released" })))
      assert.lengthOf(yield* claim(3), 0)
      yield* TestClock.adjust(2000)
      const [again, ...others] = yield* claim(3)
      assert.lengthOf(others, 0)
      assert.isNumber(again!.pacedAt)
    })
  )

  test(
    "counts the delay of a host from the beginning of a page that waited in its worker",
    Effect.gen(function* () {
      const signal = { host: "site.test", kind: "good", crawlDelayMs: 2000 } as const
      const pace = ({ pacedAt }: ClaimedPage) =>
        Frontier.use((frontier) => frontier.pace("site.test", signal.crawlDelayMs, pacedAt))
      yield* create(paths("a", "b", "c", "d"))
      const [a] = yield* claim(1)
      yield* settle(settlement(a!, completed(a!), { signal }))
      yield* TestClock.adjust(2000)
      const [waiting] = yield* claim(1)
      yield* TestClock.adjust(1500)
      assert.isTrue(yield* pace(waiting!))
      yield* TestClock.adjust(1999)
      assert.lengthOf(yield* claim(1), 0)
      yield* TestClock.adjust(1)
      const [late] = yield* claim(1)
      yield* TestClock.adjust(2000)
      // The next page had its turn before this one began.
      const [next] = yield* claim(1)
      assert.isTrue(yield* pace(next!))
      assert.isFalse(yield* pace(late!))
    })
  )

  test(
    "scrapes one page at a time when the job asks for a delay",
    Effect.gen(function* () {
      yield* create(paths("a", "b"), { delayMs: 1000 })
      const first = yield* claim(10)
      assert.lengthOf(first, 1)
      yield* settle(settlement(first[0]!))
      assert.lengthOf(yield* claim(10), 0)
      yield* TestClock.adjust(1000)
      assert.lengthOf(yield* claim(10), 1)
    })
  )

  test(
    "respects the concurrency of jobs and accounts, and serves the account with less running first",
    Effect.gen(function* () {
      const hosted = (host: string, count: number) =>
        Array.from({ length: count }, (_, index) => candidate(`https://${host}/${index}`))
      const busy = yield* create(hosted("busy.test", 20), { accountId: "busy", accountConcurrency: 5 })
      assert.lengthOf(yield* claim(3), 3)
      const second = yield* create(hosted("second.test", 20), { accountId: "busy", accountConcurrency: 5 })
      const quiet = yield* create(hosted("quiet.test", 20), { accountId: "quiet", maxConcurrency: 4 })
      const pages = yield* claim(20)
      const of = (id: string) => pages.filter(({ jobId }) => jobId === id).length
      assert.strictEqual(of(quiet.id), 4)
      assert.strictEqual(of(busy.id) + of(second.id), 2)
      assert.strictEqual(pages[0]!.jobId, quiet.id)
      assert.isTrue((yield* get(busy.id)).concurrencyLimited || (yield* get(second.id)).concurrencyLimited)
    })
  )
}
