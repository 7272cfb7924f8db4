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

/** Resolves once the document is parsed and has rested, or after `cap`; with whether it is parsed and shows text. */
const settledScript = (cap: number): string => `new Promise((resolve) => {
  const parsed = () => document.readyState === "complete" || performance.timing.domContentLoadedEventEnd > 0
  const text = () => (document.body?.innerText ?? "").trim().length > 0
  const done = () => { observer.disconnect(); clearTimeout(last); resolve(parsed() && text()) }
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

/**
 * `cap` is the longest wait for a page that shows something, and for any page when `rest`, the time
 * that is left, is not given. Fails when the page redirects itself without end or is gone.
 */
export const settle = (
  tab: Tab,
  cap: Duration.Duration,
  rest: Duration.Duration = cap
): Effect.Effect<void, CaptureReason> =>
  Effect.gen(function* () {
    const began = performance.now()
    const limit = Duration.toMillis(Duration.min(cap, rest))
    const longest = Math.max(limit, Duration.toMillis(rest) * share)
    let shows = false
    while (true) {
      const left: number = began + (shows ? limit : longest) - performance.now()
      if (tab.events.crashed) return yield* new Crashed({ detail: "the tab crashed" })
      if (tab.events.documents > limits.redirects) return yield* new TooManyRedirects({ limit: limits.redirects })
      if (left <= 0) return
      const answer = yield* Effect.tryPromise({
        try: () => evaluate(tab, settledScript(Math.min(left, 1_000))),
        catch: (cause) => cause
      }).pipe(
        Effect.catch((cause) =>
          isReplaced(cause) ? Effect.succeed(undefined) : Effect.fail(new Crashed({ detail: detailOf(cause) }))
        )
      )
      shows = answer === true
      if (answer !== undefined && isQuiet(tab, shows)) {
        if (shows || performance.now() - began > emptyPatience) return
      }
      yield* Effect.sleep(pause)
    }
  })

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
