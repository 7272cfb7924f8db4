/**
 * Runs our own scripts in a page, in a world of their own: what the page did to
 * `JSON`, `MutationObserver` or the prototypes of its nodes is not seen there.
 */
import type { CaptureReason } from "@orbweaver/core/model/CaptureError"
import * as Effect from "effect/Effect"
import type { CDPSession } from "playwright-core"
import { pageReason } from "./errors.ts"

/** A page that scripts of ours run in. */
interface ScriptTarget {
  readonly cdp: CDPSession
  /** CDP id of the main frame. */
  readonly frameId: string
  readonly events: { readonly crashed: boolean }
}

/** Value of `expression`, awaited and copied out; rejects when it throws or the document goes away. */
export const evaluate = async (tab: Pick<ScriptTarget, "cdp" | "frameId">, expression: string): Promise<unknown> => {
  const { executionContextId } = await tab.cdp.send("Page.createIsolatedWorld", {
    frameId: tab.frameId,
    worldName: "orbweaver"
  })
  const { exceptionDetails, result } = await tab.cdp.send("Runtime.evaluate", {
    expression,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true
  })
  if (exceptionDetails !== undefined) {
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  }
  return result.value
}

/** Work on a page whose failure is one of the page. */
export const attempt = <A>(tab: Pick<ScriptTarget, "events">, run: () => Promise<A>): Effect.Effect<A, CaptureReason> =>
  Effect.tryPromise({ try: run, catch: (cause) => pageReason(cause, tab.events.crashed) })
