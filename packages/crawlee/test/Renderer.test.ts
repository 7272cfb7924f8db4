import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as RendererSuite from "@orbweaver/testing/internal/RendererSuite"
import * as Renderer from "@orbweaver/crawlee/Renderer"
import { start } from "@orbweaver/testing/TestSite"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer as Port } from "@orbweaver/core/network/Renderer"
import { Context, Duration, Effect, Layer } from "effect"
import { expect, it } from "vitest"

const sites = Layer.effect(
  RendererSuite.Sites,
  Effect.gen(function* () {
    const running = (options: { readonly tls: boolean }) =>
      Effect.acquireRelease(
        Effect.promise(() => start(options)),
        (site) => Effect.promise(() => site.close())
      )
    const site = yield* running({ tls: true })
    const canary = yield* running({ tls: false })
    return {
      site,
      canary,
      strict: { allowNetworks: ["127.0.0.1"], ports: [Number(site.url("/").port), 80, 443] }
    }
  })
)

RendererSuite.suite("Crawlee", Renderer.layer({ settleCap: "2 seconds" }), sites)

/** The user agent that a page shows, with an instance of its own. */
const agentWith = (options: Renderer.Options) =>
  Effect.gen(function* () {
    const { site } = yield* RendererSuite.Sites
    const renderer = Context.get(
      yield* Layer.build(
        Renderer.layer(options).pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))
      ),
      Port
    )
    const { body } = yield* renderer.render({
      url: site.url("/echo"),
      timeout: Duration.seconds(60),
      maxBytes: 100_000,
      waitFor: Duration.zero,
      actions: [],
      mobile: false,
      blockAds: false
    })
    return new TextDecoder().decode(body)
  }).pipe(Effect.scoped, Effect.provide(sites))

it("says what it is, and takes another identity only when asked to", async () => {
  const pool = { fingerprintOptions: { fingerprintGeneratorOptions: { operatingSystems: ["windows" as const] } } }
  const honest = await Effect.runPromise(agentWith({ pool }))
  expect(honest).toMatch(/Chrome\//)
  expect(honest).not.toMatch(/Windows|HeadlessChrome/)
  expect(await Effect.runPromise(agentWith({ pool, fingerprints: true }))).toMatch(/Windows/)
})
