// Living in the console: keys, addresses that can be shared, errors at their inputs, lists and narrow screens.
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { launchChromium } from "./support/chromium.ts"
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

const visiting = (use: (page: Page) => Promise<void>, viewport?: { width: number; height: number }): Promise<void> =>
  visit(browser, server.console, use, viewport)

const crawl = async (page: Page, path: string): Promise<void> => {
  await go(page, "#/playground?mode=crawl")
  await page.getByLabel("Address to start from").fill(server.site(path))
  await page.getByRole("button", { name: "Start crawl" }).click()
  await page.getByRole("link", { name: "All jobs" }).waitFor()
}

/** The body that the page sent for the last request of this path. */
const sent = async (page: Page, path: string, act: () => Promise<void>): Promise<Record<string, unknown>> => {
  const [request] = await Promise.all([page.waitForRequest((asked) => asked.url().endsWith(path)), act()])
  return request.postDataJSON() as Record<string, unknown>
}

describe("living in the console", { concurrent: false }, () => {
  it("begins with what was called, opens a call, and asks it again in the playground", () =>
    visiting(async (page) => {
      await page.getByLabel("Address of the page").fill(server.site("/garden/plants/fern"))
      await page.getByText("Options of pages").click()
      await page.getByLabel("Visit as a phone").selectOption("yes")
      await page.getByRole("button", { name: "Add header" }).click()
      await page.getByLabel("Header 1", { exact: true }).fill("cookie")
      await page.getByLabel("Header 1", { exact: true }).blur()
      await page.getByLabel("Value of header 1").fill("secret3")
      await page.keyboard.press("Control+Enter")
      await page.getByRole("tab", { name: "Diagnostics" }).waitFor()
      await page.goto(`${server.console}?again`)
      await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor()
      await page.getByLabel("Kind").selectOption("scrape")
      await page.getByLabel("Address or words").fill("plants/fern")
      const row = page.getByRole("row").filter({ hasText: "plants/fern" }).first()
      await row.getByText("200", { exact: true }).waitFor()
      await row.getByRole("link").click()
      await page.getByRole("heading", { level: 1, name: /scrape .*fern/ }).waitFor()
      await page.getByRole("tab", { name: "Python" }).click()
      await page.getByLabel("Request as Python").getByText("mobile=True").waitFor()
      assert.notInclude(await page.locator("main").innerText(), "secret3")
      await page.getByRole("link", { name: "Open in playground" }).click()
      await expect
        .poll(() => page.getByLabel("Address of the page").inputValue())
        .toBe(server.site("/garden/plants/fern"))
      assert.include(decodeURIComponent(page.url()), '"mobile":"true"')
    }))

  it.each([
    ["while it loads", "main.alone"],
    ["as soon as its views are there", "nav"],
    ["as soon as the view is there", "form"]
  ])("follows an address that changes %s", (_when, selector) =>
    visiting(async (page) => {
      // Observers are told before anything that waits for the next frame.
      await page.addInitScript(`
        const observer = new MutationObserver(() => {
          if (document.querySelector(${JSON.stringify(selector)}) === null) return
          observer.disconnect()
          location.hash = "#/jobs"
        })
        observer.observe(document, { childList: true, subtree: true })
      `)
      await page.reload()
      await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor()
      assert.include(page.url(), "#/jobs")
    })
  )

  it("goes anywhere by the command key and a few letters", () =>
    visiting(async (page) => {
      await crawl(page, "/garden/about")
      await page.locator("h1 .status-completed").waitFor()
      await page.keyboard.press("Control+k")
      await page.keyboard.type("acc")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { level: 1, name: "Account" }).waitFor()
      await page.keyboard.press("Control+k")
      await page.keyboard.type("garden/about")
      await page.getByRole("option", { name: /Crawl of .*garden\/about/, selected: true }).waitFor()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { level: 1, name: /garden\/about/ }).waitFor()
      await page.keyboard.press("?")
      await page.getByRole("dialog", { name: "Keys" }).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" })
      assert.strictEqual(await page.getByRole("dialog").count(), 0)
    }))

  it("opens the command menu before the next key, however late the next frame is", () =>
    visiting(async (page) => {
      await page.getByRole("heading", { level: 1 }).first().waitFor()
      // A message of the page itself is handled before a frame is drawn.
      const focused = await page.evaluate(`new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(document.activeElement.closest("dialog")?.open === true)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }))
        port2.postMessage(0)
      })`)
      assert.isTrue(focused)
    }))

  it("moves through rows by j and k, opens them, and searches by a slash", () =>
    visiting(async (page) => {
      await crawl(page, "/garden/")
      await page.locator("h1 .status-completed").waitFor()
      await crawl(page, "/garden/about")
      await page.locator("h1 .status-completed").waitFor()
      await go(page, "#/jobs")
      await page.getByRole("rowheader").nth(1).waitFor()
      await page.keyboard.press("j")
      await page.keyboard.press("j")
      await page.keyboard.press("k")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { level: 1, name: /garden\/about/ }).waitFor()
      await go(page, "#/jobs")
      await page.getByRole("rowheader").first().waitFor()
      await page.keyboard.press("/")
      await page.keyboard.type("about")
      await expect.poll(() => page.getByRole("rowheader").filter({ hasNotText: "about" }).count()).toBe(0)
      assert.isAbove(await page.getByRole("rowheader").count(), 0)
    }))

  it("keeps a request in the address without its secrets, and goes back to the one before", () =>
    visiting(async (page) => {
      const target = page.getByLabel("Address of the page")
      await target.fill(server.site("/garden/").replace("://", "://ann:password1@"))
      await page.getByText("Options of pages").click()
      await page.getByRole("button", { name: "Add header" }).click()
      await page.getByLabel("Header 1", { exact: true }).fill("authorization")
      await page.getByLabel("Header 1", { exact: true }).blur()
      await page.getByLabel("Value of header 1").fill("Bearer secret2")
      await page.getByLabel("Visit as a phone").selectOption("yes")
      await page.keyboard.press("Control+Enter")
      await expect.poll(() => page.url()).toContain("mode=scrape")
      assert.include(decodeURIComponent(page.url()), '"mobile":"true"')
      for (const secret of ["password1", "secret2", "ann"]) assert.notInclude(page.url(), secret)
      await target.fill(server.site("/garden/about"))
      await page.keyboard.press("Control+Enter")
      await page.getByRole("tab", { name: "Diagnostics" }).waitFor()
      await page.goBack()
      await expect.poll(() => target.inputValue()).toBe(server.site("/garden/"))
      await page.getByText("History").click()
      await page.getByRole("button", { name: /garden\/about$/ }).click()
      await expect.poll(() => target.inputValue()).toBe(server.site("/garden/about"))
      // Who is given the address sees the same request.
      const shared = page.url()
      await page.goto("about:blank")
      await page.goto(shared)
      await expect.poll(() => page.getByLabel("Address of the page").inputValue()).toBe(server.site("/garden/"))
    }))

  it("writes headers, steps, a place and formats by inputs of their own", () =>
    visiting(async (page) => {
      await page.getByLabel("Address of the page").fill(server.site("/garden/"))
      await page.getByLabel("Attributes", { exact: true }).check()
      await page.getByLabel("Selector 1", { exact: true }).fill("img")
      await page.getByLabel("Attribute 1", { exact: true }).fill("src")
      await page.getByText("Options of pages").click()
      await page.getByRole("button", { name: "Add header" }).click()
      await page.getByLabel("Header 1", { exact: true }).fill("x-note")
      await page.getByLabel("Header 1", { exact: true }).blur()
      await page.getByLabel("Value of header 1").fill("hello")
      await page.getByLabel("Country").selectOption("AT")
      await page.getByLabel("Languages").fill("de, en")
      await page.getByLabel("Languages").blur()
      await page.getByRole("button", { name: "Add step" }).click()
      await page.getByLabel("Step 1", { exact: true }).selectOption("click")
      await page.getByLabel("Click, step 1").fill("#more")
      const body = await sent(page, "/v2/scrape", () => page.getByRole("button", { name: "Run" }).click())
      assert.deepInclude(body, {
        headers: { "x-note": "hello" },
        location: { country: "AT", languages: ["de", "en"] },
        actions: [{ type: "click", selector: "#more" }]
      })
      assert.deepInclude(body["formats"] as Array<unknown>, {
        type: "attributes",
        selectors: [{ selector: "img", attribute: "src" }]
      })
    }))

  it("says what is wrong at its input", () =>
    visiting(async (page) => {
      const target = page.getByLabel("Address of the page")
      await target.fill("not an address")
      await page.keyboard.press("Enter")
      await page.getByRole("region", { name: "Result" }).getByRole("alert").waitFor()
      assert.strictEqual(await target.getAttribute("aria-invalid"), "true")
      await target.fill(server.site("/garden/"))
      await page.getByText("Options of pages").click()
      const wait = page.getByLabel("Wait after loading")
      await wait.fill("60001")
      await page.keyboard.press("Control+Enter")
      await page.locator(".field-problem").getByText("Wait after loading is at most 60000").waitFor()
      assert.strictEqual(await wait.getAttribute("aria-invalid"), "true")
      assert.strictEqual(await target.getAttribute("aria-invalid"), "false")
    }))

  it("says what runs and for how long", () =>
    visiting(async (page) => {
      const held = Promise.withResolvers<void>()
      await page.route("**/v2/scrape", async (route) => {
        await held.promise
        await route.continue()
      })
      await page.getByLabel("Address of the page").fill(server.site("/garden/"))
      await page.keyboard.press("Enter")
      const result = page.getByRole("region", { name: "Result" })
      await result.getByText(`Scraping ${server.site("/garden/")}`).waitFor()
      await result.getByText(/^\d+ ms$|^\d\.\d s$/).waitFor()
      held.resolve()
      await result.getByRole("tab", { name: "Diagnostics" }).waitFor()
      assert.strictEqual(await result.getAttribute("aria-busy"), "false")
    }))

  it("cancels the jobs that are chosen", () =>
    visiting(async (page) => {
      await crawl(page, "/endless-garden/")
      await go(page, "#/jobs")
      await page.getByLabel("Status").selectOption("scraping")
      await page
        .getByLabel(/^Choose Crawl of/)
        .first()
        .check()
      await page.getByRole("button", { name: "Cancel chosen" }).click()
      await page.getByRole("button", { name: "Cancel 1 job for good" }).click()
      await page.getByRole("heading", { name: "No jobs" }).waitFor()
      await page.getByLabel("Status").selectOption("cancelled")
      await expect.poll(() => page.getByRole("rowheader").count()).toBe(1)
    }))

  it("sorts the pages of a job, and opens any of them in the playground", () =>
    visiting(async (page) => {
      await crawl(page, "/garden/")
      await page.locator("h1 .status-completed").waitFor()
      const table = page.getByRole("table", { name: "Pages" })
      const first = () => table.getByRole("row").nth(1).getByRole("button").textContent()
      await table.getByRole("columnheader", { name: "Address" }).getByRole("button").click()
      const up = await first()
      await table.getByRole("columnheader", { name: "Address" }).getByRole("button").click()
      await expect.poll(first).not.toBe(up)
      assert.isAbove((await first())!.localeCompare(up!), 0)
      await table.getByRole("button", { name: /plants\/rose$/ }).click()
      await page.getByRole("link", { name: "Open in playground" }).click()
      await expect
        .poll(() => page.getByLabel("Address of the page").inputValue())
        .toBe(server.site("/garden/plants/rose"))
    }))

  it("makes a monitor, checks, and shows two versions of a page side by side", () =>
    visiting(async (page) => {
      await go(page, "#/monitors")
      await page.getByRole("button", { name: "New monitor" }).click()
      const form = page.getByRole("form", { name: "New monitor" })
      await form.getByLabel("Name").fill("Prices")
      await form.getByLabel("When").fill("daily at 9:00")
      await form.getByLabel("Addresses, one a line").fill(server.site("/changing-garden/"))
      await form.getByRole("button", { name: "Create monitor" }).click()
      await page.getByRole("rowheader", { name: "Prices" }).getByRole("link").click()
      await page.getByRole("heading", { name: "No check yet" }).waitFor()
      const check = async (found: string) => {
        await page.getByRole("button", { name: "Check now" }).click()
        await page.getByRole("region", { name: "The check" }).getByRole("heading", { name: found }).waitFor()
      }
      await check("1 new")
      await check("1 changed")
      const versions = page.getByRole("region", { name: "What changed" })
      await versions.getByRole("cell", { name: "The rose costs 1 euro." }).waitFor()
      await versions.getByRole("cell", { name: "The rose costs 2 euro." }).waitFor()
      await page.getByRole("button", { name: "Pause" }).click()
      await page.locator("h1 .status-paused").waitFor()
      await page.getByRole("button", { name: "Edit" }).click()
      const edit = page.getByRole("form", { name: "Edit monitor" })
      await edit.getByLabel("Name").fill("Prices of roses")
      await edit.getByRole("button", { name: "Save" }).click()
      await page.getByRole("heading", { level: 1, name: "Prices of roses" }).waitFor()
      // Its checks are jobs of its own, and fill no list of jobs.
      await go(page, "#/jobs")
      await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor()
      await page.getByLabel("Kind").selectOption("monitorCheck")
      await page.getByRole("heading", { name: "No jobs" }).waitFor()
      await page.goBack()
      await page.getByRole("button", { name: "Delete" }).click()
      await page.getByRole("button", { name: "Delete for good" }).click()
      await page.getByRole("heading", { name: "No monitors" }).waitFor()
      assert.strictEqual(await page.getByRole("rowheader").count(), 0)
    }))

  it("cuts nothing on a narrow screen", () =>
    visiting(
      async (page) => {
        await page.getByLabel("Address of the page").fill(server.site("/garden/"))
        await page.keyboard.press("Enter")
        await page.getByRole("tab", { name: "Diagnostics" }).waitFor()
        await crawl(page, "/garden/")
        await page.locator("h1 .status-completed").waitFor()
        const job = new URL(page.url()).hash
        for (const hash of [
          "#/playground",
          "#/activity",
          job,
          "#/jobs",
          "#/monitors",
          "#/agents",
          "#/account",
          "#/system"
        ]) {
          await go(page, hash)
          await page.getByRole("heading", { level: 1 }).first().waitFor()
          const width = await page.evaluate("document.documentElement.scrollWidth")
          assert.isAtMost(Number(width), 390, hash)
        }
        await page.getByRole("button", { name: "Views" }).click()
        await page.getByRole("link", { name: "Jobs", exact: true }).click()
        await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor()
        assert.isFalse(await page.getByRole("navigation", { name: "Views" }).isVisible())
      },
      { width: 390, height: 844 }
    ))
})

it("is sent compressed to who takes it", async () => {
  const html = await (await fetch(server.console)).text()
  const script = new URL(/src="([^"]+\.js)"/.exec(html)![1]!, server.console)
  const plain = await fetch(script, { headers: { "accept-encoding": "identity" } })
  const compressed = await fetch(script, { headers: { "accept-encoding": "gzip, br;q=0.9" } })
  const refused = await fetch(script, { headers: { "accept-encoding": "br;q=0, gzip" } })
  assert.isNull(plain.headers.get("content-encoding"))
  assert.strictEqual(compressed.headers.get("content-encoding"), "br")
  assert.isNull(refused.headers.get("content-encoding"))
  assert.include(compressed.headers.get("vary"), "accept-encoding")
  assert.isBelow(Number(compressed.headers.get("content-length")), Number(plain.headers.get("content-length")) / 2)
  assert.strictEqual(await compressed.text(), await plain.text())
})
