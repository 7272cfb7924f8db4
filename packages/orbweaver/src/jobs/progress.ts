/** How far a job is, as often as it changes and no oftener than asked for. */
import { isFinal, type JobId, type JobNotFound, visibleTotal } from "@orbweaver/core/model/Job"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { JobStatus } from "./status.ts"

export interface JobProgress {
  readonly status: JobStatus["status"]
  /** Pages that are, or will be, results, as far as is known. */
  readonly total: number
  readonly completed: number
  /** Completed pages by the class of their HTTP status. */
  readonly statusCounts: JobStatus["statusCounts"]
  readonly failed: number
  readonly skipped: number
  readonly active: number
  readonly queued: number
  /** Pages a second that ended in the last seconds. */
  readonly pagesPerSecond: number
  /** The page that came last. */
  readonly url?: string | undefined
  /** The failure that came last. */
  readonly lastFailure?: { readonly url: string; readonly error: string } | undefined
}

export interface ProgressOptions {
  /** Least time between two reports. Default: half a second. */
  readonly interval?: Duration.Duration | undefined
}

/** The rate is that of so much time before now. */
const windowMs = 10_000

interface Sample {
  readonly at: number
  readonly ended: number
}

/** What one report leaves for the next. */
export interface ProgressState {
  readonly events: number
  readonly samples: ReadonlyArray<Sample>
}

/** One report, and what the next one goes on from; nothing after the last. */
export const nextProgress = Effect.fnUntraced(function* (
  id: JobId,
  { interval = Duration.millis(500) }: ProgressOptions,
  state: ProgressState | undefined
) {
  const store = yield* JobStore
  if (state !== undefined) {
    yield* Effect.sleep(interval)
    yield* store.awaitEvent(id, state.events, Duration.max(interval, Duration.seconds(1)))
  }
  const now = yield* Clock.currentTimeMillis
  const job = yield* store.get(id)
  const { active, completed, failed, queued, skipped } = job.counts
  const ended = completed + failed
  const samples = [...(state?.samples ?? []).filter(({ at }) => now - at <= windowMs), { at: now, ended }]
  const first = samples[0]!
  const [last] = completed === 0 ? [] : yield* store.results(id, { after: completed - 1, limit: 1 })
  const [lastFailure] = failed === 0 ? [] : yield* store.failures(id, { latest: 1 })
  const report: JobProgress = {
    status: job.status,
    total: visibleTotal(job),
    completed,
    statusCounts: job.statusCounts,
    failed,
    skipped,
    active,
    queued,
    pagesPerSecond: now === first.at ? 0 : ((ended - first.ended) * 1000) / (now - first.at),
    ...(last === undefined ? {} : { url: last.url }),
    ...(lastFailure === undefined ? {} : { lastFailure: { url: lastFailure.url, error: lastFailure.error } })
  }
  const next: ProgressState | undefined = isFinal(job.status) ? undefined : { events: job.events, samples }
  return { report, next }
})

/** Reports until the one that says that the job has ended. */
export const progress = (
  id: JobId,
  options: ProgressOptions = {}
): Stream.Stream<JobProgress, JobNotFound | StoreError, JobStore> =>
  Stream.paginate(undefined as ProgressState | undefined, (state) =>
    Effect.map(
      nextProgress(id, options, state),
      ({ next, report }) => [[report], next === undefined ? Option.none() : Option.some(next)] as const
    )
  )
