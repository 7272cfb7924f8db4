/** Jobs that are cancelled or paused while pages run. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { assertBalanced, claim, get, leaseMs, settle, settlement, urls, create, finalEvents, paths } from "../jobs.ts"
import type { Test } from "./test.ts"

export const tests = (test: Test): void => {
  test(
    "cancels what waits and what runs, keeps what is done, and says so once",
    Effect.gen(function* () {
      const { id } = yield* create(paths("a", "b", "c"))
      const [a, b] = yield* claim(2)
      yield* settle(settlement(a!))
      assert.isTrue(yield* JobStore.use((store) => store.move(id, "cancelled")))
      assert.isFalse(yield* JobStore.use((store) => store.move(id, "cancelled")))
      assert.deepStrictEqual(
        (yield* Frontier.use((frontier) => frontier.heartbeat([b!], leaseMs))).map(({ page }) => page),
        [b!.page]
      )
      assert.deepStrictEqual(yield* settle(settlement(b!)), ["lost"])
      assert.deepStrictEqual(yield* claim(5), [])
      const job = yield* get(id)
      assertBalanced(job, 3)
      assert.deepInclude(job.counts, { completed: 1, cancelled: 2 })
      assert.deepStrictEqual(yield* finalEvents(id), ["cancelled"])
      assert.lengthOf(yield* JobStore.use((store) => store.results(id, { after: 0, limit: 10 })), 1)
      const record = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/c")))
      assert.strictEqual(record?.state, "cancelled")
    })
  )

  test(
    "pauses and goes on where it was",
    Effect.gen(function* () {
      const { id } = yield* create(paths("a", "b"))
      const [a] = yield* claim(1)
      assert.isTrue(yield* JobStore.use((store) => store.move(id, "paused")))
      assert.lengthOf(yield* Frontier.use((frontier) => frontier.heartbeat([a!], leaseMs)), 1)
      assert.deepStrictEqual(yield* settle(settlement(a!, { _tag: "Released" })), ["settled"])
      assert.deepStrictEqual(yield* claim(5), [])
      assert.isTrue(yield* JobStore.use((store) => store.move(id, "scraping")))
      const pages = yield* claim(5)
      assert.sameMembers([...urls(pages)], paths("a", "b"))
      yield* settle(...pages.map((page) => settlement(page)))
      const job = yield* get(id)
      assert.strictEqual(job.status, "completed")
      assertBalanced(job, 2)
    })
  )
}
