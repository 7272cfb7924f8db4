import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, describe, it } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { make as makeSession } from "@orbweaver/core/network/Session"
import { layer, type Options } from "../../src/layers/Playwright.ts"
import { httpProxy } from "@orbweaver/testing/internal/TestProxies"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"

const running = Effect.acquireRelease(
  Effect.promise(() => start()),
  (site) => Effect.promise(() => site.close())
)

const rendererWith = (options: Options = {}) =>
  layer(options).pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))
describe("a session in a browser", () => {
  it.live("keeps what sites leave in it, and brings it along next time", () =>
    Effect.gen(function* () {
      const site = yield* running
      const { render } = yield* Renderer
      const session = makeSession({ id: "one", hosts: ["127.0.0.1"], headers: { "X-Team": "blue" } })
      const first = textOf(yield* render(request(site.url("/storage"), { session })))
      assert.include(first, "cookies=| local=0")
      assert.deepStrictEqual(
        session.cookies
          .all(Date.now())
          .map(({ name }) => name)
          .toSorted(),
        ["seen", "server"]
      )
      const second = textOf(yield* render(request(site.url("/storage"), { session })))
      assert.match(second, /cookies=[^|]*server%3D1[^|]*\|seen=1 local=1 session=0/)
      assert.match(textOf(yield* render(request(site.url("/storage")))), /cookies=\| local=0/)
      yield* render(request(site.url("/echo"), { session }))
      assert.strictEqual(site.requests("/echo")[0]?.headers["x-team"], "blue")
    }).pipe(Effect.provide(rendererWith()), Effect.scoped)
  )

  it.live("stays at home when the page is another host's", () =>
    Effect.gen(function* () {
      const site = yield* running
      const { render } = yield* Renderer
      const session = makeSession({
        id: "two",
        hosts: ["elsewhere.example"],
        headers: { authorization: "Bearer sesame" },
        cookies: [
          {
            name: "secret",
            value: "1",
            domain: "elsewhere.example",
            path: "/",
            hostOnly: true,
            secure: false,
            httpOnly: false
          }
        ]
      })
      yield* render(request(site.url("/echo"), { session }))
      const [seen] = site.requests("/echo")
      assert.isUndefined(seen?.headers.authorization)
      assert.isUndefined(seen?.headers.cookie)
      yield* render(request(site.url("/storage"), { session }))
      assert.deepStrictEqual(
        session.cookies.all(Date.now()).map(({ name }) => name),
        ["secret"]
      )
    }).pipe(Effect.provide(rendererWith()), Effect.scoped)
  )

  it.live("goes through its proxy", () =>
    Effect.gen(function* () {
      const site = yield* running
      const { asked, url } = yield* httpProxy()
      const session = makeSession({ id: "three", hosts: ["127.0.0.1"], proxy: url })
      const { render } = yield* Renderer
      const response = yield* render(request(site.url("/app"), { session }))
      assert.include(textOf(response), "Built by script")
      assert.include(asked(), site.url("/").host)
      assert.strictEqual(site.connections(), asked().length)
    }).pipe(Effect.provide(rendererWith()), Effect.scoped)
  )
})
