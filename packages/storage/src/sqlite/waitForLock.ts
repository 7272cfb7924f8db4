/**
 * Waits for another connection's write transaction without blocking the event loop: SQLite's own busy handler sleeps in
 * the thread that asks. A connection that uses this has a busy timeout of 0.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { resultCode } from "./resultCode.ts"

/** Soon at first, since most transactions take less than a millisecond. */
const backoff = Schedule.exponential(Duration.millis(1)).pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, Duration.millis(25)))),
  // Processes that wait for the same lock do not ask at the same moments.
  Schedule.jittered
)

/** Tries again while the file is locked; fails with the last error when the time is over. */
export const waitForLock = (time: Duration.Duration) => {
  const schedule = Schedule.upTo(backoff, { duration: time })
  return <A>(attempt: Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> =>
    // Most attempts succeed, and a schedule costs more than many of them.
    attempt.pipe(Effect.catchIf(isLocked, () => Effect.retry(attempt, { while: isLocked, schedule })))
}

/** SQLITE_BUSY and its extended codes. */
const isLocked = ({ cause }: StoreError): boolean => ((resultCode(cause) ?? 0) & 0xff) === 5
