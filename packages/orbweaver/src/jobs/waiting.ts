/** Waiting for the end of a job, or of a check of a monitor. */
import type { JobId } from "@orbweaver/core/model/Job"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type DurationInput, durationOf } from "../options/durations.ts"
import { jobIdOf } from "./jobId.ts"
import { WaitTimedOut } from "./WaitTimedOut.ts"

/** How a job is waited for. */
export interface WaitOptions {
  /**
   * Longest time until a change made by another process is seen; changes of this process are seen
   * at once: seconds, at most 60, or a text such as `"500 millis"`. Default: a second.
   */
  readonly pollInterval?: DurationInput | undefined
  /**
   * How long the end of the job is waited for: seconds, at most 3600, or a text such as `"10 minutes"`. When it is over
   * the call rejects with `WaitTimedOut`, and the job goes on. Default: no limit.
   */
  readonly waitTimeout?: DurationInput | undefined
}

/** Ends when the job has; fails when that takes longer than asked for. */
export const awaitEnd = (id: string, options: WaitOptions) =>
  waitFor(id, options, (poll) => Stream.runDrain(watch(jobIdOf(id), { poll })))

/** Waits for what has this id, as long as asked for. */
export const waitFor = Effect.fnUntraced(function* <A, E, R>(
  id: string,
  { pollInterval, waitTimeout }: WaitOptions,
  endOf: (poll: Duration.Duration | undefined) => Effect.Effect<A, E, R>
) {
  const poll = pollInterval === undefined ? undefined : yield* durationOf("pollInterval", pollInterval)
  if (waitTimeout === undefined) return yield* endOf(poll)
  const limit = yield* durationOf("waitTimeout", waitTimeout)
  const inTime = yield* Effect.timeoutOption(endOf(poll), limit)
  return inTime._tag === "Some" ? inTime.value : yield* new WaitTimedOut({ id, ms: Duration.toMillis(limit) })
})

/** Cancels the job when its caller stops waiting for it by the signal, and not when the instance is closed. */
const cancelOnAbort =
  (id: JobId | string, signal: AbortSignal | undefined) =>
  <A, E, R>(waiting: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | JobStore> =>
    Effect.onInterrupt(waiting, () =>
      signal?.aborted === true
        ? Effect.ignore(JobStore.use((store) => store.move(jobIdOf(id), "cancelled")))
        : Effect.void
    )

/**
 * Starts a job and waits for it. The start is not interrupted, since nobody could say then whether there is a job: a signal
 * that aborts during it cancels the job that comes of it.
 */
export const startAndWait = <S extends { readonly id: string }, A, E, R, E2, R2>(
  start: Effect.Effect<S, E, R>,
  waiting: (started: S) => Effect.Effect<A, E2, R2>,
  signal: AbortSignal | undefined
): Effect.Effect<A, E | E2, R | R2 | JobStore> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(start, (started) => restore(waiting(started)).pipe(cancelOnAbort(started.id, signal)))
  )
