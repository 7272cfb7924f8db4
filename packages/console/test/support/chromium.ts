/** The packaged Chromium for people: nothing of what a scraper takes from its browser. */
import { createRequire } from "node:module"
import { type Browser, chromium } from "playwright-core"
import { locate } from "../../../browser/src/process/launch.ts"

const require = createRequire(import.meta.resolve("@orbweaver/browser"))
const directory = /^.*@sparticuz[/\\]chromium/.exec(require.resolve("@sparticuz/chromium"))![0]

export const launchChromium = async (): Promise<Browser> => {
  const { environment, path } = await locate(chromium, { kind: "packaged", directory })
  return chromium.launch({
    executablePath: path,
    headless: true,
    chromiumSandbox: false,
    env: environment,
    args: ["--disable-gpu", "--no-first-run", "--disable-background-networking"]
  })
}
