import { assert, describe, it } from "@effect/vitest"
import * as Egress from "@orbweaver/core/network/Egress"
import * as EgressHttpClient from "@orbweaver/egress/HttpClient"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"

const client = (policy: Egress.EgressPolicy, options: EgressHttpClient.Options = {}) =>
  EgressHttpClient.layer(options).pipe(Layer.provide(Egress.Egress.layer(policy)), Layer.merge(TestSite.layer))

const get = Effect.fnUntraced(function* (path: string) {
  const site = yield* TestSite
  return yield* HttpClient.get(site.url(path))
})

describe("the HTTP client behind the egress policy", () => {
  it.live("calls what is allowed and does not follow redirects", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("/page")).status, 200)
      assert.strictEqual((yield* get("/redirect/1")).status, 302)
    }).pipe(Effect.provide(client({ allowLocal: true })))
  )

  it.live("opens no connection to what is refused", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const error = yield* Effect.flip(get("/page"))
      assert.include(String(error.cause), "Loopback and private addresses are refused")
      assert.strictEqual(site.connections(), 0)
    }).pipe(Effect.provide(client({})))
  )

  it.live("judges the address that a public name resolves to", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      yield* Effect.flip(HttpClient.get(`http://public.example:${site.url("/").port}/page`))
      assert.strictEqual(site.connections(), 0)
    }).pipe(
      Effect.provide(client({}, { lookup: (_, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]) }))
    )
  )
})
