/** What a reader would complain about on a page: in a wide and a narrow window, by day and by night. */
import { createRequire } from "node:module"
import { readFileSync } from "node:fs"
import type { BrowserContext, Page as Tab, Request, Response } from "playwright-core"

export const widths = { desktop: 1280, telephone: 390 } as const

export type Device = keyof typeof widths

const schemes = ["light", "dark"] as const

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** A tab for inspections; scripts of the page see nothing of the tools in it. */
export const openInspection = async (context: BrowserContext): Promise<Tab> => {
  const tab = await context.newPage()
  await tab.addInitScript({ content: axe })
  // Colours change without a transition, so that they are measured as they stay.
  await tab.emulateMedia({ reducedMotion: "reduce" })
  return tab
}

/** Code of the page as it is shown, also in tabs that are not open. */
const codeBlocks = `[...document.querySelectorAll(".vp-doc div[class*='language-'] pre code")].map(({ textContent }) => textContent)`

/** Names what is wider than the box around it, so that a reader would have to scroll to see all of it. */
const hidden = `[...document.querySelectorAll(".vp-doc pre, .vp-doc table, .vp-doc .diagram")].flatMap((box) =>
  box.scrollWidth > box.clientWidth
    ? [\`\${box.tagName.toLowerCase()} by \${box.scrollWidth - box.clientWidth} pixels: \${box.textContent.trim().slice(0, 60)}\`]
    : []
)`

/** Texts of the open page that can hardly be read, in the colours of now. */
export const lowContrast = `axe.run(document, { runOnly: ["color-contrast"], resultTypes: ["violations"], preload: false, iframes: false }).then(({ violations }) =>
  violations.flatMap(({ nodes }) => nodes.map(({ any, target }) => \`\${target.join(" ")}: \${any[0]?.message ?? ""}\`))
)`

/** Serious faults of what is open within `selector`, by the rules of WCAG 2 A and AA. */
export const seriousFaults = (selector: string): string =>
  `axe.run(${JSON.stringify(selector)}, { resultTypes: ["violations"], preload: false, iframes: false }).then(({ violations }) =>
  violations.filter(({ impact }) => impact === "serious" || impact === "critical").flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => \`\${id}: \${target.join(" ")}\`)
  )
)`

/** All tabs of a group of code are opened one below the other. */
const openTabs = `document.head.append(Object.assign(document.createElement("style"), {
  textContent: ".vp-code-group .blocks > div { display: block !important }"
}))`

export interface Inspection {
  readonly complaints: ReadonlyArray<string>
  /** Addresses of links, absolute. */
  readonly links: ReadonlyArray<string>
  readonly anchors: ReadonlyArray<string>
}

export interface Expected {
  /** The blocks of code that the page has to show; any when absent. */
  readonly code?: ReadonlyArray<string> | undefined
  /** Where contrast is measured too, by day and by night, which takes most of a page's time. */
  readonly contrastOn: ReadonlyArray<Device>
}

export const inspect = async (tab: Tab, address: string, { code, contrastOn }: Expected): Promise<Inspection> => {
  const complaints: Array<string> = []
  const complain = (text: string) => void complaints.push(`${address}: ${text}`)
  const onError = (error: Error) => complain(error.message)
  const onMessage = (message: { type(): string; text(): string }) => {
    if (["error", "warning"].includes(message.type())) complain(message.text())
  }
  const onRequest = (request: Request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith("http") && origin !== new URL(address).origin) complain(`asks ${request.url()}`)
  }
  const onFailure = (request: Request) => {
    // What is loaded ahead for the next page ends when the tab goes on.
    if (request.failure()?.errorText !== "net::ERR_ABORTED")
      complain(`${request.url()} failed: ${request.failure()?.errorText}`)
  }
  const onResponse = (response: Response) => {
    if (response.status() >= 400) complain(`${response.url()} answered ${response.status()}`)
  }
  tab.on("pageerror", onError).on("console", onMessage).on("request", onRequest)
  tab.on("requestfailed", onFailure).on("response", onResponse)
  await tab.setViewportSize({ width: widths.desktop, height: 900 })
  await tab.goto(address, { waitUntil: "load" })
  // The application has taken the page over once the button for the dark mode works.
  await tab
    .waitForFunction("document.querySelector('#app')?.__vue_app__ !== undefined")
    .catch(() => complain("stays without its application"))
  const shown = await tab.evaluate<ReadonlyArray<string>>(codeBlocks)
  if (code !== undefined && JSON.stringify(shown) !== JSON.stringify(code)) {
    complain(`shows ${shown.length} blocks of code that are not the ${code.length} of its source`)
  }
  await tab.evaluate(openTabs)
  for (const [device, width] of Object.entries(widths)) {
    await tab.setViewportSize({ width, height: 900 })
    const pageWidth = await tab.evaluate<number>("document.documentElement.scrollWidth")
    if (pageWidth > width) complain(`is ${pageWidth} pixels wide on a ${device}`)
    if (device === "desktop") {
      for (const box of await tab.evaluate<ReadonlyArray<string>>(hidden)) complain(`hides ${box}`)
    }
    for (const colorScheme of contrastOn.some((one) => one === device) ? schemes : []) {
      await tab.emulateMedia({ colorScheme })
      await tab.waitForFunction(`document.documentElement.classList.contains("dark") === ${colorScheme === "dark"}`)
      for (const text of await tab.evaluate<ReadonlyArray<string>>(lowContrast))
        complain(`${colorScheme}, ${device}: ${text}`)
    }
  }
  const links = await tab.evaluate<ReadonlyArray<string>>(
    "[...document.querySelectorAll('a[href]')].map(({ href }) => href)"
  )
  const anchors = await tab.evaluate<ReadonlyArray<string>>(
    "[...document.querySelectorAll('[id]')].map(({ id }) => id)"
  )
  tab.off("pageerror", onError).off("console", onMessage).off("request", onRequest)
  tab.off("requestfailed", onFailure).off("response", onResponse)
  return { complaints, links, anchors }
}
