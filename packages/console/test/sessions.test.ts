// Sessions: open one, watch it within the console, and close it.
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { remoteServer } from "../../http/test/features/browser/remoteServer.ts"
import { loadConsole } from "../src/index.ts"
import { launchChromium } from "./support/chromium.ts"
import { faultsOf } from "./support/faults.ts"
import { go, visit } from "./support/visitor.ts"

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

type Server = Effect.Success<ReturnType<typeof remoteServer>>

/** A server with the console whose sessions have addresses. */
const visiting = (use: (page: Page, server: Server) => Promise<void>, options = {}): Promise<void> =>
  Effect.gen(function* () {
    const files = yield* Effect.promise(loadConsole)
    const server = yield* remoteServer({ server: { console: files, ...options } })
    yield* Effect.promise(() =>
      visit(browser, `${server.url}/console/`, async (page) => {
        await go(page, "#/sessions")
        await page.getByRole("heading", { level: 1, name: "Sessions" }).waitFor()
        await use(page, server)
      })
    )
  }).pipe(Effect.scoped, Effect.runPromise)

describe("sessions", { concurrent: false }, () => {
  it.each(["light", "dark"] as const)("are opened, watched within the console, and closed, in %s", (colorScheme) =>
    visiting(async (page, server) => {
      const problems: Array<string> = []
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text())
      })
      await page.emulateMedia({ colorScheme })
      await page.getByRole("heading", { name: "No session is open" }).waitFor()
      await page.getByRole("button", { name: "Open session" }).click()
      const watch = page.getByRole("button", { name: /^Watch session / })
      await watch.waitFor()
      const id = (await page.getByRole("rowheader").locator("code").textContent())!
      const form = server.site.url("/form").href
      await Effect.runPromise(
        server.call("POST", `/v2/browser/${id}/execute`, {
          code: `await page.goto(${JSON.stringify(form)})`,
          language: "node"
        })
      )
      await watch.click()
      const frame = page.frameLocator(`iframe[title="Browser of session ${id}"]`)
      await frame.getByText(form).waitFor()
      await frame.locator("img[src^='data:image/jpeg']").waitFor()
      const link = page.getByRole("link", { name: "Open in a window" })
      assert.match((await link.getAttribute("href"))!, /\/live\?token=/)
      assert.deepStrictEqual(await faultsOf(page), [])
      await page.getByRole("button", { name: "Stop watching" }).click()
      await page.getByRole("region", { name: "Live view" }).waitFor({ state: "detached" })

      await watch.click()
      await page.getByRole("button", { name: `Close session ${id}` }).click()
      await page.getByRole("button", { name: "Close for good" }).click()
      await page.getByRole("heading", { name: "No session is open" }).waitFor()
      assert.strictEqual(await page.locator("iframe").count(), 0)
      assert.deepStrictEqual(problems, [])
    })
  )

  it("are shown by a link alone where their address is of another origin", () =>
    visiting(
      async (page) => {
        await page.getByRole("button", { name: "Open session" }).click()
        await page.getByRole("link", { name: "Watch in a window" }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: /^Watch session/ }).count(), 0)
      },
      { publicUrl: "http://elsewhere.test" }
    ))
})
