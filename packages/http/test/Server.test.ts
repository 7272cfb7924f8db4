import { assert, describe, it } from "@effect/vitest"
import { Server } from "@orbweaver/http"
import { Effect } from "effect"
import { keys, ServicesTest } from "./fixtures.ts"

interface Sent {
  readonly key?: string | undefined
  readonly headers?: Record<string, string>
}

const client = Effect.acquireRelease(
  Effect.sync(() => Server.toWebHandler(ServicesTest)),
  ({ dispose }) => Effect.promise(dispose)
).pipe(
  Effect.map(
    ({ handler }) =>
      (method: string, path: string, body?: unknown, sent: Sent = {}) =>
        Effect.promise(async () => {
          const key = "key" in sent ? sent.key : keys.rich
          const response = await handler(
            new Request(`http://api.test${path}`, {
              method,
              headers: {
                ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
                "content-type": "application/json",
                ...sent.headers
              },
              ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
            })
          )
          const text = await response.text()
          return {
            status: response.status,
            headers: response.headers,
            body: text.startsWith("{") ? JSON.parse(text) : text
          }
        })
  )
)

describe("v2 scrape", () => {
  it.effect("gives the page in the formats asked for", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, headers, status } = yield* call("POST", "/v2/scrape", { url: "http://site.test/b" })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "application/json; charset=utf-8")
      assert.strictEqual(body.success, true)
      assert.strictEqual(body.data.markdown, "bee")
      assert.strictEqual(body.data.metadata.sourceURL, "http://site.test/b")
      assert.strictEqual(body.data.metadata.statusCode, 200)
      assert.strictEqual(body.data.metadata.creditsUsed, 1)
    })
  )

  it.effect("names unknown keys in the contract's words", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { url: "http://site.test/", parsePDF: true, x: 1 })
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(body, {
        success: false,
        code: "BAD_REQUEST",
        error: "Bad Request",
        details: [
          {
            code: "unrecognized_keys",
            keys: ["parsePDF", "x"],
            path: [],
            message: "Unrecognized key in body -- please review the v2 API documentation for request body changes"
          }
        ]
      })
    })
  )
})

describe("team token usage", () => {
  it.effect("has exactly the v1 members", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("GET", "/v1/team/token-usage")
      assert.deepStrictEqual(body, {
        success: true,
        data: {
          billing_period_start: body.data.billing_period_start,
          billing_period_end: body.data.billing_period_end,
          plan_tokens: 500,
          remaining_tokens: 500
        }
      })
      const start = new Date(body.data.billing_period_start)
      assert.strictEqual(start.getUTCDate(), 1)
      assert.isAbove(Date.parse(body.data.billing_period_end), start.getTime())
    })
  )
})
