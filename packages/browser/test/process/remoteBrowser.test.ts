// A browser that somebody else has started: what it renders, and when it is not used.
import { Egress, type EgressPolicy } from "@orbweaver/core/network/Egress"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { startSingleClient } from "@orbweaver/egress/internal/EgressProxy"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { layer, type Options } from "../../src/layers/Playwright.ts"
import { candidates } from "../../src/process/findBrowser.ts"
import { locate } from "../../src/process/launch.ts"
import { connectToBrowser } from "../../src/process/remoteBrowser.ts"

const withoutUdp = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"

/** The address of a browser with these switches. */
const browserWith = (...switches: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.gen(function* () {
        const [candidate] = yield* candidates(undefined)
        return yield* Effect.promise(async () => {
          const folder = await mkdtemp(join(tmpdir(), "remote-"))
          const { environment, path } = await locate(chromium, candidate!)
          const args = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-port=0",
            `--user-data-dir=${folder}`
          ]
          const child = spawn(path, [...args, ...switches, "about:blank"], { env: environment, stdio: "ignore" })
          return { child, folder, ended: new Promise((resolve) => child.once("exit", resolve)) }
        })
      }),
      ({ child, ended, folder }) =>
        Effect.promise(async () => {
          child.kill("SIGKILL")
          await ended
          await rm(folder, { recursive: true, force: true, maxRetries: 5 })
        })
    ).pipe(
      Effect.flatMap(({ folder }) =>
        Effect.tryPromise(() => readFile(join(folder, "DevToolsActivePort"), "utf8")).pipe(
          Effect.filterOrFail((text) => text.includes("/devtools/")),
          Effect.retry(Schedule.spaced("50 millis"))
        )
      )
    ),
    (text) => {
      const [port, path] = text.split("\n")
      return { ws: `ws://127.0.0.1:${port}${path}`, http: `http://127.0.0.1:${port}` }
    }
  )

const rendererOf = (policy: EgressPolicy, options: Options) =>
  Effect.flatMap(
    Layer.build(Layer.fresh(layer(options)).pipe(Layer.provide([Egress.layer(policy), ProxyPool.layerNone]))),
    (context) => Effect.provide(Renderer, context)
  )

const siteOf = Effect.acquireRelease(
  Effect.promise(() =>
    start({
      routes: {
        "/page": ({ response }) =>
          void response
            .writeHead(200, { "content-type": "text/html" })
            .end("<p id=p>before</p><script>p.textContent = 'after'</script>")
      }
    })
  ),
  (site) => Effect.promise(() => site.close())
)

const canaryOf = Effect.acquireRelease(
  Effect.promise(async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    return { connections: () => connections, port: typeof address === "object" ? address!.port : 0, server }
  }),
  ({ server }) => Effect.sync(() => void server.close())
)

describe("a browser at an address", { concurrent: false }, () => {
  it.live("renders pages through the egress proxy, and goes on when we leave it", () =>
    Effect.gen(function* () {
      const site = yield* siteOf
      const canary = yield* canaryOf
      const { http, ws } = yield* browserWith(withoutUdp)
      const policy = { allowNetworks: ["127.0.0.1"], ports: [Number(site.url("/").port)] }
      for (const browserUrl of [ws, http]) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const renderer = yield* rendererOf(policy, { browserUrl })
            assert.isUndefined(renderer.openPage)
            const page = yield* renderer.render(request(site.url("/page")))
            assert.include(textOf(page), "after")
            const refused = yield* Effect.flip(renderer.render(request(new URL(`http://127.0.0.1:${canary.port}/`))))
            assert.strictEqual(refused.reason._tag, "Refused")
            const script = yield* renderer.render(
              request(site.url("/page"), {
                actions: [
                  {
                    type: "executeJavascript",
                    script: `fetch("http://127.0.0.1:${canary.port}/").then(() => "reached", () => "refused")`
                  }
                ]
              })
            )
            assert.include(JSON.stringify(script.actions), "refused")
          })
        )
      }
      assert.strictEqual(canary.connections(), 0)
      const { status } = yield* Effect.promise(() => fetch(`${http}/json/version`))
      assert.strictEqual(status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("is not used where its pages could reach others besides the proxy", () =>
    Effect.gen(function* () {
      const site = yield* siteOf
      const { ws } = yield* browserWith()
      const renderer = yield* rendererOf({ allowLocal: true }, { browserUrl: ws })
      const { reason } = yield* Effect.flip(renderer.render(request(site.url("/page"))))
      assert.strictEqual(reason._tag, "Crashed")
      assert.include(reason.message, withoutUdp)
      // As a browser behind a tunnel, which has another proxy at that address.
      const proxy = yield* startSingleClient()
      const closedProxy = { ...proxy, isOwnAnswer: () => false }
      const elsewhere = yield* Effect.flip(connectToBrowser({ url: ws, closedProxy, temporaryFolder: undefined }))
      assert.include(elsewhere.message, "do not load http://orbweaver.invalid/ through the proxy of this process")
    }).pipe(Effect.scoped)
  )

  it.live("is refused on another machine, without the secrets of its address", () =>
    Effect.gen(function* () {
      for (const browserUrl of [
        "ws://user:secret@chrome:9222/devtools?token=secret",
        "ws://10.0.0.1:9222/",
        "file:///",
        "chrome"
      ]) {
        const refused = yield* Effect.flip(Effect.scoped(rendererOf({}, { browserUrl })))
        assert.strictEqual(refused._tag, "BrowserUrlRefused")
        assert.notInclude(refused.message, "secret")
      }
      const away = yield* rendererOf({ allowLocal: true }, { browserUrl: "ws://127.0.0.1:9/?token=secret" })
      const { reason } = yield* Effect.flip(away.render(request(new URL("http://127.0.0.1:8080/"))))
      assert.strictEqual(reason._tag, "Crashed")
      assert.include(reason.message, "The browser at ws://127.0.0.1:9/ is not used: ")
      assert.notInclude(reason.message, "secret")
    }).pipe(Effect.scoped)
  )
})
