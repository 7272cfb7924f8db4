import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Schedule } from "effect"
import { withKeys } from "../../assembly.ts"
import { account, clientOf, KeysTest, keys, ServicesTest } from "../../fixtures.ts"

/** Calls an instance with a worker, over the test site. */
const setup = Effect.gen(function* () {
  const site = yield* TestSite
  return { call: yield* clientOf(withKeys(KeysTest)), at: (path: string) => site.url(path).href }
})

type Call = Effect.Success<typeof setup>["call"]

const ended = (call: Call, path: string) =>
  Effect.gen(function* () {
    for (;;) {
      const { body, status } = yield* call("GET", path)
      assert.strictEqual(status, 200, JSON.stringify(body))
      if (body.status !== "scraping") return body
      yield* Effect.sleep(20)
    }
  })

const test = <E>(name: string, body: (parts: Effect.Success<typeof setup>) => Effect.Effect<void, E>) =>
  it.live(name, () => Effect.scoped(Effect.flatMap(setup, body)).pipe(Effect.provide(TestSite.layer)))

describe("a job with large pages", () => {
  const text = (megabytes: number) => "a line of text\n".repeat((megabytes * 1_000_000) / 15)
  const site = TestSite.layerWith({
    routes: {
      "/large/": ({ response }, rest) =>
        void response.writeHead(200, { "content-type": "text/plain" }).end(text(Number(rest)))
    }
  })

  it.live("is paged by how long they are, and gives one that is longer than all may be by itself", () =>
    Effect.gen(function* () {
      const { at, call } = yield* setup
      const urls = [at("/large/12"), at("/large/1"), at("/large/6"), at("/large/5")]
      const { body } = yield* call("POST", "/v2/batch/scrape", { urls, maxConcurrency: 1, formats: ["rawHtml"] })
      yield* ended(call, `/v2/batch/scrape/${body.id}?limit=1`)
      const pages: Array<ReadonlyArray<number>> = []
      const all: Array<number> = []
      for (let path: string | undefined = `/v2/batch/scrape/${body.id}`; path !== undefined;) {
        const { data, next } = (yield* call("GET", path)).body as {
          readonly data: ReadonlyArray<{ readonly rawHtml: string }>
          readonly next?: string
        }
        const sizes = data.map(({ rawHtml }) => Math.round(rawHtml.length / 1_000_000))
        pages.push(sizes)
        all.push(...sizes)
        path = next === undefined ? undefined : new URL(next).pathname + new URL(next).search
      }
      assert.sameMembers(all, [12, 1, 6, 5])
      assert.deepStrictEqual(
        pages.find((sizes) => sizes.includes(12)),
        [12]
      )
      for (const sizes of pages) assert.isAtMost(sizes.length === 1 ? 0 : sizes.reduce((sum, size) => sum + size), 10)
    }).pipe(Effect.scoped, Effect.provide(site))
  )
})

describe("the pages of a job", () => {
  test("say where their time went when it is asked to", ({ at, call }) =>
    Effect.gen(function* () {
      const timed = { timings: true, formats: ["markdown"] }
      const jobs = [
        ["/v2/crawl", { url: at("/page"), limit: 1, scrapeOptions: timed }, ["robots"]],
        ["/v2/batch/scrape", { urls: [at("/article")], ...timed }, []]
      ] as const
      for (const [path, request, more] of jobs) {
        const { body } = yield* call("POST", path, request)
        const { data } = yield* ended(call, `${path}/${body.id}`)
        const phases = data[0].timings.map((timing: { readonly phase: string }) => timing.phase)
        assert.includeMembers(phases, [...more, "firstByte", "download", "parse", "formats"], path)
      }
      const { body } = yield* call("POST", "/v2/crawl", { url: at("/page"), limit: 1 })
      const { data } = yield* ended(call, `/v2/crawl/${body.id}`)
      assert.notProperty(data[0], "timings")
    }))
})

describe("a crawl", () => {
  for (const version of ["v1", "v2"]) {
    test(`of ${version} with zero data retention leaves no page in the cache, and makes no pictures`, ({ at, call }) =>
      Effect.gen(function* () {
        const cacheOf = (path: string) =>
          Effect.map(
            call("POST", "/v2/scrape", { url: at(path), storeInCache: false, skipTlsVerification: false }),
            ({ body }) => body.data.metadata.cacheState as unknown
          )
        const told = { zeroDataRetention: true }
        const paths = ["/site/3/", "/site/4/"] as const
        for (const [index, more] of [told, {}].entries()) {
          const scrapeOptions = { maxAge: 60_000, skipTlsVerification: false }
          const crawl = { url: at(paths[index]!), limit: 1, scrapeOptions, ...more }
          const { body } = yield* call("POST", `/${version}/crawl`, crawl)
          assert.strictEqual((yield* ended(call, `/v2/crawl/${body.id}`)).completed, 1)
        }
        assert.strictEqual(yield* cacheOf(paths[0]), "miss")
        assert.strictEqual(yield* cacheOf(paths[1]), "hit")
        const url = at(paths[0])
        for (const [path, body] of [
          ["crawl", { url, scrapeOptions: { formats: ["screenshot"] } }],
          ["batch/scrape", { urls: [url], formats: ["screenshot"] }]
        ] as const) {
          const refused = yield* call("POST", `/${version}/${path}`, { ...body, ...told })
          assert.strictEqual(refused.body.code, "SCRAPE_ZDR_VIOLATION_ERROR", path)
        }
      }))
  }

  test("is started at once, and read to its end over its pages", ({ at, call }) =>
    Effect.gen(function* () {
      const started = yield* call("POST", "/v2/crawl", { url: at("/site/6/"), limit: 5, origin: "js-sdk@4.42.0" })
      assert.strictEqual(started.status, 200, JSON.stringify(started.body))
      const { id, success, url } = started.body
      assert.isTrue(success)
      assert.strictEqual(url, `http://api.test/v2/crawl/${id}`)
      const job = yield* ended(call, `/v2/crawl/${id}`)
      assert.strictEqual(job.status, "completed")
      assert.strictEqual(job.completed, 5)
      assert.strictEqual(job.total, 5)
      assert.strictEqual(job.creditsUsed, 5)
      assert.strictEqual(job.data.length, 5)
      assert.isFalse("next" in job)
      assert.match(job.expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
      assert.isAbove(Date.parse(job.completedAt), Date.parse(job.createdAt) - 1)
      for (const { markdown, metadata } of job.data) {
        assert.isAbove(markdown.length, 0)
        assert.strictEqual(metadata.statusCode, 200)
      }
    }))

  test("counts its pages by the class of the status that they answered with", ({ at, call }) =>
    Effect.gen(function* () {
      const urls = ["/page", "/article", "/missing", "/status/429", "/broken"].map(at)
      for (const version of ["v1", "v2"]) {
        const { body } = yield* call("POST", `/${version}/batch/scrape`, { urls })
        const job = yield* ended(call, `/${version}/batch/scrape/${body.id}`)
        assert.deepStrictEqual(job.statusCounts, { "2xx": 2, "3xx": 0, "4xx": 2, "5xx": 1 })
        assert.deepStrictEqual([job.completed, job.data.length], [5, 5])
      }
    }))

  test("says in its status how its site is asked while that is slower, and until when it is left alone", ({
    at,
    call
  }) =>
    Effect.gen(function* () {
      for (const [version, kind, input] of [
        ["v2", "crawl", { url: at("/status/429"), sitemap: "skip", ignoreRobotsTxt: true }],
        ["v1", "batch/scrape", { urls: [at("/status/429")] }]
      ] as const) {
        const { body } = yield* call("POST", `/${version}/${kind}`, input)
        const path = `/${version}/${kind}/${body.id}`
        const { body: slow } = yield* call("GET", path).pipe(
          Effect.repeat({
            schedule: Schedule.spaced(20),
            until: (answer) => answer.body.hostPace?.pausedUntil !== undefined
          })
        )
        assert.strictEqual(slow.status, "scraping")
        assert.strictEqual(slow.hostPace.host, new URL(at("/")).host)
        assert.strictEqual(slow.hostPace.maxConcurrency, 1)
        assert.isFalse(Number.isNaN(Date.parse(slow.hostPace.pausedUntil)))
        yield* call("DELETE", path)
        assert.isUndefined((yield* call("GET", path)).body.hostPace)
      }
    }))

  test("warns how many addresses lie outside of its start's path, and which option takes them", ({ at, call }) =>
    Effect.gen(function* () {
      for (const version of ["v1", "v2"]) {
        const url = at("/site/6/p/1")
        const sitemap = version === "v1" ? { ignoreSitemap: true } : { sitemap: "skip" }
        const read = (more: object) =>
          Effect.gen(function* () {
            const { body } = yield* call("POST", `/${version}/crawl`, { url, ...sitemap, ...more })
            return yield* ended(call, `/${version}/crawl/${body.id}`)
          })
        const below = yield* read({})
        assert.strictEqual(below.completed, 1)
        assert.strictEqual(
          below.warning,
          "5 addresses outside of /site/6/p/1 were left out. Use crawlEntireDomain to crawl the entire domain."
        )
        const whole = yield* read({ crawlEntireDomain: true })
        assert.strictEqual(whole.completed, 6)
        assert.isUndefined(whole.warning)
      }
    }))

  test("is paged by skip and limit, with the address of the next page only while there is one", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/crawl", { url: at("/site/7/"), limit: 7, sitemap: "skip" })
      const all = yield* ended(call, `/v2/crawl/${body.id}`)
      const first = (yield* call("GET", `/v2/crawl/${body.id}?limit=3`)).body
      assert.strictEqual(first.data.length, 3)
      assert.strictEqual(first.next, `http://api.test/v2/crawl/${body.id}?skip=3&limit=3`)
      const second = (yield* call("GET", new URL(first.next).pathname + new URL(first.next).search)).body
      assert.strictEqual(second.next, `http://api.test/v2/crawl/${body.id}?skip=6&limit=3`)
      const third = (yield* call("GET", new URL(second.next).pathname + new URL(second.next).search)).body
      assert.isFalse("next" in third)
      assert.deepStrictEqual([...first.data, ...second.data, ...third.data], all.data)
      const nonsense = (yield* call("GET", `/v2/crawl/${body.id}?limit=x&skip=-1`)).body
      assert.strictEqual(nonsense.data.length, 7)
    }))

  test("may be read at every path of either version, as a batch or a crawl", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v1/crawl", { url: at("/site/3/"), limit: 2, ignoreSitemap: true })
      assert.strictEqual(body.url, `http://api.test/v1/crawl/${body.id}`)
      yield* ended(call, `/v2/batch/scrape/${body.id}`)
      const page = (yield* call("GET", `/v1/batch/scrape/${body.id}?limit=1`)).body
      assert.strictEqual(page.next, `http://api.test/v1/batch/scrape/${body.id}?skip=1&limit=1`)
    }))

  test("says what failed, and what robots.txt kept out", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/batch/scrape", { urls: [at("/page"), at("/reset")], maxAge: 0 })
      const job = yield* ended(call, `/v2/batch/scrape/${body.id}`)
      assert.strictEqual(job.completed, 1)
      for (const [method, path] of [
        ["GET", `/v2/batch/scrape/${body.id}/errors`],
        ["GET", `/v2/crawl/${body.id}/errors`],
        ["DELETE", `/v1/crawl/${body.id}/errors`],
        ["DELETE", `/v1/batch/scrape/${body.id}/errors`]
      ] as const) {
        const { errors, robotsBlocked } = (yield* call(method, path)).body
        assert.deepStrictEqual(robotsBlocked, [])
        assert.strictEqual(errors.length, 1)
        assert.strictEqual(errors[0].url, at("/reset"))
        assert.strictEqual(errors[0].code, "SCRAPE_SITE_ERROR")
        assert.isString(errors[0].error)
      }
      assert.strictEqual((yield* call("GET", `/v2/crawl/${body.id}`)).body.status, "completed")
    }))

  test("is listed while it runs, and stops when cancelled", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/crawl", {
        url: at("/site/50/"),
        delay: 1,
        excludePaths: ["^/secret"],
        sitemap: "skip"
      })
      const { crawls } = (yield* call("GET", "/v2/crawl/active")).body
      assert.strictEqual(crawls.length, 1)
      assert.strictEqual(crawls[0].id, body.id)
      assert.strictEqual(crawls[0].teamId, "rich")
      assert.strictEqual(crawls[0].url, at("/site/50/"))
      assert.deepStrictEqual(crawls[0].options.excludePaths, ["^/secret"])
      assert.isFalse("url" in crawls[0].options)
      const old = (yield* call("GET", "/v1/crawl/ongoing")).body.crawls[0]
      assert.strictEqual(old.options.ignoreSitemap, true)
      const cancelled = yield* call("DELETE", `/v2/crawl/${body.id}`)
      assert.deepStrictEqual(cancelled.body, { success: true, status: "cancelled" })
      const job = (yield* call("GET", `/v2/crawl/${body.id}`)).body
      assert.strictEqual(job.status, "cancelled")
      assert.strictEqual(job.total, job.completed)
      assert.isFalse("next" in job)
      assert.deepStrictEqual((yield* call("GET", "/v2/crawl/active")).body.crawls, [])
      assert.strictEqual((yield* call("DELETE", `/v2/crawl/${body.id}`)).status, 200)
    }))

  test("refuses what v1 or v2 do not know, unusable patterns and a start too deep", ({ at, call }) =>
    Effect.gen(function* () {
      const url = at("/site/3/")
      const cases: ReadonlyArray<readonly [path: string, body: object, where: ReadonlyArray<unknown>]> = [
        ["/v2/crawl", { url, maxDepth: 2 }, []],
        ["/v2/crawl", { url, limit: "5" }, ["limit"]],
        ["/v2/crawl", { url, includePaths: ["("] }, ["includePaths", 0]],
        ["/v2/crawl", { url, scrapeOptions: { url } }, ["scrapeOptions"]],
        ["/v2/crawl", { url, scrapeOptions: { formats: ["nope"] } }, ["formats"]],
        ["/v2/crawl", { url, scrapeOptions: { timeout: 1000, waitFor: 900 } }, ["waitFor"]],
        ["/v1/crawl", { url, sitemap: "skip" }, []],
        ["/v1/crawl", { url: at("/a/b/c/index.html"), maxDepth: 2 }, ["url"]]
      ]
      for (const [path, sent, where] of cases) {
        const { body, status } = yield* call("POST", path, sent)
        assert.strictEqual(status, 400, JSON.stringify(sent))
        assert.deepStrictEqual(body.details[0].path, where, JSON.stringify(body))
      }
    }))
})

describe("a batch", () => {
  test("leaves out what is no address and says so; v1 refuses it", ({ at, call }) =>
    Effect.gen(function* () {
      const urls = [at("/page"), "nope://", at("/article")]
      const { body } = yield* call("POST", "/v2/batch/scrape", { urls })
      assert.deepStrictEqual(body.invalidURLs, ["nope://"])
      const job = yield* ended(call, `/v2/batch/scrape/${body.id}`)
      assert.strictEqual(job.total, 2)
      const strict = yield* call("POST", "/v2/batch/scrape", { urls, ignoreInvalidURLs: false })
      assert.strictEqual(strict.status, 400)
      assert.deepStrictEqual(strict.body.details[0].path, ["urls", 1])
      const old = yield* call("POST", "/v1/batch/scrape", { urls })
      assert.strictEqual(old.status, 400)
      const ignoring = yield* call("POST", "/v1/batch/scrape", { urls, ignoreInvalidURLs: true })
      assert.deepStrictEqual(ignoring.body.invalidURLs, ["nope://"])
    }))

  test("of nothing is complete at once", ({ call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/batch/scrape", { urls: [] })
      const job = yield* ended(call, `/v2/batch/scrape/${body.id}`)
      assert.deepInclude(job, { status: "completed", total: 0, completed: 0, data: [] })
    }))

  test("grows by appendToId with other options and under another key, for its own team alone", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/batch/scrape", { urls: [at("/page")] })
      yield* ended(call, `/v2/batch/scrape/${body.id}`)
      const more = { urls: [at("/article")], appendToId: body.id, formats: ["rawHtml"] }
      assert.strictEqual((yield* call("POST", "/v2/batch/scrape", more, { key: keys.second })).body.id, body.id)
      const job = yield* ended(call, `/v2/batch/scrape/${body.id}`)
      assert.strictEqual(job.total, 2)
      assert.deepStrictEqual(
        job.data.map((document: object) => Object.keys(document).toSorted()),
        [
          ["markdown", "metadata"],
          ["metadata", "rawHtml"]
        ]
      )
      const byKey = (yield* call("GET", "/v2/team/credit-usage/historical?byApiKey=true")).body.periods
      assert.sameDeepMembers(
        byKey.map(({ apiKey, totalCredits }: Record<string, unknown>) => [apiKey, totalCredits]),
        [
          ["rich", 1],
          ["second", 1]
        ]
      )
      assert.strictEqual((yield* call("POST", "/v2/batch/scrape", more, { key: keys.other })).status, 404)
      assert.strictEqual((yield* call("POST", "/v2/batch/scrape", { ...more, appendToId: "x" })).status, 400)
    }))
})

describe("teams", () => {
  test("do not see each other's jobs", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/crawl", { url: at("/site/2/"), limit: 1 })
      const other = { key: keys.other }
      assert.deepStrictEqual((yield* call("GET", `/v2/crawl/${body.id}`, undefined, other)).body, {
        success: false,
        error: "Job not found"
      })
      assert.strictEqual((yield* call("GET", `/v2/crawl/${body.id}/errors`, undefined, other)).status, 403)
      const cancel = yield* call("DELETE", `/v2/crawl/${body.id}`, undefined, other)
      assert.strictEqual(cancel.status, 403)
      assert.deepStrictEqual(cancel.body, { success: false, error: "Unauthorized" })
      assert.deepStrictEqual((yield* call("GET", "/v2/crawl/active", undefined, other)).body.crawls, [])
      assert.deepStrictEqual((yield* call("GET", "/v2/team/activity", undefined, other)).body.data, [])
    }))

  test("are told apart from nobody's jobs", ({ call }) =>
    Effect.gen(function* () {
      for (const id of ["00000000-0000-4000-8000-000000000000", "x"]) {
        const { body, status } = yield* call("GET", `/v2/crawl/${id}`)
        assert.strictEqual(status, 404)
        assert.deepStrictEqual(body, { success: false, error: "Job not found" })
      }
    }))

  test("start work once for an idempotency key", ({ at, call }) =>
    Effect.gen(function* () {
      const key = "9d2f1b1e-4a52-4b7e-9a20-3a1d5f0c7e11"
      const sent = { headers: { "x-idempotency-key": key } }
      const crawl = { url: at("/site/2/"), limit: 1 }
      assert.strictEqual((yield* call("POST", "/v1/crawl", crawl, sent)).status, 200)
      const again = yield* call("POST", "/v1/crawl", crawl, sent)
      assert.strictEqual(again.status, 409)
      assert.deepStrictEqual(again.body, { success: false, error: "Idempotency key already used" })
      const others = { ...sent, key: keys.other }
      assert.strictEqual((yield* call("POST", "/v1/crawl", crawl, others)).status, 200)
      const bad = { headers: { "x-idempotency-key": "not-a-uuid" } }
      assert.strictEqual((yield* call("POST", "/v2/batch/scrape", { urls: [] }, bad)).status, 409)
    }))

  test("see what they use: by month, by key, now", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/batch/scrape", { urls: [at("/page"), at("/article")] })
      yield* ended(call, `/v2/batch/scrape/${body.id}`)
      yield* call("POST", "/v2/scrape", { url: at("/page") })
      const usage = (yield* call("GET", "/v2/team/credit-usage")).body.data
      assert.strictEqual(usage.planCredits, 1000)
      assert.strictEqual(usage.remainingCredits, 997)
      const old = (yield* call("GET", "/v1/team/credit-usage")).body.data
      assert.strictEqual(old.remaining_credits, 997)
      const [month] = (yield* call("GET", "/v2/team/credit-usage/historical")).body.periods
      assert.strictEqual(month.totalCredits, 3)
      assert.isNull(month.apiKey)
      assert.strictEqual(month.startDate, usage.billingPeriodStart)
      const byKey = (yield* call("GET", "/v1/team/credit-usage/historical?byApiKey=true")).body.periods
      // Pages of jobs are counted under the key that started them.
      assert.deepStrictEqual(
        byKey.map(({ apiKey, totalCredits }: Record<string, unknown>) => [apiKey, totalCredits]),
        [["rich", 3]]
      )
      assert.deepStrictEqual((yield* call("GET", "/v2/team/token-usage/historical")).body.periods, [])
      const queue = (yield* call("GET", "/v2/team/queue-status")).body
      assert.deepInclude(queue, { jobsInQueue: 0, activeJobsInQueue: 0, waitingJobsInQueue: 0, maxConcurrency: 10 })
      assert.isString(queue.mostRecentSuccess)
      assert.deepStrictEqual((yield* call("GET", "/v2/concurrency-check")).body, {
        success: true,
        concurrency: 0,
        maxConcurrency: 10
      })
      const { data, has_more } = (yield* call("GET", "/v2/team/activity?limit=1")).body
      assert.deepInclude(data[0], { id: body.id, endpoint: "batch_scrape", api_version: "v2", status: "completed" })
      assert.isTrue(Date.parse(data[0].created_at) > 0)
      assert.isTrue(URL.canParse(data[0].target))
      assert.isFalse(has_more)
      const scrapes = (yield* call("GET", "/v2/team/activity?endpoint=scrape")).body
      assert.deepInclude(scrapes, { data: [], cursor: null, warning: "Only jobs are listed: scrape is none." })
      assert.strictEqual((yield* call("GET", "/v2/team/activity?endpoint=crwal")).status, 400)
    }))

  test("cannot start more than they can pay", ({ at, call }) =>
    Effect.gen(function* () {
      const sent = { url: at("/site/2/"), limit: 2000 }
      assert.strictEqual((yield* call("POST", "/v2/crawl", sent)).status, 402)
      assert.strictEqual((yield* call("POST", "/v2/crawl", { ...sent, limit: "2000" })).status, 402)
      const urls = Array.from({ length: 1001 }, () => at("/page"))
      assert.strictEqual((yield* call("POST", "/v2/batch/scrape", { urls })).status, 402)
    }))
})

describe("a budget", () => {
  it.live("is the limit of a crawl that names a higher one or none", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const team = ApiKeys.ApiKeys.layerStatic([{ key: keys.rich, account: account("small", { credits: 3 }) }])
      const call = yield* clientOf(withKeys(team))
      const { body } = yield* call("POST", "/v2/crawl", { url: site.url("/site/30/").href, sitemap: "skip" })
      const job = yield* ended(call, `/v2/crawl/${body.id}`)
      assert.deepInclude(job, { status: "completed", completed: 3, total: 3, creditsUsed: 3 })
      assert.strictEqual((yield* call("GET", "/v2/team/credit-usage")).body.data.remainingCredits, 0)
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )

  it.live("ends a crawl in the middle, which keeps what it has and says why", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const team = ApiKeys.ApiKeys.layerStatic([{ key: keys.rich, account: account("small", { credits: 6 }) }])
      const call = yield* clientOf(withKeys(team))
      const urls = Array.from({ length: 6 }, (_, page) => site.url(`/slow-headers?ms=100&page=${page}`).href)
      const { body } = yield* call("POST", "/v2/batch/scrape", { urls, maxConcurrency: 1, maxAge: 0 })
      // The batch could have paid for all of its pages, had nobody else spent anything.
      for (const page of [1, 2]) {
        assert.strictEqual((yield* call("POST", "/v2/scrape", { url: site.url(`/site/9/p/${page}`).href })).status, 200)
      }
      const job = yield* ended(call, `/v2/batch/scrape/${body.id}`)
      assert.deepInclude(job, { status: "failed", completed: 4, total: 4, creditsUsed: 4 })
      assert.match(job.error, /^Insufficient credits/)
      assert.strictEqual(job.data.length, 4)
      assert.strictEqual((yield* call("GET", "/v2/team/credit-usage")).body.data.remainingCredits, 0)
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: urls[0] })).status, 402)
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )
})

describe("a scrape", () => {
  test("can be read again by its id, by its own team", ({ at, call }) =>
    Effect.gen(function* () {
      const { data } = (yield* call("POST", "/v2/scrape", { url: at("/page") })).body
      const id = data.metadata.scrapeId
      assert.deepStrictEqual((yield* call("GET", `/v2/scrape/${id}`)).body, { success: true, data })
      const other = yield* call("GET", `/v2/scrape/${id}`, undefined, { key: keys.other })
      assert.strictEqual(other.status, 403)
      const none = yield* call("GET", "/v1/scrape/none")
      assert.strictEqual(none.status, 404)
      assert.deepStrictEqual(none.body, { success: false, error: "Job not found." })
      const unkept = (yield* call("POST", "/v2/scrape", { url: at("/page"), zeroDataRetention: true })).body.data
      assert.strictEqual((yield* call("GET", `/v2/scrape/${unkept.metadata.scrapeId}`)).status, 404)
    }))
})

describe("an engine that is not there", () => {
  it.live("is said with 501, to those who may ask", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(ServicesTest)
      for (const [method, path] of [
        ["POST", "/v1/deep-research"],
        ["GET", "/v1/deep-research/x"],
        ["POST", "/v1/llmstxt"],
        ["POST", "/v2/extract"],
        ["POST", "/v2/crawl"],
        ["GET", "/v2/crawl/x"],
        ["POST", "/v2/batch/scrape"],
        ["POST", "/v2/map"],
        ["POST", "/v2/search"],
        ["POST", "/v2/agent"],
        ["GET", "/v2/agent"],
        ["DELETE", "/v2/agent/x"],
        ["POST", "/v2/browser"],
        ["GET", "/v2/browser"],
        ["DELETE", "/v2/browser/x"],
        ["POST", "/v2/interact"],
        ["DELETE", "/v2/interact/x"],
        ["POST", "/v2/monitor"],
        ["GET", "/v2/monitor"],
        ["DELETE", "/v2/monitor/x"]
      ] as const) {
        const { body, status } = yield* call(method, path, method === "POST" ? {} : undefined)
        assert.strictEqual(status, 501, path)
        assert.strictEqual(body.success, false)
        assert.strictEqual(body.code, "NOT_IMPLEMENTED")
        assert.strictEqual((yield* call(method, path, method === "POST" ? {} : undefined, { key: "x" })).status, 401)
      }
    }).pipe(Effect.scoped)
  )
})
