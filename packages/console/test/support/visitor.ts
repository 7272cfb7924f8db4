/** A visitor of the console. */
import type { Browser, Page } from "playwright-core"

/** Long enough for a machine that does other work too. */
const timeoutMs = 60_000

export const visit = async (
  browser: Browser,
  base: string,
  use: (page: Page) => Promise<void>,
  viewport = { width: 1280, height: 900 }
): Promise<void> => {
  const context = await browser.newContext({ locale: "en-US", colorScheme: "light", viewport })
  try {
    context.setDefaultTimeout(timeoutMs)
    const page = await context.newPage()
    await page.goto(`${base}#/playground`)
    await use(page)
  } finally {
    await context.close()
  }
}

/** Goes to a view as a link does. */
export const go = (page: Page, hash: string): Promise<void> => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
