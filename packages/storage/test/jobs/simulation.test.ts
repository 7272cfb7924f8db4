/** Minutes of many teams under a virtual clock: nobody waits for long, and no host, limit or page is forgotten. */
import { assert, describe, it } from "@effect/vitest"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import { sqlite, temporary } from "@orbweaver/storage"
import { Clock, Effect, type Layer } from "effect"
import { percentile } from "../../bench/simulation/figures.ts"
import { simulate } from "../../bench/simulation/run.ts"

const stores = {
  temporary: temporary(),
  sqlite: sqlite(":memory:")
}

const short = { teams: 24, hosts: 400, minutes: 2, workers: 6, concurrency: 5, kills: 4, seed: 7 }

describe("work of many teams", () => {
  const test = <E>(name: string, store: Layer.Layer<JobStores, E>) =>
    it.effect(
      `is shared without a broken promise (${name})`,
      () =>
        Effect.gen(function* () {
          const { clock, run } = simulate(short)
          const { ended, kills, violations, waits } = yield* run.pipe(
            Effect.provide(store),
            Effect.provideService(Clock.Clock, clock)
          )
          assert.deepStrictEqual(violations, [])
          assert.strictEqual(kills, short.kills)
          assert.isAbove(ended, 400)
          const singles = waits.get("single page")!.toSorted((left, right) => left - right)
          assert.isBelow(percentile(singles, 0.99), 1000)
        }),
      { timeout: 60_000 }
    )

  it.effect(
    "is not held up by a host that says 429, which is asked as often as it stands and never during a pause",
    () =>
      Effect.gen(function* () {
        const { clock, run } = simulate({ ...short, teams: 200, hosts: 600, minutes: 5, kills: 0, busyPages: 1000 })
        const { busyPages, violations } = yield* run.pipe(
          Effect.provide(stores.temporary),
          Effect.provideService(Clock.Clock, clock)
        )
        assert.deepStrictEqual(violations, [])
        // It answers four pages at once in half a second each: 2,400 in five minutes at best.
        assert.strictEqual(busyPages.completed + busyPages.failed, 1000)
        assert.isBelow(busyPages.failed, 10)
      }),
    { timeout: 60_000 }
  )

  test("temporary", stores.temporary)
  test("SQLite", stores.sqlite)
})
