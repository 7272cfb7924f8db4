import { assert, describe, it } from "@effect/vitest"
import * as BlobStore from "@orbweaver/core/scrape/BlobStore"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import type { StoreLoad } from "@orbweaver/core/jobs/StoreLoad"
import * as StoreError from "@orbweaver/core/model/StoreError"
import { Duration, Effect, Layer } from "effect"
import { client, clientOf, ServicesTest } from "../fixtures.ts"

const page = "http://site.test/b"

describe("transport", () => {
  it.live("an unknown path is 404 in our envelope", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const path of ["/v2/nothing", "/nothing", "/v2/%E0%A4%A", "/v2/../v2/nothing", `/v2/${"x".repeat(3000)}`]) {
        const { body, status } = yield* call("GET", path)
        assert.strictEqual(status, 404, path)
        assert.deepStrictEqual(body, { success: false, error: "Not Found" })
      }
    })
  )

  it.live("a wrong method is 405 and says which are right", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, headers, status } = yield* call("GET", "/v2/scrape")
      assert.strictEqual(status, 405)
      assert.deepStrictEqual(body, { success: false, error: "Method Not Allowed" })
      assert.strictEqual(headers.get("allow"), "POST, OPTIONS")
    })
  )

  it.live("HEAD answers like GET without the body", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("HEAD", "/v2/team/token-usage")
      assert.strictEqual(status, 200)
      assert.strictEqual(body, "")
    })
  )

  it.live("browsers of any origin may ask", () =>
    Effect.gen(function* () {
      const call = yield* client
      const asked = { "access-control-request-headers": "authorization,x-mine" }
      const { headers, status } = yield* call("OPTIONS", "/v2/scrape", undefined, { key: undefined, headers: asked })
      assert.strictEqual(status, 204)
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(headers.get("access-control-allow-methods"), "GET,HEAD,PUT,PATCH,POST,DELETE")
      assert.strictEqual(headers.get("access-control-allow-headers"), "authorization,x-mine")
      assert.strictEqual((yield* call("GET", "/v2/nothing")).headers.get("access-control-allow-origin"), "*")
    })
  )

  it.live("what only the hosted service has says so with 501, to those who may ask", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const [method, path] of [
        ["GET", "/v2/agent/x/snapshots/y"],
        ["POST", "/v2/browser"],
        ["DELETE", "/v2/browser/x"],
        ["POST", "/v2/scrape/x/interact"],
        ["POST", "/v2/search/x/feedback"],
        ["GET", "/v2/search/research/papers"],
        ["POST", "/v1/x402/search"]
      ] as const) {
        const { body, status } = yield* call(method, path, method === "POST" ? {} : undefined)
        assert.strictEqual(status, 501, path)
        assert.strictEqual(body.code, "NOT_IMPLEMENTED")
        assert.match(body.error, /^\S.* are not available on this server: \S.*/)
        assert.strictEqual((yield* call(method, path, undefined, { key: "x" })).status, 401)
      }
    })
  )

  it.live("a body in an encoding that is not read is 415", () =>
    Effect.gen(function* () {
      const call = yield* client
      const encoded = (coding: string) =>
        call("POST", "/v2/scrape", { url: page }, { headers: { "content-encoding": coding } })
      assert.strictEqual((yield* encoded("gzip")).status, 415)
      assert.strictEqual((yield* encoded("identity")).status, 200)
    })
  )

  it.live("a body that is neither JSON nor a form is 415", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", "<a/>", { headers: { "content-type": "text/xml" } })
      assert.strictEqual(status, 415)
      assert.deepStrictEqual(body, { success: false, code: "BAD_REQUEST", error: "Unsupported Media Type" })
    })
  )

  it.live("a form is read as a body of strings", () =>
    Effect.gen(function* () {
      const call = yield* client
      const sent = { headers: { "content-type": "application/x-www-form-urlencoded" } }
      const { body, status } = yield* call("POST", "/v2/scrape", "url=http%3A%2F%2Fsite.test%2Fb", sent)
      assert.strictEqual(status, 200)
      assert.strictEqual(body.data.markdown, "bee")
    })
  )

  it.live("a body over 10 MB is 413", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", `{"url":"${"x".repeat(10 * 1024 * 1024)}"}`)
      assert.strictEqual(status, 413)
      assert.deepStrictEqual(body, { success: false, error: "Payload too large" })
    })
  )

  it.live("a request is named by its caller, or by us; never by a header that breaks out", () =>
    Effect.gen(function* () {
      const call = yield* client
      const named = yield* call("GET", "/test", undefined, { headers: { "x-request-id": "abc-1" } })
      assert.strictEqual(named.headers.get("x-request-id"), "abc-1")
      const bad = yield* call("GET", "/test", undefined, { headers: { "x-request-id": "a b<c>" } })
      assert.match(bad.headers.get("x-request-id")!, /^[0-9a-f-]+-0*[0-9a-z]+$/)
    })
  )

  it.live("tells that it is well", () =>
    Effect.gen(function* () {
      const call = yield* client
      assert.deepStrictEqual((yield* call("GET", "/v0/health/liveness")).body, { status: "ok" })
      assert.deepStrictEqual((yield* call("GET", "/v0/health/readiness")).body, { status: "ok" })
      assert.strictEqual((yield* call("GET", "/test")).body, "Hello, world!")
      assert.strictEqual((yield* call("GET", "/")).status, 200)
    })
  )

  it.live("answers 507 when its store is full, 503 when it is away and 500 when it refuses, each with a code", () =>
    Effect.gen(function* () {
      for (const [kind, status, code] of [
        ["full", 507, "STORE_FULL"],
        ["unavailable", 503, "STORE_UNAVAILABLE"],
        ["misconfigured", 500, "STORE_MISCONFIGURED"],
        ["damaged", 500, "DOCUMENT_DAMAGED"]
      ] as const) {
        const fault = new StoreError.StoreError({ operation: "JobStore.list", cause: new Error("secret"), kind })
        const failing = () => Effect.fail(fault)
        const jobs = Layer.mock(JobStore.JobStore, { get: failing, list: failing })
        const call = yield* clientOf(Layer.merge(ServicesTest, jobs))
        const failed = yield* call("GET", "/v2/crawl/active")
        assert.strictEqual(failed.status, status)
        assert.deepInclude(failed.body, { success: false, code })
        assert.notInclude(JSON.stringify(failed.body), "secret")
      }
    })
  )

  it.live("is not ready while its store does not answer", () =>
    Effect.gen(function* () {
      const down = Effect.fail(new StoreError.StoreError({ operation: "JobStore.get", cause: new Error("down") }))
      const jobs = Layer.mock(JobStore.JobStore, { get: () => down, list: () => down })
      const call = yield* clientOf(Layer.merge(ServicesTest, jobs))
      const { body, status } = yield* call("GET", "/v0/health/readiness")
      assert.strictEqual(status, 503)
      assert.deepStrictEqual(body, { status: "unavailable" })
      assert.strictEqual((yield* call("GET", "/v0/health/liveness")).status, 200)
      const failed = yield* call("GET", "/v2/crawl/active")
      assert.strictEqual(failed.status, 500)
      assert.deepStrictEqual(failed.body, {
        success: false,
        code: "UNKNOWN_ERROR",
        error: "An unexpected error occurred."
      })
    })
  )

  it.live("says to Prometheus what waits in the store, and NaN while that does not answer", () =>
    Effect.gen(function* () {
      const names = [
        "jobs_open",
        "pages_waiting",
        "pages_running",
        "pages_late",
        "longest_wait_ms",
        "workers",
        "workers_gone",
        "worker_pages",
        'queue_jobs{kind="crawl",status="scraping"}',
        'queue_pages{kind="batch",status="paused"}',
        'queue_pages{kind="crawl",status="paused"}'
      ]
      const found: StoreLoad = {
        open: [
          { kind: "crawl", status: "scraping", jobs: 2, waiting: 30, running: 4 },
          { kind: "batch", status: "paused", jobs: 1, waiting: 7, running: 0 }
        ],
        latePages: 3,
        longestWaitMs: 1500,
        slowHosts: []
      }
      const worker = {
        id: "1",
        host: "a",
        pid: 1,
        version: "1.0.0",
        running: 3,
        pages: [],
        startedAt: 0,
        lastBeatAt: 0
      }
      const workers = Effect.succeed([
        { ...worker, isGone: false },
        { ...worker, id: "2", isGone: false },
        { ...worker, id: "3", isGone: true }
      ])
      const gauges = function* (load: JobStore.Service["load"]) {
        const jobs = Layer.mock(JobStore.JobStore, { load, workers })
        const call = yield* clientOf(Layer.merge(ServicesTest, jobs), { metrics: true })
        const { body } = yield* call("GET", "/metrics")
        return names.map((name) => Number(new RegExp(`^orbweaver_${name} (.*)$`, "m").exec(body)?.[1]))
      }
      assert.deepStrictEqual(yield* gauges(Effect.succeed(found)), [3, 37, 4, 3, 1500, 2, 1, 6, 2, 7, 0])
      const down = new StoreError.StoreError({ operation: "JobStore.load", cause: new Error("down") })
      assert.deepStrictEqual(
        yield* gauges(Effect.fail(down)),
        names.map(() => Number.NaN)
      )
    })
  )

  it.live("counts requests for Prometheus when asked to, and only then", () =>
    Effect.gen(function* () {
      const counting = yield* clientOf(ServicesTest, { metrics: true })
      yield* counting("POST", "/v2/scrape", { url: page })
      yield* counting("POST", "/v2/scrape", {})
      const { body, headers } = yield* counting("GET", "/metrics")
      assert.include(headers.get("content-type"), "version=0.0.4")
      assert.match(body, /orbweaver_http_requests\{[^}]*operation="scrape"[^}]*status="400"[^}]*\} 1/)
      assert.match(body, /orbweaver_http_request_duration_ms_count\{[^}]*operation="scrape"[^}]*\} 2/)
      assert.match(body, /orbweaver_scrapes\{/)
      const call = yield* client
      assert.strictEqual((yield* call("GET", "/metrics")).status, 404)
    })
  )

  it.live("describes itself in OpenAPI 3.1", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("GET", "/openapi.json")
      assert.match(body.openapi, /^3\.1/)
      assert.strictEqual(body.paths["/v1/team/token-usage"].get.operationId, "getTokenUsage")
      assert.deepStrictEqual(body.paths["/v1/team/token-usage"].get.tags, ["Billing"])
      assert.isDefined(body.paths["/v2/scrape"].post.requestBody)
    })
  )
})

describe("blobs", () => {
  it.live("are given to whoever knows their name, as what they are and nothing that runs", () =>
    Effect.gen(function* () {
      const store = yield* BlobStore.BlobStore
      const png = yield* store.put(
        { mediaType: "image/png", bytes: new TextEncoder().encode("a picture") },
        { account: "local" },
        Duration.hours(24)
      )
      const gone = yield* store.put(
        { mediaType: "application/pdf", bytes: new Uint8Array(3) },
        { account: "local" },
        Duration.zero
      )
      const call = yield* clientOf(Layer.merge(ServicesTest, Layer.succeed(BlobStore.BlobStore, store)))
      const path = (address: string | undefined) => new URL(address!).pathname
      const { body, headers, status } = yield* call("GET", path(png), undefined, { key: undefined })
      assert.strictEqual(status, 200)
      assert.strictEqual(body, "a picture")
      assert.strictEqual(headers.get("content-type"), "image/png")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      assert.match(headers.get("cache-control")!, /^private, max-age=86\d{3}, immutable$/)
      assert.strictEqual((yield* call("GET", path(gone))).status, 404)
      assert.strictEqual((yield* call("GET", "/blobs/..%2f..%2fetc%2fpasswd")).status, 404)
    }).pipe(Effect.provide(BlobStore.BlobStore.layerMemory({ baseUrl: "http://api.test/blobs/" })))
  )
})
