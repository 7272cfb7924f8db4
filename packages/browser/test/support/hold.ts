// Renders a page, says which browsers run, and stays until it is killed: `node hold.ts URL [TEMPORARY FOLDER] [BROWSER]`.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { Egress } from "@orbweaver/core/network/Egress"
import { TemporaryFolder } from "@orbweaver/core/network/TemporaryFolder"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { layer } from "../../src/layers/Playwright.ts"
import { Duration, Effect, Layer } from "effect"
import { browsersOf } from "./processes.ts"

const program = Effect.gen(function* () {
  const renderer = yield* Renderer
  yield* renderer.render({
    url: new URL(process.argv[2]!),
    timeout: Duration.seconds(60),
    maxBytes: 1_000_000,
    waitFor: Duration.zero,
    actions: [],
    mobile: false,
    blockAds: true
  })
  process.stdout.write(
    `${browsersOf(process.pid)
      .map(({ pid }) => pid)
      .join(" ")}\n`
  )
  return yield* Effect.never
})

await Effect.runPromise(
  program.pipe(
    Effect.provide(
      layer({ executablePath: process.argv[4] }).pipe(
        Layer.provide([
          Egress.layer({ allowLocal: true }),
          ProxyPool.layerNone,
          Layer.succeed(TemporaryFolder, process.argv[3])
        ])
      )
    )
  )
)
