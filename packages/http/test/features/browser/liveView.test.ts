// The page that shows a session, in another real browser, and what its connection takes.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chromium } from "playwright-core"
import { answerTo, type Opened, rawClient, remoteServer } from "./remoteServer.ts"

/** Another browser, on another server, which may visit the first. */
const visitor = Effect.fnUntraced(function* (url: string) {
  const { openSession } = yield* remoteServer({ ports: [Number(new URL(url).port)] })
  const { cdpUrl } = yield* openSession()
  const browser = yield* Effect.acquireRelease(
    Effect.promise(() => chromium.connectOverCDP(cdpUrl)),
    (connected) => Effect.promise(() => connected.close())
  )
  return browser.contexts()[0]!.pages()[0]!
})

const socketOf = (url: string) => url.replace(/^http/, "ws")

/** What the code, which runs in the session, makes of its page. */
const resultOf = ({ id }: Opened, { call }: Effect.Success<ReturnType<typeof remoteServer>>, code: string) =>
  Effect.map(call("POST", `/v2/browser/${id}/execute`, { code, language: "node" }), ({ result }) => String(result))

describe("the live view of a browser session", { concurrent: false }, () => {
  it.live("shows its page, and takes mouse and keys at the interactive address alone", () =>
    Effect.gen(function* () {
      const server = yield* remoteServer()
      const session = yield* server.openSession({ streamWebView: true })
      const form = server.site.url("/form").href
      yield* server.call("POST", `/v2/browser/${session.id}/execute`, {
        code: `await page.goto(${JSON.stringify(form)}); await page.evaluate(() => {
          document.querySelector("button").style = "position:fixed; inset:100px auto auto 0; width:300px; height:100px"
          document.querySelector("#name").style = "position:fixed; inset:0 auto auto 0; width:300px; height:100px"
        })`,
        language: "node"
      })
      const viewer = yield* visitor(server.url)
      const use = (address: string) =>
        Effect.promise(async () => {
          const problems: Array<string> = []
          viewer.on("console", (message) => problems.push(message.text()))
          await viewer.goto(address)
          const picture = await viewer.waitForSelector("img")
          await viewer.waitForFunction((image: any) => image.naturalWidth > 100, picture)
          assert.strictEqual(await viewer.textContent("#url"), form)
          const box = await viewer.locator("img").boundingBox()
          const at = (x: number, y: number) =>
            viewer.mouse.click(box!.x + (x * box!.width) / 1280, box!.y + (y * box!.width) / 1280)
          await at(100, 50)
          await viewer.keyboard.type("Ada")
          await at(100, 150)
          assert.deepStrictEqual(problems, [])
        })
      yield* use(session.liveViewUrl)
      // What it sends late would change the page before the next view, or be read twice there.
      assert.strictEqual(yield* resultOf(session, server, "await page.title()"), "Form")
      yield* use(session.interactiveLiveViewUrl)
      const greeted = `await page.waitForFunction(() => document.title !== "Form"); await page.title()`
      assert.strictEqual(yield* resultOf(session, server, greeted), "Hello Ada")

      const { headers } = yield* Effect.promise(() => fetch(session.liveViewUrl))
      assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'sha256-[^ ;]+'; /)
      assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
      const { sessions } = yield* server.call("GET", "/v2/browser")
      assert.deepInclude(sessions[0], {
        liveViewUrl: session.liveViewUrl,
        interactiveLiveViewUrl: session.interactiveLiveViewUrl,
        streamWebView: true
      })
    }).pipe(Effect.scoped)
  )

  it.live("takes its own token alone, no input where it only shows, and ends with the session", () =>
    Effect.gen(function* () {
      const { call, openSession } = yield* remoteServer()
      const { id, cdpUrl, liveViewUrl, interactiveLiveViewUrl } = yield* openSession()
      const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? ""
      for (const [address, token] of [
        [interactiveLiveViewUrl, tokenOf(liveViewUrl)],
        [liveViewUrl, tokenOf(interactiveLiveViewUrl)],
        [cdpUrl, tokenOf(interactiveLiveViewUrl)]
      ] as const) {
        const { status } = yield* answerTo(socketOf(address).replace(/=.*/, `=${token}`))
        assert.strictEqual(status, 404)
      }
      const view = yield* rawClient(socketOf(liveViewUrl))
      const first = yield* view.message(({ type }) => type === "picture")
      assert.isAbove(first.data.length, 100)
      assert.deepInclude(first, { url: "about:blank", width: 1280, height: 800 })
      view.socket.send(JSON.stringify({ type: "text", text: "x" }))
      assert.include((yield* view.message(({ type }) => type === "error")).error, "only shows the page")
      const others = yield* Effect.forEach(Array.from({ length: 4 }), () => rawClient(socketOf(liveViewUrl)))
      assert.deepInclude(yield* answerTo(socketOf(liveViewUrl)), { status: 409 })

      const interactive = yield* rawClient(socketOf(interactiveLiveViewUrl))
      interactive.socket.send(JSON.stringify({ type: "key", event: "keyDown", key: "x".repeat(99) }))
      assert.include((yield* interactive.message(({ type }) => type === "error")).error, "no input of a mouse")
      assert.strictEqual((yield* answerTo(socketOf(interactiveLiveViewUrl))).status, 409)
      yield* call("DELETE", `/v2/browser/${id}`)
      for (const client of [view, interactive, ...others]) assert.strictEqual(yield* client.ended, 1000)
    }).pipe(Effect.scoped)
  )
})
