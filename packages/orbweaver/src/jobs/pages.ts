/**
 * Pages of a job as they come, at the pace of their reader: a job that is further ahead of it than
 * `maxAhead` pages is paused until the reader has caught up with half of them.
 */
import { isFinal, type Job, type JobId, type JobNotFound } from "@orbweaver/core/model/Job"
import { nextEvent } from "@orbweaver/core/jobs/JobEvents"
import { JobStore, type StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

export interface PagesOptions {
  /** Pages that the job may be ahead of the reader before it is paused. Default: 100. */
  readonly maxAhead?: number | undefined
}

export const defaultMaxAhead = 100

/** Results read from the store at once. */
const chunk = 20

/** How far the reader is. */
export interface PageStream {
  readonly id: JobId
  readonly maxAhead: number
  /** Pages that were read. */
  position: number
  /** Whether the job waits for the reader. */
  isPaused: boolean
}

export const read = (id: JobId, { maxAhead = defaultMaxAhead }: PagesOptions = {}): PageStream => ({
  id,
  maxAhead: Math.max(1, maxAhead),
  position: 0,
  isPaused: false
})

/** The next pages; none once the job has ended. */
export const nextPages = Effect.fnUntraced(function* (reading: PageStream) {
  const store = yield* JobStore
  for (;;) {
    // Read before the results, so that the last ones are never missed.
    const job = yield* store.get(reading.id)
    const results = yield* store.results(reading.id, { after: reading.position, limit: chunk })
    reading.position += results.length
    if (reading.isPaused && job.counts.completed - reading.position <= reading.maxAhead / 2) {
      reading.isPaused = false
      yield* store.move(reading.id, "scraping")
    }
    if (results.length > 0 || isFinal(job.status)) return results
    yield* nextEvent(store, reading.id, job.events)
  }
})

/** Pauses the job whenever it is too far ahead, until it ends. */
export const pauseWhenAhead = Effect.fnUntraced(function* (reading: PageStream) {
  const store = yield* JobStore
  for (let job: Job = yield* store.get(reading.id); !isFinal(job.status); job = yield* store.get(reading.id)) {
    if (!reading.isPaused && job.counts.completed - reading.position >= reading.maxAhead) {
      reading.isPaused = yield* store.move(reading.id, "paused")
    }
    yield* nextEvent(store, reading.id, job.events)
  }
})

/** Lets a job go on that waits for a reader who left. */
export const resumeOnExit = Effect.fnUntraced(function* (reading: PageStream) {
  if (!reading.isPaused) return
  reading.isPaused = false
  yield* JobStore.use((store) => store.move(reading.id, "scraping"))
})

/** Pages of a job, in the order in which they came, until it ends. The job goes on when the stream is left. */
export const pages = (
  id: JobId,
  options?: PagesOptions
): Stream.Stream<StoredResult, JobNotFound | StoreError, JobStore> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const reading = read(id, options)
      yield* Effect.forkScoped(Effect.ignore(pauseWhenAhead(reading)))
      yield* Effect.addFinalizer(() => Effect.ignore(resumeOnExit(reading)))
      return Stream.paginate(undefined, () =>
        Effect.map(nextPages(reading), (results) =>
          results.length === 0
            ? ([[], Option.none<undefined>()] as const)
            : ([results, Option.some(undefined)] as const)
        )
      )
    })
  )
