/** Pages that turn out to be another page of the job. */
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { localAccount } from "@orbweaver/core/accounts/Account"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { assertBalanced, claim, completed, get, settle, settlement, create, ever, paths } from "../jobs.ts"
import type { Test } from "./test.ts"

/** In one go, or one after the other. */
const settleAll = (settlements: ReadonlyArray<ReturnType<typeof settlement>>, together: boolean) =>
  Effect.map(
    Effect.forEach(together ? [settlements] : settlements.map((one) => [one]), (some) => settle(...some)),
    (each) => each.flat()
  )

export const tests = (test: Test): void => {
  test(
    "merges a page that redirects to another page of the job, without charging it",
    Effect.gen(function* () {
      const { id } = yield* create(paths("old", "new", "older"))
      const [old, young, older] = yield* claim(3)
      const finalKey = fingerprint("https://site.test/new")
      const answerKey = fingerprint("answer of https://site.test/new")
      assert.deepStrictEqual(yield* settle(settlement(young!, completed(young!), { answerKey })), ["settled"])
      assert.deepStrictEqual(yield* settle(settlement(old!, completed(old!), { answerKey, finalKey })), ["duplicate"])
      assert.deepStrictEqual(
        yield* settle(settlement(older!, completed(older!), { finalKey: fingerprint("https://site.test/else") })),
        ["settled"]
      )
      const job = yield* get(id)
      assertBalanced(job, 3)
      assert.deepInclude(job.counts, { completed: 2, skipped: 1 })
      assert.strictEqual(job.creditsUsed, 2)
      assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), 2)
      const record = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/old")))
      assert.deepInclude(record, { state: "skipped", reason: "duplicate", rule: "https://site.test/new" })
      // The address that answered is the page too: a later link to it is not another one.
      const elsewhere = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/else")))
      assert.strictEqual(elsewhere?.url, "https://site.test/older")
    })
  )

  for (const together of [true, false]) {
    test(
      `keeps what a page was redirected to while the page of that address waits, and once (${together ? "in one go" : "one by one"})`,
      Effect.gen(function* () {
        const { id } = yield* create(paths("old", "new", "older", "away", "lost"))
        const [old, young, older, away, lost] = yield* claim(5)
        const keysOf = (path: string) => ({
          finalKey: fingerprint(`https://site.test/${path}`),
          answerKey: fingerprint(`answer of https://site.test/${path}`)
        })
        const settlements = [
          settlement(old!, completed(old!), keysOf("new")),
          settlement(older!, completed(older!), keysOf("new")),
          settlement(young!, completed(young!), { answerKey: keysOf("new").answerKey }),
          settlement(away!, completed(away!), keysOf("lost")),
          settlement(lost!, { _tag: "Failed", error: "gone" })
        ]
        const settled = yield* settleAll(settlements, together)
        assert.deepStrictEqual(settled, ["settled", "duplicate", "duplicate", "settled", "settled"])
        const job = yield* get(id)
        assertBalanced(job, 5)
        assert.deepInclude(job.counts, { completed: 2, skipped: 2, failed: 1 })
        const record = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/new")))
        assert.deepInclude(record, { state: "skipped", reason: "duplicate", rule: "https://site.test/old" })
      })
    )
  }

  for (const order of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1]
  ]) {
    for (const together of [true, false]) {
      test(
        `merges pages that say the same and call one page canonical, whichever comes first (${order.join("")}, ${together ? "in one go" : "one by one"})`,
        Effect.gen(function* () {
          const { id } = yield* create(paths("page", "page?from=here", "page?from=there", "page?other"))
          const pages = yield* claim(4)
          const key = fingerprint("https://site.test/page")
          const withContent = (page: (typeof pages)[number], contentHash: string) =>
            settlement(page, completed(page, 1, { contentHash }), {
              canonicalKey: page === pages[0] ? undefined : key,
              contentKey: fingerprint(`${contentHash} https://site.test/page`)
            })
          const settlements = order.map((index) => withContent(pages[index]!, "same"))
          const settled = yield* settleAll(settlements, together)
          assert.deepStrictEqual(settled, ["settled", "duplicate", "duplicate"])
          // A canonical that is wrong merges nothing.
          assert.deepStrictEqual(yield* settle(withContent(pages[3]!, "else")), ["settled"])
          const job = yield* get(id)
          assertBalanced(job, 4)
          assert.deepInclude(job.counts, { completed: 2, skipped: 2 })
        })
      )
    }
  }

  test(
    "merges two pages that redirect to one address, though they end at once",
    Effect.gen(function* () {
      const { id } = yield* create(paths("old", "older"))
      const [old, older] = yield* claim(2)
      const finalKey = fingerprint("https://site.test/new")
      assert.deepStrictEqual(
        yield* settle(
          settlement(old!, completed(old!), { finalKey }),
          settlement(older!, completed(older!), { finalKey })
        ),
        ["settled", "duplicate"]
      )
      assert.deepInclude((yield* get(id)).counts, { completed: 1, skipped: 1 })
    })
  )

  for (const together of [true, false]) {
    test(
      `finds a page by an answer whose first page became a duplicate of another (${together ? "in one go" : "one by one"})`,
      Effect.gen(function* () {
        yield* create(paths("target", "same", "first", "second", "third"))
        const [, same, first, second, third] = yield* claim(5)
        const redirected = {
          finalKey: fingerprint("https://site.test/target"),
          answerKey: fingerprint("answer of https://site.test/target")
        }
        const contentKeys = { contentKey: fingerprint("what two pages say"), canonicalKey: redirected.finalKey }
        const settlements = [
          settlement(same!, completed(same!), contentKeys),
          settlement(first!, completed(first!), { ...redirected, ...contentKeys }),
          settlement(second!, completed(second!), redirected),
          settlement(third!, completed(third!), redirected)
        ]
        const settled = yield* settleAll(settlements, together)
        assert.deepStrictEqual(settled, ["settled", "duplicate", "settled", "duplicate"])
      })
    )
  }

  test(
    "leaves nothing set aside for a page that is another one, or that ended after its job",
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const plan = { ...localAccount.plan, credits: 100 }
      const held = Effect.map(ledger.balance({ ...localAccount, id: "somebody", plan }, "credits"), (sums) => sums.held)
      const { id } = yield* create(paths("old", "new", "late"))
      const pages = yield* claim(3)
      for (const { jobId, page } of pages) {
        const hold = {
          id: `scrape/${jobId}/${page}`,
          unit: "credits",
          amount: 1,
          expiresAfter: Duration.hours(1)
        } as const
        yield* ledger.reserve({ ...localAccount, id: "somebody", plan }, hold)
      }
      assert.strictEqual(yield* held, 3)
      const finalKey = fingerprint("https://site.test/new")
      yield* settle(settlement(pages[0]!, completed(pages[0]!), { finalKey }))
      assert.strictEqual(yield* held, 2)
      yield* settle(settlement(pages[1]!))
      assert.strictEqual(yield* held, 1)
      yield* JobStore.use((store) => store.move(id, "cancelled"))
      assert.deepStrictEqual(yield* settle(settlement(pages[2]!)), ["lost"])
      assert.strictEqual(yield* held, 0)
    })
  )
}
