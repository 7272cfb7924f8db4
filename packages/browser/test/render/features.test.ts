import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, describe, it } from "@effect/vitest"
import type { ServerResponse } from "node:http"
import { Egress } from "@orbweaver/core/network/Egress"
import { formatFields } from "@orbweaver/core/model/formats/builtInFormats"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { layer, type Options } from "../../src/layers/Playwright.ts"
import { pngSize, request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Effect, Layer, Schema } from "effect"

const rendererWith = (options: Options = {}) =>
  Layer.fresh(layer(options)).pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

describe("blocking of advertisements", () => {
  const pages = {
    "/with-ads": ({ response, url }: { response: ServerResponse; url: URL }) => {
      response.writeHead(200, { "content-type": "text/html" })
      response.end(
        `<p>Text</p><div id="onetrust-consent-sdk">We use cookies</div><div class="promo-box">Buy</div><script src="http://ads.localhost:${url.port}/app.js?host"></script><script src="/tracker/count.js?path"></script><script src="/app.js?own"></script>`
      )
    }
  }
  const lists = ["||ads.localhost^\n/tracker/*$script\n##.promo-box"]

  it.live("stops requests by host and by rule, and leaves out boxes, unless told not to", () =>
    Effect.gen(function* () {
      const site = yield* Effect.acquireRelease(
        Effect.promise(() => start({ routes: pages })),
        (site) => Effect.promise(() => site.close())
      )
      const { render } = yield* Renderer
      const asked = () => site.requests().map(({ path }) => path)
      const without = textOf(yield* render(request(site.url("/with-ads"))))
      assert.include(without, "Text")
      assert.notInclude(without, "We use cookies")
      assert.notInclude(without, "Buy")
      assert.deepStrictEqual(
        asked().filter((path) => path !== "/with-ads" && !path.startsWith("/favicon")),
        ["/app.js?own"]
      )
      const withAds = textOf(yield* render(request(site.url("/with-ads"), { blockAds: false })))
      assert.include(withAds, "We use cookies")
      assert.include(asked(), "/app.js?host")
      assert.include(asked(), "/tracker/count.js?path")
    }).pipe(
      Effect.provide(
        rendererWith({
          filterLists: lists,
          lookup: (_, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }])
        })
      ),
      Effect.scoped
    )
  )
})

const decodeExactly = Schema.decodeUnknownEffect(formatFields.branding.schema, { onExcessProperty: "error" })

describe("branding", () => {
  it.live("is read from the page as it is shown", () =>
    Effect.gen(function* () {
      const site = yield* Effect.acquireRelease(
        Effect.promise(() =>
          start({
            routes: {
              "/bare": ({ response }) => {
                response.writeHead(200, { "content-type": "text/html" })
                response.end("<!doctype html>")
              },
              "/brand": ({ response }) => {
                response.writeHead(200, { "content-type": "text/html" })
                response.end(`<!doctype html><style>
:root { --color-secondary: rgb(0, 128, 0) } body { background: #101018; color: #eee; font: 16px/1.5 "Open Sans", sans-serif; margin: 0; padding: 16px }
h1 { font: 700 40px Georgia } a { color: #3af } button { background: #e50914; color: #fff; border: 0; border-radius: 8px; padding: 8px 16px }
</style><header><img class="logo" src="/image.png" width="40" height="40" alt=""></header><h1>Brand</h1><p>Some text and <a href="/x">a link</a></p><button>Buy</button><input placeholder="Name">`)
              }
            }
          })
        ),
        (site) => Effect.promise(() => site.close())
      )
      const { render } = yield* Renderer
      const { branding } = yield* render(request(site.url("/brand"), { branding: true }))
      assert.nestedInclude(branding, {
        colorScheme: "dark",
        logo: site.url("/image.png").href,
        "colors.primary": "#E50914",
        "colors.secondary": "#008000",
        "colors.background": "#101018",
        "colors.textPrimary": "#EEEEEE",
        "colors.link": "#33AAFF",
        "typography.fontSizes.h1": "40px",
        "typography.fontFamilies.primary": "Open Sans",
        "spacing.borderRadius": "8px",
        "components.buttonPrimary.background": "#E50914",
        "images.favicon": site.url("/favicon.ico").href
      })
      const bare = yield* render(request(site.url("/bare"), { branding: true }))
      for (const found of [branding, bare.branding]) assert.deepStrictEqual(yield* decodeExactly(found), found)
    }).pipe(Effect.provide(rendererWith()), Effect.scoped)
  )
})

describe("a picture of a page that is taller than the browser draws", () => {
  const pages = {
    "/endless": ({ response, url }: { response: ServerResponse; url: URL }) => {
      response.writeHead(200, { "content-type": "text/html" })
      response.end(`<p>Text</p><div style="height:${url.searchParams.get("height")}px"></div>`)
    }
  }

  it.live("is of its top, and says how much of it that is, also where an action takes it", () =>
    Effect.gen(function* () {
      const site = yield* Effect.acquireRelease(
        Effect.promise(() => start({ routes: pages })),
        (site) => Effect.promise(() => site.close())
      )
      const { render } = yield* Renderer
      const tall = site.url("/endless?height=30000")
      const whole = { type: "screenshot", fullPage: true } as const
      const byFormat = yield* render(request(tall, { screenshot: { fullPage: true } }))
      const byAction = yield* render(request(tall, { actions: [whole, whole] }))
      assert.strictEqual(pngSize(byFormat.screenshot!.bytes)[1], 16_384)
      for (const { warnings = [] } of [byFormat, byAction]) {
        assert.lengthOf(warnings, 1)
        assert.match(warnings[0]!, /top 16384 of the page's 3\d{4} pixels.*actions/)
      }
      const short = yield* render(request(site.url("/endless?height=3000"), { screenshot: { fullPage: true } }))
      const viewport = yield* render(request(tall, { screenshot: {} }))
      assert.isEmpty([...(short.warnings ?? []), ...(viewport.warnings ?? [])])
    }).pipe(Effect.provide(rendererWith()))
  )
})
