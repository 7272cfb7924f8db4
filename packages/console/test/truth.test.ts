// What became of pages and jobs, as it is: error pages of a site, causes of failures, answers of jobs, and the theme.
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { launchChromium } from "./support/chromium.ts"
import { type Started, startServer } from "./support/server.ts"

let server: Started
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(true), launchChromium()])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const visiting = async (use: (page: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext({ locale: "en-US", colorScheme: "light" })
  try {
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    await page.goto(`${server.console}#/playground`)
    await use(page)
  } finally {
    await context.close()
  }
}

const crawl = async (page: Page, path: string): Promise<void> => {
  await page.getByLabel("What to do").selectOption("crawl")
  await page.getByLabel("Address to start from").fill(server.site(path))
  await page.getByRole("button", { name: "Start crawl" }).click()
}

const count = async (page: Page, outcome: string): Promise<number> =>
  Number(await page.locator(`[data-count=${outcome}]`).textContent())

describe("the console tells the truth", { concurrent: false }, () => {
  it(
    "shows error pages under their status and among the errors, with a cure for each cause",
    () =>
      visiting(async (page) => {
        await crawl(page, "/broken-garden/")
        await page.locator("h1 .status-completed").waitFor()
        assert.strictEqual(await count(page, "completed"), 1)
        assert.strictEqual(await count(page, "errorPage"), 4)
        assert.strictEqual(await count(page, "failed"), 1)
        const table = page.getByRole("table", { name: "Pages" })
        for (const status of [403, 404, 429, 500]) {
          const row = table.getByRole("row").filter({ hasText: `/broken-garden/${status}` })
          await row.getByRole("cell", { name: `status ${status}` }).waitFor()
          assert.strictEqual(await row.locator(".state-errorPage").count(), 1)
          assert.strictEqual(await row.locator(".state-completed").count(), 0)
        }
        await page.getByRole("combobox", { name: /^Outcome/ }).selectOption("error pages")
        await page.getByText("4 pages", { exact: true }).waitFor()
        await page.getByRole("tab", { name: "Errors (5)" }).click()
        const causeOf = (text: string) => page.locator(".causes > li").filter({ hasText: text })
        await causeOf("status 404").getByText("The page is gone").waitFor()
        await causeOf("status 403").getByText("The site refuses").waitFor()
        await causeOf("status 429").getByText("The site asks for patience").waitFor()
        await causeOf("status 500").getByText("The site had a fault").waitFor()
        await causeOf("redirected more than 20 times").getByText("The site redirects in a loop").waitFor()
        assert.strictEqual(await page.getByText("closed the connection").count(), 0)
        await page.getByRole("link", { name: "All jobs" }).click()
        await page.getByRole("img", { name: /^1 completed, 4 error pages, 1 failed/ }).waitFor()
      }),
    120_000
  )

  it("waits for a server that cannot answer yet, instead of asking for a key that it may not want", () =>
    visiting(async (page) => {
      const session = "**/console/api/session"
      const busy = { status: 503, headers: { "retry-after": "1" }, json: { success: false, error: "Busy" } }
      await page.route(session, (route) => route.fulfill(busy))
      await page.reload()
      await page.getByText("Reconnecting… The server has too much to do").waitFor()
      assert.strictEqual(await page.getByLabel("API key").count(), 0)
      await page.unroute(session)
      await page.getByRole("heading", { level: 1, name: "Playground" }).waitFor()
    }))

  it("replaces the old result by an error, and names the status of an error page", () =>
    visiting(async (page) => {
      const target = page.getByLabel("Address of the page")
      await target.fill(server.site("/garden/"))
      await page.keyboard.press("Enter")
      const result = page.getByRole("region", { name: "Result" })
      await result.getByRole("heading", { name: "The garden" }).first().waitFor()
      await target.fill("not an address")
      await page.keyboard.press("Enter")
      await result.getByRole("alert").waitFor()
      assert.strictEqual(await result.getByRole("heading").count(), 0)
      await target.fill(server.site("/broken-garden/404"))
      await page.keyboard.press("Enter")
      await result.getByText("The site answered with status 404").waitFor()
    }))

  it("shows the answer of an extraction in its job", () =>
    visiting(async (page) => {
      await page.getByLabel("What to do").selectOption("extract")
      await page.getByLabel("Addresses, one a line").fill(server.site("/garden/"))
      await page.getByLabel("What property 1 means").fill("Title of the page")
      await page.getByRole("button", { name: "Run" }).click()
      await page.getByRole("heading", { name: "Extraction" }).waitFor()
      await page.getByRole("link", { name: "Jobs", exact: true }).click()
      await page.getByLabel("Kind").selectOption("extract")
      await page.locator("table.jobs tbody a").first().click()
      await page.getByRole("tab", { name: "Answer", selected: true }).waitFor()
      await page.getByRole("tabpanel").getByText('"The garden"').first().waitFor()
      assert.strictEqual(await page.getByRole("tab", { name: "Answer" }).count(), 1)
    }))

  it("offers the kinds of jobs that the server knows, and no option that has no effect", () =>
    visiting(async (page) => {
      await page.getByLabel("What to do").selectOption("map")
      await page.getByText("Options", { exact: true }).click()
      await page.getByLabel("Include subdomains").waitFor()
      for (const name of ["Pause between pages", "The whole domain", "Join similar URLs"]) {
        assert.strictEqual(await page.getByLabel(name).count(), 0, name)
      }
      await page.getByLabel("What to do").selectOption("parse")
      await page.getByText("Options of pages").click()
      await page.getByText(/default 30000/).waitFor()
      await page.getByRole("link", { name: "Jobs", exact: true }).click()
      assert.deepStrictEqual(await page.getByLabel("Kind").getByRole("option").allTextContents(), [
        "all",
        "crawl",
        "batch",
        "extract",
        "llmstxt",
        "agent",
        "deepResearch",
        "monitorCheck"
      ])
    }))

  it("draws its chart anew when the theme changes", () =>
    visiting(async (page) => {
      await crawl(page, "/endless-garden/")
      await page.locator(".chart canvas").waitFor()
      /** Brightness of the brightest opaque point: axes are darker than their ground in light, and brighter in dark. */
      const brightest = () =>
        page.locator(".chart canvas").evaluate((element) => {
          const canvas = element as unknown as {
            readonly width: number
            readonly height: number
            getContext(kind: "2d"): {
              getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray }
            }
          }
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
          let most = 0
          for (let at = 0; at < data.length; at += 4) {
            if (data[at + 3]! > 200) most = Math.max(most, Math.min(data[at]!, data[at + 1]!, data[at + 2]!))
          }
          return most
        })
      await expect.poll(brightest).toBeGreaterThan(0)
      assert.isBelow(await brightest(), 150)
      await page.emulateMedia({ colorScheme: "dark" })
      await expect.poll(brightest).toBeGreaterThan(200)
      await page.getByRole("button", { name: "Cancel" }).click()
      await page.locator("h1 .status-cancelled").waitFor()
    }))
})
