// Keys that may do a part of what their team may, or from some addresses only.
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, Area, Scope } from "@orbweaver/core/accounts/ApiKeys"
import { localAccount } from "@orbweaver/core/accounts/Account"
import type { ServerOptions } from "@orbweaver/http/Server"
import { Effect } from "effect"
import { WebSocket } from "ws"
import { withKeys } from "../assembly.ts"
import { clientOf } from "../fixtures.ts"
import { type Served, withServer } from "../doors/served.ts"

const account = { ...localAccount, id: "team" }
const areas = Area.literals
const keyOf = (name: string) => `fc-limited-${name}`

const limited = ApiKeys.layerStatic([
  ...Scope.literals.map((scope) => ({ key: keyOf(scope), account, scopes: [scope] })),
  { key: keyOf("here"), account, addresses: ["127.0.0.0/8", "::1"] },
  { key: keyOf("office"), account, addresses: ["203.0.113.0/24"] }
])

const serving = <E>(body: (served: Served) => Effect.Effect<void, E>, options: ServerOptions = {}) =>
  withServer(body, options, limited)

/** An endpoint of each area that starts work, and one that reads; what they answer besides 403 is no matter here. */
const endpoints: Readonly<Record<Area, ReadonlyArray<readonly [method: string, path: string]>>> = {
  scrape: [
    ["POST", "/v2/scrape"],
    ["POST", "/v1/batch/scrape"],
    ["GET", "/v2/batch/scrape/none"],
    ["GET", "/r"],
    ["POST", "/open-webui/load"],
    ["POST", "/tavily/extract"]
  ],
  search: [
    ["POST", "/v2/search"],
    ["POST", "/v1/search"],
    ["POST", "/open-webui/search"],
    ["POST", "/tavily/search"]
  ],
  crawl: [
    ["POST", "/v2/crawl"],
    ["POST", "/v2/map"],
    ["GET", "/v1/crawl/none"],
    ["DELETE", "/v2/crawl/none"]
  ],
  agent: [
    ["POST", "/v2/extract"],
    ["POST", "/v2/agent"],
    ["GET", "/v2/agent"],
    ["POST", "/v1/llmstxt"],
    ["GET", "/v1/deep-research/none"]
  ],
  browser: [
    ["POST", "/v2/browser"],
    ["GET", "/v2/browser"],
    ["POST", "/v2/scrape/none/interact"]
  ],
  monitor: [
    ["POST", "/v2/monitor"],
    ["GET", "/v2/monitor"],
    ["DELETE", "/v2/monitor/none"]
  ]
}

const statusOf = ({ ask }: Served, scope: string, method: string, path: string) =>
  ask(method, path, { key: keyOf(scope), ...(method === "POST" ? { body: {} } : {}) })

describe("the scopes of a key", () => {
  it.live("open the endpoints of their area and no other", () =>
    serving((served) =>
      Effect.gen(function* () {
        for (const area of areas) {
          for (const [method, path] of endpoints[area]) {
            for (const scope of areas) {
              const { status, text } = yield* statusOf(served, scope, method, path)
              assert.strictEqual(status === 403, scope !== area, `${scope}: ${method} ${path} ${status} ${text}`)
            }
          }
        }
      })
    )
  )

  it.live("of every area are in `write`, and reading is in `read`; the refusal names what is missing", () =>
    serving((served) =>
      Effect.gen(function* () {
        for (const [method, path] of Object.values(endpoints).flat()) {
          const write = yield* statusOf(served, "write", method, path)
          assert.notStrictEqual(write.status, 403, `write: ${method} ${path}`)
          const read = yield* statusOf(served, "read", method, path)
          const isReading = method === "GET" && path !== "/r"
          assert.strictEqual(read.status === 403, !isReading, `read: ${method} ${path} ${read.status}`)
        }
        const crawl = yield* statusOf(served, "scrape", "POST", "/v2/crawl")
        assert.deepInclude(crawl.json, {
          success: false,
          code: "SCOPE_MISSING",
          error: "This key may not do this: it needs the scope `crawl` or `write`"
        })
        const usage = yield* statusOf(served, "scrape", "GET", "/v2/team/credit-usage")
        assert.include(usage.json.error, "`read` or `write`, `admin`")
        const erasure = yield* statusOf(served, "scrape", "POST", "/v2/team/erase")
        assert.strictEqual(erasure.json.code, "SCOPE_MISSING")
      })
    )
  )
})

/** The code that a watcher of a job is closed with. */
const watched = (api: string, key: string, path: string, headers: Record<string, string> = {}) =>
  Effect.callback<number>((resume) => {
    const socket = new WebSocket(`${api.replace("http", "ws")}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...headers }
    })
    socket.on("close", (code) => resume(Effect.succeed(code)))
    socket.on("error", () => undefined)
  })

const forbidden = 3003
const notFound = 1008

describe("the addresses of a key", () => {
  it.live("refuse it where the host gives no address", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const call = yield* clientOf(withKeys(limited, { working: false }))
        const { body, status } = yield* call("GET", "/v2/crawl/active", undefined, { key: keyOf("here") })
        assert.strictEqual(status, 403)
        assert.include(body.error, "does not say where a request comes from")
      })
    )
  )

  it.live("are those of the connection, whatever a caller writes into X-Forwarded-For", () =>
    serving(({ api, ask }) =>
      Effect.gen(function* () {
        const read = (name: string, headers: Record<string, string> = {}) =>
          ask("GET", "/v2/crawl/active", { key: keyOf(name), headers })
        assert.strictEqual((yield* read("here")).status, 200)
        const forged = yield* read("office", { "x-forwarded-for": "203.0.113.7" })
        assert.strictEqual(forged.status, 403)
        assert.deepInclude(forged.json, {
          code: "ADDRESS_NOT_ALLOWED",
          error: "This key is refused here: it may not be used from 127.0.0.1"
        })
        assert.strictEqual(yield* watched(api, keyOf("office"), "/v2/crawl/none"), forbidden)
        assert.strictEqual(yield* watched(api, keyOf("here"), "/v2/crawl/none"), notFound)
        assert.strictEqual(yield* watched(api, keyOf("scrape"), "/v2/crawl/none"), forbidden)
        assert.strictEqual(yield* watched(api, keyOf("scrape"), "/v2/batch/scrape/none"), notFound)
      })
    )
  )

  it.live("are those that a trusted proxy names", () =>
    serving(
      ({ api, ask }) =>
        Effect.gen(function* () {
          const from = (forwarded: string, name: string) =>
            Effect.map(
              ask("GET", "/v2/crawl/active", { key: keyOf(name), headers: { "x-forwarded-for": forwarded } }),
              ({ status }) => status
            )
          assert.strictEqual(yield* from("198.51.100.1, 203.0.113.7", "office"), 200)
          assert.strictEqual(yield* from("203.0.113.7, 198.51.100.1", "office"), 403)
          assert.strictEqual(yield* from("198.51.100.1", "here"), 403)
          const headers = { "x-forwarded-for": "203.0.113.7" }
          assert.strictEqual(yield* watched(api, keyOf("office"), "/v2/crawl/none", headers), notFound)
        }),
      { trustedProxies: ["127.0.0.1"] }
    )
  )
})
