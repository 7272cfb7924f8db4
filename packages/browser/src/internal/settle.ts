/**
 * Waits until a page has been built: no request on its way and no change of the
 * document for a moment. A page that shows no text yet is given longer, and one
 * that never rests is taken as it is when the cap has passed.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type CaptureReason, Crashed, TooManyRedirects } from "@orbweaver/core/CaptureError"
import { limits } from "@orbweaver/core/ScrapeOptions"
import { detailOf, isReplaced } from "./errors.ts"
import type { Tab } from "./tab.ts"
import { evaluate } from "./world.ts"

/** Longest rest that is waited for, in milliseconds. */
const quiet = 80
/** A request older than this is a connection kept open on purpose, in milliseconds. */
const longPoll = 3_000
/** How long a page without any text is given to show some, in milliseconds. */
const emptyPatience = 1_500
/** Pause before looking again, in milliseconds. */
const pause = 15

/** Resolves with the length of the text once the document is parsed and has rested, or after `cap`. */
const rested = (cap: number): string => `new Promise((resolve) => {
  const text = () => (document.body?.innerText ?? "").trim().length
  const done = () => { observer.disconnect(); clearTimeout(last); resolve(text()) }
  let timer
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, ${quiet}) })
  const last = setTimeout(done, ${cap})
  const begin = () => {
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    timer = setTimeout(done, ${quiet})
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true })
  else begin()
})`

/** `cap` is the longest wait. Fails when the page redirects itself without end or is gone. */
export const settle = (tab: Tab, cap: Duration.Duration): Effect.Effect<void, CaptureReason> =>
  Effect.gen(function* () {
    const began = performance.now()
    const end = began + Duration.toMillis(cap)
    while (true) {
      const left = end - performance.now()
      if (tab.seen.crashed) return yield* new Crashed({ detail: "the tab crashed" })
      if (tab.seen.documents > limits.redirects) return yield* new TooManyRedirects({ limit: limits.redirects })
      if (left <= 0) return
      const text = yield* Effect.tryPromise({
        try: () => evaluate(tab, rested(Math.min(left, 1_000))),
        catch: (cause) => cause
      }).pipe(
        Effect.catch((cause) =>
          isReplaced(cause) ? Effect.succeed(undefined) : Effect.fail(new Crashed({ detail: detailOf(cause) }))
        )
      )
      if (text !== undefined && isQuiet(tab)) {
        if (text !== 0 || performance.now() - began > emptyPatience) return
      }
      yield* Effect.sleep(pause)
    }
  })

const isQuiet = ({ seen }: Tab): boolean => {
  const now = performance.now()
  for (const began of seen.pending.values()) if (now - began < longPoll) return false
  return now - seen.lastTraffic >= quiet / 2
}
