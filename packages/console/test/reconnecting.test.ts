// An open job over the death of its server: what the console says meanwhile, and that it finds back.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { siteOf } from "../web/jobs/jobName.ts"
import { launchChromium } from "./support/chromium.ts"
import { type EndlessSite, startEndlessSite } from "./support/endlessSite.ts"
import { type KillableServer, startKillable } from "./support/killable.ts"

let browser: Browser
let site: EndlessSite
let folder: string

beforeAll(async () => {
  ;[browser, site, folder] = await Promise.all([
    launchChromium(),
    startEndlessSite(300),
    mkdtemp(join(tmpdir(), "orbweaver-console-"))
  ])
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await rm(folder, { recursive: true })
})

const completed = async (page: Page): Promise<number> =>
  Number((await page.locator("[data-count=completed]").textContent())!.replaceAll(",", ""))

/** A server, and a page on which a crawl of it is watched. */
const watching = async (
  file: string | undefined,
  use: (page: Page, server: KillableServer, restart: (key?: string) => Promise<KillableServer>) => Promise<void>
): Promise<void> => {
  let server = await startKillable({ port: 0, ...(file === undefined ? {} : { file }) })
  const port = Number(new URL(server.url).port)
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC" })
  try {
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    await page.goto(`${server.url}/console/#/playground`)
    await page.getByLabel("What to do").selectOption("crawl")
    await page.getByLabel("Address to start from").fill(site.url)
    await page.getByRole("button", { name: "Start crawl" }).click()
    await page.getByText("· live").waitFor()
    await expect.poll(() => completed(page), { timeout: 60_000 }).toBeGreaterThan(1)
    await use(page, server, async (key) => {
      server = await startKillable({
        port,
        ...(file === undefined ? {} : { file }),
        ...(key === undefined ? {} : { key })
      })
      return server
    })
  } finally {
    await context.close()
    await server.kill()
  }
}

describe("an open job whose server is killed", { concurrent: false }, () => {
  it(
    "reconnects to the server over the same store: the figures stay with their time, and it is live again",
    () =>
      watching(join(folder, "jobs.sqlite"), async (page, server, restart) => {
        await server.kill()
        const note = page.getByRole("status").filter({ hasText: "Reconnecting…" })
        await note.getByText(/The server does not answer\. Figures as of \d\d:\d\d:\d\d/).waitFor()
        const before = await completed(page)
        assert.isAbove(before, 0)
        assert.strictEqual(await page.getByText("· live").count(), 0)
        assert.strictEqual(await page.getByText("Failed to fetch").count(), 0)
        const rows = await page.getByRole("table", { name: "Pages" }).getByRole("row").count()
        assert.isAbove(rows, 0)
        const time = await note.locator("time").getAttribute("datetime")
        await page.waitForTimeout(2500)
        assert.strictEqual(await note.locator("time").getAttribute("datetime"), time)

        let sockets = 0
        page.on("websocket", () => sockets++)
        const second = await restart()
        await page.getByRole("button", { name: "Try now" }).click()
        await page.getByText("· live").waitFor()
        await note.waitFor({ state: "detached" })
        await expect.poll(() => completed(page), { timeout: 60_000 }).toBeGreaterThan(before)
        assert.strictEqual(sockets, 1)

        await page.getByRole("link", { name: "All jobs" }).click()
        const row = page.getByRole("rowheader", { name: siteOf(site.url) })
        await row.waitFor()
        await second.kill()
        await note.getByText(/Figures as of \d\d:\d\d:\d\d/).waitFor()
        assert.isTrue(await row.isVisible())
        await restart()
        await note.waitFor({ state: "detached" })
        assert.isTrue(await row.isVisible())
      }),
    120_000
  )

  it(
    "comes back by itself, at once when the device is back online",
    () =>
      watching(join(folder, "online.sqlite"), async (page) => {
        await page.context().setOffline(true)
        // Chromium leaves sockets of the same machine open; requests fail.
        await page.getByText("Reconnecting… This device is offline.").waitFor()
        await page.context().setOffline(false)
        await page.getByText("Reconnecting…").waitFor({ state: "detached" })
        const before = await completed(page)
        await page.getByText("· live").waitFor()
        await expect.poll(() => completed(page), { timeout: 60_000 }).toBeGreaterThan(before)
      }),
    120_000
  )

  it(
    "is said to be gone where the server kept it in memory, and is not asked for again",
    () =>
      watching(undefined, async (page, server, restart) => {
        await server.kill()
        await page.getByText("Reconnecting…").waitFor()
        await restart()
        await page.getByText(/The server no longer has this job\..* Figures as of \d\d:\d\d:\d\d/).waitFor()
        assert.isAbove(await completed(page), 0)
        let asked = 0
        page.on("request", () => asked++)
        await page.waitForTimeout(3000)
        assert.strictEqual(asked, 0)
      }),
    120_000
  )

  it(
    "asks for the key where the server has keys since, and shows the job again after it",
    () =>
      watching(join(folder, "keys.sqlite"), async (page, server, restart) => {
        const key = "fc-dddddddddddddddddddddddddddddddd"
        const { hash } = new URL(page.url())
        await server.kill()
        await restart(key)
        await page.getByLabel("API key").fill(key)
        await page.keyboard.press("Enter")
        await page.getByRole("navigation", { name: "Views" }).waitFor()
        assert.strictEqual(new URL(page.url()).hash, hash)
        await page.getByText("· live").waitFor()
      }),
    120_000
  )
})
