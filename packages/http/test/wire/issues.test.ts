import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { open } from "../assembly.ts"
import { client, clientOf, closedClient } from "../fixtures.ts"

const page = "http://site.test/b"

describe("issues of a body", () => {
  const cases: ReadonlyArray<
    readonly [name: string, body: object, issue: { message: string; [member: string]: unknown }]
  > = [
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
    ],
    ...[{}, { milliseconds: 1, selector: "p" }].map(
      (wait) =>
        [
          `a wait for ${Object.keys(wait).join(" and ") || "nothing"}`,
          { url: page, actions: [{ type: "scrape" }, { type: "wait", ...wait }] },
          {
            code: "custom",
            path: ["actions", 1],
            message: "Either 'milliseconds' or 'selector' must be provided, but not both."
          }
        ] as const
    )
  ]
  for (const [name, sent, issue] of cases) {
    it.live(name, () =>
      Effect.gen(function* () {
        const call = yield* client
        const { body, status } = yield* call("POST", "/v2/scrape", sent)
        assert.strictEqual(status, 400)
        const { error, ...rest } = body
        assert.deepStrictEqual(rest, { success: false, code: "BAD_REQUEST", details: [issue] })
        assert.include(error, issue.message)
      })
    )
  }

  const reasons: ReadonlyArray<readonly [name: string, path: string, body: object, error: string]> = [
    [
      "an unknown key",
      "/v2/scrape",
      { url: page, fromats: [] },
      "Bad Request: Unrecognized key(s): 'fromats'. Unrecognized key in body -- please review the v2 API documentation for request body changes"
    ],
    ["a field", "/v1/scrape", { url: page, timeout: "1s" }, "Bad Request: timeout: Expected number, received string"],
    [
      "a field of one of several shapes",
      "/v2/scrape",
      {
        url: page,
        actions: [
          { type: "wait", milliseconds: 1 },
          { type: "click", selector: 1 }
        ]
      },
      "Bad Request: actions[1].selector: Expected string, received number"
    ],
    [
      "an unknown format",
      "/v2/scrape",
      { url: page, formats: ["markdwon"] },
      "Bad Request: formats[0]: Unknown format markdwon; did you mean markdown? Available"
    ]
  ]
  for (const [name, path, sent, expected] of reasons) {
    it.live(`the error itself says the first reason: ${name}`, () =>
      Effect.gen(function* () {
        const call = yield* client
        const { body, status } = yield* call("POST", path, sent)
        assert.strictEqual(status, 400)
        assert.strictEqual(body.error.slice(0, expected.length), expected)
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

  it.live("an unknown key inside one of several shapes is named", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { url: page, parsers: [{ type: "pdf", secret: 1 }] })
      assert.strictEqual(status, 400)
      assert.include(JSON.stringify(body.details), "Unrecognized key(s) in object: 'secret'")
    })
  )

  it.live("a missing key says what should stand there", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("POST", "/v2/scrape", { url: page, actions: [{ type: "click" }] })
      assert.include(
        JSON.stringify(body.details),
        JSON.stringify({
          code: "invalid_type",
          received: "undefined",
          path: ["actions", 0, "selector"],
          message: "Required",
          expected: "string"
        })
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

describe("what is forgiven inside of a body", () => {
  const schema = { type: "object", properties: { title: { type: "string" } } }
  const urls: ReadonlyArray<string> = []
  const cases: ReadonlyArray<readonly [name: string, path: string, body: object]> = [
    [
      "members that an action does not have",
      "/v2/batch/scrape",
      {
        urls,
        actions: [
          { type: "click", selector: "a", milliseconds: 5 },
          { type: "scrape", text: "" }
        ]
      }
    ],
    [
      "members that an action of nested options does not have",
      "/v2/crawl",
      { url: page, scrapeOptions: { actions: [{ type: "press", key: "Enter", script: "" }] } }
    ],
    ["members of the options for changes in v1", "/v1/batch/scrape", { urls, changeTrackingOptions: { mode: "x" } }],
    [
      "the newest name of a check that no model here makes",
      "/v2/batch/scrape",
      { urls, formats: [{ type: "json", schema, checkPromptInjection: false }] }
    ],
    [
      "the newest parser, and an older name of an option",
      "/v2/batch/scrape",
      { urls, parsers: ["image", { type: "image" }, { type: "pdf", pageMarkdown: true }] }
    ]
  ]
  for (const [name, path, body] of cases) {
    it.live(name, () =>
      Effect.gen(function* () {
        const call = yield* clientOf(open)
        const { body: answer, status } = yield* call("POST", path, body, { key: undefined })
        assert.strictEqual(status, 200, JSON.stringify(answer))
      }).pipe(Effect.scoped)
    )
  }

  it.live("but not an unknown kind, nor what is missing or wrong", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(open)
      for (const wrong of [
        { actions: [{ type: "dance", selector: "a" }] },
        { actions: [{ type: "click", milliseconds: 5 }] },
        { actions: ["click"] },
        { actions: { type: "click" } },
        { parsers: ["docx"] },
        { parsers: [{ type: "pdf", pageMarkdown: "yes" }] },
        { formats: [{ type: "json", systemPrompt: "x", checkPromptInjection: true }] }
      ]) {
        const { status } = yield* call("POST", "/v2/batch/scrape", { urls, ...wrong }, { key: undefined })
        assert.strictEqual(status, 400, JSON.stringify(wrong))
      }
    }).pipe(Effect.scoped)
  )
})

describe("a header that belongs to the connection", () => {
  const options = { headers: { Host: "elsewhere.test" } }
  const webhook = { url: page, ...options }
  const monitor = (more: object, target: object = {}) => ({
    name: "Spiders",
    schedule: { cron: "0 9 * * *" },
    targets: [{ type: "crawl", url: page, ...target }],
    ...more
  })
  const bodies: ReadonlyArray<readonly [path: string, body: object]> = [
    ["/v1/scrape", { url: page, ...options }],
    ["/v2/scrape", { url: page, ...options }],
    ["/v1/batch/scrape", { urls: [page], ...options }],
    ["/v2/batch/scrape", { urls: [page], ...options }],
    ["/v1/crawl", { url: page, scrapeOptions: options }],
    ["/v2/crawl", { url: page, scrapeOptions: options }],
    ["/v1/search", { query: "spiders", scrapeOptions: { formats: ["markdown"], ...options } }],
    ["/v2/search", { query: "spiders", scrapeOptions: options }],
    ["/v1/extract", { urls: [page], prompt: "the title", scrapeOptions: options }],
    ["/v2/extract", { urls: [page], prompt: "the title", scrapeOptions: options }],
    ["/v2/monitor", monitor({}, { scrapeOptions: options })],
    ["/v2/monitor", monitor({}, { crawlOptions: { scrapeOptions: options } })],
    ["/v2/monitor", monitor({ webhook })],
    ["/v2/batch/scrape", { urls: [page], webhook }],
    ["/v2/crawl", { url: page, webhook }],
    ["/v2/extract", { urls: [page], prompt: "the title", webhook }]
  ]
  it.live.each(bodies)("is refused by its name by %s", ([path, body]) =>
    Effect.gen(function* () {
      const call = yield* clientOf(open)
      const { body: answer, status } = yield* call("POST", path, body, { key: undefined })
      assert.strictEqual(status, 400, JSON.stringify(answer))
      assert.include(JSON.stringify(answer.details), "the header Host is set for each connection")
    }).pipe(Effect.scoped)
  )
})

describe("what is accepted and not honoured", () => {
  it.live("is told where work is started", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(open)
      const told = (path: string, body: object) =>
        Effect.map(call("POST", path, body, { key: undefined }), ({ body: answer }) => answer.warning)
      const urls: ReadonlyArray<string> = []
      const scrapeOptions = { fastMode: true }
      assert.match(yield* told("/v2/batch/scrape", { urls, fastMode: true }), /^fastMode/)
      assert.match(yield* told("/v2/crawl", { url: page, limit: 1, scrapeOptions }), /^fastMode/)
      assert.match(yield* told("/v2/search", { query: "nothing", scrapeOptions }), /^fastMode/)
      assert.match(yield* told("/v1/batch/scrape", { urls, agent: { model: "FIRE-1" } }), /^agent/)
      assert.isUndefined(yield* told("/v2/batch/scrape", { urls, redactPII: false }))
    }).pipe(Effect.scoped)
  )
})
