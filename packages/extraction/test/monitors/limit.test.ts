/** How many monitors an account may have. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { Effect, Layer } from "effect"

const layer = Monitors.layer.pipe(Layer.provide(TemporaryJobs.layer()), Layer.provide(Ledger.layerMemory))

const input = {
  name: "prices",
  schedule: { cron: "0 0 1 1 *" },
  targets: [{ type: "scrape", urls: ["https://example.com/"] }]
}

const as = (id: string, maxMonitors?: number) =>
  Effect.provideService(CurrentAccount, { ...localAccount, id, plan: { ...localAccount.plan, maxMonitors } })

describe("an account", () => {
  it.effect("may have as many monitors as its plan allows, and no limit where the plan has none", () =>
    Effect.gen(function* () {
      const monitors = yield* Monitors
      const first = yield* monitors.create(input).pipe(as("a", 2))
      yield* monitors.create(input).pipe(as("a", 2))
      const refused = yield* Effect.flip(monitors.create(input)).pipe(as("a", 2))
      assert.strictEqual(refused._tag, "TooManyMonitors")
      assert.match(refused.message, /as many monitors as its plan allows \(2\)/)
      // Others are not concerned, and who removes one has room again.
      for (let n = 0; n < 3; n++) yield* monitors.create(input).pipe(as("b"))
      yield* monitors.remove(first.id).pipe(as("a", 2))
      yield* monitors.create(input).pipe(as("a", 2))
      assert.strictEqual((yield* Effect.flip(monitors.create(input)).pipe(as("c", 0)))._tag, "TooManyMonitors")
    }).pipe(Effect.provide(layer))
  )
})
