/**
 * Waits until a page has been built: no request on its way and no change of the
 * document for a moment. One that never rests is taken as it is when the cap has
 * passed. A page that is not parsed yet, or shows no text while something is on
 * its way, is not one that does not rest: its scripts may come over a slow line
 * to a slow machine, so it is given a share of the time there is.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type CaptureReason, Crashed, TooManyRedirects } from "@orbweaver/core/model/CaptureError"
import { limits } from "@orbweaver/core/model/ScrapeOptions"
import { detailOf, isReplaced } from "../tab/errors.ts"
import type { Tab } from "../tab/tab.ts"
import { evaluate } from "../tab/world.ts"

/** Longest rest that is waited for, in milliseconds. */
const quietTime = 80
/** On a page that shows something, a request older than this is a connection kept open on purpose, in milliseconds. */
const longPoll = 3_000
/** How long a page without any text, where nothing is on its way, is given to show some, in milliseconds. */
const emptyPatience = 1_500
/** Pause before looking again, in milliseconds. */
const pause = 15

/** How much of the time that is left a page without text may take to show some, or the next one to come. */
const share = 1 / 3
const stopAgain = Duration.millis(500)

/** A page with more text than this has been filled, in characters. */
const littleText = 250
/** How long a page that shows little around an empty place for more is given to fill it, in milliseconds. */
const gapPatience = 2_500

/**
 * What the page shows: `nothing`, `text`, or a `gap`: little text, and an empty element with a name, of a kind that holds
 * content, that a script is likely to fill.
 */
const shown = `() => {
  const text = (document.body?.innerText ?? "").trim()
  if (text.length === 0) return "nothing"
  if (text.length > ${littleText} || document.scripts.length === 0) return "text"
  const places = document.querySelectorAll("main, article, section, div[id], div[data-src], div[data-url], div[data-controller], ul[id], ol[id], tbody, [aria-busy=true]")
  const isEmpty = (element) => element.childElementCount === 0 && element.textContent.trim() === ""
  for (const element of [...places].slice(0, 500)) {
    if (element.ariaBusy === "true") return "gap"
    const style = getComputedStyle(element)
    if (isEmpty(element) && style.display !== "none" && !/^(fixed|absolute)$/.test(style.position)) return "gap"
  }
  return "text"
}`

/** Resolves once the document is parsed and has rested, or after `cap`; with what it shows, `nothing` where it is not parsed. */
const settledScript = (cap: number): string => `new Promise((resolve) => {
  const parsed = () => document.readyState === "complete" || performance.timing.domContentLoadedEventEnd > 0
  const done = () => { observer.disconnect(); clearTimeout(last); resolve(parsed() ? (${shown})() : "nothing") }
  let timer
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, ${quietTime}) })
  const last = setTimeout(done, ${cap})
  const begin = () => {
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    timer = setTimeout(done, ${quietTime})
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true })
  else begin()
})`

/** The same without waiting, for a page that runs no scripts: there is no timer either (HTML §7.1.5, `sandbox`). */
const atOnce = `(document.readyState === "complete" || performance.timing.domContentLoadedEventEnd > 0) &&
  (document.body?.innerText ?? "").trim().length > 0 ? "text" : "nothing"`

/** How long after its time a page may answer before it is taken for busy or without timers. */
const answerLimit = Duration.millis(1_000)

export interface Settled {
  /** Whether the document is parsed and shows text. */
  readonly shows: boolean
  /** Whether the page still answers; false where a script does not end. */
  readonly answers: boolean
  /** Time that was waited, in milliseconds. */
  readonly waitedMs: number
}

/**
 * `cap` is the longest wait for a page that shows something, and for any page when `rest`, the time
 * that is left, is not given. Fails when the page redirects itself without end or is gone.
 */
export const settle = (
  tab: Tab,
  cap: Duration.Duration,
  rest: Duration.Duration = cap
): Effect.Effect<Settled, CaptureReason> =>
  Effect.gen(function* () {
    const began = performance.now()
    const limit = Duration.toMillis(Duration.min(cap, rest))
    const longest = Math.max(limit, Duration.toMillis(rest) * share)
    let shows = false
    let answers = true
    let hasTimers = true
    const ended = () => ({ shows, answers, waitedMs: performance.now() - began })
    while (true) {
      const left: number = began + (shows ? limit : longest) - performance.now()
      if (tab.events.crashed) return yield* new Crashed({ detail: "the tab crashed" })
      if (tab.events.documents > limits.redirects) return yield* new TooManyRedirects({ limit: limits.redirects })
      if (left <= 0) return ended()
      const time = hasTimers ? Math.min(left, 1_000) : 0
      const answer = yield* look(tab, hasTimers ? settledScript(time) : atOnce, time)
      answers = answer !== "none"
      if (answer === "none") hasTimers = !hasTimers
      else shows = answer === "text" || answer === "gap"
      if (answer !== "none" && answer !== "replaced") {
        const patience = answer === "text" ? 0 : answer === "gap" ? gapPatience : emptyPatience
        if (isQuiet(tab, shows) && performance.now() - began >= patience) return ended()
      }
      yield* Effect.sleep(hasTimers ? pause : quietTime)
    }
  })

type Look = "nothing" | "text" | "gap" | "replaced" | "none"

/** What the page shows; `replaced` when another took its place meanwhile, `none` when it says nothing in time. */
const look = (tab: Tab, script: string, time: number): Effect.Effect<Look, CaptureReason> =>
  Effect.tryPromise({
    try: () => evaluate(tab, script),
    catch: (cause) => cause
  }).pipe(
    Effect.map((answer): Look => (answer === "text" || answer === "gap" ? answer : "nothing")),
    Effect.catch((cause) =>
      isReplaced(cause) ? Effect.succeed("replaced" as const) : Effect.fail(new Crashed({ detail: detailOf(cause) }))
    ),
    Effect.timeoutOrElse({
      duration: Duration.sum(Duration.millis(time), answerLimit),
      orElse: () => Effect.succeed("none" as const)
    })
  )

/**
 * Runs `work` on what the tab shows, which the browser answers nothing about while the tab is on its
 * way to another page. One that has not come after a share of `rest`, the time that is left, does not come.
 */
export const retryOnNavigation = <A>(
  { cdp }: Tab,
  rest: Duration.Duration,
  work: Effect.Effect<A, CaptureReason>
): Effect.Effect<A, CaptureReason> => {
  const stop = Effect.promise(() => cdp.send("Page.stopLoading").catch(() => undefined))
  const again = Effect.repeat(stop, Schedule.spaced(stopAgain))
  return Effect.raceFirst(
    work,
    Effect.andThen(Effect.sleep(Duration.times(rest, share)), Effect.andThen(again, Effect.never))
  )
}

const isQuiet = ({ events }: Tab, shows: boolean): boolean => {
  const now = performance.now()
  for (const began of events.pending.values()) if (!shows || now - began < longPoll) return false
  return now - events.lastTraffic >= quietTime / 2
}
