/**
 * Pictures of every view at two widths, light and dark, for the documentation and to be looked at: `npm run screenshots -w packages/console`. They are
 * written to docs/guide/console/.
 */
import { mkdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { launchChromium } from "./support/chromium.ts"
import { keys, type Running, withServer } from "./support/server.ts"
import { go } from "./support/visitor.ts"

const folder = fileURLToPath(new URL("../../../docs/guide/console/", import.meta.url))

/** A reading of each of two screens, in light and in dark. */
const looks = [
  { width: 1280, height: 800, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" }
] as const

const scrape = async (page: Page, { site }: Running): Promise<void> => {
  await page.getByLabel("Address of the page").fill(site("/garden/"))
  await page.keyboard.press("Enter")
  await page.getByRole("tab", { name: "Page", exact: true }).waitFor()
}

/** Views in the order in which one leads to the next. */
const views: Readonly<Record<string, (page: Page, running: Running) => Promise<void>>> = {
  playground: scrape,
  explained: async (page) => {
    await page.getByRole("tab", { name: "Page", exact: true }).click()
    await page.getByRole("tab", { name: "Kept and left out" }).click()
    await page.getByRole("heading", { name: "Left out: 2" }).waitFor()
    await page.frameLocator("iframe").locator("[data-cut]").first().waitFor()
  },
  options: async (page) => {
    await page.getByText("Options of pages").click()
  },
  job: async (page, { site }) => {
    await page.getByText("Options of pages").click()
    await page.getByLabel("What to do").selectOption("crawl")
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
    await page.getByRole("dialog").getByRole("tab", { name: "Diagnostics" }).click()
    await page.getByRole("table", { name: /^Time by phase/ }).waitFor()
  },
  live: async (page, { site }) => {
    await page.keyboard.press("Escape")
    await go(page, "#/playground?mode=crawl")
    await page.getByLabel("Address to start from").fill(site("/endless-garden/"))
    await page.getByRole("button", { name: "Start crawl" }).click()
    await page.getByText("· live").waitFor()
    await page.waitForTimeout(6000)
  },
  activity: async (page) => {
    await go(page, "#/activity")
    await page.getByRole("rowheader").nth(2).waitFor()
  },
  call: async (page) => {
    await page.getByRole("rowheader", { name: "/garden/" }).last().getByRole("link").click()
    await page.getByRole("region", { name: "In code" }).waitFor()
  },
  jobs: async (page) => {
    await go(page, "#/jobs")
    await page.getByRole("rowheader").first().waitFor()
  },
  monitors: async (page, { site }) => {
    await go(page, "#/monitors")
    await page.getByRole("button", { name: "New monitor" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Prices of the garden")
    await page.getByLabel("Addresses, one a line").fill(site("/changing-garden/"))
    await page.getByRole("button", { name: "Create monitor" }).click()
    await page.getByRole("rowheader").first().waitFor()
  },
  monitor: async (page) => {
    await page.getByRole("rowheader").getByRole("link").click()
    for (const found of ["1 new", "1 changed"]) {
      await page.getByRole("button", { name: "Check now" }).click()
      await page.getByRole("region", { name: "The check" }).getByRole("heading", { name: found }).waitFor()
    }
    await page.getByRole("region", { name: "What changed" }).waitFor()
  },
  system: async (page) => {
    await go(page, "#/system")
    await page.getByRole("figure", { name: /Event-loop delay/ }).waitFor()
  },
  account: async (page) => {
    await go(page, "#/account")
    await page.getByRole("rowheader", { name: "operator" }).first().waitFor()
  },
  commands: async (page) => {
    await page.keyboard.press("Control+k")
    await page.getByRole("option").first().waitFor()
  }
}

await mkdir(folder, { recursive: true })
await withServer(async (running) => {
  const browser = await launchChromium()
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${running.console}#/playground`)
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

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0) // Nothing looks pointed at.
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${folder}${name}-${size.width}-${colorScheme}.png` })
  }
  console.log(name)
}
