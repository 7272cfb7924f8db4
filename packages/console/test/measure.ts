/**
 * How quick the page is: `npm run measure -w packages/console` prints the first paint from loopback, frames while a crawl
 * runs, and frames while a list of 100,000 pages is scrolled.
 */
import type { Page } from "playwright-core"
import { launchChromium } from "./support/chromium.ts"
import { createLargeJob } from "./support/largeJob.ts"
import { keys, withServer } from "./support/server.ts"

/** Milliseconds between frames over some seconds, while `step` runs in each of them. */
const framesOf = (page: Page, seconds: number, step = ""): Promise<ReadonlyArray<number>> =>
  page.evaluate(`new Promise((resolve) => {
    const times = []
    let last = performance.now()
    const end = last + ${seconds * 1000}
    const frame = (now) => {
      times.push(now - last)
      last = now
      ${step}
      if (now < end) requestAnimationFrame(frame)
      else resolve(times.slice(1))
    }
    requestAnimationFrame(frame)
  })`)

const report = (what: string, frames: ReadonlyArray<number>): void => {
  const sorted = frames.toSorted((left, right) => left - right)
  const sum = frames.reduce((total, time) => total + time, 0)
  console.log(
    `${what}: ${((1000 * frames.length) / sum).toFixed(1)} frames a second, 95 of 100 within ${sorted[Math.floor(sorted.length * 0.95)]!.toFixed(1)} ms, longest ${sorted.at(-1)!.toFixed(1)} ms`
  )
}

await withServer(async ({ console: address, jobs, site }) => {
  const browser = await launchChromium()
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${address}#/playground`)
  await page.getByLabel("API key").waitFor()
  const paint = await page.evaluate(
    `performance.getEntriesByName("first-contentful-paint").map(({ startTime }) => startTime)[0]`
  )
  console.log(`First contentful paint: ${Number(paint).toFixed(0)} ms`)
  await page.getByLabel("API key").fill(keys.admin)
  await page.keyboard.press("Enter")
  const id = await createLargeJob(jobs)
  await page.evaluate(`location.hash = "#/jobs/${id}"`)
  await page.getByText("100,000 pages", { exact: true }).waitFor()
  report("Scrolling 100,000 pages", await framesOf(page, 5, `document.querySelector(".virtual").scrollTop += 400`))
  await page.getByRole("link", { name: "Playground" }).click()
  await page.getByLabel("What to do").selectOption("crawl")
  await page.getByLabel("Address to start from").fill(site("/quick-garden/"))
  await page.getByRole("button", { name: "Start crawl" }).click()
  await page.getByText("· live").waitFor()
  await page.waitForTimeout(3000)
  report("Watching a crawl", await framesOf(page, 5))
  console.log((await page.locator("figcaption").textContent()) ?? "")
  await browser.close()
})
