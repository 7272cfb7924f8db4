/**
 * What changes about a job while it runs, apart from its pages. The rules in
 * this folder take a state and return the next one; the stores load it, apply
 * what the rules return, and save it.
 * @experimental
 */
import type * as Schema from "effect/Schema"
import {
  type Counts,
  isFinal,
  type Job,
  type JobEventType,
  type JobStatus,
  noPages,
  type PageState
} from "../../model/Job.ts"
import { noStatuses, type StatusCounts } from "../../model/StatusCounts.ts"
import type { JobEvent, NewJob } from "../JobStore.ts"

/** What never changes about a job. */
export type JobSpec = Omit<NewJob, "seeds">

export interface JobState {
  readonly status: JobStatus
  readonly origin: string
  readonly counts: Counts
  readonly statusCounts: StatusCounts
  /** Addresses that were skipped as `backward`. */
  readonly backward: number
  readonly collecting: boolean
  readonly creditsUsed: number
  readonly error: string | undefined
  /** No page starts before this moment, where the job has a delay. */
  readonly nextAt: number
  /** Since when only the account's own limit keeps pages waiting. */
  readonly limitedSince: number | undefined
  /** How long the last page waited for that, in milliseconds. */
  readonly queueMs: number
  readonly finishedAt: number | undefined
  readonly lastActivity: number
  /** Number of the last event. */
  readonly events: number
  /** Position of the last result. */
  readonly results: number
}

/** The next state, and what happened on the way, in order. */
export interface Transition {
  readonly state: JobState
  readonly events: ReadonlyArray<JobEvent>
}

export const newJobState = (origin: string, collecting: boolean, now: number): JobState => ({
  status: "scraping",
  origin,
  counts: noPages,
  statusCounts: noStatuses,
  backward: 0,
  collecting,
  creditsUsed: 0,
  error: undefined,
  nextAt: 0,
  limitedSince: undefined,
  queueMs: 0,
  finishedAt: undefined,
  lastActivity: now,
  events: 0,
  results: 0
})

/** The counters once `pages` moved; `from` is absent for new ones. Written out, as this runs for every link. */
export const moveCounts = (counts: Counts, from: PageState | undefined, to: PageState, pages = 1): Counts => ({
  queued: counts.queued + moved("queued", from, to, pages),
  active: counts.active + moved("active", from, to, pages),
  completed: counts.completed + moved("completed", from, to, pages),
  failed: counts.failed + moved("failed", from, to, pages),
  skipped: counts.skipped + moved("skipped", from, to, pages),
  cancelled: counts.cancelled + moved("cancelled", from, to, pages)
})

const moved = (state: PageState, from: PageState | undefined, to: PageState, pages: number): number =>
  (state === to ? pages : 0) - (state === from ? pages : 0)

/** Numbers the event, which belongs to the state that is returned with it. */
export const emit = (
  state: JobState,
  type: JobEventType,
  at: number,
  about: Pick<JobEvent, "position" | "page"> = {}
): { readonly state: JobState; readonly event: JobEvent } => {
  const number = state.events + 1
  return { state: { ...state, events: number }, event: { number, type, at, ...about } }
}

/** The job as callers see it. */
export const view = (
  spec: JobSpec,
  state: JobState,
  { createdAt, output, warning }: { createdAt: number; output: Schema.Json | undefined; warning?: string | undefined }
): Job => ({
  id: spec.id,
  kind: spec.kind,
  accountId: spec.accountId,
  keyName: spec.keyName,
  ...(spec.monitorId === undefined ? {} : { monitorId: spec.monitorId }),
  status: state.status,
  request: spec.request,
  origin: state.origin,
  priority: spec.priority,
  counts: { ...state.counts },
  statusCounts: state.statusCounts,
  backward: state.backward,
  limit: spec.limit,
  creditsUsed: state.creditsUsed,
  collecting: state.collecting && !isFinal(state.status),
  error: state.error,
  ...(warning === undefined ? {} : { warning }),
  output,
  concurrencyLimited: state.limitedSince !== undefined,
  concurrencyQueueMs: state.queueMs,
  createdAt,
  finishedAt: state.finishedAt,
  expiresAt: state.lastActivity + spec.retentionMs,
  events: state.events
})
