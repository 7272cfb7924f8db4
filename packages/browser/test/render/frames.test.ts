// Frames of this and of other origins in the page's document: bounded, and what is missing is named.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, layer as testLayer } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer, type RenderRequest } from "@orbweaver/core/network/Renderer"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Effect, Layer } from "effect"
import { layer } from "../../src/layers/Playwright.ts"

const pages: Readonly<Record<string, string>> = {
  late: `<p>Top</p><div style="height: 9000px"></div><iframe loading="lazy" src="/frames/inner"></iframe>
    <iframe loading="lazy" allow="autoplay" src="/frames/player"></iframe><iframe loading="lazy" allowfullscreen src="/frames/player"></iframe>`,
  inner: "<p>The text of a frame that comes late</p>",
  player: "<p>A player</p>",
  many: `<p>Many</p>${Array.from({ length: 40 }, (_, at) => `<iframe src="/frames/inner?${at}"></iframe>`).join("")}`,
  long: `<p>Short page</p><iframe src="/frames/endless"></iframe>`,
  beside: `<p>Short page</p><iframe src="/frames/inner"></iframe><iframe src="/frames/endless"></iframe>`,
  wrapped: `<p>Top</p><iframe src="/frames/wrapping"></iframe>`,
  wrapping: `<iframe src="/frames/inner"></iframe>`,
  wrappedSet: `<p>Top</p><iframe src="/frames/set"></iframe>`,
  set: `<frameset cols="*,*"><frame src="/frames/inner"><frame src="/frames/player"></frameset>`,
  wrappedScript: `<p>Top</p><iframe src="/frames/blank"></iframe>`,
  blank: `<div></div><script>const frame = document.createElement("iframe"); frame.srcdoc = "<p>The text of a frame that comes late</p>"; document.body.append(frame)</script>`,
  endless: `<p>${"long text ".repeat(30_000)}</p>`,
  tree: `<p>Light</p><x-embed></x-embed><script>customElements.define("x-embed", class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = '<iframe src="/frames/inner"></iframe>' } })</script>`,
  sandboxed: `<iframe sandbox src="/frames/inner"></iframe>`
}

class Site extends Context.Service<Site, { readonly url: (path: string) => URL }>()("Site") {}

const site = Layer.effect(
  Site,
  Effect.acquireRelease(
    Effect.promise(() =>
      start({
        routes: {
          "/frames/": ({ response }, name) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end(pages[name] ?? "")
          },
          "/nested/": ({ response }, level) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end(
              `<p>Level ${level}</p>${Number(level) < 60 ? `<iframe src="/nested/${Number(level) + 1}"></iframe>` : ""}`
            )
          }
        }
      })
    ),
    (site) => Effect.promise(() => site.close())
  )
)
const renderer = layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

const get = (path: string, more?: Partial<RenderRequest>) =>
  Effect.flatMap(Effect.all([Site, Renderer]), ([site, { render }]) => render(request(site.url(path), more)))

testLayer(Layer.merge(site, renderer), { timeout: "2 minutes", excludeTestServices: true })(
  "frames of a page",
  (it) => {
    it.effect("that load only in view are read, and no player is started for it", () =>
      Effect.gen(function* () {
        const response = yield* get("/frames/late")
        assert.include(textOf(response), "The text of a frame that comes late")
        assert.notInclude(textOf(response), "A player")
        assert.isUndefined(response.warnings)
      })
    )

    it.effect("say where their text is from", () =>
      Effect.gen(function* () {
        const site = yield* Site
        assert.include(textOf(yield* get("/frames/tree")), `data-frame="${site.url("/frames/inner").href}"`)
        assert.include(textOf(yield* get("/frames/sandboxed")), "The text of a frame that comes late")
      })
    )

    it.effect("inside each other are read, to a bound", () =>
      Effect.gen(function* () {
        assert.include(textOf(yield* get("/nested/56")), "Level 60")
        const text = textOf(yield* get("/nested/0"))
        assert.include(text, "Level 0")
        assert.isAtMost(text.split("Level ").length - 1, 33)
      })
    )

    it.effect("beyond the first 32 are left out with a warning", () =>
      Effect.gen(function* () {
        const response = yield* get("/frames/many")
        assert.strictEqual(textOf(response).split("The text of a frame").length - 1, 32)
        assert.deepStrictEqual(response.warnings, ["Only 32 of the page's 40 frames were read."])
      })
    )

    it.effect("inside one that shows nothing else are read", () =>
      Effect.gen(function* () {
        for (const name of ["wrapped", "wrappedSet", "wrappedScript"])
          assert.include(textOf(yield* get(`/frames/${name}`)), "The text of a frame that comes late")
      })
    )

    it.effect("of which one is long are all read where they fit together", () =>
      Effect.gen(function* () {
        const response = yield* get("/frames/beside", { maxBytes: 400_000 })
        assert.include(textOf(response), "The text of a frame that comes late")
        assert.include(textOf(response), "long text")
        assert.isUndefined(response.warnings)
      })
    )

    it.effect("that are longer than the page may be are left out with a warning that names them", () =>
      Effect.gen(function* () {
        const site = yield* Site
        const response = yield* get("/frames/long", { maxBytes: 200_000 })
        assert.include(textOf(response), "Short page")
        assert.notInclude(textOf(response), "long text")
        assert.deepStrictEqual(response.warnings, [
          `Frames were left out because they are too long: ${site.url("/frames/endless").href}.`
        ])
      })
    )
  }
)
