/**
 * Ends what keeps a page from being read: a script or a stylesheet that never comes, a document without an end, a script
 * that does not end. What waits for a request goes on once that has failed, so the connections are cut, and the parser
 * reads the rest of the document; stopping the document itself would leave the rest out.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { ignoreClosedPage } from "../tab/errors.ts"
import { isMain, type Tab } from "../tab/tab.ts"
import { evaluate } from "../tab/world.ts"
import type { Settled } from "./settle.ts"

/** Between two cuts: the browser asks once more by itself for what failed on a connection that it had used before. */
const cutPause = Duration.millis(200)
/** Longest wait for the page to answer again. */
const answerLimit = Duration.seconds(1)
const maxNamed = 3
const maxAddress = 120

/** Whether something keeps the page from being read. */
export const isStuck = ({ events }: Tab, { answers, shows }: Settled): boolean =>
  !answers || (!shows && events.pending.size > 0)

/** Gives what is missing of the page, in a sentence for its reader. */
export const stopLoading = (tab: Tab, { waitedMs }: Settled): Effect.Effect<string> =>
  Effect.gen(function* () {
    const waitedFor = [...tab.events.pending.keys()].map((request) => request.url())
    if (isLeaving(tab)) {
      // The page is there and goes on to one that does not come: what is shown would make room for an error.
      yield* Effect.promise(() => tab.cdp.send("Page.stopLoading").catch(ignoreClosedPage))
    } else {
      for (const _ of [1, 2]) {
        tab.proxy.drop()
        yield* Effect.sleep(cutPause)
      }
    }
    const isBusy = !(yield* answers(tab))
    if (isBusy) {
      tab.cdp.send("Runtime.terminateExecution").catch(ignoreClosedPage)
      yield* answers(tab)
    }
    const seconds = Math.round(waitedMs / 100) / 10
    const parts = [
      ...(waitedFor.length === 0 ? [] : [`it waited for ${named(waitedFor)}`]),
      ...(isBusy ? ["one of its scripts did not end"] : [])
    ]
    const why = parts.length === 0 ? "" : `: ${parts.join(", and ")}`
    return `The page had not loaded after ${seconds} s${why}. Loading was stopped there and what had arrived was read; a larger \`timeout\` waits longer.`
  })

/** Whether the tab shows a page and is on its way to another one. */
const isLeaving = ({ events, page }: Tab): boolean =>
  events.documents > 0 &&
  [...events.pending.keys()].some(
    (request) => request.isNavigationRequest() && isMain(request, page) && request !== events.main?.request()
  )

const answers = (tab: Tab): Effect.Effect<boolean> =>
  Effect.promise(() =>
    evaluate(tab, "1").then(
      () => true,
      () => true
    )
  ).pipe(Effect.timeoutOrElse({ duration: answerLimit, orElse: () => Effect.succeed(false) }))

const named = (addresses: ReadonlyArray<string>): string => {
  const more = addresses.length - maxNamed
  const names = addresses.slice(0, maxNamed).map((address) => address.slice(0, maxAddress))
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}
