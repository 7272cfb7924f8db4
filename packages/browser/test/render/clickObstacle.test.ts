// A click that fails says what kept it from the element that the selector matched.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, it, layer as testLayer } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { reasonOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Effect, Layer } from "effect"
import type { ServerResponse } from "node:http"
import { layer } from "../../src/layers/Playwright.ts"
import { clickObstacle } from "../../src/page/clickObstacle.ts"

const above = `style="position:fixed;inset:0;background:white"`

/** What is clicked, and what the message says after the time that was waited for. */
const pages = [
  [
    "covered by a notice",
    `<button id="go">go</button><div id="notice" ${above}>Read this</div>`,
    /<div id="notice".*> lies above it$/
  ],
  [
    "covered by a part of a dialog",
    `<button id="go">go</button><div role="dialog" ${above}><p style="height:100vh">Read this</p></div>`,
    /<p.*> of <div role="dialog".*> lies above it$/
  ],
  [
    "covered by a long tag",
    `<button id="go">go</button><div id="${"n".repeat(400)}" ${above}></div>`,
    /<div id="n{150,200}…? lies above it$/
  ],
  ["switched off", `<button id="go" disabled>go</button>`, /: it is not enabled$/],
  [
    "a control of a form part that is switched off",
    `<fieldset disabled><input id="go"></fieldset>`,
    /: it is not enabled$/
  ],
  ["hidden", `<button id="go" hidden>go</button>`, /: it is not visible$/],
  ["without a size", `<span id="go"></span>`, /: it is not visible$/],
  [
    "on the move",
    `<button id="go" style="position:relative">go</button><script>setInterval(() => { go.style.left = (performance.now() % 300) + "px" }, 4)</script>`,
    /: it is still moving$/
  ],
  [
    "where nobody can scroll to",
    `<button id="go" style="position:fixed;left:-900px">go</button>`,
    /: it is outside of the viewport$/
  ],
  ["nowhere", `<button>go</button>`, /nothing that can be clicked matched the selector within \d+ ms$/]
] as const

class Site extends Context.Service<Site, { readonly url: (path: string) => URL }>()("Site") {}

const site = Layer.effect(
  Site,
  Effect.acquireRelease(
    Effect.promise(() =>
      start({
        routes: {
          "/page/": ({ response }: { response: ServerResponse }, at: string) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end(pages[Number(at)]![1])
          }
        }
      })
    ),
    (site) => Effect.promise(() => site.close())
  )
)
const renderer = layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

testLayer(Layer.merge(site, renderer), { timeout: "2 minutes", excludeTestServices: true })(
  "a click on an element that is",
  (it) => {
    it.effect.each(pages.map(([name, , message], at) => ({ name, message, at })))("$name says so", ({ at, message }) =>
      Effect.gen(function* () {
        const { url } = yield* Site
        const reason = yield* reasonOf(url(`/page/${at}`), { actions: [{ type: "click", selector: "#go" }] })
        assert.strictEqual(reason._tag, "ActionFailed")
        assert.match(reason.message, message)
      })
    )
  }
)

it("a click whose element was found, and that nothing but time kept from it, says so", () => {
  const log = "locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for locator('#go')"
  assert.isUndefined(clickObstacle(new Error(log)))
  assert.strictEqual(
    clickObstacle(new Error(`${log}\n    - locator resolved to <button>go</button>\n  - attempting click action`)),
    "the page took too long"
  )
})
