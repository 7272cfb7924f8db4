/**
 * Watches a job: what has happened since a number, then what happens, each
 * event once and in order. The reader sets the pace. The one source of
 * webhooks' siblings: streams, async iterators, event emitters, the WebSocket.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { isFinal, type JobId, type JobNotFound } from "../model/Job.ts"
import { type JobEvent, JobStore, type StoredResult } from "./JobStore.ts"
import type { StoreError } from "../model/StoreError.ts"

export interface WatchedEvent extends JobEvent {
  /** The page of a `page` event. */
  readonly result?: StoredResult | undefined
}

export interface WatchOptions {
  /** Number of the last event that is known; 0 for all. */
  readonly after?: number | undefined
  /** Longest time until a change made by another process is seen. */
  readonly poll?: Duration.Duration | undefined
}

/** Events of one reading. */
const batch = 100

/** Ends after the event that ended the job. */
export const watch = (
  id: JobId,
  options: WatchOptions = {}
): Stream.Stream<WatchedEvent, JobNotFound | StoreError, JobStore> => {
  const poll = options.poll ?? Duration.millis(250)

  const next = Effect.fnUntraced(function* (after: number) {
    const store = yield* JobStore
    for (;;) {
      // Read before the events, so that the last event is never missed.
      const job = yield* store.get(id)
      const events = yield* store.events(id, { after, limit: batch })
      if (events.length > 0) {
        const last = events.at(-1)!.number
        const ends = isFinal(job.status) && last >= job.events
        return [yield* withResults(id, events), ends ? Option.none<number>() : Option.some(last)] as const
      }
      if (isFinal(job.status)) return [[], Option.none<number>()] as const
      yield* store.awaitEvent(id, after, poll)
    }
  })

  return Stream.paginate(options.after ?? 0, next)
}

/** Adds the pages to their events; one reading for all of them. */
const withResults = Effect.fnUntraced(function* (id: JobId, events: ReadonlyArray<JobEvent>) {
  const positions = events.flatMap(({ position }) => (position === undefined ? [] : [position]))
  if (positions.length === 0) return events
  const store = yield* JobStore
  const first = Math.min(...positions)
  const results = yield* store.results(id, { after: first - 1, limit: Math.max(...positions) - first + 1 })
  const byPosition = new Map(results.map((result) => [result.position, result]))
  return events.map((event): WatchedEvent =>
    event.position === undefined ? event : { ...event, result: byPosition.get(event.position) }
  )
})
