import * as RendererSuite from "@orbweaver/testing/internal/RendererSuite"
import { layer } from "../../src/layers/Playwright.ts"
import { start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"

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

RendererSuite.suite("Playwright", layer({ settleCap: "2 seconds" }), sites)
