/** Sweeps of a store that several processes share: one of them does it at a time, where they have common `ClaimedKeys`. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { StoreError } from "../model/StoreError.ts"
import { ClaimedKeys } from "./ClaimedKeys.ts"

interface SweepOptions {
  /** Names what is swept, the same in all processes that share it; undefined where each process must sweep by itself. */
  readonly key: string | undefined
  readonly interval: Duration.Duration
  /** Logged when a sweep fails; the next one is not affected. */
  readonly failure: string
}

/** Before the first turn of a process, so that a command which ends at once takes none. */
const firstPause = Duration.minutes(1)

/** Repeats the sweep in the background for as long as the scope is open. */
export const sweepInTurns = Effect.fnUntraced(function* (
  sweep: Effect.Effect<void, StoreError>,
  { failure, interval, key }: SweepOptions
): Effect.fn.Return<void, never, Scope.Scope> {
  const claimedKeys = key === undefined ? undefined : Option.getOrUndefined(yield* Effect.serviceOption(ClaimedKeys))
  const turn =
    claimedKeys === undefined
      ? sweep
      : Effect.flatMap(
          // A little less than the interval, so that the process that has swept may sweep again.
          claimedKeys.claim(`sweep ${key}`, Duration.subtract(interval, firstPause)),
          (isOurs) => (isOurs ? sweep : Effect.void)
        )
  yield* turn.pipe(
    Effect.catch((error) => Effect.logWarning(failure, error)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.delay(claimedKeys === undefined ? Duration.zero : firstPause),
    Effect.forkScoped
  )
})
