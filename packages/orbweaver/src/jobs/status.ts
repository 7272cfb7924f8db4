/** A job as the facade shows it: names and states of the v2 SDK. */
import { type Job, type JobStatus as Status, visibleTotal, warningsOf } from "@orbweaver/core/model/Job"
import type { HostPace } from "@orbweaver/core/internal/jobs/hostPace"
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
   * What did not go as a caller may expect: addresses outside of the start's path were left out, a sitemap could not be
   * read, the store refuses what this process writes (a full disk, say), or a request of the API asked for something that
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
  /** How the job's site is asked, while the job runs and the site's answers or its robots.txt made that slower. */
  readonly hostPace?: HostPace | undefined
}

export interface JobResult<D = Document> extends JobStatus {
  readonly data: ReadonlyArray<D>
  /** Skip of the next page of results; absent when there is none. */
  readonly next?: number | undefined
}

export const statusOf = (job: Job, hostPace?: HostPace): JobStatus => {
  const warning = [job.warning, ...warningsOf(job)].filter((one) => one !== undefined).join(" ")
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
    ...(hostPace === undefined ? {} : { hostPace })
  }
}
