// System: what the last hour was like, and what is too high.
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
