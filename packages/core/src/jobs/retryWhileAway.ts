/** What jobs do while their store does not answer: they try again, for a time, and say so. */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { StoreError } from "../model/StoreError.ts"
import { retried } from "./workerMetrics.ts"

/** How long a settlement is written again and again; its page is scraped once more afterwards. */
export const settlingTime = Duration.minutes(2)

/** Soon at first, to be back before others take the pages for lost; then every second. */
const backoff = Schedule.exponential(Duration.millis(100)).pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, Duration.seconds(1))))
)

/** Between attempts of work that waits for the store to be back. */
export const untilStoreReturns = Schedule.upTo(backoff, { duration: settlingTime })

/** Tries again after errors that may pass; a defect of a store counts as one. */
export const retryWhileAway =
  (what: string, time: Duration.Duration) =>
  <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
    effect.pipe(
      Effect.catchDefect((cause) => Effect.fail(new StoreError({ operation: what, cause }))),
      Effect.tapError((error) =>
        isTransient(error)
          ? Effect.andThen(Effect.logWarning(`${what} is tried again`, error), retried(what))
          : Effect.void
      ),
      Effect.retry({ while: isTransient, schedule: Schedule.upTo(backoff, { duration: time }) })
    )

const isTransient = (error: { readonly _tag: string }): boolean =>
  error._tag === "StoreError" && (error as StoreError).kind !== "rejected"

/** What the innermost of the causes says. */
export const messageOf = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? messageOf(error.cause)
      : error.message
    : Cause.isCause(error)
      ? messageOf(Cause.squash(error))
      : String(error)
