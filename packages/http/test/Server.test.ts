import { assert, describe, it } from "@effect/vitest"
import { BlobStore, JobStore, StoreError } from "@orbweaver/core"
import { Duration, Effect, Layer } from "effect"
import { client, clientOf, closedClient, keys, openClient, ServicesTest } from "./fixtures.ts"

const page = "http://site.test/b"

describe("v2 scrape", () => {
  it.live("gives the page in the formats asked for", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, headers, status } = yield* call("POST", "/v2/scrape", { url: page })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "application/json; charset=utf-8")
      assert.strictEqual(body.success, true)
      assert.strictEqual(body.data.markdown, "bee")
      assert.strictEqual(body.data.metadata.sourceURL, page)
      assert.strictEqual(body.data.metadata.statusCode, 200)
      assert.strictEqual(body.data.metadata.creditsUsed, 1)
      assert.isFalse("rawHtml" in body.data)
    })
  )

  it.live("keeps the address as it was typed", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("POST", "/v2/scrape", { url: "site.test/b" })
      assert.strictEqual(body.data.metadata.sourceURL, "site.test/b")
      assert.strictEqual(body.data.metadata.url, page)
    })
  )

  it.live("answers a page that is 404 with a document of that status", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { url: "http://site.test/none" })
      assert.strictEqual(status, 200)
      assert.strictEqual(body.data.metadata.statusCode, 404)
      assert.strictEqual(body.data.metadata.error, "Not Found")
    })
  )

  it.live("accepts what today's clients send without meaning it", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", {
        url: page,
        origin: "website-preview",
        integration: "cli",
        fastMode: true,
        zeroDataRetention: false,
        proxy: "enhanced",
        maxAge: 14_400_000,
        formats: ["markdown", { type: "rawHtml", extra: 1 }]
      })
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.match(body.scrape_id, /^[0-9a-f-]{36}$/)
      assert.include(body.data.rawHtml, "<p>bee</p>")
    })
  )

  it.live("says so when it cannot honour what was asked", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("POST", "/v2/scrape", { url: page, redactPII: true })
      assert.include(body.data.warning, "nothing was redacted")
    })
  )
})

describe("issues of a body", () => {
  const cases: ReadonlyArray<readonly [name: string, body: object, issue: object]> = [
    [
      "unknown keys together, in the contract's words",
      { url: page, parsePDF: true, x: 1 },
      {
        code: "unrecognized_keys",
        keys: ["parsePDF", "x"],
        path: [],
        message: "Unrecognized key in body -- please review the v2 API documentation for request body changes"
      }
    ],
    [
      "prototype names are keys like any other",
      JSON.parse(`{"url":"${page}","__proto__":{"a":1}}`) as object,
      {
        code: "unrecognized_keys",
        keys: ["__proto__"],
        path: [],
        message: "Unrecognized key in body -- please review the v2 API documentation for request body changes"
      }
    ],
    [
      "a missing address",
      {},
      {
        code: "invalid_string",
        path: ["url"],
        message: "URL must have a valid top-level domain or be a valid path",
        validation: "url"
      }
    ],
    [
      "an unsupported scheme",
      { url: "ftp://site.test/" },
      { code: "invalid_string", path: ["url"], message: "URL uses unsupported protocol", validation: "url" }
    ],
    [
      "a wrong type",
      { url: page, onlyMainContent: "yes" },
      {
        code: "invalid_type",
        expected: "boolean",
        received: "string",
        path: ["onlyMainContent"],
        message: "Expected boolean, received string"
      }
    ],
    [
      "a value out of range",
      { url: page, waitFor: 60_001 },
      {
        code: "too_big",
        maximum: 60_000,
        type: "number",
        inclusive: true,
        exact: false,
        path: ["waitFor"],
        message: "Number must be less than or equal to 60000"
      }
    ],
    [
      "an unknown member of a list of names",
      { url: page, proxy: "hidden" },
      {
        code: "invalid_enum_value",
        received: "hidden",
        options: ["basic", "stealth", "enhanced", "auto"],
        path: ["proxy"],
        message: "Invalid enum value. Expected 'basic' | 'stealth' | 'enhanced' | 'auto', received 'hidden'"
      }
    ],
    [
      "a rule over two fields",
      { url: page, timeout: 1000, waitFor: 600 },
      { code: "custom", path: ["waitFor"], message: "waitFor must not exceed half of timeout" }
    ]
  ]
  for (const [name, sent, issue] of cases) {
    it.live(name, () =>
      Effect.gen(function* () {
        const call = yield* client
        const { body, status } = yield* call("POST", "/v2/scrape", sent)
        assert.strictEqual(status, 400)
        assert.deepStrictEqual(body, {
          success: false,
          code: "BAD_REQUEST",
          error: "Bad Request",
          details: [issue]
        })
      })
    )
  }

  it.live("every issue is listed", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("POST", "/v2/scrape", { url: "nope", mobile: 1, formats: "markdown" })
      assert.deepStrictEqual(
        body.details.map(({ path }: { path: unknown }) => path),
        [["formats"], ["mobile"]]
      )
    })
  )

  it.live("a format that nobody plugged in", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { url: page, formats: ["extract"] })
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(body.details[0].path, ["formats"])
      assert.strictEqual(body.details[0].code, "invalid_union")
    })
  )

  it.live("names without a public suffix, where the server may not visit its own network", () =>
    Effect.gen(function* () {
      const call = yield* closedClient
      for (const url of ["http://localhost:3000", "http://127.0.0.1/", "http://server/"]) {
        const { body, status } = yield* call("POST", "/v2/scrape", { url })
        assert.strictEqual(status, 400)
        assert.strictEqual(body.details[0].message, "URL must have a valid top-level domain or be a valid path")
      }
    })
  )
})

describe("the order of checks", () => {
  it.live("a body that is no JSON is told before the key is looked at", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const sent of ["{", "nonsense", '"text"', "12", "null", "[".repeat(2000)]) {
        const { body, status } = yield* call("POST", "/v2/scrape", sent, { key: undefined })
        assert.strictEqual(status, 400)
        assert.deepStrictEqual(body, {
          success: false,
          code: "BAD_REQUEST_INVALID_JSON",
          error: "Bad request, malformed JSON"
        })
      }
    })
  )

  it.live("bytes that are not UTF-8 are no JSON", () =>
    Effect.gen(function* () {
      const call = yield* client
      const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
      assert.strictEqual((yield* call("POST", "/v2/scrape", bytes)).body.code, "BAD_REQUEST_INVALID_JSON")
    })
  )

  it.live("a bad body from a stranger is 401", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { nonsense: 1 }, { key: undefined })
      assert.strictEqual(status, 401)
      assert.deepStrictEqual(body, { success: false, error: "Unauthorized" })
    })
  )

  it.live("a bad body from somebody who cannot pay is 402", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { nonsense: 1 }, { key: keys.poor })
      assert.strictEqual(status, 402)
      assert.match(body.error, /^Insufficient credits to perform this request/)
    })
  )

  it.live("a blocked site is 403 before the rest of the body is read", () =>
    Effect.gen(function* () {
      const call = yield* closedClient
      const { status } = yield* call("POST", "/v2/scrape", { url: "https://www.blocked.test/x", nonsense: 1 })
      assert.strictEqual(status, 403)
    })
  )

  it.live("the rate limit wins over everything behind it", () =>
    Effect.gen(function* () {
      const call = yield* client
      const hasty = { key: keys.hasty }
      assert.strictEqual((yield* call("POST", "/v2/scrape", {}, hasty)).status, 400)
      assert.strictEqual((yield* call("POST", "/v1/scrape", {}, hasty)).status, 400)
      const { body, headers, status } = yield* call("POST", "/v2/scrape", {}, hasty)
      assert.strictEqual(status, 429)
      assert.match(body.error, /^Rate limit exceeded\. Consumed \(req\/min\): 3/)
      const wait = Number(headers.get("retry-after"))
      assert.isTrue(wait >= 1 && wait <= 60)
      // Other kinds of operation are counted apart.
      assert.strictEqual((yield* call("GET", "/v2/team/token-usage", undefined, hasty)).status, 200)
    })
  )
})

describe("keys", () => {
  const refused: ReadonlyArray<readonly [header: string | undefined, error: string]> = [
    [undefined, "Unauthorized"],
    ["Bearer", "Unauthorized: Token missing"],
    ["Bearer ", "Unauthorized: Token missing"],
    ["Bearer fc-00000000000000000000000000000000", "Unauthorized: Invalid token"],
    [`Bearer ${keys.rich}x`, "Unauthorized: Invalid token"]
  ]
  for (const [header, error] of refused) {
    it.live(`refuses ${header ?? "no header"}`, () =>
      Effect.gen(function* () {
        const call = yield* client
        const sent = { key: undefined, headers: header === undefined ? {} : { authorization: header } }
        const { body, status } = yield* call("GET", "/v1/team/token-usage", undefined, sent)
        assert.strictEqual(status, 401)
        assert.deepStrictEqual(body, { success: false, error })
      })
    )
  }

  it.live("does not check the scheme word", () =>
    Effect.gen(function* () {
      const call = yield* client
      const sent = { key: undefined, headers: { authorization: `Token ${keys.rich}` } }
      assert.strictEqual((yield* call("GET", "/v1/team/token-usage", undefined, sent)).status, 200)
    })
  )

  it.live("with the scope read may look and not work", () =>
    Effect.gen(function* () {
      const call = yield* client
      const reader = { key: keys.reader }
      assert.strictEqual((yield* call("GET", "/v2/team/token-usage", undefined, reader)).status, 200)
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: page }, reader)).status, 403)
    })
  )

  it.live("are not needed where none are configured", () =>
    Effect.gen(function* () {
      const call = yield* openClient
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: page }, { key: undefined })).status, 200)
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: page }, { key: "anything" })).status, 200)
    })
  )
})

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

  it.live("is not ready while its store does not answer", () =>
    Effect.gen(function* () {
      const down = Effect.fail(new StoreError.StoreError({ operation: "JobStore.get", cause: new Error("down") }))
      const jobs = { get: () => down, list: () => down } as unknown as JobStore.Service
      const call = yield* clientOf(Layer.merge(ServicesTest, Layer.succeed(JobStore.JobStore, jobs)))
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

describe("failures of the page", () => {
  const failures: ReadonlyArray<readonly [path: string, status: number, code: string]> = [
    ["/tls", 500, "SCRAPE_SSL_ERROR"],
    ["/slow", 408, "SCRAPE_TIMEOUT"],
    ["/dns", 500, "SCRAPE_DNS_RESOLUTION_ERROR"],
    ["/refused", 500, "SCRAPE_SITE_ERROR"],
    ["/zip", 500, "SCRAPE_UNSUPPORTED_FILE_ERROR"],
    ["/bug", 500, "UNKNOWN_ERROR"]
  ]
  for (const [path, status, code] of failures) {
    it.live(`${path} is ${code}`, () =>
      Effect.gen(function* () {
        const call = yield* client
        const answer = yield* call("POST", "/v2/scrape", {
          url: `http://site.test${path}`,
          timeout: 50,
          proxy: "basic"
        })
        assert.strictEqual(answer.status, status)
        assert.strictEqual(answer.body.success, false)
        assert.strictEqual(answer.body.code, code)
        assert.notInclude(JSON.stringify(answer.body), "secret")
      })
    )
  }
})

describe("v1", () => {
  it.live("reads its own option names", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v1/scrape", {
        url: page,
        formats: ["markdown", "rawHtml"],
        parsePDF: false,
        geolocation: { country: "de" },
        origin: "js-sdk@1.25.1"
      })
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.strictEqual(body.data.markdown, "bee")
      // No cache unless asked: v1's maxAge is 0.
      assert.isFalse("cacheState" in body.data.metadata)
    })
  )

  it.live("names its own version for unknown keys", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("POST", "/v1/scrape", { url: page, parsers: [] })
      assert.include(body.details[0].message, "the v1 API documentation")
    })
  )

  it.live("wants options for its structured formats", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const sent of [{ formats: ["extract"] }, { extract: { prompt: "x" } }, { formats: ["json"] }]) {
        const { body, status } = yield* call("POST", "/v1/scrape", { url: page, ...sent })
        assert.strictEqual(status, 400)
        assert.include(body.details[0].message, "corresponding options must be provided")
      }
    })
  )

  it.live("holds a wait to half of its own default timeout", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v1/scrape", { url: page, waitFor: 15_001 })
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(body.details[0].path, ["waitFor"])
    })
  )
})

describe("token usage", () => {
  it.live("has exactly the members of v1", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("GET", "/v1/team/token-usage")
      const { billing_period_end, billing_period_start, ...rest } = body.data
      assert.deepStrictEqual(
        { ...body, data: rest },
        { success: true, data: { plan_tokens: 500, remaining_tokens: 500 } }
      )
      assert.strictEqual(new Date(billing_period_start).toISOString(), billing_period_start)
      assert.isAbove(Date.parse(billing_period_end), Date.parse(billing_period_start))
    })
  )

  it.live("has exactly the members of v2", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("GET", "/v2/team/token-usage")
      assert.sameMembers(Object.keys(body.data), [
        "remainingTokens",
        "planTokens",
        "billingPeriodStart",
        "billingPeriodEnd"
      ])
    })
  )

  it.live("has no period for a plan without limits", () =>
    Effect.gen(function* () {
      const call = yield* openClient
      const { body } = yield* call("GET", "/v1/team/token-usage")
      assert.strictEqual(body.data.billing_period_start, null)
      assert.strictEqual(body.data.billing_period_end, null)
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
