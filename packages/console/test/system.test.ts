// System: what the last hour was like, and what is too high.
import { setImmediate as nextTurn } from "node:timers/promises"
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { runsOf } from "../web/system/lines.ts"
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

/** The server is part of this process: what keeps it busy keeps the server busy. */
const holdUp = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const lastHour = (page: Page) => page.getByRole("region", { name: "Last hour" })

describe("the last hour", { concurrent: false }, () => {
  it.each(["light", "dark"] as const)("has a line for each figure, and its number, in %s", (colorScheme) =>
    visit(browser, server.console, async (page) => {
      await page.emulateMedia({ colorScheme })
      await go(page, "#/system")
      for (const name of ["Pages a second", "Jobs open", "Answer of the store", "Memory", "Heap"]) {
        const figure = lastHour(page).getByRole("figure", { name: new RegExp(`^${name} [\\d.,]+`) })
        await figure.waitFor()
        assert.isAtLeast(await figure.locator("polyline").count(), 1, name)
        assert.include(await figure.innerText(), "−60 min")
      }
      await lastHour(page)
        .getByRole("figure", { name: /Answer of the store .* limit 100 ms/ })
        .waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
    })
  )

  it("says that the event loop was held up, and what to do", () =>
    visit(browser, server.console, async (page) => {
      // Longer than one look at a timer, which it then falls into.
      holdUp(600)
      await go(page, "#/system")
      await lastHour(page)
        .getByRole("status")
        .getByText(/^Too high: .*Event-loop delay/)
        .waitFor()
      const figure = lastHour(page).getByRole("figure", { name: /Event-loop delay/ })
      await figure.getByText("The main thread is busy", { exact: false }).waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
    }))
})

/** Starts a crawl as a client does; returns its id. */
const startCrawl = async (path: string): Promise<string> => {
  const answer = await fetch(`${server.api}/v2/crawl`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: server.site(path), limit: 1000 })
  })
  const { id } = (await answer.json()) as { id: string }
  return id
}

const narrow = { width: 390, height: 844 }

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).first()

const cancel = async (id: string): Promise<void> => {
  const answer = await fetch(`${server.api}/v2/crawl/${id}`, { method: "DELETE" })
  assert.strictEqual(answer.status, 200)
}

/** The only page that is held, once it is. */
const heldPage = async () => {
  for (;;) {
    const [lease] = await Effect.runPromise(server.jobs.leases("local", 1))
    if (lease !== undefined) return lease
    await nextTurn()
  }
}

describe("work of the team", { concurrent: false }, () => {
  it("has the workers, the pages that they hold and since when, and no host that is asked at full speed", () =>
    visit(browser, server.console, async (page) => {
      const id = await startCrawl("/silent-garden/")
      const { jobId, page: heldId } = await heldPage()
      await Effect.runPromise(
        server.jobs.recordWorker({
          id: "worker",
          host: "a.internal",
          pid: 77,
          version: "1.2.3",
          running: 1,
          pages: [{ jobId, page: heldId, since: Date.now() - 90_000 }]
        })
      )
      await page.getByRole("link", { name: "System" }).click()
      const held = region(page, "Leases")
      await held
        .getByText(/^held by a\.internal process 77 for 1 min \d+ s, attempt 1, lease for \d+ s more$/)
        .waitFor()
      assert.strictEqual(
        await held.getByRole("link", { name: server.site("/silent-garden/") }).getAttribute("href"),
        `#/jobs/${id}`
      )
      const workers = region(page, "Workers")
      await workers.getByRole("heading", { name: "Workers (1)" }).waitFor()
      await workers.getByText("a.internal process 77").waitFor()
      await workers.getByText(/^version 1\.2\.3, started .+ ago, 1 page running, last heard of .+ ago$/).waitFor()
      await region(page, "Hosts")
        .getByText("Every host of your jobs is asked at full speed", { exact: false })
        .waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
      await cancel(id)
      await held.getByText("No worker holds a page of your jobs.").waitFor()
    }))

  it("has how many pages wait for a host that refuses them, and until when", () =>
    visit(browser, server.console, async (page) => {
      const id = await startCrawl("/busy-garden/")
      await go(page, "#/system")
      const hosts = region(page, "Hosts")
      const row = hosts.getByRole("row", { name: new URL(server.site("/")).host })
      // All of them were asked for at once, and are tried again later.
      await row.getByRole("cell", { name: "8", exact: true }).waitFor()
      await row.getByRole("cell", { name: /^refused pages \(429, 503\) \d+ times? in a row$/ }).waitFor()
      await row.getByRole("cell", { name: /^in \d+ min \d+ s$/ }).waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
      await page.emulateMedia({ colorScheme: "dark" })
      assert.deepStrictEqual(await faultsOf(page), [])
      await page.setViewportSize(narrow)
      assert.match(await hosts.locator("tbody").innerText(), /\s8\s/)
      assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), narrow.width)
      assert.deepStrictEqual(await faultsOf(page), [])
      await cancel(id)
    }))
})

describe("a line over an hour", () => {
  it("has a gap where a value was not known, and ends at now", () => {
    const now = 10_000_000
    const at = (minutes: number) => now - minutes * 60_000
    assert.deepStrictEqual(
      runsOf(
        [
          { at: at(61), value: 5 },
          { at: at(60), value: 0 },
          { at: at(30), value: 10 },
          { at: at(20), value: undefined },
          { at: at(0), value: 5 }
        ],
        now,
        10
      ),
      ["0.0,48.0 120.0,0.0", "240.0,24.0"]
    )
  })
})
