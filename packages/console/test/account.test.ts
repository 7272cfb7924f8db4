// Account: what was used day by day, and when keys were made and last used.
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { launchChromium } from "./support/chromium.ts"
import { faultsOf } from "./support/faults.ts"
import { keys, type Started, startServer } from "./support/server.ts"
import { visit } from "./support/visitor.ts"

let server: Started
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchChromium()])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const narrow = { width: 390, height: 844 }

const signedIn = (use: (page: Page) => Promise<void>, viewport?: typeof narrow): Promise<void> =>
  visit(
    browser,
    server.console,
    async (page) => {
      await page.getByLabel("API key").fill(keys.admin)
      await page.keyboard.press("Enter")
      await page.getByLabel("Address of the page").waitFor()
      await use(page)
    },
    viewport
  )

const view = async (page: Page, name: string): Promise<void> => {
  const views = page.getByRole("button", { name: "Views" })
  if (await views.isVisible()) await views.click()
  await page.getByRole("link", { name, exact: true }).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
}

const credits = (page: Page) => page.getByRole("region", { name: "Credits" })
const chart = (page: Page) => credits(page).getByRole("figure", { name: /^Credits a day/ })

/** Days of which most have no use. The ledger of this server knows only today. */
const pastDays = (page: Page, used: Readonly<Record<number, number>>) =>
  page.route("**/console/api/account", async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { usage: ReadonlyArray<{ unit: string; byDay: ReadonlyArray<object> }> }
    const usage = body.usage.map((one) =>
      one.unit === "credits" ? { ...one, byDay: one.byDay.map((day, n) => ({ ...day, amount: used[n] ?? 0 })) } : one
    )
    await route.fulfill({ response: answer, json: { ...body, usage } })
  })

describe("use of the last days", () => {
  it("has a bar for today after a scrape, with what the table says", () =>
    signedIn(async (page) => {
      await page.getByLabel("Address of the page").fill(server.site("/garden/plants/iris"))
      await page.keyboard.press("Enter")
      await page.getByRole("tab", { name: "Diagnostics" }).waitFor()
      await view(page, "Account")
      await chart(page).locator("rect").waitFor()
      const row = credits(page).getByRole("row").nth(1)
      const [day, amount] = (await row.innerText()).split("\t")
      assert.match(day!, /^\d{4}-\d\d-\d\d$/)
      assert.strictEqual(await chart(page).locator("title").textContent(), `${day}: ${amount}`)
      await chart(page).getByText(`${amount} today`).waitFor()
      const tokens = page.getByRole("region", { name: "Tokens of models" })
      await tokens.getByText("Nothing was charged in 30 days.").waitFor()
      assert.strictEqual(await tokens.getByRole("figure").count(), 0)
    }))

  for (const colorScheme of ["light", "dark"] as const) {
    it(`leaves gaps for days without use, and nothing is cut on a narrow screen, in ${colorScheme}`, () =>
      signedIn(async (page) => {
        await page.emulateMedia({ colorScheme })
        await pastDays(page, { 0: 50, 10: 1200, 11: 1, 29: 600 })
        await view(page, "Account")
        await chart(page).getByText("at most 1,200, on", { exact: false }).waitFor()
        await chart(page).getByText("1,851 in 30 days", { exact: false }).waitFor()
        const bars = await chart(page).locator("rect").all()
        const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()))
        const [first, most, least, today] = boxes.map((box) => box!)
        assert.lengthOf(boxes, 4)
        assert.closeTo(today!.height, most!.height / 2, 1)
        assert.closeTo(first!.height, most!.height / 24, 1)
        // What is hardly anything is seen.
        assert.isAtLeast(least!.height, 1)
        const dayWidth = least!.x - most!.x
        assert.closeTo(most!.x - first!.x, 10 * dayWidth, 1)
        assert.closeTo(today!.x - first!.x, 29 * dayWidth, 1)
        assert.strictEqual(await credits(page).getByRole("row").count(), 1 + 4)
        assert.deepStrictEqual(await faultsOf(page), [])
        assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), narrow.width)
      }, narrow))
  }
})

describe("keys", () => {
  it("show when they were made and last used", () =>
    signedIn(async (page) => {
      await view(page, "Account")
      const table = page.getByRole("region", { name: "Keys" })
      await page.getByLabel("Name of a new key").fill("indexer")
      await page.getByRole("button", { name: "Make key" }).click()
      const key = (await page.locator("[data-key]").textContent())!
      const row = table.getByRole("row", { name: /^indexer/ })
      await row.getByRole("cell", { name: "never" }).waitFor()
      assert.match((await row.getByRole("time").getAttribute("title"))!, /\w+ \d+, \d{4}, \d+:\d\d/)
      const answer = await fetch(new URL("api/session", server.console), {
        headers: { authorization: `Bearer ${key}` }
      })
      assert.strictEqual(answer.status, 200)
      await view(page, "Jobs")
      await view(page, "Account")
      await row.getByRole("time").nth(1).waitFor()
      assert.strictEqual(await row.getByRole("cell", { name: "never" }).count(), 0)
      // This visit itself is a use of its key.
      await table
        .getByRole("row", { name: /^operator yours/ })
        .getByRole("time")
        .nth(1)
        .waitFor()
    }))
})
