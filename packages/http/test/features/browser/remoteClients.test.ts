// Playwright and Puppeteer on the address of a session, over a real server and a real browser.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chromium } from "playwright-core"
import { connect } from "puppeteer-core"
import { remoteServer } from "./remoteServer.ts"

describe("a browser session", { concurrent: false }, () => {
  it.live("is controlled by Playwright over its address, and goes on when that has left", () =>
    Effect.gen(function* () {
      const { call, openSession, site } = yield* remoteServer()
      const { cdpUrl, id } = yield* openSession()
      yield* Effect.promise(async () => {
        const browser = await chromium.connectOverCDP(cdpUrl)
        const [context] = browser.contexts()
        const [page] = context!.pages()
        await page!.goto(site.url("/form").href)
        await page!.fill("#name", "Ada")
        await page!.click("button")
        assert.strictEqual(await page!.title(), "Hello Ada")
        assert.strictEqual(await page!.evaluate(() => 6 * 7), 42)
        assert.isAbove((await page!.screenshot()).length, 1000)
        assert.isAbove((await page!.pdf()).length, 1000)
        await context!.addCookies([{ name: "a", value: "1", url: site.url("/").href }])
        assert.lengthOf(await context!.cookies(), 1)
        const second = await context!.newPage()
        await second.goto(site.url("/popup").href)
        assert.strictEqual(await second.title(), "Popup")
        await second.close()
        const [popup] = await Promise.all([context!.waitForEvent("page"), page!.click("text=Open")])
        await popup.waitForLoadState()
        assert.strictEqual(await popup.title(), "Popup")
        await page!.route("**/popup", (route) =>
          route.fulfill({ body: "<title>Made up</title>", contentType: "text/html" })
        )
        await page!.goto(site.url("/popup").href)
        assert.strictEqual(await page!.title(), "Made up")
        await browser.close()
      })
      const { result } = yield* call("POST", `/v2/browser/${id}/execute`, {
        code: "await page.title()",
        language: "node"
      })
      assert.strictEqual(result, "Made up")
    }).pipe(Effect.scoped)
  )

  it.live("is controlled by Puppeteer over its address", () =>
    Effect.gen(function* () {
      const { call, openSession, site } = yield* remoteServer()
      const { cdpUrl, id } = yield* openSession()
      yield* Effect.promise(async () => {
        const browser = await connect({ browserWSEndpoint: cdpUrl })
        const [first] = await browser.pages()
        await first!.goto(site.url("/popup").href)
        const page = await browser.newPage()
        await page.goto(site.url("/form").href)
        await page.type("#name", "Ada")
        await page.click("button")
        assert.strictEqual(await page.title(), "Hello Ada")
        assert.strictEqual(await page.evaluate("6 * 7"), 42)
        assert.isAbove((await page.screenshot()).length, 1000)
        await page.close()
        await browser.close()
      })
      const { result } = yield* call("POST", `/v2/browser/${id}/execute`, {
        code: "await page.title()",
        language: "node"
      })
      assert.strictEqual(result, "Popup")
    }).pipe(Effect.scoped)
  )
})
