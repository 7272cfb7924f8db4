import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as RendererSuite from "@orbweaver/testing/internal/RendererSuite"
import * as Renderer from "@orbweaver/crawlee/Renderer"
import { rendererSites } from "@orbweaver/testing/TestSite"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer as Port } from "@orbweaver/core/network/Renderer"
import { Context, Duration, Effect, Layer } from "effect"
import { expect, it } from "vitest"

RendererSuite.suite("Crawlee", Renderer.layer({ settleCap: "2 seconds" }), rendererSites)

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
  }).pipe(Effect.scoped, Effect.provide(rendererSites))

it("says what it is, and takes another identity only when asked to", async () => {
  const pool = { fingerprintOptions: { fingerprintGeneratorOptions: { operatingSystems: ["windows" as const] } } }
  const honest = await Effect.runPromise(agentWith({ pool }))
  expect(honest).toMatch(/Chrome\//)
  expect(honest).not.toMatch(/Windows|HeadlessChrome/)
  expect(await Effect.runPromise(agentWith({ pool, fingerprints: true }))).toMatch(/Windows/)
})
