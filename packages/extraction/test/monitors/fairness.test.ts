/** Which checks a process works on: slow ones of one team do not keep it from those of others. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { assert, describe, it } from "@effect/vitest"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { unlimited } from "@orbweaver/core/accounts/ApiKeys"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { WebhookSender } from "@orbweaver/core/jobs/WebhookSender"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { newJob } from "@orbweaver/testing/internal/jobs"
import { Effect, Layer, Schedule } from "effect"
import { checkWorker } from "./checkWorker.ts"

/** How many searches run, of each query. */
const makeSearcher = () => {
  const running = new Map<string, number>()
  const searcher = Layer.mock(Searcher)({
    search: (query) =>
      Effect.gen(function* () {
        running.set(query, (running.get(query) ?? 0) + 1)
        if (query === "slow") yield* Effect.never
        return { id: query, credits: 1, sources: { web: [] }, warnings: [] }
      })
  })
  return { running, searcher }
}

const monitorOf = (query: string) => ({
  name: query,
  schedule: { cron: "0 0 1 1 *" },
  targets: [{ type: "search", queries: [query] }]
})

/** A batch that no worker works on. */
const endlessBatch = Layer.effect(
  Batch,
  Effect.map(JobStore, (store) =>
    Batch.of({
      collect: () => Effect.void,
      start: (urls, { id } = {}) =>
        store.create(newJob(urls.map(String), { kind: "batch", ...defined({ id }) })).pipe(
          Effect.map((job) => ({ job, invalidURLs: [] })),
          Effect.orDie
        )
    })
  )
)

describe("checks of several teams", () => {
  it.live("that take long keep no check of another team waiting", () =>
    Effect.gen(function* () {
      const { running, searcher } = makeSearcher()
      const layer = checkWorker().pipe(
        Layer.provideMerge(Monitors.layer),
        Layer.provide([Layer.mock(Batch)({}), Layer.mock(Crawler)({}), Layer.mock(WebhookSender)({}), searcher]),
        Layer.provideMerge(TemporaryJobs.layer()),
        Layer.provideMerge(Ledger.layerMemory)
      )
      yield* Effect.gen(function* () {
        const monitors = yield* Monitors
        const begin = Effect.fnUntraced(function* (account: string, query: string) {
          const asAccount = Effect.provideService(CurrentAccount, yield* unlimited(account))
          const { id } = yield* asAccount(monitors.create(monitorOf(query)))
          const check = yield* asAccount(monitors.run(id))
          return { id, check: asAccount(monitors.check(id, check.id)) }
        })
        for (let slow = 0; slow < 60; slow++) yield* begin("a", "slow")
        // All that a worker does at once but for what it keeps for other teams.
        yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => running.get("slow") === 16 }).pipe(
          Effect.timeout("10 seconds")
        )
        const { check } = yield* begin("b", "quick")
        const ended = yield* Effect.repeat(Effect.andThen(Effect.sleep("20 millis"), check), {
          until: ({ finishedAt }) => finishedAt !== null
        }).pipe(Effect.timeout("10 seconds"))
        assert.strictEqual(ended.status, "completed")
        assert.strictEqual(running.get("slow"), 16)
      }).pipe(Effect.provide(layer))
    })
  )

  it.live(
    "that wait for their jobs give way to a check of another team, however many teams have slow ones",
    () =>
      Effect.gen(function* () {
        const { searcher } = makeSearcher()
        const layer = checkWorker().pipe(
          Layer.provideMerge(Monitors.layer),
          Layer.provide([endlessBatch, Layer.mock(Crawler)({}), Layer.mock(WebhookSender)({}), searcher]),
          Layer.provideMerge(TemporaryJobs.layer()),
          Layer.provideMerge(Ledger.layerMemory)
        )
        yield* Effect.gen(function* () {
          const monitors = yield* Monitors
          const begin = Effect.fnUntraced(function* (account: string, monitor: object) {
            const asAccount = Effect.provideService(CurrentAccount, yield* unlimited(account))
            const { id } = yield* asAccount(monitors.create(monitor))
            const check = yield* asAccount(monitors.run(id))
            return asAccount(monitors.check(id, check.id))
          })
          const slow = { ...monitorOf("slow"), targets: [{ type: "scrape", urls: ["https://slow.test/"] }] }
          const slowChecks = []
          for (let check = 0; check < 60; check++) slowChecks.push(yield* begin(`team ${check % 30}`, slow))
          // All that can be worked on are.
          yield* Effect.repeat(Effect.all(slowChecks), {
            until: (checks) => checks.filter(({ status }) => status === "running").length >= 20,
            schedule: Schedule.spaced("20 millis")
          })
          const quick = yield* begin("quick", monitorOf("quick"))
          const ended = yield* Effect.repeat(Effect.andThen(Effect.sleep("20 millis"), quick), {
            until: ({ finishedAt }) => finishedAt !== null
          })
          assert.strictEqual(ended.status, "completed")
        }).pipe(Effect.provide(layer), Effect.timeout("60 seconds"))
      }),
    { timeout: 90_000 }
  )
})
