// Sessions in a real browser: what scripts may do on the page, and where neither they nor the page get.
import { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import { Egress, type EgressPolicy, make as makeEgress } from "@orbweaver/core/network/Egress"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { layer } from "../../src/layers/Playwright.ts"
import { atPort, egressCases } from "@orbweaver/testing/internal/egressCases"
import { droppingProxy, httpProxy } from "@orbweaver/testing/internal/TestProxies"
import { start } from "@orbweaver/testing/TestSite"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import type { ServerResponse } from "node:http"
import { createServer } from "node:net"

const html =
  (text: string) =>
  ({ response }: { readonly response: ServerResponse }) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(text)
  }

const siteOf = Effect.acquireRelease(
  Effect.promise(() =>
    start({
      routes: {
        "/form": html(
          `<title>Form</title><input id="name" aria-label="Name"><button onclick="document.title = 'Hello ' + document.getElementById('name').value">Greet</button><ul><li>one</li><li>two</li></ul><a href="/next">Next</a>`
        ),
        "/next": html("<title>Next page</title><p>arrived</p>"),
        "/late": html(
          `<title>Late</title><p id="loading">Wait</p><script>setTimeout(async () => {
            const { name } = await (await fetch("/api/user?page=1")).json()
            document.body.insertAdjacentHTML("beforeend", "<p class=user>" + name + "</p>")
            document.getElementById("loading").remove()
          }, 150)</script><button onclick="setTimeout(() => location.href = '/next', 50)">Leave</button>`
        ),
        "/api/user": ({ response }) => {
          response.writeHead(201, { "content-type": "application/json" })
          response.end(JSON.stringify({ name: "Ada" }))
        }
      }
    })
  ),
  (site) => Effect.promise(() => site.close())
)

/** Counts connections to an address that the policy refuses. */
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

const sessionsUnder = (policy: EgressPolicy, proxies: ReadonlyArray<{ readonly url: string }> = []) =>
  BrowserSessions.layer().pipe(
    Layer.provide(layer()),
    Layer.provide([Egress.layer(policy), ProxyPool.layer({ proxies }), Ledger.layerMemory])
  )

const second = Duration.seconds(1)
const limit = Duration.seconds(20)

describe("a browser session", { concurrent: false }, () => {
  it.live("opens its page through the next proxy where one drops the connection", () =>
    Effect.gen(function* () {
      const site = yield* siteOf
      const [bad, good] = [yield* droppingProxy("asked"), yield* httpProxy()]
      for (const proxies of [
        [bad, good],
        [good, bad]
      ]) {
        yield* Effect.gen(function* () {
          const session = yield* (yield* BrowserSessions).open({ url: site.url("/next") })
          assert.include(yield* session.use((page) => page.html(limit)), "arrived")
        }).pipe(Effect.provide(sessionsUnder({ allowLocal: true }, proxies)))
      }
      assert.isAbove(bad.asked().length, 0)
      assert.strictEqual(site.connections(), good.asked().length)
    }).pipe(Effect.scoped)
  )

  it.live("waits for elements, responses and navigations as Playwright does, with and without options", () =>
    Effect.gen(function* () {
      const site = yield* siteOf
      const session = yield* (yield* BrowserSessions).open({ url: site.url("/next") })
      const run = (code: string) => session.use((page) => page.run(code, limit))
      const late = JSON.stringify(site.url("/late").href)
      const elements = yield* run(`
        await page.goto(${late})
        const user = await page.waitForSelector(".user")
        const name = await user.textContent()
        const gone = await page.waitForSelector("#loading", { state: "detached" })
        const missing = await page.waitForSelector("#none", { timeout: 50 }).catch((error) => error.message)
        await page.locator(".user").click(undefined)
        const given = await page.evaluate((value) => String(value), undefined)
        const inside = await page.evaluate(({ some, none }) => some + String(none), { some: 1, none: undefined })
        ;({ name, gone, missing: /Timeout 50ms/.test(missing), given, inside })`)
      assert.isUndefined(elements.error)
      assert.deepStrictEqual(JSON.parse(elements.result), {
        name: "Ada",
        gone: null,
        missing: true,
        given: "undefined",
        inside: "1undefined"
      })
      const responses = yield* run(`
        const seen = []
        for (const wanted of ["**/api/user*", /api.user/, (one) => one.url().includes("/api/") && one.ok()]) {
          const [one] = await Promise.all([page.waitForResponse(wanted), page.goto(${late})])
          seen.push([one.status(), one.request().method(), one.headers()["content-type"], (await one.json()).name])
        }
        const waits = page.waitForResponse("**/never", { timeout: 200 }).catch((error) => error.message)
        for (let others = 0; others < 3; others++) await page.goto(${late})
        ;({ seen, never: await waits })`)
      assert.isUndefined(responses.error)
      const { never, seen } = JSON.parse(responses.result) as { seen: ReadonlyArray<unknown>; never: string }
      assert.deepStrictEqual(
        seen,
        seen.map(() => [201, "GET", "application/json", "Ada"])
      )
      assert.lengthOf(seen, 3)
      assert.strictEqual(
        never,
        "page.waitForResponse: none of the responses within 200 ms is the one that the script waits for"
      )
      const navigation = yield* run(`
        await page.goto(${late})
        const [arrived] = await Promise.all([page.waitForNavigation(), page.click("button")])
        ;({ status: arrived.status(), url: arrived.url(), text: await arrived.text() })`)
      assert.isUndefined(navigation.error)
      assert.deepInclude(JSON.parse(navigation.result), { status: 200, url: site.url("/next").href })
      assert.include(navigation.result, "arrived")
      const refused = yield* run("await page.waitForNavigation({ url: (url) => true })")
      assert.match(refused.error ?? "", /page\.waitForURL takes a function/)
      assert.match((yield* run("(await page.pdf({ path: '/tmp/x.pdf' })).slice(0, 6)")).result, /^JVBERi/)
      assert.match(
        (yield* run("await page.route('**', (route) => route.abort())")).error ?? "",
        /page\.route is not offered/
      )
    }).pipe(Effect.provide(sessionsUnder({ allowLocal: true })), Effect.scoped)
  )

  it.live("runs scripts with the functions of Playwright's page, across documents and calls", () =>
    Effect.gen(function* () {
      const site = yield* siteOf
      const session = yield* (yield* BrowserSessions).open({ url: site.url("/form") })
      const run = (code: string) => session.use((page) => page.run(code, limit))
      const first = yield* run(`
        const before = page.url()
        await page.fill("#name", "Ada")
        await page.getByRole("button", { name: /greet/i }).click()
        console.log("greeted", await page.title())
        const items = await page.locator("li").allTextContents()
        const upper = await page.evaluate((word) => word.toUpperCase() + document.querySelectorAll("li").length, "items")
        const each = await page.$$eval("li", (found) => found.map((item) => item.id))
        await page.click("text=Next")
        await page.waitForURL("**/next")
        ;({ items, upper, each, before, after: page.url(), title: await page.title() })`)
      assert.isUndefined(first.error)
      assert.strictEqual(first.stdout, "greeted Hello Ada\n")
      assert.deepStrictEqual(JSON.parse(first.result), {
        items: ["one", "two"],
        upper: "ITEMS2",
        each: ["", ""],
        before: site.url("/form").href,
        after: site.url("/next").href,
        title: "Next page"
      })
      // Names stay, and `return` and a trailing promise are understood as people write them.
      assert.strictEqual((yield* run("return items.length + 1")).result, "3")
      const visited = yield* run(
        `const answer = await page.goto(${JSON.stringify(site.url("/form").href)}); answer.status()`
      )
      assert.strictEqual(visited.result, "200")
      assert.strictEqual((yield* run("page.title()")).result, "Form")
      assert.include(yield* session.use((page) => page.html(limit)), "<li>two</li>")
      const picture = yield* session.use((page) => page.screenshot({}, limit))
      assert.deepStrictEqual(Array.from(picture.bytes.slice(1, 4)), [0x50, 0x4e, 0x47])
      const { scrapes } = yield* session.use((page) =>
        page.perform([{ type: "click", selector: "a", all: false }, { type: "scrape" }], limit)
      )
      assert.include(scrapes[0]?.html, "arrived")
    }).pipe(Effect.provide(sessionsUnder({ allowLocal: true })), Effect.scoped)
  )

  it.live("says what a script did wrong, stops one without an end, and goes on", () =>
    Effect.gen(function* () {
      const session = yield* (yield* BrowserSessions).open()
      const run = (code: string, time = limit) => session.use((page) => page.run(code, time))
      const thrown = yield* run("console.error('careful'); throw new TypeError('no such thing')")
      assert.strictEqual(thrown.error, "TypeError: no such thing")
      assert.isTrue(thrown.stderr.startsWith("careful\n"))
      assert.match((yield* run("await page.route('**', () => {})")).error ?? "", /page\.route is not offered/)
      assert.match((yield* run("require('fs')")).error ?? "", /require is not defined/)
      assert.match((yield* run("process.env")).error ?? "", /process is not defined/)
      const endless = yield* run("console.log('begun'); for (;;);", second)
      assert.isTrue(endless.killed)
      assert.strictEqual(endless.stdout, "begun\n")
      assert.strictEqual((yield* run("1 + 1")).result, "2")
      const chatty = yield* run("for (let line = 0; line < 30000; line++) console.log('0123456789'); 'done'")
      assert.isTrue(chatty.truncated)
      assert.isAtMost(chatty.stdout.length, 200_000)
    }).pipe(Effect.provide(sessionsUnder({})), Effect.scoped)
  )

  it.live("answers a value that cannot be passed on with an error, and goes on", () =>
    Effect.gen(function* () {
      const session = yield* (yield* BrowserSessions).open()
      const run = (code: string) => session.use((page) => page.run(code, limit))
      const errors: ReadonlyArray<readonly [code: string, error: RegExp]> = [
        ["await page.evaluate('10n')", /value of evaluate cannot be written as JSON: .*BigInt/],
        ["await page.evaluate('const a = {}; a.a = a; a')", /value of evaluate cannot be written as JSON: .*circular/],
        ["await page.evaluate(() => 'x'.repeat(11e6))", /value of evaluate is larger than/],
        ["await page.fill('input', 'x'.repeat(11e6))", /arguments of fill are larger than/],
        ["await page.evaluate(() => Promise.reject('no'))", /no/],
        ["await page.evaluate(() => { throw null })", /null/],
        ["const a = {}; a.a = a; a", /result of the script cannot be written as JSON: .*circular/],
        ["({ get a() { throw new Error('no value') } })", /cannot be written as JSON: Error: no value/],
        ["({ toJSON() { throw new Error('no JSON') } })", /cannot be written as JSON: Error: no JSON/],
        ["const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); proxy", /cannot be written as JSON: .*revoked/],
        ["throw null", /^Uncaught null$/],
        ["throw ''", /^Uncaught/],
        ["await Promise.reject(undefined)", /^Uncaught undefined$/],
        ["page.close()", /page\.close is not offered/],
        ["process.exit()", /process is not defined/]
      ]
      for (const [code, error] of errors) assert.match((yield* run(code)).error ?? "", error, code)
      const results: ReadonlyArray<readonly [code: string, result: string]> = [
        ["10n", "10n"],
        ["NaN", "NaN"],
        ["undefined", ""],
        ["Symbol('name')", "Symbol(name)"],
        ["new Date(0)", '"1970-01-01T00:00:00.000Z"'],
        ["new Map([[1, 2]])", "{}"],
        ["document.body", "{}"],
        ["(() => 1)", "() => 1"],
        ["await page.evaluate(() => Symbol('name'))", ""],
        ["await page.evaluate(() => NaN)", ""],
        ["await page.evaluate(() => new Date(0))", "1970-01-01T00:00:00.000Z"],
        ["await page.evaluate(() => ({ get a() { throw 1 }, b: 2 }))", '{"b":2}'],
        ["1 + 1", "2"]
      ]
      for (const [code, result] of results) {
        const outcome = yield* run(code)
        assert.isUndefined(outcome.error, code)
        assert.strictEqual(outcome.result, result, code)
      }
      assert.match((yield* run("const b = {}; b.b = b; console.log(b); 1")).stdout, /cannot be written as JSON/)
    }).pipe(Effect.provide(sessionsUnder({})), Effect.scoped)
  )

  it.live("loses a call to a page that runs without an end, and the session only when the page begins again", () =>
    Effect.gen(function* () {
      const session = yield* (yield* BrowserSessions).open()
      const run = (code: string, time = limit) => session.use((page) => page.run(code, time))
      assert.isTrue((yield* run("await page.evaluate(() => { while (true); })", second)).killed)
      assert.strictEqual((yield* run("await page.evaluate(() => 'alive')")).result, "alive")
      assert.isTrue((yield* run("await page.evaluate(() => new Promise(() => {}))", second)).killed)
      const looping = yield* Effect.flip(
        session.use((page) => page.perform([{ type: "executeJavascript", script: "while (true);" }], second))
      )
      assert.strictEqual(looping._tag, "CaptureError")
      assert.include(yield* session.use((page) => page.html(limit)), "<body>")
      // What a script leaves behind in the page of scripts costs nothing either.
      yield* run("setTimeout(() => { for (;;); }); 1")
      assert.strictEqual((yield* run("1 + 1")).result, "2")
      yield* run("await page.evaluate(() => { setTimeout(function again() { setTimeout(again); for (;;); }) })")
      assert.isTrue((yield* run("await page.title()", second)).killed)
      assert.strictEqual((yield* Effect.flip(run("1")))._tag, "BrowserSessionNotFound")
    }).pipe(Effect.provide(sessionsUnder({})), Effect.scoped)
  )

  it.live("leads neither scripts nor pages to addresses that egress refuses, nor to files", () =>
    Effect.gen(function* () {
      const site = yield* siteOf
      const canary = yield* canaryOf
      const policy: EgressPolicy = { allowNetworks: ["127.0.0.1"], ports: [Number(site.url("/").port)] }
      const egress = makeEgress(policy)
      yield* Effect.gen(function* () {
        const session = yield* (yield* BrowserSessions).open({ url: site.url("/form") })
        const run = (code: string) => session.use((page) => page.run(code, limit))
        const refused = egressCases
          .map(({ url }) => URL.parse(atPort(url, String(canary.port))))
          .filter((url) => url !== null)
          .filter((url) => url.href !== "about:blank" && !egress.judgeUrl(url).allowed)
          .map(({ href }) => href)
        assert.isAbove(refused.length, 50)
        const opened = yield* run(`
          const open = []
          for (const url of ${JSON.stringify([...refused, "file:///etc/passwd", "chrome://version", "view-source:file:///etc/passwd", "data:text/html,x"])})
            await page.goto(url).then(() => open.push(url), () => {})
          open`)
        assert.strictEqual(opened.result, "[]")
        const to = `http://127.0.0.1:${canary.port}`
        // From the page itself, and from the page that scripts run in.
        const attempt = `Promise.allSettled([
          fetch("${to}/1"), fetch("file:///etc/passwd"),
          new Promise((_, no) => { const socket = new WebSocket("ws://127.0.0.1:${canary.port}/2"); socket.onerror = no }),
          new Promise((_, no) => { const frame = document.createElement("img"); frame.onerror = no; frame.src = "${to}/3"; document.documentElement.append(frame) })
        ]).then((all) => all.map(({ status }) => status).join())`
        const nothing = "rejected,rejected,rejected,rejected"
        assert.strictEqual((yield* run(`await page.evaluate(() => ${attempt})`)).result, nothing)
        assert.strictEqual((yield* run(`await ${attempt}`)).result, nothing)
        yield* run(
          `window.open("${to}/4"); navigator.sendBeacon("${to}/5", "x"); await page.evaluate(() => { open("${to}/6"); location.href = "${to}/7" })`
        )
        yield* run("await page.waitForTimeout(300)")
        // Leaving the page that scripts run in leads nowhere either, and the session goes on.
        yield* run(`location.href = "${to}/8"`)
        assert.strictEqual((yield* run("2 + 2")).result, "4")
        assert.strictEqual(canary.connections(), 0)
        const direct = yield* Effect.flip(session.use((page) => page.goto(new URL(to), limit)))
        assert.strictEqual(direct._tag, "CaptureError")
      }).pipe(Effect.provide(sessionsUnder(policy)))
    }).pipe(Effect.scoped)
  )
})
