import { assert, it } from "@effect/vitest"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { JobStore, type NewJob } from "@orbweaver/core/jobs/JobStore"
import { identityOf } from "@orbweaver/core/model/CrawlOptions"
import { JobId } from "@orbweaver/core/model/Job"
import { fingerprint, identify } from "@orbweaver/core/model/UrlIdentity"
import { Effect, Layer } from "effect"
import { visibility } from "../../src/formats/visibility.ts"

const stores = TemporaryJobs.layer().pipe(Layer.provideMerge(Ledger.Ledger.layerMemory))

it.effect("a page behind a route in the fragment is visible only where a rendering crawl met that route", () =>
  Effect.gen(function* () {
    const store = yield* JobStore
    const request = { url: "https://app.test/" }
    const seed = new URL("https://app.test/#/prices")
    const job: NewJob = {
      id: JobId.make("00000000-0000-4000-8000-000000000001"),
      kind: "crawl",
      accountId: "local",
      request,
      origin: "https://app.test/",
      priority: 0,
      limit: 10,
      maxDepth: Infinity,
      maxConcurrency: Infinity,
      accountConcurrency: Infinity,
      delayMs: 0,
      heedsCrawlDelay: false,
      retentionMs: 60_000,
      task: false,
      seeds: [
        {
          key: fingerprint(identify(seed, identityOf(request))),
          url: seed.href,
          host: seed.host,
          depth: 0,
          decision: { admit: true }
        }
      ]
    }
    yield* store.create(job)
    // The crawl has ended; how is of no matter here.
    const ended: typeof store = {
      ...store,
      list: (filter) =>
        Effect.map(store.list(filter), (jobs) => jobs.map((found) => ({ ...found, status: "completed" as const })))
    }
    const seen = (address: string) =>
      visibility(ended, { accountId: "local", jobId: undefined, addresses: [new URL(address)] })
    assert.strictEqual(yield* seen("https://app.test/#/prices"), "visible")
    assert.strictEqual(yield* seen("https://app.test/#/team"), "hidden")
  }).pipe(Effect.provide(stores))
)
