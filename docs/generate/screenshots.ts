/** Takes pictures of the built site, by day and by night: `npm run docs:screenshots`, after `npm run docs:build`. */
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { docs } from "../.vitepress/pages.ts"
import { openBrowser, serve } from "../test/built.ts"

const pictured: Readonly<Record<string, string>> = {
  home: "",
  guide: "guide/crawling",
  reference: "reference/options"
}
const schemes = ["light", "dark"] as const
const viewport = { width: 1280, height: 900 }

export const takeScreenshots = async (built: string, to: string): Promise<ReadonlyArray<string>> => {
  const site = await serve(built, "/")
  const browser = await openBrowser()
  try {
    mkdirSync(to, { recursive: true })
    const files: Array<string> = []
    for (const colorScheme of schemes) {
      const context = await browser.newContext({ colorScheme, reducedMotion: "reduce", viewport })
      const tab = await context.newPage()
      for (const [name, path] of Object.entries(pictured)) {
        await tab.goto(`${site.origin}/${path}`, { waitUntil: "networkidle" })
        const file = join(to, `${name}-${colorScheme}.png`)
        await tab.screenshot({ path: file, fullPage: name === "home" })
        files.push(file)
      }
      await context.close()
    }
    return files
  } finally {
    await browser.close()
    site.close()
  }
}

if (import.meta.main) {
  const built = join(docs, ".vitepress/dist")
  if (!existsSync(built)) throw new Error("There is no built site: run `npm run docs:build` first")
  for (const file of await takeScreenshots(built, join(docs, ".vitepress/screenshots"))) console.log(file)
}
