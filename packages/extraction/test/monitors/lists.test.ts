/** Lists of monitors that are read page by page. */
import { assert, it } from "@effect/vitest"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Effect, Layer } from "effect"
import { Monitors, readAll } from "../../src/monitors/Monitors.ts"

const monitor = {
  name: "m",
  schedule: { cron: "0 * * * *" },
  targets: [{ type: "scrape", urls: ["https://site.test/"] }]
}

it.effect("a list is read to its end, although its entries are of one moment and one is removed meanwhile", () =>
  Effect.gen(function* () {
    const monitors = yield* Monitors
    const made = yield* Effect.forEach(Array.from({ length: 250 }), () => monitors.create(monitor))
    const parts: Array<number> = []
    const found = yield* readAll((part) =>
      Effect.tap(monitors.list(part), (page) => {
        parts.push(page.length)
        const last = page.at(-1)
        return last === undefined || parts.length > 1 ? Effect.void : Effect.ignore(monitors.remove(last.id))
      })
    )
    assert.deepStrictEqual(parts, [100, 100, 50])
    assert.deepStrictEqual(found.map(({ id }) => id).toSorted(), made.map(({ id }) => id).toSorted())
  }).pipe(Effect.provide(Monitors.layer.pipe(Layer.provide(TemporaryJobs.layer()), Layer.provide(Ledger.layerMemory))))
)
