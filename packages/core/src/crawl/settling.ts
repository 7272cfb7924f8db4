/**
 * Writes how pages ended, whatever the store says: again while it does not
 * answer, and page by page where it refuses what it is given, so that a page
 * that cannot be stored costs no other page its result.
 */
import * as Effect from "effect/Effect"
import type { Claim, ClaimRequest, Lease, Service as Frontier, Settlement } from "../jobs/Frontier.ts"
import { messageOf, settlingTime, retryWhileAway } from "../jobs/retryWhileAway.ts"
import { retried } from "../jobs/workerMetrics.ts"
import type { StoreError } from "../model/StoreError.ts"

/** Writes the settlements and claims pages for the room that they make; never fails. */
export const exchange = (
  frontier: Frontier,
  batch: ReadonlyArray<Settlement>,
  request: ClaimRequest
): Effect.Effect<Claim> =>
  frontier.exchange(batch, request).pipe(
    retryWhileAway("Settling pages", settlingTime),
    Effect.catch((error) =>
      Effect.as(
        error.kind === "rejected"
          ? Effect.forEach(batch, (settlement) => settleAsFailed(frontier, settlement), { discard: true })
          : dropSettlements(batch.length, error),
        emptyClaim
      )
    )
  )

const emptyClaim: Claim = { pages: [] }

/** A page whose result the store refuses has failed, and says why. */
const settleAsFailed = (frontier: Frontier, settlement: Settlement): Effect.Effect<void> =>
  frontier.settle([settlement]).pipe(
    retryWhileAway("Settling a page", settlingTime),
    Effect.catchIf(
      (error) => error.kind === "rejected",
      (error) =>
        Effect.andThen(
          Effect.logWarning("The result of a page could not be stored", error),
          frontier.settle([failed(settlement.lease, `The result could not be stored: ${messageOf(error)}`)])
        ).pipe(retryWhileAway("Settling a page", settlingTime))
    ),
    Effect.catch((error) => dropSettlements(1, error))
  )

const dropSettlements = (count: number, error: StoreError) =>
  Effect.andThen(
    Effect.logError(`${count} pages could not be settled; they are requeued when their leases expire`, error),
    retried("Settling given up")
  )

/** A page that failed for a reason that is not its own. */
export const failed = ({ jobId, page, token }: Lease, error: string, code = "UNKNOWN_ERROR"): Settlement => ({
  lease: { jobId, page, token },
  outcome: { _tag: "Failed", error, code },
  links: []
})
