// The console as a person uses it: in a browser, by clicks and keys.
import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { launchChromium } from "./support/chromium.ts"
import { faultsOf } from "./support/faults.ts"
import { createLargeJob } from "./support/largeJob.ts"
import { siteOf } from "../web/jobs/jobName.ts"
import { keys, type Started, startServer } from "./support/server.ts"

let server: Started
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchChromium()])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** A visitor of the console; the visit fails where the page has an error or asks another host. */
const visiting = async (
  use: (page: Page) => Promise<void>,
  base = server.console,
  isHostile = false
): Promise<void> => {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 } })
  try {
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("pageerror", (error) => faults.push(String(error)))
    page.on("console", (message) => {
      // What a hostile page tries is refused; the console itself tries nothing that is.
      if (!isHostile && /Content Security Policy/i.test(message.text())) faults.push(message.text())
    })
    page.on("request", (request) => {
      const url = new URL(request.url())
      if (/^https?:/.test(url.protocol) && url.origin !== new URL(base).origin) faults.push(`asked ${url.href}`)
    })
    page.on("dialog", (dialog) => {
      faults.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(`${base}#/playground`)
    await use(page)
    assert.deepStrictEqual(faults, [])
  } finally {
    await context.close()
  }
}

const signIn = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel("API key").fill(key)
  await page.keyboard.press("Enter")
  await page.getByRole("navigation", { name: "Views" }).waitFor()
}

const signedIn = (key: string, use: (page: Page) => Promise<void>, isHostile = false): Promise<void> =>
  visiting(
    async (page) => {
      await signIn(page, key)
      await use(page)
    },
    server.console,
    isHostile
  )

const scrape = async (page: Page, url: string): Promise<void> => {
  await page.getByLabel("Address of the page").fill(url)
  await page.keyboard.press("Enter")
  await page.getByRole("tab", { name: "Diagnostics" }).waitFor()
}

const crawl = async (page: Page, url: string): Promise<void> => {
  await page.getByLabel("What to do").selectOption("crawl")
  await page.getByLabel("Address to start from").fill(url)
  await page.getByRole("button", { name: "Start crawl" }).click()
  await page.getByRole("heading", { level: 1, name: siteOf(url) }).waitFor()
}

const counts = async (page: Page): Promise<Record<string, number>> =>
  Object.fromEntries(
    await page
      .locator("[data-count]")
      .evaluateAll((found) =>
        found.map((element) => [element.getAttribute("data-count")!, Number(element.textContent!.replaceAll(",", ""))])
      )
  ) as Record<string, number>

describe("the console", { concurrent: false }, () => {
  it("asks for a key, refuses a wrong one, and keeps it nowhere", () =>
    visiting(async (page) => {
      await page.getByLabel("API key").fill("fc-wrong")
      await page.keyboard.press("Enter")
      await page.getByRole("alert").getByText("Invalid token").waitFor()
      await signIn(page, keys.admin)
      assert.notInclude(page.url(), keys.admin)
      assert.strictEqual(
        await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"),
        '[{},{},""]'
      )
      assert.notInclude(await page.content(), keys.admin)
      await page.reload()
      await page.getByLabel("API key").waitFor()
    }))

  it("scrapes a page by keys alone, and shows it in every way", () =>
    signedIn(keys.admin, async (page) => {
      for (const format of ["HTML", "Images", "JSON by schema"]) await page.getByLabel(format, { exact: true }).check()
      await scrape(page, server.site("/garden/"))
      await page.getByRole("article").getByRole("heading", { name: "The garden" }).waitFor()
      const first = page.getByRole("tab", { name: "Rendered" })
      await first.focus()
      await page.keyboard.press("ArrowRight")
      await page.getByLabel("Markdown source", { exact: true }).getByText("# The garden").waitFor()
      await page.keyboard.press("ArrowRight")
      await page.frameLocator("iframe").getByRole("heading", { name: "The garden" }).waitFor()
      await page.getByRole("tab", { name: "Data", exact: true }).click()
      await page.getByRole("tab", { name: /Links/ }).click()
      await page.getByRole("link", { name: server.site("/garden/plants/rose") }).waitFor()
      await page.getByRole("tab", { name: /Images/ }).click()
      await page.locator(".picture img").waitFor()
      assert.match((await page.locator(".picture img").getAttribute("src"))!, /^blob:/)
      await page.getByRole("tab", { name: "JSON", exact: true }).click()
      await page.locator(".json-string").getByText("The garden").waitFor()
    }))

  it("shows where the time of a page went as bars with their times, which the copied request does not ask for", () =>
    signedIn(keys.admin, async (page) => {
      await scrape(page, server.site("/garden/?timed"))
      await page.getByRole("tab", { name: "Diagnostics" }).click()
      const table = page.getByRole("table", {
        name: /^Time by phase: [\d.]+ m?s in all, [\d.]+ m?s with the way to here$/
      })
      for (const phase of ["First byte", "Download", "Parse", "Formats"]) {
        const row = table.getByRole("row", { name: new RegExp(`^${phase} [\\d.]+ m?s [\\d.]+ m?s$`) })
        await row.waitFor()
        assert.isAbove((await row.locator(".waterfall span").boundingBox())!.width, 1)
      }
      await page.getByText("Copy as…").click()
      for (const client of ["curl", "TypeScript", "Command line"]) {
        await page.getByRole("tab", { name: client, exact: true }).click()
        assert.notInclude(await page.getByLabel(`Request as ${client}`).textContent(), "timings")
      }
      // Who turns it off is told how it comes back.
      await page.getByText("Options of pages").click()
      await page.getByLabel("Say where the time went").selectOption("yes")
      assert.include(await page.getByLabel("Request as Command line").textContent(), "--timings")
      await page.getByLabel("Say where the time went").selectOption("no")
      await page.getByRole("button", { name: "Run" }).click()
      await page.getByRole("tab", { name: "Diagnostics" }).click()
      await page.getByText("The time of this page was not measured").waitFor()
    }))

  it("marks what main content left out, by rule", () =>
    signedIn(keys.admin, async (page) => {
      await scrape(page, server.site("/garden/"))
      await page.getByRole("tab", { name: "Page", exact: true }).click()
      await page.getByRole("tab", { name: "Kept and left out" }).click()
      await page.getByRole("heading", { name: "Left out: 2" }).waitFor()
      const marked = page.frameLocator("iframe").locator("[data-cut]")
      await expect.poll(() => marked.count()).toBe(2)
      assert.include(await marked.first().textContent(), "Home")
      assert.isFalse(await marked.first().evaluate((element) => element.querySelector("a[href]") !== null))
    }))

  it("makes its form of the options' definitions, and words the request in five ways without the key", () =>
    signedIn(keys.admin, async (page) => {
      await page.getByLabel("Address of the page").fill("https://example.com")
      await page.getByText("Options of pages").click()
      await page.getByLabel("Wait after loading").fill("1500")
      await page.getByLabel("Only the main content").selectOption("no")
      assert.strictEqual(await page.getByLabel("Wait after loading").getAttribute("max"), "60000")
      await page.getByText("Copy as…").click()
      const wanted: Readonly<Record<string, RegExp>> = {
        curl: /"waitFor":1500/,
        TypeScript: /orbweaver\.scrape\("https:\/\/example\.com"/,
        "firecrawl-js": /apiUrl/,
        Python: /only_main_content=False/,
        "Command line": /--wait-for 1500ms/
      }
      for (const [label, pattern] of Object.entries(wanted)) {
        await page.getByRole("tab", { name: label, exact: true }).click()
        const text = await page.getByLabel(`Request as ${label}`).textContent()
        assert.match(text!, pattern)
        assert.notInclude(text, keys.admin)
      }
      await page.getByLabel("Wait after loading").fill("60001")
      await page.getByLabel("Request as Request").getByText("Wait after loading is at most 60000").waitFor()
    }))

  it("runs nothing of a hostile page and asks nobody for it", () =>
    signedIn(
      keys.admin,
      async (page) => {
        for (const format of ["HTML", "Raw HTML", "Images"]) await page.getByLabel(format, { exact: true }).check()
        await scrape(page, server.site("/hostile-page"))
        const shown = {
          Content: ["Rendered", "Markdown", "HTML", "HTML source", "Raw HTML"],
          Data: [/Links/, /Images/],
          Page: ["Metadata", "Kept and left out"],
          Diagnostics: ["Timings", "Whole answer"]
        } as const
        const tabs = Object.entries(shown).flatMap(([group, names]) => names.map((name) => [group, name] as const))
        for (const [group, name] of tabs) {
          await page.getByRole("tab", { name: group, exact: true }).click()
          await page.getByRole("tab", typeof name === "string" ? { name, exact: true } : { name }).click()
          if (name === "HTML" || name === "Kept and left out") {
            const body = page.frameLocator("iframe").locator("body")
            await body.getByText("Plants of this garden").first().waitFor()
            assert.isUndefined(await body.evaluate(() => (globalThis as { hacked?: unknown }).hacked))
            assert.strictEqual(
              await page
                .frameLocator("iframe")
                .locator("script, [onload], [onerror], [href^=java], form, iframe, meta[http-equiv]")
                .count(),
              0
            )
          }
          assert.strictEqual(await page.locator('a[href^="javascript:" i], a[href^="data:" i]').count(), 0)
        }
        assert.isUndefined(await page.evaluate(() => (globalThis as { hacked?: unknown }).hacked))
      },
      true
    ))

  it("parses a file, maps a site, searches and extracts by a schema", () =>
    signedIn(keys.admin, async (page) => {
      await page.getByLabel("What to do").selectOption("parse")
      await page.getByLabel("File to parse").setInputFiles({
        name: "note.html",
        mimeType: "text/html",
        buffer: Buffer.from("<main><h1>A note</h1><p>Of few words, but they are words enough.</p></main>")
      })
      await page.getByRole("button", { name: "Run" }).click()
      await page.getByRole("article").getByRole("heading", { name: "A note" }).waitFor()

      await page.getByLabel("What to do").selectOption("map")
      await page.getByLabel("Address of the site").fill(server.site("/garden/"))
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: /addresses$/ }).waitFor()
      await page.getByRole("listitem").filter({ hasText: "/garden/plants/rose" }).first().waitFor()

      await page.getByLabel("What to do").selectOption("search")
      await page.getByLabel("Search for").fill(server.site("/garden/about"))
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "1 hit" }).waitFor()

      await page.getByLabel("What to do").selectOption("extract")
      await page.getByLabel("Addresses, one a line").fill(server.site("/garden/"))
      await page.getByLabel("What property 1 means").fill("Title of the page")
      await page.getByRole("button", { name: "Run" }).click()
      await page.getByText('"The garden"').first().waitFor()
      assert.strictEqual(await page.getByRole("alert").count(), 0)
    }))

  it("shows a crawl with counts that add up, each page's story, causes with cures, and downloads that work once", () =>
    signedIn(keys.admin, async (page) => {
      await crawl(page, server.site("/garden/"))
      await page.locator("h1 .status-completed").waitFor()
      const { total, ...each } = await counts(page)
      assert.strictEqual(
        Object.values(each).reduce((sum, count) => sum + count, 0),
        total
      )
      assert.strictEqual(each["failed"], 1)
      await page.getByRole("button", { name: server.site("/garden/plants/rose") }).click()
      const story = page.getByRole("dialog", { name: "Story of the page" })
      await story.getByRole("link", { name: server.site("/garden/"), exact: true }).waitFor()
      await story.getByRole("heading", { name: "About rose" }).waitFor()
      await story.getByRole("tab", { name: "Diagnostics" }).click()
      await story.getByRole("table", { name: /^Time by phase: [\d.]+ m?s in all$/ }).waitFor()
      await story.getByRole("rowheader", { name: "Formats" }).waitFor()
      await page.keyboard.press("Escape")
      await story.waitFor({ state: "hidden" })

      await page.getByRole("tab", { name: "Tree" }).click()
      await page.getByRole("tree").focus()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("ArrowRight")
      await page.getByRole("treeitem", { name: /plants/ }).waitFor()

      await page.getByRole("tab", { name: /Errors/ }).click()
      await page.getByText("What to do:").waitFor()

      // A link to a download is good once: who reads it in the history of a proxy gets nothing.
      const used = page.waitForRequest(/downloads\//)
      for (const [name, file] of [
        ["Export JSONL", ".jsonl"],
        ["Export Markdown (ZIP)", ".zip"]
      ] as const) {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name }).click()
        ])
        assert.isTrue(download.suggestedFilename().endsWith(file))
        const bytes = await readFile(await download.path())
        if (file === ".zip") assert.strictEqual(bytes.subarray(0, 2).toString(), "PK")
        else assert.lengthOf(bytes.toString().trim().split("\n"), each["completed"]!)
      }
      assert.strictEqual((await fetch((await used).url())).status, 404)

      await page.getByRole("button", { name: "Retry 1 failed" }).click()
      await page.getByText("Failed pages are tried again").waitFor()
      await page.locator("h1 .status-completed").waitFor()
      await page.getByRole("link", { name: "All jobs" }).click()
      await page.getByLabel("Address, prompt or id").fill("/garden/")
      await page
        .getByRole("rowheader", { name: siteOf(server.site("/garden/")) })
        .first()
        .waitFor()
    }))

  it("watches a crawl live, pauses it, goes on and cancels it", () =>
    signedIn(keys.admin, async (page) => {
      await crawl(page, server.site("/endless-garden/"))
      await expect.poll(async () => (await counts(page))["completed"]).toBeGreaterThan(1)
      await page.getByRole("button", { name: "Pause" }).click()
      await page.locator("h1 .status-paused").waitFor()
      await page.getByRole("button", { name: "Resume" }).click()
      await page.locator("h1 .status-scraping").waitFor()
      await page.getByRole("button", { name: "Cancel" }).click()
      await page.locator("h1 .status-cancelled").waitFor()
      const { total, ...each } = await counts(page)
      assert.strictEqual(
        Object.values(each).reduce((sum, count) => sum + count, 0),
        total
      )
    }))

  it("draws the rate of a crawl within a window that becomes narrow", () =>
    signedIn(keys.admin, async (page) => {
      await crawl(page, server.site("/endless-garden/"))
      const right = async () => {
        const box = await page.locator("figure canvas").boundingBox()
        return box!.x + box!.width
      }
      assert.isAbove(await right(), 390)
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(right).toBeLessThanOrEqual(390)
      await page.getByRole("button", { name: "Cancel" }).click()
      await page.locator("h1 .status-cancelled").waitFor()
    }))

  it("shows a job of 100,000 pages with few rows in the page", () =>
    signedIn(keys.admin, async (page) => {
      const id = await createLargeJob(server.jobs)
      await page.goto(`${server.console}#/jobs/${id}`)
      await page.getByText("100,000 pages", { exact: true }).waitFor()
      const table = page.getByRole("table", { name: "Pages" })
      assert.isBelow(await table.getByRole("row").count(), 100)
      await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await table.getByRole("button", { name: "https://large.test/99/99999" }).waitFor()
      assert.isBelow(await table.getByRole("row").count(), 100)
      await page.getByRole("tab", { name: "Tree" }).click()
      await page.getByRole("treeitem", { name: /large\.test/ }).waitFor()
      assert.isBelow(await page.getByRole("treeitem").count(), 120)
    }))

  it("shows a team its own alone", () =>
    signedIn(keys.other, async (page) => {
      await crawl(page, server.site("/garden/about"))
      await page.locator("h1 .status-completed").waitFor()
      const own = page.url().split("/").at(-1)!
      await signedIn(keys.reader, async (stranger) => {
        await stranger.goto(`${server.console}#/jobs/${own}`)
        await stranger.getByText("Job not found").waitFor()
        await stranger.getByRole("link", { name: "Jobs", exact: true }).click()
        await stranger.getByLabel("Address, prompt or id").fill(own)
        await stranger.getByRole("heading", { name: "No jobs" }).waitFor()
      })
      await page.getByRole("link", { name: "All jobs" }).click()
      await page.getByRole("rowheader", { name: siteOf(server.site("/garden/about")) }).waitFor()
      assert.strictEqual(await page.getByRole("rowheader").count(), 1)
    }))

  it("lets a key that may only read look, and nothing else", () =>
    signedIn(keys.reader, async (page) => {
      assert.isTrue(await page.getByRole("button", { name: "Run" }).isDisabled())
      assert.strictEqual(await page.getByRole("link", { name: "System" }).count(), 0)
      await page.getByRole("link", { name: "Account" }).click()
      await page.getByText("Keys are shown to a key with the scope “admin”.").waitFor()
    }))

  it("sums usage by day, key and kind, and makes and revokes keys", () =>
    signedIn(keys.admin, async (page) => {
      await scrape(page, server.site("/garden/plants/iris"))
      await page.getByRole("link", { name: "Account" }).click()
      const credits = page.getByRole("region", { name: "Credits" })
      // From the first to the last day of a month where the team is.
      await credits.getByText(/^\d{4}-\d\d-01 to \d{4}-\d\d-(28|29|30|31)$/).waitFor()
      await credits.getByRole("tab", { name: "By key" }).click()
      await credits.getByRole("rowheader", { name: "operator" }).waitFor()
      await credits.getByRole("tab", { name: "By kind" }).click()
      await credits.getByRole("rowheader", { name: "scrape" }).waitFor()
      await page.getByLabel("Name of a new key").fill("robot")
      await page.getByRole("button", { name: "Make key" }).click()
      const key = (await page.locator("[data-key]").textContent())!
      assert.match(key, /^fc-[0-9a-f]{32}$/)
      const session = () =>
        fetch(new URL("api/session", server.console), { headers: { authorization: `Bearer ${key}` } })
      assert.deepInclude(await (await session()).json(), { team: "acme", key: "robot", scopes: ["read", "write"] })
      await page.getByRole("button", { name: "Revoke robot" }).click()
      await page.getByRole("button", { name: "Revoke for good" }).click()
      await page.getByRole("rowheader", { name: "robot" }).waitFor({ state: "detached" })
      assert.strictEqual((await session()).status, 401)
    }))

  it("shows the figures of the metrics", () =>
    signedIn(keys.admin, async (page) => {
      await page.getByRole("link", { name: "System" }).click()
      await page.getByRole("figure", { name: /Event-loop delay/ }).waitFor()
      await page.getByText("All figures").click()
      await page.getByRole("rowheader", { name: "process_memory_bytes" }).first().waitFor()
      const metrics = await (await fetch(`${server.api}/metrics`)).text()
      assert.include(metrics, "orbweaver_process_memory_bytes")
    }))

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no serious fault for who sees or hears it otherwise, in ${colorScheme}`, () =>
      visiting(async (page) => {
        await page.emulateMedia({ colorScheme })
        assert.deepStrictEqual(await faultsOf(page), [], "login")
        await signIn(page, keys.admin)
        await page.getByText("Options of pages").click()
        await scrape(page, server.site("/garden/"))
        assert.deepStrictEqual(await faultsOf(page), [], "playground")
        await page.getByRole("tab", { name: "Diagnostics" }).click()
        await page.getByRole("table", { name: /^Time by phase/ }).waitFor()
        assert.deepStrictEqual(await faultsOf(page), [], "timings")
        await page.getByLabel("What to do").selectOption("extract")
        assert.deepStrictEqual(await faultsOf(page), [], "extract")
        await crawl(page, server.site("/garden/plants/moss"))
        await page.locator("h1 .status-completed").waitFor()
        assert.deepStrictEqual(await faultsOf(page), [], "job")
        await page.getByRole("tab", { name: "Tree" }).click()
        assert.deepStrictEqual(await faultsOf(page), [], "tree")
        for (const name of ["Jobs", "Account", "System"]) {
          await page.getByRole("link", { name, exact: true }).click()
          await page.getByRole("heading", { level: 1, name }).waitFor()
          assert.deepStrictEqual(await faultsOf(page), [], name)
        }
      }))
  }
})

it("lets everybody in where the server has no keys", async () => {
  const open = await startServer(true)
  try {
    await visiting(async (page) => {
      await page.getByRole("link", { name: "Activity" }).click()
      await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor()
      await page.getByRole("link", { name: "System" }).waitFor()
      assert.include(await page.title(), "Activity")
    }, open.console)
  } finally {
    await open.close()
  }
})

it("is sent under a strict policy, without CORS, and only to who asks at its own name", async () => {
  const page = await fetch(server.console)
  const policy = page.headers.get("content-security-policy")!
  assert.include(policy, "default-src 'none'")
  assert.include(policy, "script-src 'self'")
  assert.notInclude(policy, "unsafe")
  const html = await page.text()
  assert.notMatch(html, /<script(?![^>]* src=)[^>]*>|style=|<style|https?:\/\//)
  assert.include(html, "<noscript>")
  const asked = await fetch(new URL("api/session", server.console), {
    headers: { origin: "https://evil.test", authorization: `Bearer ${keys.admin}` }
  })
  assert.strictEqual(asked.status, 200)
  assert.isNull(asked.headers.get("access-control-allow-origin"))
  const preflight = await fetch(new URL("api/session", server.console), {
    method: "OPTIONS",
    headers: { origin: "https://evil.test", "access-control-request-method": "GET" }
  })
  assert.isNull(preflight.headers.get("access-control-allow-origin"))
  assert.strictEqual((await fetch(server.console.slice(0, -1), { redirect: "manual" })).status, 308)
  assert.strictEqual((await fetch(server.console.slice(0, -1))).status, 200)
})
