// Two servers over one SQLite file: what one of them was asked, the other one knows.
import { assert, describe, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testing/TestSite"
import { sqlite } from "@orbweaver/storage"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import { WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import { Context, Duration, Effect, Fiber, FileSystem, Latch, Layer } from "effect"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import { over } from "../assembly.ts"
import { account, clientOf, keys, KeysTest } from "../fixtures.ts"

/** Fails once `wanted` is not read within a minute. */
const eventually = (
  call: Effect.Effect<{ readonly body: Record<string, unknown> }>,
  wanted: Readonly<Record<string, unknown>>
) =>
  Effect.gen(function* () {
    for (;;) {
      const { body } = yield* call
      if (Object.entries(wanted).every(([name, value]) => body[name] === value)) return
      yield* Effect.sleep("20 millis")
    }
  }).pipe(Effect.timeout("1 minutes"), Effect.orDie)

const servers = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped()
  const site = yield* TestSite
  // Each opens the file for itself, as processes do.
  const server = () => clientOf(over(sqlite(`${folder}/shared.sqlite`)).pipe(Layer.provideMerge(KeysTest)))
  return { one: yield* server(), other: yield* server(), at: (path: string) => site.url(path).href }
})

const test = <E>(name: string, body: (parts: Effect.Success<typeof servers>) => Effect.Effect<void, E>) =>
  it.live(name, () =>
    Effect.scoped(Effect.flatMap(servers, body)).pipe(Effect.provide([TestSite.layer, NodeFileSystem.layer]))
  )

describe("servers over one store", () => {
  test("count the requests of a team together", ({ one, other }) =>
    Effect.gen(function* () {
      const hasty = { key: keys.hasty }
      assert.strictEqual((yield* one("POST", "/v2/scrape", {}, hasty)).status, 400)
      assert.strictEqual((yield* other("POST", "/v2/scrape", {}, hasty)).status, 400)
      const refused = yield* one("POST", "/v1/scrape", {}, hasty)
      assert.strictEqual(refused.status, 429)
      assert.match(refused.headers.get("retry-after")!, /^\d+$/)
    }))

  test("take an idempotency key once", ({ at, one, other }) =>
    Effect.gen(function* () {
      const sent = { headers: { "x-idempotency-key": "0c8f2f2e-24c3-4b0f-8f5e-6a1d5f0c7e11" } }
      const crawl = { url: at("/site/2/"), limit: 1 }
      assert.strictEqual((yield* one("POST", "/v2/crawl", crawl, sent)).status, 200)
      assert.strictEqual((yield* other("POST", "/v2/crawl", crawl, sent)).status, 409)
    }))

  test("read each other's scrapes and pages of jobs by their id", ({ at, one, other }) =>
    Effect.gen(function* () {
      const { body } = yield* one("POST", "/v2/scrape", { url: at("/page") })
      const id = body.data.metadata.scrapeId
      const again = yield* other("GET", `/v2/scrape/${id}`)
      assert.deepStrictEqual(again.body, { success: true, data: body.data })
      assert.strictEqual((yield* other("GET", `/v2/scrape/${id}`, undefined, { key: keys.other })).status, 403)

      const batch = (yield* one("POST", "/v2/batch/scrape", { urls: [at("/page"), at("/article")] })).body
      let job
      do job = (yield* other("GET", `/v2/batch/scrape/${batch.id}`)).body
      while (job.status === "scraping")
      assert.strictEqual(job.data.length, 2)
      for (const document of job.data) {
        const { scrapeId } = document.metadata
        assert.match(scrapeId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        const page = yield* other("GET", `/v2/scrape/${scrapeId}`)
        assert.deepStrictEqual(page.body, { success: true, data: document })
        assert.strictEqual((yield* one("GET", `/v1/scrape/${scrapeId}`, undefined, { key: keys.other })).status, 403)
      }
    }))

  it.live("share the slots of an account, and give them out in order", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const gate = yield* Latch.make()
      const fetcher = Layer.succeed(Fetcher.Fetcher, {
        fetch: ({ url }) =>
          Effect.as(gate.await, {
            url,
            status: 200,
            headers: { "content-type": "text/html" },
            body: new TextEncoder().encode("<p>Hello</p>")
          })
      })
      const narrow = ApiKeys.ApiKeys.layerStatic([
        { key: keys.rich, account: account("narrow", { concurrency: 1 }) },
        { key: keys.other, account: account("other", { concurrency: 1 }) }
      ])
      const server = () =>
        clientOf(over(sqlite(`${folder}/shared.sqlite`), { fetcher }).pipe(Layer.provideMerge(narrow)))
      const [one, other] = [yield* server(), yield* server()]
      const scrape = (call: typeof one, page: string, key = keys.rich, timeout = 60_000) =>
        call("POST", "/v2/scrape", { url: `http://site.test/${page}`, timeout, proxy: "basic", timings: true }, { key })

      const first = yield* Effect.forkChild(scrape(one, "first"))
      yield* eventually(one("GET", "/v2/team/queue-status"), { activeJobsInQueue: 1, waitingJobsInQueue: 0 })
      const second = yield* Effect.forkChild(scrape(other, "second"))
      yield* eventually(one("GET", "/v2/team/queue-status"), { activeJobsInQueue: 1, waitingJobsInQueue: 1 })
      const third = yield* Effect.forkChild(scrape(one, "third"))
      yield* eventually(other("GET", "/v2/team/queue-status"), { activeJobsInQueue: 1, waitingJobsInQueue: 2 })
      const late = yield* scrape(other, "late", keys.rich, 50)
      assert.strictEqual(late.status, 408)
      assert.strictEqual(late.body.error, "Scrape timed out while waiting in the concurrency limit queue")
      // Others are not in that line.
      const foreign = yield* Effect.forkChild(scrape(other, "foreign", keys.other))
      yield* eventually(one("GET", "/v2/concurrency-check", undefined, { key: keys.other }), { concurrency: 1 })

      yield* gate.open
      const limited = []
      for (const waiting of [first, second, third, foreign]) {
        const { body, status } = yield* Fiber.join(waiting)
        assert.strictEqual(status, 200)
        const { concurrencyLimited = false, concurrencyQueueDurationMs = 0 } = body.data.metadata
        limited.push(concurrencyLimited)
        assert.strictEqual(concurrencyQueueDurationMs > 0, concurrencyLimited)
        const [first] = body.data.timings
        if (concurrencyLimited) {
          assert.deepStrictEqual(first, { phase: "queue", startMs: 0, durationMs: concurrencyQueueDurationMs })
        }
      }
      assert.deepStrictEqual(limited, [false, true, true, false])
      yield* eventually(other("GET", "/v2/team/queue-status"), { activeJobsInQueue: 0, waitingJobsInQueue: 0 })
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.live(
    "refuse a scrape with 429 and Retry-After when too many of its team wait, whichever of them has the line",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const folder = yield* files.makeTempDirectoryScoped()
        const store = () => sqlite(`${folder}/shared.sqlite`)
        const server = yield* clientOf(over(store()).pipe(Layer.provideMerge(KeysTest)))
        const lines = Context.get(yield* Layer.build(store()), WaitingLines)
        // Those that run, and those that wait.
        yield* Effect.forEach(Array.from({ length: 2010 }), (_, at) => lines.join("rich", `${at}`, Duration.minutes(1)))
        for (const version of ["v1", "v2"]) {
          const refused = yield* server("POST", `/${version}/scrape`, { url: "http://site.test/" })
          assert.strictEqual(refused.status, 429)
          assert.include(refused.body.error, "2000 scrapes of this team are waiting already")
          const seconds = Number(refused.headers.get("retry-after"))
          assert.isAtLeast(seconds, 1)
          assert.isAtMost(seconds, 30)
        }
        assert.strictEqual(
          (yield* server("POST", "/v2/scrape", { url: "http://nowhere.invalid/" }, { key: keys.other })).status,
          500
        )
      }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
