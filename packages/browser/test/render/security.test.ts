// What a hostile page tries to reach, by every means that a browser has.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { layer, type Options } from "../../src/layers/Playwright.ts"
import { Egress, type EgressPolicy } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const siteOf = (routes: NonNullable<Parameters<typeof start>[0]>["routes"] = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => start({ routes })),
    (site) => Effect.promise(() => site.close())
  )

const pageOf =
  (html: string): NonNullable<NonNullable<Parameters<typeof start>[0]>["routes"]>[string] =>
  ({ response }) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(html)
  }

/** Counts connections on an address of this machine. */
const listener = (host: string, port = 0) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.destroy()
      })
      await new Promise<void>((resolve) => server.listen(port, host, resolve))
      const address = server.address()
      return { connections: () => connections, port: typeof address === "object" ? address?.port : 0, server }
    }),
    ({ server }) => Effect.sync(() => void server.close())
  )

const rendererUnder = (policy: EgressPolicy, options: Options = {}) =>
  Effect.map(
    Layer.build(Layer.fresh(layer(options)).pipe(Layer.provide([Egress.layer(policy), ProxyPool.layerNone]))),
    (context) => context
  ).pipe(Effect.flatMap((context) => Effect.provide(Renderer, context)))

describe("a hostile page in a browser", { concurrent: false }, () => {
  it.live("reaches nothing by workers, sockets, beacons, media, forms or peer connections", () =>
    Effect.gen(function* () {
      const canary = yield* listener("127.0.0.1")
      const to = `http://127.0.0.1:${canary.port}`
      const site = yield* siteOf({
        "/hostile": pageOf(`<p id="state">trying</p>
<link rel="modulepreload" href="${to}/1"><link rel="preload" as="font" href="${to}/2" crossorigin><link rel="icon" href="${to}/3">
<style>@import url(${to}/4); @font-face { font-family: x; src: url(${to}/5) } p { font-family: x; background: url(${to}/6) }</style>
<object data="${to}/7"></object><embed src="${to}/8"><video src="${to}/9" autoplay></video><audio src="${to}/10" autoplay></audio>
<img srcset="${to}/11 1x"><svg><image href="${to}/12"/></svg><a id="ping" href="#x" ping="${to}/13">x</a>
<iframe srcdoc="<script>fetch('${to}/14',{mode:'no-cors'})</script>"></iframe>
<iframe name="target"></iframe><form id="form" target="target" method="post" action="${to}/15"><input name="a"></form>
<script>
const code = (source) => URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
const inside = "try { new WebSocket('ws://127.0.0.1:${canary.port}/16') } catch {} try { new EventSource('${to}/17') } catch {} fetch('${to}/18', { mode: 'no-cors' }).catch(() => {}); try { importScripts('${to}/19') } catch {}"
const attempts = [
  () => new Worker(code(inside)),
  () => new Worker(code("new Worker(URL.createObjectURL(new Blob([" + JSON.stringify(inside) + "])))")),
  () => new Worker(code("import('${to}/20').catch(() => {})"), { type: "module" }),
  () => new SharedWorker(code("onconnect = () => {}; " + inside)),
  () => navigator.serviceWorker.register("/worker.js"),
  () => navigator.sendBeacon("${to}/21", "x"),
  () => fetch("${to}/22", { method: "POST", body: "x", keepalive: true, mode: "no-cors" }),
  () => new WebTransport("https://127.0.0.1:${canary.port}/23"),
  () => document.getElementById("ping").click(),
  () => document.getElementById("form").submit(),
  () => open("${to}/24"),
  () => import("${to}/25"),
  () => new Image().src = "${to}/26",
  () => addEventListener("pagehide", () => navigator.sendBeacon("${to}/27", "x")),
  () => { const peer = new RTCPeerConnection({ iceServers: [
      { urls: "turn:127.0.0.1:${canary.port}?transport=tcp", username: "a", credential: "b" },
      { urls: "turns:127.0.0.1:${canary.port}?transport=tcp", username: "a", credential: "b" }] });
    peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer)) }
]
for (const attempt of attempts) { try { Promise.resolve(attempt()).catch(() => {}) } catch {} }
state.textContent = "tried"
</script>`),
        "/worker.js": ({ response }) => {
          response.writeHead(200, { "content-type": "text/javascript" })
          response.end(`fetch("${to}/28", { mode: "no-cors" })`)
        }
      })
      const { render } = yield* rendererUnder({ allowNetworks: ["127.0.0.1"], ports: [Number(site.url("/").port)] })
      const response = yield* render(
        request(site.url("/hostile"), { blockAds: false, screenshot: {}, waitFor: Duration.seconds(1) })
      )
      assert.include(textOf(response), "tried")
      assert.strictEqual(canary.connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("reads no file of this machine", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "secret-"))),
        (path) => Effect.promise(() => rm(path, { recursive: true }))
      )
      const path = join(folder, "secret.html")
      yield* Effect.promise(() => writeFile(path, "<p>open sesame</p>"))
      const file = pathToFileURL(path).href
      const site = yield* siteOf({
        "/files": pageOf(`<p id="state">reading</p><iframe src="${file}"></iframe><object data="${file}"></object>
<script>
const found = []
const read = [
  () => fetch("${file}").then((answer) => answer.text()),
  () => new Promise((resolve, reject) => { const asked = new XMLHttpRequest(); asked.onload = () => resolve(asked.responseText); asked.onerror = reject; asked.open("GET", "${file}"); asked.send() }),
  () => new Promise((resolve, reject) => { const worker = new Worker(URL.createObjectURL(new Blob(["fetch('${file}').then((a) => a.text()).then(postMessage, () => postMessage(''))"]))); worker.onmessage = ({ data }) => resolve(data) })
]
Promise.allSettled(read.map((one) => one())).then((all) => { state.textContent = "read " + all.map(({ value }) => value ?? "").join() })
</script>`),
        "/to-file": pageOf(`<p>leaving</p><script>location.href = "${file}"</script>`),
        "/refresh": pageOf(`<meta http-equiv="refresh" content="0; url=${file}"><p>leaving</p>`)
      })
      const { render } = yield* rendererUnder({ allowLocal: true })
      for (const path of ["/files", "/to-file", "/refresh", `/redirect-to?to=${encodeURIComponent(file)}`]) {
        const outcome = yield* Effect.result(render(request(site.url(path), { waitFor: Duration.millis(500) })))
        if (outcome._tag === "Success") assert.notInclude(textOf(outcome.success), "open sesame", path)
        if (path === "/files") assert.strictEqual(outcome._tag, "Success")
      }
      const direct = yield* Effect.flip(render(request(new URL(file))))
      assert.strictEqual(direct.reason._tag, "Refused")
    }).pipe(Effect.scoped)
  )

  it.live("connects to what its name was judged to be, each time, and looks nothing up beside that", () =>
    Effect.gen(function* () {
      const site = yield* siteOf({
        "/again": pageOf(`<p id="state">asking</p>
<link rel="dns-prefetch" href="//prefetched.example"><link rel="preconnect" href="http://blocked.example">
<script>
const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:peer.example:3478" }] })
peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer))
fetch("http://other." + location.host + "/echo", { mode: "no-cors" }).then(() => "reached", () => "failed").then((how) => { state.textContent = how })
</script>`)
      })
      const port = Number(site.url("/").port)
      const inner = yield* listener("127.0.0.2", port)
      const names: Array<string> = []
      const { render } = yield* rendererUnder(
        { allowNetworks: ["127.0.0.1"], ports: [port], block: ["blocked.example"] },
        {
          lookup: (name, callback) => {
            names.push(name)
            // Public when it is first asked for, inside from then on.
            const address = names.length === 1 ? "127.0.0.1" : "127.0.0.2"
            callback(null, [{ address, family: 4 }])
          }
        }
      )
      const response = yield* render(
        request(new URL(`http://turning.example:${port}/again`), { waitFor: Duration.millis(500) })
      )
      assert.include(textOf(response), "failed")
      assert.strictEqual(inner.connections(), 0)
      assert.deepStrictEqual([...new Set(names)], ["turning.example", "other.turning.example"])
    }).pipe(Effect.scoped)
  )
})
