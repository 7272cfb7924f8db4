/**
 * What every `Frontier` must do, together with the `JobStore` it shares its
 * transactions with, by concept in `frontier/`. The layer is built afresh for
 * every test.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { type JobStores, JobStore } from "@orbweaver/core/jobs/JobStore"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import * as fairness from "./frontier/fairness.ts"
import * as leases from "./frontier/leases.ts"
import * as pages from "./frontier/pages.ts"
import * as stops from "./frontier/stops.ts"
import type { Test } from "./frontier/test.ts"
import * as twins from "./frontier/duplicates.ts"
import * as waits from "./frontier/waits.ts"
import {
  assertBalanced,
  candidate,
  claim,
  completed,
  create,
  ever,
  finalEvents,
  get,
  leaseMs,
  paths,
  settle,
  settlement
} from "./jobs.ts"

export const suite = <E>(name: string, layer: Layer.Layer<JobStores | Ledger, E>) => {
  const test: Test = (title, body) => it.effect(title, () => body.pipe(Effect.provide(layer)), { timeout: 180_000 })

  describe(`Frontier (${name})`, () => {
    for (const { tests } of [pages, twins, leases, stops, waits, fairness]) tests(test)

    it.effect.prop(
      "keeps every address in one state whatever happens in whatever order",
      [
        Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))).check(Schema.isMaxLength(30)),
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))
      ],
      ([steps, limit]) =>
        Effect.gen(function* () {
          const { id } = yield* create(paths("0", "1"), { limit, maxDepth: 3 })
          let held: Array<Effect.Success<ReturnType<typeof claim>>[number]> = []
          let next = 2
          for (const step of steps) {
            const page = held[0]
            const links = [
              candidate(`https://site.test/${next}`),
              candidate(`https://site.test/${yield* Random.nextIntBetween(0, next)}`)
            ]
            if (step <= 3) held.push(...(yield* claim(step + 1)))
            else if (step === 9) {
              yield* TestClock.adjust(leaseMs + 1)
              yield* Frontier.use(({ reclaim }) => reclaim)
            } else if (step === 8) {
              yield* JobStore.use((store) => store.move(id, "paused"))
              yield* JobStore.use((store) => store.move(id, "scraping"))
            } else if (page !== undefined) {
              next++
              held = held.slice(1)
              if (step === 4) yield* settle(settlement(page, { _tag: "Failed", error: "no" }))
              if (step === 5) yield* settle(settlement(page, { _tag: "Retry", afterMs: 10 }))
              if (step === 6)
                yield* settle(
                  settlement(page, completed(page), { links }),
                  settlement(page, completed(page), { links })
                )
              if (step === 7)
                yield* settle(
                  settlement(page, completed(page), { links, finalKey: fingerprint(`https://site.test/${step}`) })
                )
            }
            assertBalanced(yield* get(id))
          }
          // Whatever was done, the job ends when its pages do.
          for (let round = 0; round < 60 && (yield* get(id)).status === "scraping"; round++) {
            yield* TestClock.adjust(leaseMs + 1)
            yield* Frontier.use(({ reclaim }) => reclaim)
            yield* settle(...(yield* claim(10)).map((page) => settlement(page)))
          }
          const job = yield* get(id)
          assert.strictEqual(job.status, "completed")
          assertBalanced(job)
          assert.deepStrictEqual(yield* finalEvents(id), ["completed"])
          assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), job.creditsUsed)
        }).pipe(Effect.provide(layer)),
      { timeout: 120_000 }
    )
  })
}
