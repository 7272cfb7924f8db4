/**
 * Pictures of every view at three widths, for the documentation: `npm run screenshots -w packages/console`. They are
 * written to docs/guide/console/.
 */
import { mkdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { launchChromium } from "./support/chromium.ts"
import { keys, type Running, withServer } from "./support/server.ts"

const folder = fileURLToPath(new URL("../../../docs/guide/console/", import.meta.url))
const widths = [360, 1024, 1600] as const

const scrape = async (page: Page, { site }: Running): Promise<void> => {
  await page.getByLabel("Address of the page").fill(site("/garden/"))
  await page.keyboard.press("Enter")
  await page.getByRole("tab", { name: "Metadata" }).waitFor()
}

/** Views in the order in which one leads to the next. */
const views: Readonly<Record<string, (page: Page, running: Running) => Promise<void>>> = {
  playground: scrape,
  explained: async (page) => {
    await page.getByRole("tab", { name: "Kept and left out" }).click()
    await page.getByRole("heading", { name: "Left out: 2" }).waitFor()
    await page.frameLocator("iframe").locator("[data-cut]").first().waitFor()
  },
  extract: async (page) => {
    await page.getByLabel("Extract", { exact: true }).check()
    await page.getByText("Copy as…").click()
  },
  job: async (page, { site }) => {
    await page.getByLabel("Crawl", { exact: true }).check()
    await page.getByLabel("Address to start from").fill(site("/garden/"))
    await page.getByRole("button", { name: "Start crawl" }).click()
    await page.locator("h1 .status-completed").waitFor()
  },
  tree: async (page) => {
    await page.getByRole("tab", { name: "Tree" }).click()
    await page
      .getByRole("treeitem", { name: /garden/ })
      .first()
      .click()
  },
  errors: async (page) => {
    await page.getByRole("tab", { name: /Errors/ }).click()
    await page.getByText("What to do:").waitFor()
  },
  story: async (page) => {
    await page.getByRole("tab", { name: "Table" }).click()
    await page.getByRole("button", { name: /plants\/rose$/ }).click()
    await page.getByRole("dialog").getByRole("heading", { name: "About rose" }).waitFor()
  },
  live: async (page, { site }) => {
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "Playground" }).click()
    await page.getByLabel("Address to start from").fill(site("/endless-garden/"))
    await page.getByRole("button", { name: "Start crawl" }).click()
    await page.getByText("· live").waitFor()
    await page.waitForTimeout(6000)
  },
  system: async (page) => {
    await page.getByRole("link", { name: "System" }).click()
    await page.getByText("event-loop lag").waitFor()
  },
  jobs: async (page) => {
    await page.getByRole("link", { name: "Jobs", exact: true }).click()
    await page.getByRole("rowheader").first().waitFor()
  },
  account: async (page) => {
    await page.getByRole("link", { name: "Account" }).click()
    await page.getByRole("rowheader", { name: "operator" }).first().waitFor()
  }
}

await mkdir(folder, { recursive: true })
await withServer(async (running) => {
  const browser = await launchChromium()
  const context = await browser.newContext({ locale: "en-US", viewport: { width: widths[0], height: 800 } })
  const page = await context.newPage()
  await page.goto(running.console)
  await page.getByLabel("API key").waitFor()
  await shoot(page, "login")
  await page.getByLabel("API key").fill(keys.admin)
  await page.keyboard.press("Enter")
  for (const [name, open] of Object.entries(views)) {
    await open(page, running)
    await shoot(page, name)
  }
  await browser.close()
})

/** The middle width in dark, so that both schemes are seen. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.emulateMedia({ colorScheme: width === 1024 ? "dark" : "light" })
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${folder}${name}-${width}.png` })
  }
  console.log(name)
}
