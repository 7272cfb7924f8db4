// Pages that something keeps from being built: what is there is read, and the reader learns what was waited for.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, layer as testLayer } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Duration, Effect, Layer } from "effect"
import { layer } from "../../src/layers/Playwright.ts"

const text = "<h1>Title</h1><p>The text of the page.</p>"
const scripted = "<script>document.body.append('Scripts go on.')</script>"

/** Pages that are read whole, though something of them never comes. */
const stopped: Readonly<Record<string, string>> = {
  "a script in the head": `<head><script src="/never"></script></head>${text}${scripted}`,
  "a style sheet": `<head><link rel="stylesheet" href="/never"></head>${text}${scripted}`,
  "a script between the texts": `<h1>Title</h1><script src="/never"></script><p>The text of the page.</p>${scripted}`,
  "a deferred script": `<head><script defer src="/never"></script></head>${text}<script>
    document.addEventListener("DOMContentLoaded", () => document.body.append("Scripts go on."))</script>`,
  "a module": `<script type="module">import "/never"</script>${text}${scripted}`,
  "an answer that a script waits for": `${text}<script>
    const asked = new XMLHttpRequest()
    asked.open("GET", "/never", false)
    try { asked.send() } catch {}
    document.body.append("Scripts go on.")</script>`
}
/** Scripts that keep the page for themselves. */
const busy: Readonly<Record<string, string>> = {
  "a loop": "while (true);",
  "a loop of dialogs": "while (true) alert('again')"
}
/** What goes on for ever on a page that is there all the same. */
const lively: Readonly<Record<string, string>> = {
  "a picture": `<img src="/drip">`,
  "a font": `<style>@font-face { font-family: F; src: url(/never) } body { font-family: F }</style>`,
  "a frame": `<iframe src="/never"></iframe>`,
  "an event stream": `<script>new EventSource("/drip")</script>`,
  "a poll": `<script>setInterval(() => fetch("/page"), 50)</script>`,
  "a clock": `<i></i><script>setInterval(() => { document.querySelector("i").textContent = Math.random() }, 20)</script>`,
  "a guard against leaving": `<script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`
}

class Site extends Context.Service<Site, { readonly url: (path: string) => URL }>()("Site") {}
const page = (body: string, headers = {}) => ({ body, headers })
const pages: Readonly<Record<string, ReturnType<typeof page>>> = {
  ...Object.fromEntries(Object.entries({ ...stopped }).map(([name, body]) => [name, page(body)])),
  ...Object.fromEntries(
    Object.entries(busy).map(([name, script]) => [
      name,
      page(`${text}<script>setTimeout(() => { ${script} }, 20)</script>`)
    ])
  ),
  ...Object.fromEntries(Object.entries(lively).map(([name, part]) => [name, page(`${text}${part}`)])),
  sandbox: page(`${text}${scripted}`, { "content-security-policy": "sandbox" }),
  late: page(`<nav>Home</nav><h1>Title</h1><div id="list"></div><script>
    setTimeout(() => { document.getElementById("list").textContent = "It came later." }, 1500)</script>`)
}

const site = Layer.effect(
  Site,
  Effect.acquireRelease(
    Effect.promise(() =>
      start({
        routes: {
          "/never": () => undefined,
          "/drip": ({ response }) => {
            response.writeHead(200, { "content-type": "text/event-stream" })
            const timer = setInterval(() => response.write("data: more\n\n"), 100)
            response.once("close", () => clearInterval(timer))
          },
          "/page/": ({ response }, name) => {
            const { body, headers } = pages[decodeURIComponent(name)]!
            response.writeHead(200, { "content-type": "text/html", ...headers })
            response.end(body)
          },
          "/endless": ({ response }) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.write(text)
            const timer = setInterval(() => response.write("<p>And more.</p>"), 100)
            response.once("close", () => clearInterval(timer))
          }
        }
      })
    ),
    (site) => Effect.promise(() => site.close())
  )
)
const renderer = layer({ settleCap: "2 seconds" }).pipe(
  Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone])
)

const get = (path: string) =>
  Effect.flatMap(Effect.all([Site, Renderer]), ([site, { render }]) =>
    render(request(site.url(path), { timeout: Duration.seconds(20), screenshot: { fullPage: true } }))
  )

testLayer(Layer.merge(site, renderer), { timeout: "3 minutes", excludeTestServices: true })("a page", (it) => {
  it.effect.each(Object.keys(stopped))("that waits for %s is read without it, in a picture too", (name) =>
    Effect.gen(function* () {
      const response = yield* get(`/page/${encodeURIComponent(name)}`)
      assert.include(textOf(response), "The text of the page.")
      assert.match(textOf(response), /Scripts go on\.(?!')/)
      assert.match(response.warnings?.join(" ") ?? "", /waited for http:.*\/never.*`timeout`/)
      assert.isDefined(response.screenshot)
    })
  )

  it.effect.each(Object.keys(busy))("with %s is read when that was stopped", (name) =>
    Effect.gen(function* () {
      const response = yield* get(`/page/${encodeURIComponent(name)}`)
      assert.include(textOf(response), "The text of the page.")
      assert.match(response.warnings?.join(" ") ?? "", /one of its scripts did not end/)
      assert.isDefined(response.screenshot)
    })
  )

  it.effect.each(Object.keys(lively))("with %s that never ends is whole", (name) =>
    Effect.gen(function* () {
      const response = yield* get(`/page/${encodeURIComponent(name)}`)
      assert.include(textOf(response), "The text of the page.")
      assert.isUndefined(response.warnings)
      assert.isDefined(response.screenshot)
    })
  )

  it.effect("in a sandbox without scripts is read as it is", () =>
    Effect.gen(function* () {
      const response = yield* get("/page/sandbox")
      assert.include(textOf(response), "The text of the page.")
      assert.isUndefined(response.warnings)
      assert.isDefined(response.screenshot)
    })
  )

  it.effect("without an end is read as far as it came, and is said to be cut", () =>
    Effect.gen(function* () {
      const response = yield* get("/endless")
      assert.include(textOf(response), "And more.")
      assert.match(response.warnings?.join(" ") ?? "", /waited for http:\S+\/endless/)
    })
  )

  it.effect("with an empty place in it is given time to fill it", () =>
    Effect.gen(function* () {
      assert.include(textOf(yield* get("/page/late")).replace(/<script.*?<\/script>/s, ""), "It came later.")
    })
  )
})
