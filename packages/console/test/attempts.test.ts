// Pages of a job that took several attempts: what each came to, how long it took, and how large the pages are.
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { launchChromium } from "./support/chromium.ts"
import { faultsOf } from "./support/faults.ts"
import { type Started, startServer } from "./support/server.ts"
import { go, visit } from "./support/visitor.ts"

let server: Started
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(true), launchChromium()])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** The site counts the visits of each address: `key` makes those of a test its own. */
const visiting = (key: string, use: (page: Page) => Promise<void>, width = 1280): Promise<void> =>
  visit(
    browser,
    server.console,
    async (page) => {
      await go(page, "#/playground?mode=crawl")
      await page.getByLabel("Address to start from").fill(server.site(`/late-garden/${key}/`))
      await page.getByRole("button", { name: "Start crawl" }).click()
      await page.locator("h1 .status-completed").waitFor()
      // The site's sitemap names others.
      await page.getByRole("searchbox", { name: "Address" }).fill("late-garden")
      await page.getByText("4 pages", { exact: true }).waitFor()
      await use(page)
    },
    { width, height: 900 }
  )

const pagesOf = (page: Page): Locator => page.getByRole("table", { name: "Pages" })

/** Names of the pages in the order of the table. */
const names = async (table: Locator): Promise<ReadonlyArray<string>> =>
  (await table.locator("[data-row]").allTextContents()).map((url) => url.split("/").at(-1)!)

describe("pages of a job", { concurrent: false }, () => {
  it("are sorted by attempts, time and size; those without come last either way", () =>
    visiting("sorted", async (page) => {
      const table = pagesOf(page)
      const sort = (column: string) => table.getByRole("columnheader", { name: column }).getByRole("button").click()
      const cells = (column: number) => table.locator(`.page-row > :nth-child(${column + 1})`).allTextContents()
      await expect.poll(() => names(table)).toEqual(["", "late", "away", "broken"])
      assert.deepStrictEqual(await cells(5), ["1", "2", "3", "3"])
      for (const time of await cells(6)) assert.match(time, /^\d+ ms$|^\d+\.\d s$/)
      const sizes = await cells(7)
      assert.match(sizes[0]!, /^\d\.\d KiB$/)
      assert.strictEqual(sizes[2], "11 B")
      assert.strictEqual(sizes[3], "")
      await sort("Attempts")
      await sort("Attempts")
      await expect.poll(async () => (await names(table)).at(-1)).toBe("")
      await sort("Size")
      await expect.poll(() => names(table)).toEqual(["away", "late", "", "broken"])
      await sort("Size")
      await expect.poll(() => names(table)).toEqual(["", "late", "away", "broken"])
      const size = table.getByRole("columnheader", { name: "Size" })
      assert.strictEqual(await size.getAttribute("aria-sort"), "descending")
      await sort("Time")
      await expect
        .poll(() => table.getByRole("columnheader", { name: "Time" }).getAttribute("aria-sort"))
        .toBe("ascending")
    }))

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
    ["dark", 390]
  ] as const)("list each of their attempts, in %s at %i pixels", (colorScheme, width) =>
    visiting(
      `${colorScheme}-${width}`,
      async (page) => {
        await page.emulateMedia({ colorScheme })
        const row = pagesOf(page)
          .getByRole("row")
          .filter({ hasText: /broken$|broken/ })
        assert.isTrue(await row.getByRole("cell", { name: "3 attempts" }).isVisible())
        const head = await pagesOf(page).getByRole("columnheader", { name: "Size" }).getByRole("button").boundingBox()
        assert.isAtMost(head!.x + head!.width, width)
        assert.deepStrictEqual(await faultsOf(page), [])
        await row.getByRole("button").click()
        const story = page.getByRole("dialog", { name: "Story of the page" })
        const attempts = story.getByRole("table", { name: "Attempts" }).getByRole("row")
        await expect.poll(() => attempts.count()).toBe(4)
        for (const at of [1, 2]) {
          await attempts.nth(at).getByText("status 503").waitFor()
          await attempts
            .nth(at)
            .getByText(/^0 ms$/)
            .waitFor()
        }
        await attempts
          .nth(3)
          .getByText(/^The connection failed/)
          .waitFor()
        assert.deepStrictEqual(await faultsOf(page), [])
        assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), width)
        assert.isAtMost(Number(await story.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)), 0)
        await page.keyboard.press("Escape")
        await pagesOf(page).getByRole("button", { name: /late$/ }).click()
        await expect.poll(() => attempts.count()).toBe(3)
        await attempts.nth(2).getByText("status 200").waitFor()
      },
      width
    )
  )
})
