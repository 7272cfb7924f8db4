// Layers that sites write by hand to ask for consent are not in pictures, where the caller wants no advertisements.
import { assert, describe, it } from "@effect/vitest"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import type { ServerResponse } from "node:http"
import { layer } from "../../src/layers/Playwright.ts"

const article = "<main><h1>Tides</h1><p>Water rises and falls twice a day.</p></main>"
const page = (more: string) => `<!doctype html><meta charset=utf-8><body style="margin:0">${article}${more}`
const buttons = "<button>Accept all</button><button>Reject</button>"

/** Layers that are left out. */
const layers: Readonly<Record<string, string>> = {
  "a bar at the bottom": `<div style="position:fixed;bottom:0;left:0;right:0;z-index:9999;background:red">We use cookies to make this site better. ${buttons}</div>`,
  "a bar at the top that sticks": `<div style="position:sticky;top:0;background:red;order:-1">Diese Seite verwendet Cookies. <button>Alle akzeptieren</button> <a href="/datenschutz">Mehr</a></div>`,
  "a box over a dimmed page that cannot be scrolled": `<style>html,body{overflow:hidden}</style><div style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:9"></div><div role=dialog style="position:fixed;top:20%;left:20%;width:60%;background:red;z-index:10"><h2>Votre vie privée</h2><p>Nous et nos partenaires utilisons des cookies.</p><a role=button tabindex=0>Tout accepter</a><a role=button tabindex=0>Tout refuser</a></div>`,
  "a box within what dims the page": `<div style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:9"><div style="position:fixed;bottom:9%;left:20%;width:60%;background:red">当サイトではクッキーを使用します。サイトの改善に役立てています。<button>同意する</button><button>拒否する</button></div></div>`,
  "a modal dialog": `<dialog id=d style="background:red">This website stores cookies on your computer. <label><input type=checkbox> Statistics</label> <button>I understand</button></dialog><script>d.showModal()</script>`,
  "a component with a tree of its own": `<ask-consent></ask-consent><script>customElements.define("ask-consent", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '<div style="position:fixed;bottom:0;left:0;right:0;background:red">Мы используем файлы cookie на этом сайте. <button>Принять</button></div>' } })</script>`
}

/** Parts that stay in view too, and are wanted. */
const kept: Readonly<Record<string, string>> = {
  "the menu of a bakery": `<header style="position:fixed;bottom:0;left:0;right:0;background:red">Cookies and cakes, baked every day <nav><a href="/c">Cookies</a></nav><button>Accept an order</button></header>`,
  "an offer": `<div style="position:fixed;bottom:0;left:0;right:0;background:red">Three cookies for the price of two today! <button>Shop now</button></div>`,
  "a form to sign in": `<div style="position:fixed;bottom:0;left:0;right:0;background:red">We set a cookie when you sign in. <input type=password><button>Agree and sign in</button></div>`,
  "a note in the text": `<section style="background:red">We use cookies to make this site better. ${buttons}</section>`
}

const setUp = Effect.gen(function* () {
  const cases = Object.values({ ...layers, ...kept })
  const routes = Object.fromEntries(
    ["", ...cases].map((html, at) => [
      `/${at}`,
      ({ response }: { response: ServerResponse }) =>
        void response.writeHead(200, { "content-type": "text/html" }).end(page(html))
    ])
  )
  const site = yield* Effect.acquireRelease(
    Effect.promise(() => start({ routes })),
    (site) => Effect.promise(() => site.close())
  )
  const { render } = yield* Renderer
  const picture = (html: string, blockAds = true) =>
    render(request(site.url(`/${html === "" ? 0 : cases.indexOf(html) + 1}`), { screenshot: {}, blockAds }))
  return { picture }
})

const renderer = Layer.fresh(layer({})).pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

describe("the picture of a page", () => {
  it.live("has no layer that asks for consent, says so, and leaves the text of the page as it is", () =>
    Effect.gen(function* () {
      const { picture } = yield* setUp
      const bare = yield* picture("")
      for (const [name, html] of Object.entries(layers)) {
        const response = yield* picture(html)
        const isBar = name.includes("sticks")
        // A bar that sticks takes room of its own, which is gone with it.
        assert.isTrue(isBar || isSame(response.screenshot!.bytes, bare.screenshot!.bytes), name)
        assert.match(response.warnings?.join() ?? "", /asks for consent to cookies: ".{10,}".*`blockAds`/, name)
        assert.notMatch(textOf(response), /style="[^"]*(?:display: none|overflow: visible) !important/, name)
      }
    }).pipe(Effect.provide(renderer), Effect.scoped)
  )

  it.live("has everything else that stays in view, and all of it with blockAds: false", () =>
    Effect.gen(function* () {
      const { picture } = yield* setUp
      const bare = yield* picture("")
      for (const [name, html] of Object.entries(kept)) {
        const response = yield* picture(html)
        assert.isFalse(isSame(response.screenshot!.bytes, bare.screenshot!.bytes), name)
        assert.isUndefined(response.warnings, name)
      }
      const whole = yield* picture(Object.values(layers)[0]!, false)
      assert.isFalse(isSame(whole.screenshot!.bytes, bare.screenshot!.bytes))
      assert.isUndefined(whole.warnings)
    }).pipe(Effect.provide(renderer), Effect.scoped)
  )
})
