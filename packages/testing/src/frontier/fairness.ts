/** Which team and which job is served when many wait: none waits for what others cannot use. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { type ClaimedPage, Frontier } from "@orbweaver/core/jobs/Frontier"
import { type JobId } from "@orbweaver/core/model/Job"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { candidate, claim, completed, create, get, leaseMs, settle, settlement, urls } from "../jobs.ts"
import type { Test } from "./test.ts"

const on = (host: string, count: number) => Array.from({ length: count }, (_, page) => `https://${host}/${page}`)

const ofAccount = (pages: ReadonlyArray<ClaimedPage>, account: string): number =>
  pages.filter(({ accountId }) => accountId === account).length

const move = (id: JobId, to: "paused" | "scraping" | "cancelled") => JobStore.use((store) => store.move(id, to))

/** Nothing of the host starts for so long. */
const pause = Effect.fnUntraced(function* (host: string, ms: number) {
  yield* create([`https://${host}/first`], { accountId: "first" })
  const [page] = yield* claim(1)
  const signal = { host, kind: "refused", retryAfterMs: ms } as const
  yield* settle(settlement(page!, completed(page!), { signal }))
})

export const tests = (test: Test): void => {
  test(
    "claims the page of a team at once though hundreds of jobs of another may not start",
    Effect.gen(function* () {
      yield* pause("slow.test", 60_000)
      for (let job = 0; job < 200; job++) yield* create([`https://slow.test/${job}`], { accountId: "a", priority: 10 })
      assert.lengthOf(yield* claim(1), 0)
      const { id } = yield* create(on("quick.test", 1), { accountId: "b" })
      const pages = yield* claim(1)
      assert.deepStrictEqual(
        pages.map(({ jobId }) => jobId),
        [id]
      )
    })
  )

  test(
    "gives teams as many running pages as each other, however many jobs one of them has",
    Effect.gen(function* () {
      for (let job = 0; job < 20; job++) yield* create(on(`a${job}.test`, 5), { accountId: "a", priority: 10 })
      yield* create(on("b.test", 20), { accountId: "b" })
      const running: Array<ClaimedPage> = []
      for (let round = 1; round <= 5; round++) {
        running.push(...(yield* claim(4)))
        assert.strictEqual(ofAccount(running, "a"), 2 * round)
        assert.strictEqual(ofAccount(running, "b"), 2 * round)
      }
      // One of them has nothing left: the other gets all there is.
      yield* claim(10)
      yield* claim(10)
      assert.strictEqual(ofAccount(yield* claim(10), "a"), 10)
    })
  )

  test(
    "gives pages to idle accounts alone where a claim asks for that, one to each",
    Effect.gen(function* () {
      const claimIdle = (count: number) =>
        Effect.map(
          Frontier.use((frontier) => frontier.claim({ count, leaseMs, onlyIdleAccounts: true })),
          ({ pages }) => pages
        )
      for (let job = 0; job < 80; job++) yield* create(on(`a${job}.test`, 2), { accountId: "a", priority: 10 })
      const first = yield* claim(2)
      assert.deepStrictEqual(
        first.map(({ accountId, isFirst }) => [accountId, isFirst]),
        [
          ["a", true],
          ["a", false]
        ]
      )
      assert.lengthOf(yield* claimIdle(1), 0)
      yield* create(on("b0.test", 2), { accountId: "b" })
      const { id } = yield* create(on("b1.test", 2), { accountId: "b" })
      const [ofIdle, ...others] = yield* claimIdle(5)
      assert.lengthOf(others, 0)
      assert.strictEqual(ofIdle!.accountId, "b")
      assert.isTrue(ofIdle!.isFirst)
      assert.lengthOf(yield* claimIdle(1), 0)
      assert.isFalse((yield* get(id)).concurrencyLimited)
      yield* settle(settlement(ofIdle!))
      assert.strictEqual(ofAccount(yield* claimIdle(1), "b"), 1)
      yield* settle(...first.map((page) => settlement(page)))
      assert.strictEqual(ofAccount(yield* claimIdle(1), "a"), 1)
    })
  )

  test(
    "serves every one of many teams before any has had more than two pages",
    Effect.gen(function* () {
      const teams = 150
      for (let team = 0; team < teams; team++) yield* create(on(`${team}.test`, 4), { accountId: `team ${team}` })
      const pagesOf = new Map<string, number>()
      while (pagesOf.size < teams) {
        const [page] = yield* claim(1)
        const pages = (pagesOf.get(page!.accountId) ?? 0) + 1
        // A claim need not look at all teams, as long as all have their turns.
        assert.isAtMost(pages, 2)
        pagesOf.set(page!.accountId, pages)
      }
    })
  )

  test(
    "claims jobs of higher priority first within an account, among any number of jobs",
    Effect.gen(function* () {
      for (let job = 0; job < 30; job++) yield* create(on(`low${job}.test`, 1))
      const high = yield* create(on("high.test", 3), { priority: 5 })
      yield* create(on("middle.test", 1), { priority: 3 })
      assert.deepStrictEqual(urls(yield* claim(1)), ["https://high.test/0"])
      yield* move(high.id, "paused")
      assert.deepStrictEqual(urls(yield* claim(1)), ["https://middle.test/0"])
      assert.match(urls(yield* claim(1))[0]!, /low/)
      yield* move(high.id, "scraping")
      assert.deepStrictEqual(urls(yield* claim(1)), ["https://high.test/1"])
      yield* move(high.id, "cancelled")
      assert.match(urls(yield* claim(1))[0]!, /low/)
    })
  )

  test(
    "claims a job again that was paused while its host was to be left alone, and none that was cancelled",
    Effect.gen(function* () {
      yield* pause("slow.test", 10_000)
      const paused = yield* create(["https://slow.test/paused"])
      const cancelled = yield* create(["https://slow.test/cancelled"])
      assert.lengthOf(yield* claim(5), 0)
      yield* move(paused.id, "paused")
      yield* move(cancelled.id, "cancelled")
      yield* TestClock.adjust(10_001)
      assert.lengthOf(yield* claim(5), 0)
      yield* move(paused.id, "scraping")
      assert.deepStrictEqual(urls(yield* claim(5)), ["https://slow.test/paused"])
    })
  )

  test(
    "claims pages that a job is given after it had none to give",
    Effect.gen(function* () {
      const { id } = yield* create(on("one.test", 1), { limit: 10 })
      const [first] = yield* claim(5)
      assert.lengthOf(yield* claim(5), 0)
      yield* Frontier.use((frontier) => frontier.admit(id, [candidate("https://one.test/later")]))
      assert.deepStrictEqual(urls(yield* claim(5)), ["https://one.test/later"])
      yield* settle(settlement(first!, completed(first!), { links: [candidate("https://one.test/link")] }))
      assert.deepStrictEqual(urls(yield* claim(5)), ["https://one.test/link"])
    })
  )

  test(
    "lets a job go on as its pages end, where it may have few at once",
    Effect.gen(function* () {
      const { id } = yield* create(on("few.test", 6), { maxConcurrency: 2 })
      for (let done = 0; done < 6; done += 2) {
        const pages = yield* claim(5)
        assert.lengthOf(pages, 2)
        assert.lengthOf(yield* claim(5), 0)
        yield* settle(...pages.map((page) => settlement(page)))
      }
      assert.strictEqual((yield* get(id)).status, "completed")
    })
  )

  test(
    "shares a host that is full with the jobs that wait for it, whoever settles its pages",
    Effect.gen(function* () {
      const crawl = yield* create(on("full.test", 90), { accountId: "a" })
      let running = yield* claim(40)
      assert.lengthOf(running, 32)
      const ids: Array<JobId> = []
      for (let job = 0; job < 6; job++) ids.push((yield* create([`https://full.test/b${job}`], { accountId: "b" })).id)
      assert.lengthOf(yield* claim(10), 0)
      const served: Array<JobId> = []
      for (let round = 0; round < 12 && served.length < ids.length; round++) {
        const [ended, rest] = [running.slice(0, 2), running.slice(2)]
        const settlements = ended.map((page) => settlement(page))
        const { pages } = yield* Frontier.use((frontier) => frontier.exchange(settlements, { count: 2, leaseMs }))
        running = [...rest, ...pages]
        served.push(...pages.flatMap(({ jobId }) => (jobId === crawl.id ? [] : [jobId])))
      }
      assert.sameMembers(served, ids)
    })
  )

  test(
    "starts pages of jobs that wait for one host one in each delay, and every job has its turn",
    Effect.gen(function* () {
      const signal = { host: "slow.test", kind: "good", crawlDelayMs: 2000 } as const
      yield* create(["https://slow.test/first"])
      const [first] = yield* claim(1)
      yield* settle(settlement(first!, completed(first!), { signal }))
      const jobs = []
      for (let job = 0; job < 10; job++) jobs.push(yield* create(on("slow.test", 2), { accountId: `team ${job % 3}` }))
      assert.lengthOf(yield* claim(20), 0)
      const served: Array<JobId> = []
      for (let step = 0; step < 80 && served.length < 20; step++) {
        yield* TestClock.adjust(500)
        const pages = yield* claim(20)
        assert.isAtMost(pages.length, 1)
        served.push(...pages.map(({ jobId }) => jobId))
        yield* settle(...pages.map((page) => settlement(page, completed(page), { signal })))
      }
      // A page starts in every delay, so that twenty take forty seconds.
      assert.strictEqual(served.length, 20)
      for (const { id } of jobs) assert.strictEqual((yield* get(id)).status, "completed")
    })
  )
}
