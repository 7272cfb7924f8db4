/** A job as the facade shows it: names and states of the v2 SDK. */
import { type HostPace, hostPaceOf } from "@orbweaver/core/internal/jobs/hostPace"
import { jobWarnings } from "@orbweaver/core/internal/jobs/jobWarnings"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import {
  type Job,
  type JobNotFound,
  type JobStatus as Status,
  visibleTotal,
  warningsOf
} from "@orbweaver/core/model/Job"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { Document } from "../options/documents.ts"

export type { HostPace } from "@orbweaver/core/internal/jobs/hostPace"

export interface JobStatus {
  readonly id: string
  readonly status: Status
  /** Pages that are, or will be, results. */
  readonly total: number
  readonly completed: number
  readonly creditsUsed: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly completedAt?: string | undefined
  readonly expiresAt: string
  /** Why the job failed. */
  readonly error?: string | undefined
  /**
   * What did not go as a caller may expect: addresses outside of the start's path or files were left out, by their types, a
   * sitemap could not be read, the store refuses what this process writes (a full disk, say), or a request of the API asked for something that
   * the server does not do.
   */
  readonly warning?: string | undefined
  /** Whether pages wait for the account's own limit now, and how long the last one that did waited, in milliseconds. */
  readonly concurrencyLimited: boolean
  readonly concurrencyQueueDurationMs: number
  /** Addresses by what became of them; their sum is everything the job has met. */
  readonly counts: Job["counts"]
  /** Completed pages by the class of their HTTP status: an error page is a page too. */
  readonly statusCounts: Job["statusCounts"]
  /** The monitor whose check has started the job; absent for all other jobs. */
  readonly monitorId?: string | undefined
  /** How the job's site is asked, while the job runs and the site's answers or its robots.txt made that slower. */
  readonly hostPace?: HostPace | undefined
}

export interface JobResult<D = Document> extends JobStatus {
  readonly data: ReadonlyArray<D>
  /** Skip of the next page of results; absent when there is none. */
  readonly next?: number | undefined
}

/** With what the pages of a crawl say too. */
export const readStatus = (job: Job): Effect.Effect<JobStatus, JobNotFound | StoreError, JobStore> =>
  Effect.flatMap(JobStore, (store) =>
    Effect.map(Effect.all([hostPaceOf(store, job), jobWarnings(store, job)]), ([hostPace, warnings]) =>
      statusOf(job, hostPace, warnings)
    )
  )

export const statusOf = (
  job: Job,
  hostPace?: HostPace,
  warnings: ReadonlyArray<string> = warningsOf(job)
): JobStatus => {
  const warning = [job.warning, ...warnings].filter((one) => one !== undefined).join(" ")
  return {
    id: job.id,
    status: job.status,
    total: visibleTotal(job),
    completed: job.counts.completed,
    creditsUsed: job.creditsUsed,
    createdAt: new Date(job.createdAt).toISOString(),
    ...(job.finishedAt === undefined ? {} : { completedAt: new Date(job.finishedAt).toISOString() }),
    expiresAt: new Date(job.expiresAt).toISOString(),
    ...(job.error === undefined ? {} : { error: job.error }),
    ...(warning === "" ? {} : { warning }),
    concurrencyLimited: job.concurrencyLimited,
    concurrencyQueueDurationMs: job.concurrencyQueueMs,
    counts: job.counts,
    statusCounts: job.statusCounts,
    ...(job.monitorId === undefined ? {} : { monitorId: job.monitorId }),
    ...(hostPace === undefined ? {} : { hostPace })
  }
}
