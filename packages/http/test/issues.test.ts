import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { client, closedClient } from "./fixtures.ts"

const page = "http://site.test/b"

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
