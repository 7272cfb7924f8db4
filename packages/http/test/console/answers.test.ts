// The console shows what jobs without pages have made, of every kind that there is.
import { assert, it } from "@effect/vitest"
import { localAccount } from "@orbweaver/core/accounts/Account"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { JobStore, type NewJob } from "@orbweaver/core/jobs/JobStore"
import { JobId } from "@orbweaver/core/model/Job"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import { newJob } from "@orbweaver/testing/internal/jobs"
import { Effect, Layer } from "effect"
import { withKeys } from "../assembly.ts"
import { clientOf } from "../fixtures.ts"

const scrapeOptions = { formats: ["markdown"], timeout: 30_000 }

/** As each kind stores them. */
const requests: Readonly<Record<(typeof resultJobs)[number]["kind"], NewJob["request"]>> = {
  extract: { urls: ["https://site.test/"], readsText: false },
  llmstxt: { url: "https://site.test/", maxUrls: 10, showFullText: false, scrapeOptions },
  deepResearch: { query: "How do orb weavers hear?", scrapeOptions },
  agent: { prompt: "How do orb weavers hear?", scrapeOptions }
}

const idOf = (at: number): JobId => JobId.make(`00000000-0000-4000-8000-00000000000${at}`)

/** A job of each kind, and one that cannot be read; nobody works on them. */
const jobs = Layer.effectDiscard(
  Effect.flatMap(JobStore, (store) =>
    Effect.forEach(
      [
        ...[...resultJobs.entries()].map(([at, { kind }]) => ({ id: idOf(at), kind, request: requests[kind] })),
        { id: idOf(9), kind: "extract" as const, request: { of: "another version" } }
      ],
      (job) => store.create(newJob([], { ...job, accountId: localAccount.id, task: true }))
    )
  )
)

const layer = jobs.pipe(Layer.orDie, Layer.provideMerge(withKeys(ApiKeys.ApiKeys.layerOpen(), { working: false })))

const client = clientOf(layer, { console: { get: () => undefined }, allowedHosts: ["api.test"] })

it.live("a job of each kind has its status as its answer, and a crawl has none", () =>
  Effect.gen(function* () {
    const call = yield* client
    for (const [at, { kind }] of resultJobs.entries()) {
      const { body, status } = yield* call("GET", `/console/api/jobs/${idOf(at)}`)
      assert.strictEqual(status, 200, kind)
      assert.isFalse(body.job.answersWithPages, kind)
      assert.strictEqual(body.answer.status, "processing", kind)
    }
    const unreadable = yield* call("GET", `/console/api/jobs/${idOf(9)}`)
    assert.strictEqual(unreadable.status, 200)
    assert.notProperty(unreadable.body, "answer")
    assert.deepStrictEqual(unreadable.body.request, { of: "another version" })
    const { body } = yield* call("POST", "/v2/crawl", { url: "http://127.0.0.1:1/" })
    const crawl = yield* call("GET", `/console/api/jobs/${body.id}`)
    assert.isTrue(crawl.body.job.answersWithPages)
    assert.notProperty(crawl.body, "answer")
  })
)
