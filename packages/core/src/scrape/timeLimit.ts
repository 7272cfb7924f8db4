/** How long a scrape may take, and what it fails with when it takes longer (docs/reference/v2.md §3, Time budget). */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CaptureError, TimedOut } from "../model/CaptureError.ts"
import type { Resolved } from "../model/ScrapeOptions.ts"

/** The timeout and the waits that the options ask for. */
export const timeOf = (options: Resolved): Duration.Duration =>
  Duration.millis(
    Duration.toMillis(options.timeout) +
      Duration.toMillis(options.waitFor) +
      options.actions.reduce((sum, action) => sum + ("milliseconds" in action ? action.milliseconds : 0), 0)
  )

/** Milliseconds of a scrape's time that are kept for what follows a model: rules, storing, answering. */
const reserveMs = 3000

/**
 * Until when a model may answer for a scrape that begins now: a moment before the scrape's own end, a fifth of its time
 * at most.
 */
export const modelDeadline = (options: Resolved): Effect.Effect<number> => {
  const limitMs = Duration.toMillis(timeOf(options))
  return Effect.map(Clock.currentTimeMillis, (now) => now + limitMs - Math.min(reserveMs, limitMs / 5))
}

/** How far a scrape has come, for the message of a timeout. */
export interface Progress {
  captured: boolean
}

/** Ends the work with `TimedOut` when its time is up; every `TimedOut` carries the limit that the caller gave. */
export const withinTime = <A, E extends { readonly _tag: string }, R>(
  url: URL,
  options: Resolved,
  work: (progress: Progress) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | CaptureError, R> => {
  const limit = timeOf(options)
  const progress: Progress = { captured: false }
  return Effect.raceFirst(work(progress), overdue(url, limit, progress)).pipe(
    Effect.mapError((error) => withLimit(error, limit))
  )
}

/** How long an engine whose time is up may take to say what it was about. */
const lastWords = Duration.seconds(1)

/** Fails when the time is up. Engines end by the same clock and know more: they are let speak first. */
const overdue = (url: URL, limit: Duration.Duration, progress: Progress): Effect.Effect<never, CaptureError> =>
  Effect.gen(function* () {
    yield* Effect.sleep(limit)
    if (!progress.captured) yield* Effect.sleep(lastWords)
    const phase = progress.captured ? "formats" : "capturing"
    return yield* new CaptureError({
      url: url.href,
      reason: new TimedOut({ limitMs: Duration.toMillis(limit), phase })
    })
  })

/** An engine knows what was left to it; the caller knows the limit that he gave. */
const withLimit = <E extends { readonly _tag: string }>(error: E, limit: Duration.Duration): E | CaptureError =>
  error instanceof CaptureError && error.reason._tag === "TimedOut"
    ? new CaptureError({
        url: error.url,
        reason: new TimedOut({ ...error.reason, limitMs: Duration.toMillis(limit) })
      })
    : error
