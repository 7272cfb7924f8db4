/** Settlements of pages that did not come to an end of their own. */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ClaimedPage, Lease, PageOutcome, Settlement } from "../../jobs/Frontier.ts"
import { messageOf } from "../../jobs/retryWhileAway.ts"
import { pagesReturned } from "../../jobs/workerMetrics.ts"
import { otherErrors } from "../../model/errorTable.ts"
import type { JobNotFound } from "../../model/Job.ts"
import { isStoreAway, StoreError } from "../../model/StoreError.ts"
import { defined } from "../../support/defined.ts"

/** Times that a page is tried when the fault is ours: a store that is away, a request of another version. */
const maxFaults = 5
/** After which such a page is tried again, in milliseconds. */
const faultDelayMs = 5000
/** Pause before a page goes back whose work the store failed. */
const storePause = Duration.seconds(1)

/** Back to the queue: later after a fault, at once otherwise. */
export const requeue = (
  { jobId, page, token }: Lease,
  outcome: Extract<PageOutcome, { readonly _tag: "Released" | "Retry" }> = { _tag: "Released" }
): Settlement => ({
  lease: { jobId, page, token },
  outcome,
  links: []
})

/** A page that failed for a reason that is not its own. */
export const failed = ({ jobId, page, token }: Lease, error: string, code = "UNKNOWN_ERROR"): Settlement => ({
  lease: { jobId, page, token },
  outcome: { _tag: "Failed", error, code },
  links: []
})

/** A fault of ours costs the page one of its tries; a store that is away costs it nothing. */
export const afterFault = (
  page: ClaimedPage,
  cause: Cause.Cause<StoreError | JobNotFound>
): Effect.Effect<Settlement> => {
  const error = Cause.squash(cause)
  const isAway = isStoreAway(error)
  return Effect.logWarning("A page could not be processed", cause).pipe(
    Effect.andThen(pagesReturned("fault")),
    Effect.andThen(isAway ? Effect.sleep(storePause) : Effect.void),
    Effect.as(
      isAway
        ? requeue(page)
        : retryOrFail(page, `The page could not be processed: ${messageOf(error)}`, codeOfFault(error))
    )
  )
}

export const afterStuck = (page: ClaimedPage, limit: Duration.Duration): Effect.Effect<Settlement> => {
  const text = `The page took longer than ${Duration.format(limit)}`
  return Effect.logWarning(`${text} and was interrupted: ${page.url}`).pipe(
    Effect.andThen(pagesReturned("stuck")),
    Effect.as(retryOrFail(page, text))
  )
}

const retryOrFail = (page: ClaimedPage, error: string, code?: string): Settlement =>
  page.attempt < maxFaults
    ? requeue(page, { _tag: "Retry", afterMs: faultDelayMs, failure: defined({ error: code, cause: error }) })
    : failed(page, error, code)

/** As the API names it; a store that is set up wrongly is not the page's fault. */
const codeOfFault = (error: unknown): string | undefined =>
  error instanceof StoreError && error.kind === "misconfigured"
    ? otherErrors["StoreError/misconfigured"].code
    : undefined
