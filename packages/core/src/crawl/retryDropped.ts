/** A file that a whole crawl depends on, such as robots.txt, is not given up for one dropped connection. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { CaptureError } from "../model/CaptureError.ts"
import { isDroppedConnection } from "../model/networkCauses.ts"
import { maxRetries } from "../scrape/attempts.ts"

/** Fetches again when the connection was dropped, as often as a scrape does. */
export const retryDropped = <A, R>(fetch: Effect.Effect<A, CaptureError, R>): Effect.Effect<A, CaptureError, R> =>
  Effect.retry(fetch, {
    times: maxRetries,
    schedule: Schedule.exponential(Duration.millis(250)),
    while: ({ reason }) => reason._tag === "ConnectionFailed" && isDroppedConnection(reason.detail)
  })
