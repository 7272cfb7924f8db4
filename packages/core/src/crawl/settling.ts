/**
 * Writes how pages ended, whatever the store says: again while it does not
 * answer, and page by page where it refuses what it is given, so that a page
 * that cannot be stored costs no other page its result.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Claim, ClaimRequest, Lease, Service as Frontier, Settlement } from "../jobs/Frontier.ts"
import { StoreError } from "../model/StoreError.ts"
import { retried } from "./workerMetrics.ts"

/** How long a settlement is written again and again; its page is scraped once more afterwards. */
export const settlingTime = Duration.minutes(2)

/** Soon at first, to be back before others take the pages for lost; then every second. */
const backoff = Schedule.exponential(Duration.millis(100)).pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, Duration.seconds(1))))
)

/** Between attempts of work that waits for the store to be back. */
export const untilBack = Schedule.upTo(backoff, { duration: settlingTime })

/** Whether the store does not answer, or has no space left, for now. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreError && (error.kind === "unavailable" || error.kind === "full")

/** Tries again after errors that may pass; a defect of a store counts as one. */
export const whileAway =
  (what: string, time: Duration.Duration) =>
  <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
    effect.pipe(
      Effect.catchDefect((cause) => Effect.fail(new StoreError({ operation: what, cause }))),
      Effect.tapError((error) =>
        mayPass(error) ? Effect.andThen(Effect.logWarning(`${what} is tried again`, error), retried(what)) : Effect.void
      ),
      Effect.retry({ while: mayPass, schedule: Schedule.upTo(backoff, { duration: time }) })
    )

const mayPass = (error: { readonly _tag: string }): boolean =>
  error._tag === "StoreError" && (error as StoreError).kind !== "rejected"

/** Writes the settlements and claims pages for the room that they make; never fails. */
export const exchange = (
  frontier: Frontier,
  batch: ReadonlyArray<Settlement>,
  request: ClaimRequest
): Effect.Effect<Claim> =>
  frontier.exchange(batch, request).pipe(
    whileAway("Settling pages", settlingTime),
    Effect.catch((error) =>
      Effect.as(
        error.kind === "rejected"
          ? Effect.forEach(batch, (settlement) => settleAlone(frontier, settlement), { discard: true })
          : givenUp(batch.length, error),
        nothing
      )
    )
  )

const nothing: Claim = { pages: [] }

/** A page whose result the store refuses has failed, and says why. */
const settleAlone = (frontier: Frontier, settlement: Settlement): Effect.Effect<void> =>
  frontier.settle([settlement]).pipe(
    whileAway("Settling a page", settlingTime),
    Effect.catchIf(
      (error) => error.kind === "rejected",
      (error) =>
        Effect.andThen(
          Effect.logWarning("The result of a page could not be stored", error),
          frontier.settle([failed(settlement.lease, `The result could not be stored: ${messageOf(error)}`)])
        ).pipe(whileAway("Settling a page", settlingTime))
    ),
    Effect.catch((error) => givenUp(1, error))
  )

const givenUp = (count: number, error: StoreError) =>
  Effect.andThen(
    Effect.logError(`${count} pages could not be settled; they go back when their leases end`, error),
    retried("Settling given up")
  )

/** A page that failed for a reason that is not its own. */
export const failed = ({ jobId, page, token }: Lease, error: string): Settlement => ({
  lease: { jobId, page, token },
  outcome: { _tag: "Failed", error, code: "UNKNOWN_ERROR" },
  links: []
})

/** What the innermost of the causes says. */
export const messageOf = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? messageOf(error.cause)
      : error.message
    : Cause.isCause(error)
      ? messageOf(Cause.squash(error))
      : String(error)
