/** A plan may bound the jobs of a team that have not ended, and its monitors. */
import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { Effect } from "effect"
import { withKeys } from "../assembly.ts"
import { account, clientOf, FetcherTest, keys } from "../fixtures.ts"

const teams = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, account: account("bounded", { maxOpenJobs: 2, maxMonitors: 1 }) },
  { key: keys.other, account: account("other") }
])
/** Jobs never end: nobody works on them. */
const client = clientOf(withKeys(teams, { fetcher: FetcherTest, working: false }))
const page = { url: "http://site.test/b" }
const batch = { urls: [page.url] }

describe("a team whose plan bounds its open jobs", () => {
  it.live("starts no more of any kind and version, until one has ended", () =>
    Effect.gen(function* () {
      const call = yield* client
      const first = yield* call("POST", "/v2/crawl", page)
      assert.strictEqual(first.status, 200)
      const second = yield* call("POST", "/v1/batch/scrape", batch)
      assert.strictEqual(second.status, 200)
      const starts = [
        ["/v1/crawl", page],
        ["/v2/crawl", page],
        ["/v2/batch/scrape", batch],
        ["/v2/extract", { urls: [page.url], prompt: "What is it?" }],
        ["/v1/llmstxt", page]
      ] as const
      for (const [path, body] of starts) {
        const refused = yield* call("POST", path, body)
        assert.deepInclude(refused, { status: 429 }, path)
        assert.strictEqual(refused.body.code, "TOO_MANY_JOBS")
        assert.match(refused.body.error, /its plan allows: 2\. Wait until one has ended, or cancel one/)
        assert.strictEqual(refused.headers.get("retry-after"), "10")
      }
      // What starts no job is not held back, nor is another team.
      assert.strictEqual((yield* call("POST", "/v2/scrape", page)).status, 200)
      const more = yield* call("POST", "/v2/batch/scrape", { urls: ["http://site.test/a"], appendToId: second.body.id })
      assert.strictEqual(more.status, 200)
      assert.strictEqual((yield* call("POST", "/v2/crawl", page, { key: keys.other })).status, 200)

      assert.strictEqual((yield* call("DELETE", `/v2/crawl/${first.body.id}`)).status, 200)
      assert.strictEqual((yield* call("POST", "/v2/crawl", page)).status, 200)
    })
  )

  it.live("starts no more by asking for many at once", () =>
    Effect.gen(function* () {
      const call = yield* client
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => call("POST", "/v2/batch/scrape", batch)),
        { concurrency: "unbounded" }
      )
      const started = answers.filter(({ status }) => status === 200)
      assert.isTrue(started.length === 1 || started.length === 2, `${started.length} started`)
      assert.isTrue(answers.every(({ status }) => status === 200 || status === 429))
      // What was refused leaves nothing behind.
      for (let left = started.length; left < 2; left++) {
        assert.strictEqual((yield* call("POST", "/v2/crawl", page)).status, 200)
      }
      assert.strictEqual((yield* call("POST", "/v2/crawl", page)).status, 429)
    })
  )
})

describe("a team whose plan bounds its monitors", () => {
  it.live("has no more of them, until it removes one", () =>
    Effect.gen(function* () {
      const call = yield* client
      const monitor = {
        name: "one page",
        schedule: { cron: "0 * * * *" },
        targets: [{ type: "scrape", urls: [page.url] }]
      }
      const first = yield* call("POST", "/v2/monitor", monitor)
      assert.strictEqual(first.status, 200, JSON.stringify(first.body))
      const refused = yield* call("POST", "/v2/monitor", monitor)
      assert.deepInclude(refused, { status: 403 })
      assert.strictEqual(refused.body.code, "TOO_MANY_MONITORS")
      assert.match(refused.body.error, /as many monitors as its plan allows \(1\)/)
      assert.strictEqual((yield* call("POST", "/v2/monitor", monitor, { key: keys.other })).status, 200)
      assert.strictEqual((yield* call("DELETE", `/v2/monitor/${first.body.data.id}`)).status, 200)
      assert.strictEqual((yield* call("POST", "/v2/monitor", monitor)).status, 200)
    })
  )
})
