/** Gets a page back that runs a script without an end, so that such a script costs its call and not the session. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { CDPSession, Page } from "playwright-core"
import { ignoreClosedPage } from "./errors.ts"

/** Longest wait for a page to run one expression. */
const replyLimit = Duration.seconds(1)

/** What the page replies; `undefined` when it is too busy to do so. */
export const firstReply = <A>(reply: Promise<A>): Promise<A | undefined> =>
  Effect.promise(() => reply).pipe(
    Effect.timeoutOrElse({ duration: replyLimit, orElse: () => Effect.succeed(undefined) }),
    Effect.runPromise
  )

/**
 * Stops the script that keeps the page busy, if one does. A page that is busy again at once is closed, and its session
 * ends with it.
 */
export const interrupt = async ({ cdp, page }: { readonly cdp: CDPSession; readonly page: Page }): Promise<void> => {
  const isResponsive = async () =>
    (await firstReply(
      cdp.send("Runtime.evaluate", { expression: "1" }).then(
        () => true,
        () => true
      )
    )) === true
  if (await isResponsive()) return
  cdp.send("Runtime.terminateExecution").catch(ignoreClosedPage)
  if (await isResponsive()) return
  await firstReply(page.close().catch(ignoreClosedPage))
}
