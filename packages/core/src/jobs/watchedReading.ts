/**
 * What watchers of a job read (`JobStore.watched`). Watchers that are woken by one event ask for the same at the same
 * time: they share one reading.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { JobNotFound } from "../model/Job.ts"
import type { StoreError } from "../model/StoreError.ts"
import { makeSingleFlight } from "../support/singleFlight.ts"
import type { JobEvent, Service, StoredResult, WatchedEvent, WatchedEvents } from "./JobStore.ts"

/** Makes a reading one that watchers share. */
export type ShareReading = (read: Service["watched"]) => Service["watched"]

/** Shares the readings of one store for as long as the scope is open. */
export const makeShareReading: Effect.Effect<ShareReading, never, Scope.Scope> = Effect.map(
  makeSingleFlight<WatchedEvents, JobNotFound | StoreError>(),
  ({ join }): ShareReading =>
    (read) =>
    (id, range) =>
      join(`${range.after} ${range.limit} ${id}`, read(id, range))
)

/** The range of results that these events are about; nothing when they are about none. */
export const positionsOf = (events: ReadonlyArray<JobEvent>) => {
  const positions = events.flatMap(({ position }) => (position === undefined ? [] : [position]))
  const first = positions[0]
  // Positions grow with the numbers of events.
  return first === undefined ? undefined : { after: first - 1, limit: positions.at(-1)! - first + 1 }
}

/** Adds the pages to their events. */
export const withResults = (
  events: ReadonlyArray<JobEvent>,
  results: ReadonlyArray<StoredResult>
): ReadonlyArray<WatchedEvent> => {
  const byPosition = new Map(results.map((result) => [result.position, result]))
  return events.map((event): WatchedEvent =>
    event.position === undefined ? event : { ...event, result: byPosition.get(event.position) }
  )
}
