/**
 * Performs the actions of a request, one after the other (docs/reference/v2.md §5).
 * The first that cannot be carried out ends the request and is named.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { ActionFailed, type CaptureReason, Crashed } from "@orbweaver/core/model/CaptureError"
import type { Artifact, RenderResponse } from "@orbweaver/core/network/Renderer"
import type { Action } from "@orbweaver/core/model/ScrapeOptions"
import type { ElementHandle } from "playwright-core"
import { detailOf, ignoreClosedPage, isClosedTarget } from "../tab/errors.ts"
import { takeScreenshot } from "./screenshot.ts"
import { settle } from "./settle.ts"
import { clickObstacle } from "./clickObstacle.ts"
import type { Tab } from "../tab/tab.ts"
import { evaluate } from "../tab/world.ts"

type Results = NonNullable<RenderResponse["actions"]>

/** Results so far, in the order they were made. */
interface CollectedResults {
  readonly screenshots: Array<Artifact>
  readonly scrapes: Array<Results["scrapes"][number]>
  readonly javascriptReturns: Array<Results["javascriptReturns"][number]>
  readonly pdfs: Array<Artifact>
}

/** How long an element is waited for before the action fails, in milliseconds. */
const defaultWaits = { click: 5_000, wait: 30_000, clickAll: 3_000, picture: 30_000 } as const
/** How long the page may take to react to an action, unless the next one waits for something. */
const reaction = Duration.millis(1_500)
/** How long the page of a new tab may take to come to rest. */
const arrival = Duration.seconds(5)
/** Longest wait for the page of a new tab to begin, in milliseconds. */
const navigationLimit = 30_000
/** Longest text that is typed key by key, in characters. */
const typed = 200
/** Largest value that a script may return, in characters of JSON. */
const maxReturn = 10 * 1024 * 1024

/** `remaining` is the time left for the request, in milliseconds. `onCut`: see `takeScreenshot`. */
export const perform = (
  tab: Tab,
  actions: ReadonlyArray<Action>,
  remaining: () => number,
  onCut?: (height: number) => void
): Effect.Effect<Results, CaptureReason> =>
  Effect.gen(function* () {
    const collected: CollectedResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }
    for (const [index, action] of actions.entries()) {
      if (action.type === "wait" && "milliseconds" in action) {
        yield* Effect.sleep(action.milliseconds)
        continue
      }
      const began = performance.now()
      const { documents } = tab.events
      tab.events.opened = undefined
      tab.events.overdue = () => failure(tab, index, action, timeoutMessage(action, performance.now() - began))
      yield* Effect.tryPromise({
        try: () => act(tab, action, collected, remaining, onCut),
        catch: (cause) => {
          const detail = detailOf(cause)
          const limit = /^Timeout ([\d.]+)ms exceeded/.exec(detail)?.[1]
          const obstacle = action.type === "click" ? clickObstacle(cause) : undefined
          return failure(
            tab,
            index,
            action,
            limit === undefined ? detail : timeoutMessage(action, Number(limit), obstacle)
          )
        }
      })
      if (changesPage.has(action.type)) {
        tab.events.overdue = () => failure(tab, index, action, "the page kept changing after it")
        // A page that its script keeps busy is waited for as long as the request lasts, and the action is named then.
        while (!(yield* settle(tab, Duration.min(reaction, Duration.millis(remaining() / 2)))).answers);
      }
      const opened = yield* followNewTab(tab, documents)
      if (opened) yield* settle(tab, Duration.min(arrival, Duration.millis(remaining() / 2)))
      tab.events.overdue = undefined
    }
    return collected
  })

/**
 * Loads the page of a tab that the action opened, as a person would go on there; with whether it did. Where the action led
 * this tab elsewhere too, the other one is beside the point, such as an advertisement.
 */
const followNewTab = (tab: Tab, documentsBefore: number): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const { documents, download, opened } = tab.events
    const url = URL.parse(opened ?? "")
    const isPage = url !== null && (url.protocol === "http:" || url.protocol === "https:")
    if (!isPage || documents !== documentsBefore || download !== undefined) return false
    const referer = tab.page.url()
    // What cannot be loaded leaves the page as it is, or fails where the tab is read.
    yield* Effect.promise(() =>
      tab.page.goto(url.href, { waitUntil: "commit", timeout: navigationLimit, referer }).catch(ignoreClosedPage)
    )
    return true
  })

const changesPage: ReadonlySet<Action["type"]> = new Set(["click", "write", "press", "scroll", "executeJavascript"])

const failure = (tab: Tab, index: number, action: Action, detail: string): CaptureReason =>
  tab.events.crashed || isClosedTarget(detail)
    ? new Crashed({ detail })
    : new ActionFailed({
        index,
        action: action.type,
        ...("selector" in action && action.selector !== undefined ? { selector: action.selector } : {}),
        detail
      })

/** What was waited for and how long, where the browser says only the latter, and what kept a click from its element. */
const timeoutMessage = (action: Action, milliseconds: number, obstacle?: string): string => {
  const within = `within ${Math.round(milliseconds)} ms`
  if (obstacle !== undefined) return `what the selector matched could not be clicked ${within}: ${obstacle}`
  const what =
    action.type === "wait"
      ? "nothing visible matched the selector"
      : action.type === "click"
        ? "nothing that can be clicked matched the selector"
        : "it did not end"
  return `${what} ${within}`
}

const act = async (
  tab: Tab,
  action: Action,
  collected: CollectedResults,
  remaining: () => number,
  onCut?: (height: number) => void
): Promise<void> => {
  const { page } = tab
  const atMost = (limit: number) => ({ timeout: Math.max(1, Math.min(limit, remaining())) })
  switch (action.type) {
    case "wait":
      if ("selector" in action) await css(tab, action.selector).first().waitFor(atMost(defaultWaits.wait))
      return
    case "click": {
      const found = css(tab, action.selector)
      if (action.all !== true) return found.first().click(atMost(defaultWaits.click))
      // Those that match now: a click may add or remove some. One that is hidden must not spoil the rest.
      const click = async (each: ElementHandle) => {
        if (await each.isVisible()) await each.click(atMost(defaultWaits.clickAll))
      }
      for (const each of await found.elementHandles()) await click(each).catch(() => undefined)
      return
    }
    case "write":
      return write(tab, action.text)
    case "press":
      return page.keyboard.press(action.key)
    case "scroll":
      await scroll(tab, action.selector, action.direction === "up" ? -1 : 1)
      return
    case "screenshot":
      collected.screenshots.push(await takeScreenshot(tab, action, atMost(defaultWaits.picture).timeout, onCut))
      return
    case "scrape":
      collected.scrapes.push({ url: page.url(), html: await page.content() })
      return
    case "executeJavascript":
      collected.javascriptReturns.push(await run(tab, action.script))
      return
    case "pdf": {
      const bytes = await page.pdf({
        format: action.format ?? "Letter",
        landscape: action.landscape ?? false,
        scale: action.scale ?? 1,
        printBackground: true
      })
      collected.pdfs.push({ mediaType: "application/pdf", bytes: new Uint8Array(bytes) })
    }
  }
}

/** Typing costs a round trip for each key; what is long is put in, and its end typed for those who listen. */
const write = async ({ page }: Tab, text: string): Promise<void> => {
  if (text.length <= typed) return page.keyboard.type(text)
  const last = /.$/su.exec(text.slice(-2))?.[0] ?? ""
  await page.keyboard.insertText(text.slice(0, -last.length))
  return page.keyboard.type(last)
}

/** Selectors are CSS and nothing else of Playwright's. */
const css = ({ page }: Tab, selector: string) => page.locator(`css=${selector}`)

const scroll = async (tab: Tab, selector: string | undefined, sign: 1 | -1): Promise<void> => {
  const target =
    selector === undefined ? "document.scrollingElement" : `document.querySelector(${JSON.stringify(selector)})`
  const found = await evaluate(
    tab,
    `((element) => {
      if (!element) return false
      element.scrollBy({ top: ${sign} * (element === document.scrollingElement ? innerHeight : element.clientHeight), behavior: "instant" })
      return true
    })(${target})`
  )
  if (found !== true) throw new Error("no element matches the selector")
}

/** Runs the caller's script where the page's own run; a script may also be the body of an async function. */
const run = async (tab: Tab, script: string): Promise<Results["javascriptReturns"][number]> => {
  const first = await runExpression(tab, script)
  const isBody = /^SyntaxError: (?:Illegal return|await is only valid)/.test(
    first.exceptionDetails?.exception?.description ?? ""
  )
  const { exceptionDetails, result } = isBody ? await runExpression(tab, `(async () => {\n${script}\n})()`) : first
  if (exceptionDetails !== undefined) {
    const { exception, text } = exceptionDetails
    throw new Error(exception?.description?.split("\n", 1)[0] ?? `${text} ${JSON.stringify(exception?.value) ?? ""}`)
  }
  const value: unknown = result.value ?? result.unserializableValue ?? null
  if ((JSON.stringify(value)?.length ?? 0) > maxReturn) throw new Error("the script returned more than 10 MiB")
  return { type: result.type, value }
}

const runExpression = (tab: Tab, expression: string) =>
  tab.cdp.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true })
