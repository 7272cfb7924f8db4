import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, it } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher, type FetchRequest } from "@orbweaver/core/network/Fetcher"
import { make as makeSession } from "@orbweaver/core/network/Session"
import * as Undici from "@orbweaver/fetch/Undici"
import { Duration, Effect, Layer } from "effect"
import { lookupOf } from "./lookupOf.ts"
import { site } from "./site.ts"

const layer = Undici.layer({ lookup: lookupOf(() => ["127.0.0.1"]) }).pipe(
  Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone])
)

const get = Effect.fnUntraced(function* (url: URL, more: Partial<FetchRequest> = {}) {
  const fetcher = yield* Fetcher
  const { body } = yield* fetcher.fetch({ url, timeout: Duration.seconds(10), maxBytes: 1_000_000, ...more })
  return new TextDecoder().decode(body)
})
const echoed = (body: string) => (JSON.parse(body) as { headers: Record<string, string | undefined> }).headers

it.layer(layer, { excludeTestServices: true })("a session", (it) => {
  it.effect("brings back the cookies that its site sets", () =>
    Effect.gen(function* () {
      const running = yield* site
      const session = makeSession({ id: "s", hosts: ["127.0.0.1"] })
      yield* get(running.url("/cookies/set?a=1&b=2"), { session })
      assert.deepStrictEqual(JSON.parse(yield* get(running.url("/cookies"), { session })), { cookie: "a=1; b=2" })
      const own = yield* get(running.url("/cookies"), { session, headers: { cookie: "mine=0; a=9" } })
      assert.deepStrictEqual(JSON.parse(own), { cookie: "mine=0; a=1; b=2" })
      assert.deepStrictEqual(JSON.parse(yield* get(running.url("/cookies"))), { cookie: null })
    }).pipe(Effect.scoped)
  )

  it.effect("sends its headers and its agent, and lets a request say otherwise", () =>
    Effect.gen(function* () {
      const running = yield* site
      const session = makeSession({
        id: "s",
        hosts: ["127.0.0.1"],
        headers: { Authorization: "Bearer sesame", "X-Team": "a" },
        userAgent: "Session/1"
      })
      assert.include(yield* get(running.url("/private"), { session }), "Inside")
      const headers = echoed(yield* get(running.url("/echo"), { session, headers: { "x-team": "b" } }))
      assert.strictEqual(headers["user-agent"], "Session/1")
      assert.strictEqual(headers["x-team"], "b")
    }).pipe(Effect.scoped)
  )

  it.effect("tells nothing to a host that is not its own, and learns nothing from it", () =>
    Effect.gen(function* () {
      const running = yield* site
      const elsewhere = (path: string) => {
        const url = running.url(path)
        url.hostname = "elsewhere.example"
        return url
      }
      const session = makeSession({ id: "s", hosts: ["127.0.0.1"], headers: { authorization: "Bearer sesame" } })
      yield* get(running.url("/cookies/set?a=1"), { session })
      const target = encodeURIComponent(elsewhere("/echo").href)
      const headers = echoed(yield* get(running.url(`/redirect-to?to=${target}`), { session }))
      assert.isUndefined(headers["authorization"])
      assert.isUndefined(headers["cookie"])
      yield* get(elsewhere("/cookies/set?b=2"), { session })
      assert.deepStrictEqual(
        session.cookies.all(0).map(({ name }) => name),
        ["a"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is still itself after a redirect among its hosts", () =>
    Effect.gen(function* () {
      const running = yield* site
      const session = makeSession({ id: "s", hosts: ["127.0.0.1"], headers: { authorization: "Bearer sesame" } })
      yield* get(running.url("/cookies/set?a=1"), { session })
      const headers = echoed(yield* get(running.url("/redirect-other?to=/echo"), { session }))
      assert.strictEqual(headers["authorization"], "Bearer sesame")
      assert.strictEqual(headers["cookie"], "a=1")
    }).pipe(Effect.scoped)
  )
})
