import { assert, describe, it } from "@effect/vitest"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Worker from "@orbweaver/core/crawl/Worker"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as MemoryJobs from "@orbweaver/core/jobs/MemoryJobs"
import { refuseOthers, TaskHandlers } from "@orbweaver/core/jobs/TaskHandlers"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import { Effect, Layer } from "effect"

const worker = (handlers: TaskHandlers["Service"]) =>
  Worker.layer().pipe(
    Layer.provide(Layer.succeed(TaskHandlers, handlers)),
    Layer.provide(Layer.succeed(Scraper, { scrape: () => Effect.never })),
    Layer.provide(Robots.Robots.layerNone),
    Layer.provide(MemoryJobs.layer()),
    Layer.provide(Ledger.Ledger.layerMemory)
  )
const crawl = () => Effect.void

describe("a worker", () => {
  it.effect("does not start while a kind of job has no handler, and names the kinds", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(worker({ crawl, batch: crawl }))))
      assert.strictEqual(error._tag, "MissingTaskHandler")
      assert.deepStrictEqual(error.kinds, ["extract", "llmstxt", "agent", "deepResearch"])
    })
  )

  it.effect("starts where it refuses the others", () => Effect.scoped(Layer.build(worker(refuseOthers({ crawl })))))
})
