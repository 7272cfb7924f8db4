import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { client } from "../../fixtures.ts"

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

  it.live("takes no picture under zero data retention, and says which was asked for", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const version of ["v1", "v2"]) {
        for (const [asked, named] of [
          [{ formats: ["markdown", "screenshot"] }, "the screenshot format"],
          [{ actions: [{ type: "scrape" }, { type: "screenshot" }] }, "action 1 (screenshot)"],
          [{ actions: [{ type: "pdf" }] }, "action 0 (pdf)"]
        ] as const) {
          const request = { url: page, zeroDataRetention: true, ...asked }
          const { body, status } = yield* call("POST", `/${version}/scrape`, request)
          assert.strictEqual(status, 500)
          assert.strictEqual(body.code, "SCRAPE_ZDR_VIOLATION_ERROR")
          assert.include(body.error, named)
        }
        const { status } = yield* call("POST", `/${version}/scrape`, { url: page, zeroDataRetention: true })
        assert.strictEqual(status, 200)
      }
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

  it.live("refuses the formats of its own work, by their names and wherever formats are", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const format of ["facts", "headingAnchors", "discovered", "reading"]) {
        const { body, status } = yield* call("POST", "/v2/scrape", {
          url: page,
          formats: ["markdown", { type: format }]
        })
        assert.strictEqual(status, 400, format)
        assert.strictEqual(
          body.error,
          `Bad Request: formats[1]: The format ${format} is of the server's own work: leave it out`
        )
      }
      const { body } = yield* call("POST", "/v2/scrape", { url: page, formats: ["nothing"] })
      assert.include(body.error, "Bad Request: formats[0]: Unknown format nothing; available: ")
      assert.notInclude(body.error, "headingAnchors")
    })
  )

  it.live("says that no stealth proxy is there, where one is asked for", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const proxy of ["stealth", "enhanced"]) {
        const { body } = yield* call("POST", "/v2/scrape", { url: page, proxy })
        assert.include(body.data.warning, "no stealth proxy or engine is configured", proxy)
        assert.strictEqual(body.data.metadata.proxyUsed, "basic")
      }
      for (const proxy of ["basic", "auto"]) {
        const { body } = yield* call("POST", "/v2/scrape", { url: page, proxy })
        assert.notProperty(body.data, "warning", proxy)
      }
    })
  )

  it.live("says where the time went when it is asked to, also for a page that waited and one that is cached", () =>
    Effect.gen(function* () {
      const call = yield* client
      const timed = Effect.map(call("POST", "/v2/scrape", { url: page, timings: true }), ({ body }) => body.data)
      const phasesOf = (timings: ReadonlyArray<{ readonly phase: string }>) =>
        timings.map(({ phase }) => phase).filter((phase) => phase !== "queue")
      const { metadata, timings } = yield* timed
      assert.strictEqual(metadata.cacheState, "miss")
      assert.deepStrictEqual(phasesOf(timings), ["parse", "formats"])
      for (const { durationMs, startMs } of timings) {
        assert.isAtLeast(startMs, 0)
        assert.isAtLeast(durationMs, 0)
      }
      const cached = yield* timed
      assert.strictEqual(cached.metadata.cacheState, "hit")
      assert.include(phasesOf(cached.timings), "formats")
      const { body } = yield* call("POST", "/v2/scrape", { url: page })
      assert.notProperty(body.data, "timings")
      const wrong = yield* call("POST", "/v2/scrape", { url: page, timings: "yes" })
      assert.strictEqual(wrong.status, 400)
    })
  )

  it.live("says so when it cannot honour what was asked", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("POST", "/v2/scrape", { url: page, onlyCleanContent: true })
      assert.include(body.data.warning, "no model is configured")
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
