// Actions go on in the tab that one of them opens.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, layer as testLayer } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Effect, Layer } from "effect"
import type { ServerResponse } from "node:http"
import { layer } from "../../src/layers/Playwright.ts"

/** What is clicked, and what the page that is read then says. */
const openers = [
  ["a link with a target", `<a id="go" target="_blank" href="/second">open</a>`, "The second page"],
  [
    "a link with a target and without an opener",
    `<a id="go" target="_blank" rel="noopener" href="/second">open</a>`,
    "The second page"
  ],
  ["a named window", `<a id="go" target="other" href="/second">open</a>`, "The second page"],
  ["a script", `<button id="go" onclick="window.open('/second')">open</button>`, "The second page"],
  ["a form", `<form target="_blank" action="/second"><button id="go">send</button></form>`, "The second page"],
  ["a link to a file", `<a id="go" target="_blank" href="/paper.pdf">open</a>`, "%PDF-1.4 a paper"],
  ["a popup beside a page", `<a id="go" href="/third" onclick="window.open('/second')">open</a>`, "The third page"],
  ["a window that stays empty", `<button id="go" onclick="window.open('')">open</button>`, "The first page"]
] as const

class Site extends Context.Service<Site, { readonly url: (path: string) => URL }>()("Site") {}

const site = Layer.effect(
  Site,
  Effect.acquireRelease(
    Effect.promise(() =>
      start({
        routes: Object.fromEntries([
          ...["second", "third"].map((name) => [
            `/${name}`,
            ({ response }: { response: ServerResponse }) => {
              response.writeHead(200, { "content-type": "text/html" })
              response.end(`<p>The ${name} page</p><button onclick="this.textContent = 'Pressed here'">press</button>`)
            }
          ]),
          [
            "/paper.pdf",
            ({ response }: { response: ServerResponse }) => {
              response.writeHead(200, { "content-type": "application/pdf" })
              response.end("%PDF-1.4 a paper")
            }
          ],
          [
            "/first/",
            ({ response }: { response: ServerResponse }, at: string) => {
              response.writeHead(200, { "content-type": "text/html" })
              response.end(`<p>The first page</p>${openers[Number(at)]![1]}`)
            }
          ]
        ])
      })
    ),
    (site) => Effect.promise(() => site.close())
  )
)
const renderer = layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

testLayer(Layer.merge(site, renderer), { timeout: "2 minutes", excludeTestServices: true })(
  "a click that opens",
  (it) => {
    it.effect.each(openers.map(([name, , text], at) => ({ name, text, at })))(
      "$name leads to its page",
      ({ at, text }) =>
        Effect.gen(function* () {
          const [site, { render }] = yield* Effect.all([Site, Renderer])
          const response = yield* render(
            request(site.url(`/first/${at}`), {
              actions: [
                { type: "click", selector: "#go" },
                { type: "wait", milliseconds: 300 }
              ]
            })
          )
          assert.include(textOf(response), text)
        })
    )

    it.effect("a tab is where the next action is performed", () =>
      Effect.gen(function* () {
        const [site, { render }] = yield* Effect.all([Site, Renderer])
        const response = yield* render(
          request(site.url("/first/0"), {
            actions: [
              { type: "click", selector: "#go" },
              { type: "click", selector: "button" }
            ]
          })
        )
        assert.include(textOf(response), ">Pressed here</button>")
      })
    )
  }
)
