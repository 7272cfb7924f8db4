/** Retries for the files that a whole crawl depends on, robots.txt and sitemaps: as many as a page has. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { CaptureError } from "../model/CaptureError.ts"
import { isDroppedConnection } from "../model/networkCauses.ts"
import type { FetchResponse } from "../network/Fetcher.ts"
import { longestRetryAfter, maxRetries } from "../scrape/attempts.ts"
import { retryAfterMs } from "../support/retryAfter.ts"

/** Statuses that may be better a moment later. */
export const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** How a request for a file ended. */
export type FileAnswer = Result.Result<FetchResponse, CaptureError>

/** Whether the same request may succeed a moment later. */
export const isPassing = (answer: FileAnswer): boolean =>
  Result.isSuccess(answer)
    ? answer.success.endedEarly === true || passingStatuses.has(answer.success.status)
    : answer.failure.reason._tag === "ConnectionFailed" && isDroppedConnection(answer.failure.reason.detail)

/**
 * Milliseconds until the file is asked for again: what `Retry-After` says, or a pause that doubles. Undefined when the
 * answer is final, when it was the last attempt, or when the site asks for more than a scrape would wait.
 * `attempt`: 1 for the first.
 */
export const retryPause = (answer: FileAnswer, attempt: number, now: number): number | undefined => {
  if (attempt > maxRetries || !isPassing(answer)) return undefined
  if (Result.isFailure(answer)) return 250 * 2 ** (attempt - 1)
  const asked = retryAfterMs(answer.success.headers["retry-after"], now)
  if (asked === undefined) return 1000 * 2 ** (attempt - 1)
  return asked > longestRetryAfter ? undefined : asked
}

/** Fetches the file, again after failures that pass. */
export const fetchPatiently = <R>(
  fetch: Effect.Effect<FetchResponse, CaptureError, R>
): Effect.Effect<FetchResponse, CaptureError, R> =>
  Effect.gen(function* () {
    for (let attempt = 1; ; attempt++) {
      const answer = yield* Effect.result(fetch)
      const pause = retryPause(answer, attempt, yield* Clock.currentTimeMillis)
      if (pause === undefined) return yield* Effect.fromResult(answer)
      yield* Effect.sleep(pause)
    }
  })
