/**
 * Watches a job: what has happened since a number, then what happens, each
 * event once and in order. The reader sets the pace. The one source of
 * webhooks' siblings: streams, async iterators, event emitters.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { isFinal, type JobId, type JobNotFound } from "../model/Job.ts"
import { JobStore, type WatchedEvent } from "./JobStore.ts"
import type { StoreError } from "../model/StoreError.ts"

export type { WatchedEvent } from "./JobStore.ts"

export interface WatchOptions {
  /** Number of the last event that is known; 0 for all. */
  readonly after?: number | undefined
  /** Longest time until a change made by another process is seen. Default: a second. */
  readonly poll?: Duration.Duration | undefined
}

/** Longest time until a change made by another process is seen, where nobody asks for another. */
export const defaultPoll = Duration.seconds(1)

/** Events of one reading. */
const batch = 100

/** Ends after the event that ended the job. */
export const watch = (
  id: JobId,
  { after = 0, poll = defaultPoll }: WatchOptions = {}
): Stream.Stream<WatchedEvent, JobNotFound | StoreError, JobStore> => {
  const next = Effect.fnUntraced(function* (known: number) {
    const store = yield* JobStore
    for (;;) {
      const { events, job } = yield* store.watched(id, { after: known, limit: batch })
      const last = events.at(-1)?.number
      if (last !== undefined) {
        return [events, isFinal(job.status) && last >= job.events ? Option.none<number>() : Option.some(last)] as const
      }
      if (isFinal(job.status)) return [[], Option.none<number>()] as const
      yield* nextEvent(store, id, known, poll)
    }
  })

  return Stream.paginate(after, next)
}

/** Waits for an event after this number, or for the end of the job's life, however long that takes. */
export const nextEvent = (
  { awaitEvent }: Pick<JobStore["Service"], "awaitEvent">,
  id: JobId,
  after: number,
  poll: Duration.Duration = defaultPoll
): Effect.Effect<void, StoreError> =>
  Effect.asVoid(Effect.repeat(awaitEvent(id, after, poll), { until: (hasHappened) => hasHappened }))
