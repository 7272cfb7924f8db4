import { assert, describe, it } from "@effect/vitest"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Worker from "@orbweaver/core/crawl/Worker"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { refuseOthers, TaskHandlers } from "@orbweaver/core/jobs/TaskHandlers"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { newJob } from "@orbweaver/testing/internal/jobs"
import { Clock, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"

const worker = (handlers: TaskHandlers["Service"]) =>
  Worker.layer().pipe(
    Layer.provide(Layer.succeed(TaskHandlers, handlers)),
    Layer.provide(Layer.succeed(Scraper, { scrape: () => Effect.never })),
    Layer.provide([Robots.Robots.layerNone, Fetcher.Fetcher.layerNone]),
    Layer.provide(Layer.orDie(TemporaryJobs.layer())),
    Layer.provide(Ledger.Ledger.layerMemory)
  )
const crawl = () => Effect.void

describe("a worker", () => {
  it.effect("does not start while a kind of job has no handler, and names the kinds", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(worker({ crawl, batch: crawl }))))
      assert.strictEqual(error._tag, "MissingTaskHandler")
      assert.deepStrictEqual(error.kinds, ["extract", "llmstxt", "agent", "deepResearch", "monitorCheck"])
    })
  )

  it.effect("says nothing of a task that fails because its job was cancelled, and warns of other failures", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const cancelled = newJob([], { task: true })
      const failing = newJob([], { task: true })
      const handler = ({ id }: { readonly id: string }) =>
        Effect.gen(function* () {
          if (id === cancelled.id) yield* JobStore.use((store) => store.move(cancelled.id, "cancelled"))
          return yield* Effect.die(new Error("the site is away"))
        })
      yield* Effect.gen(function* () {
        const store = yield* JobStore
        const handle = (job: { readonly id: string }) => Effect.provideService(handler(job), JobStore, store)
        yield* store.create(cancelled)
        yield* store.create(failing)
        yield* Layer.build(
          Worker.layer().pipe(
            Layer.provide(Layer.succeed(TaskHandlers, refuseOthers({ crawl: handle }))),
            Layer.provide(Layer.succeed(Scraper, { scrape: () => Effect.never })),
            Layer.provide([Robots.Robots.layerNone, Fetcher.Fetcher.layerNone])
          )
        )
        while ((yield* store.get(failing.id)).status !== "failed") yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* store.get(cancelled.id)).status, "cancelled")
      }).pipe(
        Effect.scoped,
        Effect.provide(Layer.provideMerge(TemporaryJobs.layer(), Ledger.Ledger.layerMemory)),
        Effect.provide(logger)
      )
      assert.isAbove(lines.length, 0)
      assert.isTrue(lines.every((line) => line.startsWith("A task failed")))
      assert.strictEqual(lines.length, 3)
    })
  )

  it.effect("takes a task that it postponed when that is due, long before it looks again", () =>
    Effect.gen(function* () {
      const job = newJob([], { task: true })
      const runs: Array<number> = []
      const handle = ({ id }: { readonly id: string }) =>
        Effect.gen(function* () {
          runs.push(yield* Clock.currentTimeMillis)
          return id === job.id && runs.length < 4 ? { afterMs: 2000 } : undefined
        })
      yield* Effect.gen(function* () {
        yield* JobStore.use((store) => store.create(job))
        yield* Layer.build(
          Worker.layer({ poll: "1 hour" }).pipe(
            Layer.provide(Layer.succeed(TaskHandlers, refuseOthers({ crawl: handle }))),
            Layer.provide(Layer.succeed(Scraper, { scrape: () => Effect.never })),
            Layer.provide([Robots.Robots.layerNone, Fetcher.Fetcher.layerNone])
          )
        )
        for (let seconds = 0; seconds < 20; seconds++) yield* TestClock.adjust("1 second")
      }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(TemporaryJobs.layer(), Ledger.Ledger.layerMemory)))
      assert.lengthOf(runs, 4)
    })
  )

  it.effect("starts where it refuses the others", () => Effect.scoped(Layer.build(worker(refuseOthers({ crawl })))))
})
