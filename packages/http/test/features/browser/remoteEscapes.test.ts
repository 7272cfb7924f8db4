// What a client with the address of a session tries besides using its pages. The canary is an address that policy refuses.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { chromium } from "playwright-core"
import type { Playwright } from "@orbweaver/browser"
import { canaryAt, type Opened, rawClient, answerTo, remoteServer } from "./remoteServer.ts"

/** A session of the first page of a connection. */
const pageSession = Effect.fnUntraced(function* ({ cdpUrl }: Opened) {
  const client = yield* rawClient(cdpUrl)
  const { result } = yield* client.send("Target.getTargets")
  assert.lengthOf(result.targetInfos, 1)
  const [{ targetId }] = result.targetInfos
  const attached = yield* client.send("Target.attachToTarget", { targetId, flatten: true })
  const sessionId: string = attached.result.sessionId
  const evaluate = (expression: string) =>
    Effect.map(
      client.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true }, sessionId),
      (reply) => reply.result.result.value
    )
  return { client, targetId: String(targetId), sessionId, evaluate }
})

const secretFile = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "secret-"))
    const path = join(folder, "secret.html")
    await writeFile(path, "the secret of the server")
    return { folder, path, url: pathToFileURL(path).href }
  }),
  ({ folder }) => Effect.promise(() => rm(folder, { recursive: true }))
)

describe("a client at the address of a browser session", { concurrent: false }, () => {
  it.live("loads nothing that the egress policy refuses, whatever page or method it uses", () =>
    Effect.gen(function* () {
      const { canary, openSession, site } = yield* remoteServer()
      const { client, evaluate, sessionId } = yield* pageSession(yield* openSession())
      const to = `http://127.0.0.1:${canary.port}`
      for (const url of [
        `${to}/1`,
        "http://169.254.169.254/latest/meta-data/",
        "http://localhost.localdomain/",
        "http://[::1]/"
      ]) {
        const frame = yield* client.send("Page.navigate", { url }, sessionId)
        assert.match(JSON.stringify(frame), /errorText|frameId/)
        assert.strictEqual(yield* evaluate("document.body?.innerText ?? ''"), "", url)
      }
      yield* client.send("Page.navigate", { url: site.url("/form").href }, sessionId)
      const tries = yield* evaluate(`Promise.allSettled([
        fetch("${to}/2"), fetch("file:///etc/passwd"),
        new Promise((_, no) => { const socket = new WebSocket("ws://127.0.0.1:${canary.port}/3"); socket.onerror = no })
      ]).then((all) => all.map(({ status }) => status).join())`)
      assert.strictEqual(tries, "rejected,rejected,rejected")
      const { result } = yield* client.send("Target.createTarget", { url: `${to}/4`, newWindow: true })
      assert.isString(result.targetId)
      yield* evaluate(`open("${to}/5"); navigator.sendBeacon("${to}/6", "x")`)
      yield* client.send("Fetch.enable", { patterns: [{ urlPattern: "*popup*" }] }, sessionId)
      yield* evaluate(
        `void (document.querySelector("iframe") ?? document.body.appendChild(document.createElement("iframe"))).setAttribute("src", "/popup")`
      )
      const { requestId } = yield* client.event("Fetch.requestPaused")
      yield* client.send("Fetch.continueRequest", { requestId, url: `${to}/7` }, sessionId)
      const peers = yield* evaluate(`(async () => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${canary.port}" }] })
        peer.createDataChannel("x")
        await peer.setLocalDescription(await peer.createOffer())
        await new Promise((done) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done(); setTimeout(done, 1000) })
        return peer.localDescription.sdp.match(/a=candidate.*/g)?.join() ?? ""
      })()`)
      assert.strictEqual(peers, "")
      assert.strictEqual(canary.connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("reaches no address by a name that leads elsewhere the second time", () =>
    Effect.gen(function* () {
      let lookups = 0
      const lookup: Playwright.Options["lookup"] = (_, callback) =>
        callback(null, [{ address: lookups++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }])
      const { openSession, site } = yield* remoteServer({ lookup })
      const { port } = site.url("/")
      const canary = yield* canaryAt("127.0.0.2", Number(port))
      const { client, evaluate, sessionId } = yield* pageSession(yield* openSession())
      for (const text of ["Form", ""]) {
        yield* client.send("Network.setCacheDisabled", { cacheDisabled: true }, sessionId)
        yield* client.send("Page.navigate", { url: `http://rebound.test:${port}/form` }, sessionId)
        yield* Effect.sleep("300 millis")
        assert.strictEqual(yield* evaluate("document.title"), text)
      }
      assert.isAbove(lookups, 1)
      assert.strictEqual(canary.connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("sees no file of the server and no page of the browser's own", () =>
    Effect.gen(function* () {
      const { openSession, site } = yield* remoteServer()
      const file = yield* secretFile
      const { client, evaluate, sessionId } = yield* pageSession(yield* openSession())
      for (const url of [
        file.url,
        ` ${file.url}`,
        "fi\nle:///etc/passwd",
        `view-source:${file.url}`,
        "chrome://version",
        "devtools://devtools/bundled/inspector.html",
        "about:version",
        "javascript:1",
        "filesystem:x"
      ]) {
        for (const [method, session] of [
          ["Page.navigate", sessionId],
          ["Target.createTarget", undefined]
        ] as const) {
          const { error } = yield* client.send(method, { url }, session)
          assert.match(error?.message ?? "", new RegExp(`^${method} is refused: .* is no address for a page`), url)
        }
      }
      yield* client.send("Page.navigate", { url: site.url("/form").href }, sessionId)
      const { result } = yield* client.send("Page.getFrameTree", {}, sessionId)
      // A world that reads across origins is not given.
      const world = yield* client.send(
        "Page.createIsolatedWorld",
        { frameId: result.frameTree.frame.id, grantUniveralAccess: true },
        sessionId
      )
      const contextId = world.result.executionContextId
      const tries = yield* client.send(
        "Runtime.evaluate",
        {
          contextId,
          awaitPromise: true,
          returnByValue: true,
          expression: `(async () => {
            const texts = []
            const frame = document.body.appendChild(document.createElement("iframe"))
            frame.src = "${file.url}"
            const opened = open("${file.url}")
            texts.push(await fetch("${file.url}").then((answer) => answer.text(), String))
            await new Promise((done) => setTimeout(done, 500))
            for (const look of [() => frame.contentDocument.body.innerText, () => opened?.document.body.innerText])
              try { texts.push(look()) } catch (error) { texts.push(String(error)) }
            return texts.join()
          })()`
        },
        sessionId
      )
      assert.notInclude(JSON.stringify(tries), "the secret")
      // An answer that a client makes up leads to no file either, and a download or upload names none.
      yield* client.send("Fetch.enable", { patterns: [{ urlPattern: "*popup*" }] }, sessionId)
      yield* evaluate(`location.href = "/popup", 1`)
      const { requestId } = yield* client.event("Fetch.requestPaused")
      const changed = yield* client.send("Fetch.continueRequest", { requestId, url: file.url }, sessionId)
      assert.include(changed.error.message, "is no address for a page")
      yield* client.send(
        "Fetch.fulfillRequest",
        { requestId, responseCode: 302, responseHeaders: [{ name: "location", value: file.url }] },
        sessionId
      )
      yield* Effect.sleep("300 millis")
      const shown = yield* client.send("Page.getFrameTree", {}, sessionId)
      assert.notInclude(JSON.stringify(shown), file.url)
      for (const [method, params] of [
        ["DOM.setFileInputFiles", { files: [file.path] }],
        ["Page.setDownloadBehavior", { behavior: "allow", downloadPath: file.folder }],
        ["Network.loadNetworkResource", { url: file.url, options: { disableCache: true, includeCredentials: false } }],
        [
          "Input.dispatchDragEvent",
          { type: "drop", x: 1, y: 1, data: { items: [], dragOperationsMask: 1, files: [file.path] } }
        ]
      ] as const) {
        const { error } = yield* client.send(method, params, sessionId)
        assert.include(error?.message ?? "", `${method} is refused: `)
      }
      const { result: targets } = yield* client.send("Target.getTargets")
      assert.notMatch(JSON.stringify(targets), /file:|chrome:|devtools:/)
    }).pipe(Effect.scoped)
  )

  it.live("knows its own targets and sessions alone, and nothing of the browser", () =>
    Effect.gen(function* () {
      const { call, openSession } = yield* remoteServer()
      const [own, other] = [yield* openSession(), yield* openSession()]
      const mine = yield* pageSession(own)
      const theirs = yield* pageSession(other)
      const { client } = mine
      yield* client.send("Target.setDiscoverTargets", { discover: true, filter: [{}] })
      yield* client.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
      // The page that scripts run in opens meanwhile, and is not held.
      const { result } = yield* call("POST", `/v2/browser/${own.id}/execute`, { code: "6 * 7", language: "node" })
      assert.strictEqual(result, "42")
      const { result: targets } = yield* client.send("Target.getTargets", { filter: [{}] })
      const shown = new Set(
        [...targets.targetInfos, ...client.events.map(({ params }) => params.targetInfo)]
          .filter(Boolean)
          .map(({ targetId, type }) => `${type} ${targetId}`)
      )
      assert.sameMembers(
        [...shown].filter((text) => text.startsWith("page")),
        [`page ${mine.targetId}`]
      )
      assert.isBelow(shown.size, 3)
      for (const [method, params, sessionId, why] of [
        ["Target.attachToTarget", { targetId: theirs.targetId }, undefined, "the connection has no target"],
        ["Target.closeTarget", { targetId: theirs.targetId }, undefined, "the connection has no target"],
        ["Target.getTargetInfo", { targetId: theirs.targetId }, undefined, "the connection has no target"],
        ["Runtime.evaluate", { expression: "1" }, theirs.sessionId, "the connection has no session"],
        ["Runtime.evaluate", { expression: "1" }, "nobody", "the connection has no session"],
        ["Target.detachFromTarget", { sessionId: theirs.sessionId }, undefined, "the connection has no session"],
        ["Target.createBrowserContext", { proxyServer: "direct://" }, undefined, "a session has one browser context"],
        ["Target.disposeBrowserContext", { browserContextId: "x" }, undefined, "a session has one browser context"],
        [
          "Target.createTarget",
          { url: "about:blank", browserContextId: "x" },
          undefined,
          "the connection has no browser context"
        ],
        ["Storage.getCookies", { browserContextId: "x" }, undefined, "the connection has no browser context"],
        ["Target.attachToBrowserTarget", {}, undefined, "it is about the browser"],
        ["Target.exposeDevToolsProtocol", { targetId: mine.targetId }, undefined, "it is about the browser"],
        ["Target.setRemoteLocations", { locations: [] }, undefined, "it is about the browser"],
        ["Browser.getBrowserCommandLine", {}, undefined, "it is about the browser"],
        ["Browser.crash", {}, undefined, "it is about the browser"],
        ["SystemInfo.getProcessInfo", {}, undefined, "it is about the browser"],
        ["Tracing.start", {}, undefined, "it is about the browser"],
        ["IO.read", { handle: "1" }, undefined, "it is about the browser"],
        ["Memory.getDOMCounters", {}, mine.sessionId, "it is not among"],
        ["Target.sendMessageToTarget", { message: "{}" }, mine.sessionId, "it is not among"],
        [
          "Target.setAutoAttach",
          { autoAttach: true, waitForDebuggerOnStart: false, flatten: false },
          undefined,
          "it needs flatten"
        ]
      ] as const) {
        const { error } = yield* client.send(method, params, sessionId)
        assert.include(error?.message ?? "", `${method} is refused: ${why}`)
      }
      assert.deepStrictEqual((yield* client.send("Target.getBrowserContexts")).result, { browserContextIds: [] })
      assert.strictEqual(yield* mine.evaluate("1 + 1"), 2)
    }).pipe(Effect.scoped)
  )

  it.live("opens at most ten pages, which close when it leaves, and stores no file", () =>
    Effect.gen(function* () {
      const { call, openSession, site } = yield* remoteServer()
      const session = yield* openSession()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { client } = yield* pageSession(session)
          const replies = yield* Effect.forEach(Array.from({ length: 11 }), () =>
            client.send("Target.createTarget", { url: "about:blank" })
          )
          assert.lengthOf(
            replies.filter(({ error }) => error !== undefined),
            2
          )
          assert.include(replies.at(-1)?.error?.message, "the session has 10 pages, as many as it may")
          const { targetId } = replies[0].result
          const { result } = yield* client.send("Target.attachToTarget", { targetId, flatten: true })
          yield* client.send("Page.enable", {}, result.sessionId)
          yield* client.send("Page.navigate", { url: site.url("/form").href }, result.sessionId)
          yield* client.event("Page.loadEventFired")
          const expression = `document.querySelector("#file").click()`
          yield* client.send("Runtime.evaluate", { expression, userGesture: true }, result.sessionId)
          yield* client.event("Page.downloadProgress", ({ state }) => state === "canceled")
        })
      )
      yield* Effect.promise(async () => {
        for (;;) {
          const browser = await chromium.connectOverCDP(session.cdpUrl).catch(() => undefined)
          const count = browser?.contexts()[0]?.pages().length
          await browser?.close()
          if (count === 1) return
        }
      })
      const { sessions } = yield* call("GET", "/v2/browser")
      assert.lengthOf(sessions, 1)
    }).pipe(Effect.scoped)
  )

  it.live("is one at a time, has the token, and goes with the session", () =>
    Effect.gen(function* () {
      const { call, openSession } = yield* remoteServer()
      const { cdpUrl, id } = yield* openSession()
      assert.match(cdpUrl, /^ws:\/\/127\.0\.0\.1:\d+\/v2\/browser\/[\w-]+\/cdp\?token=[\w-]{43}$/)
      const client = yield* rawClient(cdpUrl)
      const second = yield* answerTo(cdpUrl)
      assert.strictEqual(second.status, 409)
      assert.include(second.error, "has a connection with this token, and takes one at once")
      for (const wrong of [
        cdpUrl.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
        cdpUrl.replace(/\?.*/, ""),
        cdpUrl.replace(id, "other")
      ])
        assert.strictEqual((yield* answerTo(wrong)).status, 404)
      const { sessions } = yield* call("GET", "/v2/browser")
      assert.strictEqual(sessions[0].cdpUrl, cdpUrl)
      yield* call("DELETE", `/v2/browser/${id}`)
      assert.strictEqual(yield* client.ended, 1000)
      assert.strictEqual((yield* answerTo(cdpUrl)).status, 404)
    }).pipe(Effect.scoped)
  )

  it.live("keeps the session open by what it does, until its time is over", () =>
    Effect.gen(function* () {
      const { openSession } = yield* remoteServer()
      const { client, evaluate } = yield* pageSession(yield* openSession({ activityTtl: 6, ttl: 20 }))
      // Longer together than the session stays without use, and each far shorter, so that a busy machine does not end it.
      for (let step = 0; step < 4; step++) {
        yield* Effect.sleep("2 seconds")
        assert.strictEqual(yield* evaluate("1"), 1)
      }
      assert.strictEqual(yield* client.ended, 1000)
    }).pipe(Effect.scoped)
  )

  it.live("has a bound on what is unanswered, and on what it does not read", () =>
    Effect.gen(function* () {
      const { call, openSession } = yield* remoteServer()
      const { client, sessionId } = yield* pageSession(yield* openSession())
      const endless = { expression: "new Promise(() => {})", awaitPromise: true }
      for (let sent = 0; sent < 1000; sent++) {
        client.socket.send(
          JSON.stringify({ id: 10_000 + sent, method: "Runtime.evaluate", params: endless, sessionId })
        )
      }
      const { error } = yield* client.send("Runtime.evaluate", endless, sessionId)
      assert.strictEqual(error.message, "Runtime.evaluate is refused: 1000 commands are unanswered")
      client.socket.send("no JSON")
      const malformed = yield* client.send("Browser.getVersion", {}, "nobody")
      assert.include(malformed.error.message, "the connection has no session")

      const session = yield* openSession()
      const slow = yield* pageSession(session)
      slow.client.socket.pause()
      for (let sent = 0; sent < 8; sent++) {
        const large = { expression: `"x".repeat(20_000_000)`, returnByValue: true }
        slow.client.socket.send(
          JSON.stringify({ id: 20_000 + sent, method: "Runtime.evaluate", params: large, sessionId: slow.sessionId })
        )
      }
      // Its place is free once it is disconnected.
      yield* Effect.repeat(answerTo(session.cdpUrl), {
        until: ({ status }) => status === 101,
        schedule: Schedule.spaced("100 millis")
      })
      assert.lengthOf((yield* call("GET", "/v2/browser")).sessions, 2)
    }).pipe(Effect.scoped)
  )

  it.live("has no address where the operator gives none", () =>
    Effect.gen(function* () {
      const { call, openSession, url } = yield* remoteServer({ server: { remoteControl: false } })
      const { cdpUrl, id } = yield* openSession()
      assert.strictEqual(cdpUrl, "")
      assert.strictEqual((yield* call("GET", "/v2/browser")).sessions[0].cdpUrl, "")
      const refused = yield* answerTo(`${url.replace("http", "ws")}/v2/browser/${id}/cdp?token=x`)
      assert.strictEqual(refused.status, 404)
    }).pipe(Effect.scoped)
  )
})
