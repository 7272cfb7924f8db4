/**
 * What a script of a session may ask of the open page, by name: functions of Playwright that stay within the page. What
 * would read or write files, change the network or run code outside a page is not among them.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import type * as Egress from "@orbweaver/core/network/Egress"
import type { Locator, Page, Response } from "playwright-core"
import { takeScreenshot } from "../page/screenshot.ts"
import type { Tab } from "../tab/tab.ts"
import type { Responses, SeenResponse } from "./responses.ts"

/** One call of a script: `steps` lead from the page to a locator, then `name` is called. */
interface PageCall {
  readonly steps: ReadonlyArray<Step>
  readonly name: string
  readonly args: ReadonlyArray<unknown>
}

export interface Step {
  readonly name: string
  readonly args: ReadonlyArray<unknown>
}

const locatorSteps: ReadonlySet<string> = new Set([
  "locator",
  "frameLocator",
  "getByAltText",
  "getByLabel",
  "getByPlaceholder",
  "getByRole",
  "getByTestId",
  "getByText",
  "getByTitle",
  "nth",
  "first",
  "last",
  "owner",
  "contentFrame"
])

/** Of the page and of locators alike. */
const sharedActions = [
  "check",
  "click",
  "dblclick",
  "dispatchEvent",
  "evaluate",
  "fill",
  "focus",
  "getAttribute",
  "hover",
  "innerHTML",
  "innerText",
  "inputValue",
  "isChecked",
  "isDisabled",
  "isEditable",
  "isEnabled",
  "isHidden",
  "isVisible",
  "press",
  "selectOption",
  "setChecked",
  "tap",
  "textContent",
  "type",
  "uncheck"
]

const locatorActions: ReadonlySet<string> = new Set([
  ...sharedActions,
  "allInnerTexts",
  "allTextContents",
  "ariaSnapshot",
  "blur",
  "boundingBox",
  "clear",
  "count",
  "evaluateAll",
  "pressSequentially",
  "scrollIntoViewIfNeeded",
  "selectText",
  "waitFor"
])

const pageActions: ReadonlySet<string> = new Set([
  ...sharedActions,
  "content",
  "dragAndDrop",
  "goBack",
  "goForward",
  "reload",
  "setContent",
  "setViewportSize",
  "title",
  "viewportSize",
  "waitForFunction",
  "waitForLoadState",
  "waitForNavigation",
  "waitForSelector",
  "waitForTimeout",
  "keyboard.down",
  "keyboard.insertText",
  "keyboard.press",
  "keyboard.type",
  "keyboard.up",
  "mouse.click",
  "mouse.dblclick",
  "mouse.down",
  "mouse.move",
  "mouse.up",
  "mouse.wheel"
])

/** Answers with what a script may see: plain values, and the status and address of a navigation. */
const navigations: ReadonlySet<string> = new Set(["goBack", "goForward", "reload", "waitForNavigation"])
/** They give handles that only Playwright understands, or `null`: scripts learn which of the two. */
const handles: ReadonlySet<string> = new Set(["waitForFunction", "waitForSelector"])

interface Asked {
  readonly tab: Tab
  readonly egress: Egress.Service
  readonly responses: Responses
  /** Milliseconds until the script has to end. */
  readonly remaining: () => number
}

export const callPage = async (asked: Asked, { args, name, steps }: PageCall): Promise<unknown> => {
  const { remaining, responses, tab } = asked
  const { page } = tab
  page.setDefaultTimeout(remaining())
  if (steps.length > 0) {
    if (!locatorActions.has(name)) throw notOffered(`locator.${name}`)
    return method(locate(page, steps), name)(...args.map(readArgument))
  }
  if (name === "goto") return goto(asked, args.map(readArgument))
  if (name === "responses") return nextResponses(asked, args.map(readArgument))
  if (name === "response.text") return responses.text(Number(args[0]))
  if (name === "pdf") return pdfOf(page, readArgument(args[0]))
  if (name === "waitForNavigation") refuseFunction(args[0])
  if (name === "screenshot") return screenshotOf(tab, readArgument(args[0]), remaining())
  if (!pageActions.has(name)) throw notOffered(`page.${name}`)
  const [object, last = name] = name.includes(".") ? name.split(".") : []
  const target = object === "keyboard" ? page.keyboard : object === "mouse" ? page.mouse : page
  const value = await method(target, last)(...args.map(readArgument))
  if (handles.has(name)) return value !== null
  return navigations.has(name) ? seen(responses, value) : value
}

const seen = (responses: Responses, response: Response | null): SeenResponse | null =>
  response === null ? null : responses.see(response)

/** Those that came after the number that the script has seen, and what is `left` of the time that it waits for them. */
const nextResponses = async ({ remaining, responses }: Asked, [after, given]: ReadonlyArray<unknown>) => {
  const began = performance.now()
  const timeout = typeof given === "number" ? given : Infinity
  const found = await responses.next(
    typeof after === "number" ? after : undefined,
    // Playwright waits without an end for 0.
    Math.max(1, Math.min(remaining(), timeout))
  )
  return { ...found, ...(timeout === Infinity ? {} : { left: Math.max(0, timeout - (performance.now() - began)) }) }
}

/** A function over addresses stays in the script, where nobody asks it. */
const refuseFunction = (options: unknown): void => {
  const { url } = (options ?? {}) as { readonly url?: unknown }
  if (typeof url === "object" && url !== null && "$function" in url)
    throw new Error(
      "page.waitForNavigation takes a url as text or as a regular expression; page.waitForURL takes a function"
    )
}

const notOffered = (what: string) =>
  new Error(
    `${what} is not offered in a browser session: scripts run in a page, with the functions of page and locator that stay within it`
  )

const maxSteps = 50

const locate = (page: Page, steps: ReadonlyArray<Step>): Locator => {
  if (steps.length > maxSteps) throw new Error(`A locator has at most ${maxSteps} steps`)
  let at: unknown = page
  for (const { args, name } of steps) {
    if (!locatorSteps.has(name)) throw notOffered(`page.${name}`)
    at = method(at, name)(...args.map(readArgument))
  }
  return at as Locator
}

/** A method by its name, which is on one of the lists above. */
const method = (target: unknown, name: string): ((...args: ReadonlyArray<unknown>) => any) => {
  const found: unknown = (target as Record<string, unknown>)[name]
  if (typeof found !== "function") throw notOffered(name)
  return found.bind(target)
}

const maxPattern = 1000

/** Regular expressions and functions come as their source: the former become part of a selector, both run in the page. */
const readArgument = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(readArgument)
  if ("$regexp" in value && Array.isArray(value.$regexp)) {
    const [source, flags] = value.$regexp
    if (typeof source !== "string" || source.length > maxPattern) throw new Error("The regular expression is too long")
    return new RegExp(source, typeof flags === "string" ? flags : "")
  }
  if ("$undefined" in value) return undefined
  if ("$function" in value) return sourceOf(String(value.$function))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readArgument(item)]))
}

/** A function for the page by its source: Playwright sends what `toString` gives, and nothing runs here. */
const sourceOf = (source: string): (() => void) => Object.assign(() => undefined, { toString: () => source })

/** Only pages of the web: Playwright itself would open files and pages of the browser. */
const goto = async ({ egress, remaining, responses, tab }: Asked, [to, options]: ReadonlyArray<unknown>) => {
  const url = typeof to === "string" ? URL.parse(to) : null
  if (url === null) throw new Error(`page.goto needs a whole address, such as https://example.com`)
  const isBlank = url.href === "about:blank"
  if (!isBlank && url.protocol !== "http:" && url.protocol !== "https:") {
    throw new Error(`page.goto opens http and https addresses only, not ${url.protocol}`)
  }
  const verdict = isBlank ? undefined : egress.judgeUrl(url)
  if (verdict?.allowed === false) throw new Error(`This address may not be contacted: ${verdict.detail}`)
  const { waitUntil, referer } = (options ?? {}) as { waitUntil?: "load"; referer?: string }
  const response = await tab.page
    .goto(url.href, {
      timeout: remaining(),
      ...(waitUntil === undefined ? {} : { waitUntil }),
      ...(referer === undefined ? {} : { referer })
    })
    .catch((error: unknown) => {
      const reason = tab.proxy.failure(url)
      throw reason === undefined ? error : new Error(reason.message)
    })
  return seen(responses, response)
}

/** Base64, as a script has no other bytes. */
const screenshotOf = async (tab: Tab, options: unknown, timeout: number): Promise<string> => {
  const { fullPage, quality, type } = (options ?? {}) as { fullPage?: boolean; quality?: number; type?: string }
  const { bytes } = await takeScreenshot(
    tab,
    {
      ...(fullPage === true ? { fullPage } : {}),
      ...(type === "jpeg" ? { quality: typeof quality === "number" ? quality : 80 } : {})
    },
    timeout
  )
  return Buffer.from(bytes).toString("base64")
}

/** Base64; of a sheet of paper as an action `pdf` makes it. Options that name a file are left out. */
const pdfOf = async (page: Page, options: unknown): Promise<string> => {
  const { format, landscape, pageRanges, printBackground, scale } = (options ?? {}) as Parameters<Page["pdf"]>[0] & {}
  const given = defined({ format, landscape, pageRanges, scale })
  const bytes = await page.pdf({ format: "Letter", printBackground: printBackground ?? true, ...given })
  return bytes.toString("base64")
}
