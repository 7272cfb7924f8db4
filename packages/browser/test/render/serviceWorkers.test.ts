// Pages that a service worker would serve: they are read from the network, at once, and leave nothing for the next visit.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, layer as testLayer } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer, type RenderRequest } from "@orbweaver/core/network/Renderer"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Duration, Effect, Layer } from "effect"
import { layer } from "../../src/layers/Playwright.ts"

const show = `fetch("/app/content").then((answer) => answer.text()).then((text) => { state.textContent = text })`
const page = (code: string) => `<p id="state">Starting</p><script>(async () => { ${code} })()</script>`

const pages: Readonly<Record<string, string>> = {
  /** Waits for its worker before it shows anything. */
  ready:
    page(`if ("serviceWorker" in navigator) { await navigator.serviceWorker.register("/app/worker.js", { scope: "/app/" }); await navigator.serviceWorker.ready }
    ${show}`),
  /** Loads itself anew once the worker controls it. */
  reload: page(`if (navigator.serviceWorker) {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload())
      await navigator.serviceWorker.register("/app/worker.js", { scope: "/app/" })
      if (!navigator.serviceWorker.controller) return
    }
    ${show}`),
  /** Goes around what was taken away, through the prototype and another realm. */
  around: page(`const frame = document.body.appendChild(document.createElement("iframe"))
    const realms = [globalThis, frame.contentWindow]
    const found = realms.filter((realm) => "serviceWorker" in realm.navigator)
    for (const { navigator, ServiceWorkerContainer } of found)
      await ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, "/app/worker.js", { scope: "/app/" }).catch(() => {})
    ${show}`),
  /** Shows what it has without a worker, and says so. */
  offer: page(
    `if (!("serviceWorker" in navigator)) { state.textContent = "fresh without a worker"; return } await new Promise(() => {})`
  )
}

class Site extends Context.Service<
  Site,
  { readonly url: (path: string) => URL; readonly asked: ReadonlyArray<string> }
>()("Site") {}

const site = Layer.effect(
  Site,
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<string> = []
      const started = await start({
        routes: {
          "/app/": ({ response }, name) => {
            asked.push(name)
            if (name === "worker.js") {
              response.writeHead(200, { "content-type": "text/javascript" })
              response.end(
                `addEventListener("install", () => skipWaiting()); addEventListener("activate", (event) => event.waitUntil(clients.claim()));
                 addEventListener("fetch", (event) => event.respondWith(new Response("stale content", { headers: { "content-type": "text/html" } })))`
              )
            } else {
              response.writeHead(200, { "content-type": "text/html" })
              response.end(pages[name] ?? "fresh content")
            }
          }
        }
      })
      return { url: started.url, close: started.close, asked }
    }),
    (site) => Effect.promise(() => site.close())
  )
)
const renderer = layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

const get = (path: string, more?: Partial<RenderRequest>) =>
  Effect.flatMap(Effect.all([Site, Renderer]), ([site, { render }]) => render(request(site.url(path), more)))

testLayer(Layer.merge(site, renderer), { timeout: "2 minutes", excludeTestServices: true })(
  "a page behind a service worker",
  (it) => {
    it.effect.each(Object.keys(pages))("that tries %s is read from the network, on the next visit too", (name) =>
      Effect.gen(function* () {
        for (let visit = 0; visit < 2; visit++) {
          const response = yield* get(`/app/${name}`, { waitFor: Duration.millis(200) })
          assert.match(textOf(response), /<p id="state">fresh /)
          assert.isUndefined(response.warnings)
        }
        assert.notInclude((yield* Site).asked, "worker.js")
      })
    )
  }
)
