/** A check of a monitor is a job: where clients see it, and where they see the jobs that it starts alone. */
import { assert, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { withKeys } from "../../assembly.ts"
import { account, clientOf, keys } from "../../fixtures.ts"

/** Two jobs at once: those of both targets. */
const teams = ApiKeys.ApiKeys.layerStatic([{ key: keys.rich, account: account("bounded", { maxOpenJobs: 3 }) }])

const setup = (working: boolean) =>
  Effect.gen(function* () {
    const site = yield* TestSite
    const call = yield* clientOf(withKeys(teams, { working }), { console: { get: () => undefined } })
    const get = Effect.fnUntraced(function* (path: string) {
      const { body, status } = yield* call("GET", path)
      return { ...body, httpStatus: status }
    })
    const monitor = {
      name: "prices",
      schedule: { cron: "0 0 1 1 *" },
      targets: [
        { type: "scrape", urls: [site.url("/page").href] },
        { type: "crawl", url: site.url("/page").href, crawlOptions: { limit: 1 } }
      ]
    }
    const { body: made } = yield* call("POST", "/v2/monitor", monitor)
    const id: string = made.data.id
    const { body: begun } = yield* call("POST", `/v2/monitor/${id}/run`, {})
    const check: string = begun.data.id
    return { call, check, get, id, page: site.url("/page").href }
  })

it.live("a check starts jobs that name its monitor, and is no crawl of its own", () =>
  Effect.gen(function* () {
    const { call, check, get, id, page } = yield* setup(true)
    const ended = yield* Effect.repeat(Effect.andThen(Effect.sleep(20), get(`/v2/monitor/${id}/checks/${check}`)), {
      until: ({ data }) => data.finishedAt !== null
    }).pipe(Effect.timeout("20 seconds"))
    assert.strictEqual(ended.data.status, "completed")
    const [batch, crawl] = ended.data.targetResults
    const ofBatch = yield* get(`/v2/batch/scrape/${batch.expectedJobs[0]}`)
    const ofCrawl = yield* get(`/v2/crawl/${crawl.crawlId}`)
    assert.deepInclude(ofBatch, { status: "completed", monitorId: id })
    assert.deepInclude(ofCrawl, { status: "completed", monitorId: id })
    const { body: own } = yield* call("POST", "/v2/crawl", { url: page, limit: 1 })
    assert.notProperty(yield* get(`/v2/crawl/${own.id}`), "monitorId")
    for (const path of [`/v2/crawl/${check}`, `/v2/batch/scrape/${check}`, `/v2/extract/${check}`]) {
      assert.strictEqual((yield* get(path)).httpStatus, 404, path)
    }
    const { data: activity } = yield* get("/v2/team/activity")
    assert.sameMembers(
      activity.map((job: { readonly id: string }) => job.id),
      [own.id, batch.expectedJobs[0], crawl.crawlId]
    )
    const { jobs } = yield* get(`/console/api/jobs?monitor=${id}`)
    assert.sameDeepMembers(
      jobs.map((job: { readonly id: string; readonly kind: string; readonly monitorId: string }) => [
        job.id,
        job.kind,
        job.monitorId
      ]),
      [
        [check, "monitorCheck", id],
        [batch.expectedJobs[0], "batch", id],
        [crawl.crawlId, "crawl", id]
      ]
    )
    assert.strictEqual((yield* get(`/console/api/jobs?monitor=${id}&kind=monitorCheck`)).total, 1)
    // What a monitor does stands with it, and fills no list of jobs.
    assert.strictEqual((yield* get("/console/api/jobs?kind=monitorCheck")).total, 0)
  }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
)

it.live("a page of a check names its scrape in the check before, and checks are listed by their state", () =>
  Effect.gen(function* () {
    const { call, check: first, get, id } = yield* setup(true)
    const ended = (check: string) =>
      Effect.repeat(Effect.andThen(Effect.sleep(20), get(`/v2/monitor/${id}/checks/${check}`)), {
        until: ({ data }) => data.finishedAt !== null
      }).pipe(Effect.timeout("20 seconds"))
    interface Page {
      readonly targetId: string
      readonly currentScrapeId: string
      readonly previousScrapeId: string | null
    }
    const before: ReadonlyArray<Page> = (yield* ended(first)).data.pages
    assert.deepStrictEqual(
      before.map(({ previousScrapeId }) => previousScrapeId),
      [null, null]
    )
    const { body } = yield* call("POST", `/v2/monitor/${id}/run`, {})
    const after: ReadonlyArray<Page> = (yield* ended(body.data.id)).data.pages
    assert.lengthOf(after, 2)
    for (const { previousScrapeId, targetId } of after) {
      assert.strictEqual(previousScrapeId, before.find((page) => page.targetId === targetId)?.currentScrapeId)
    }
    const listed = Effect.fnUntraced(function* (query: string) {
      const { data, httpStatus } = yield* get(`/v2/monitor/${id}/checks?${query}`)
      return httpStatus === 200 ? data.map((check: { readonly id: string }) => check.id) : httpStatus
    })
    assert.deepStrictEqual(yield* listed("status=completed"), [body.data.id, first])
    assert.deepStrictEqual(yield* listed("status=completed&limit=1&offset=1"), [first])
    assert.deepStrictEqual(yield* listed("status=failed"), [])
    assert.strictEqual(yield* listed("status=done"), 400)
    assert.strictEqual((yield* get(`/v2/monitor/${id}/checks/${first}?status=done`)).httpStatus, 400)
  }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
)

it.live("a monitor whose changes are to be judged by a server without a model says that none are", () =>
  Effect.gen(function* () {
    const { call, get, id } = yield* setup(false)
    const { body } = yield* call("PATCH", `/v2/monitor/${id}`, { goal: "Find silk" })
    for (const warning of [body.warning, body.data.warning, (yield* get(`/v2/monitor/${id}`)).data.warning]) {
      assert.include(warning, "configure a model")
    }
    assert.isTrue(body.data.judgeEnabled)
    const { body: renamed } = yield* call("PATCH", `/v2/monitor/${id}`, { name: "others" })
    assert.include(renamed.data.warning, "judgeEnabled")
    const { body: without } = yield* call("PATCH", `/v2/monitor/${id}`, { judgeEnabled: false })
    assert.notProperty(without, "warning")
    assert.notProperty(without.data, "warning")
    assert.deepInclude(without.data, { goal: "Find silk", judgeEnabled: false })
  }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
)

it.live("a check that has not ended takes none of the places that a plan has for open jobs", () =>
  Effect.gen(function* () {
    const { call, get, page } = yield* setup(false)
    assert.deepStrictEqual((yield* get("/v2/crawl/active")).crawls, [])
    assert.deepInclude(yield* get("/v2/team/queue-status"), { jobsInQueue: 0, mostRecentSuccess: null })
    const start = Effect.map(call("POST", "/v2/crawl", { url: page }), ({ status }) => status)
    assert.deepStrictEqual(yield* Effect.all([start, start, start, start]), [200, 200, 200, 429])
  }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
)
