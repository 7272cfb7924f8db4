/**
 * How a job in a transaction changes, whatever database it is in: its moves, and
 * what it may give to those who claim.
 */
import { canMove, isFinal, type JobStatus } from "@orbweaver/core/model/Job"
import type { JobEventType } from "@orbweaver/core/model/Job"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { JobRow } from "./JobRow.ts"

/** What transactions of both databases offer. */
export interface Changes {
  readonly now: number
  readonly emit: (job: JobRow, type: JobEventType) => void
  readonly end: (job: JobRow, status: "completed" | "failed" | "cancelled") => void
  readonly endIfDone: (job: JobRow) => void
  readonly wake: () => void
}

/** Moves the job where its table allows; returns whether it did. */
export const move = (
  tx: Changes,
  job: JobRow,
  to: Exclude<JobStatus, "completed">,
  reason: string | undefined
): boolean => {
  if (!canMove(job.status, to) || (to === "scraping" && job.status !== "paused")) return false
  if (to === "failed") job.error = reason ?? null
  if (to === "failed" || to === "cancelled") tx.end(job, to)
  else {
    job.status = to
    job.lastActivity = tx.now
    tx.emit(job, to === "paused" ? "paused" : "resumed")
    if (to === "scraping") tx.wake()
    tx.endIfDone(job)
  }
  return true
}

/** Readies the job for new pages; false when it has ended for good. */
export const reopen = (tx: Changes, job: JobRow, mayReopen: boolean | undefined): boolean => {
  if (mayReopen === true && job.status === "completed") {
    job.status = "scraping"
    job.finishedAt = null
  }
  if (isFinal(job.status)) return false
  job.lastActivity = tx.now
  return true
}

/** Ends a job without pages with what it produced; false when it had ended already. */
export const finish = (tx: Changes, job: JobRow, output: unknown, credits: number): boolean => {
  if (isFinal(job.status)) return false
  job.output = JSON.stringify(output)
  job.credits += credits
  job.collecting = false
  tx.endIfDone(job)
  return true
}

/** Writes what the job has produced so far; false when it has ended. */
export const report = (job: JobRow, output: unknown): boolean => {
  if (isFinal(job.status)) return false
  job.output = JSON.stringify(output)
  return true
}

/** Where a job stands among those that a claim may serve. */
export interface Standing {
  /** Running pages of its account. */
  readonly busy: number
  readonly priority: number
  /** Its own running pages. */
  readonly active: number
  readonly n: number
}

/** Accounts with fewer running pages first, then jobs of higher priority, then those with fewer pages of their own. */
export const fairly = (left: Standing, right: Standing): number =>
  left.busy - right.busy || right.priority - left.priority || left.active - right.active || left.n - right.n

/** Pages that the job may give now, of `count`; notes since when only the account's own limit is in the way. */
export const mayGive = (tx: Pick<Changes, "now">, job: JobRow, count: number, busy: number): number => {
  const { counts, spec } = job
  const ofJob =
    spec.delayMs === 0
      ? spec.maxConcurrency - counts.active
      : !Politeness.isAhead(job.nextAt, tx.now, spec.delayMs) && counts.active === 0
        ? 1
        : 0
  const room = Math.min(count, ofJob, spec.limit - counts.completed - counts.active)
  const ofAccount = spec.accountConcurrency - busy
  if (room > 0 && ofAccount <= 0 && counts.queued > 0) job.limitedSince ??= tx.now
  return Math.min(room, ofAccount)
}

/** Notes that the job gave pages. */
export const gave = (tx: Pick<Changes, "now">, job: JobRow): void => {
  if (job.limitedSince !== null) job.queueMs = tx.now - job.limitedSince
  job.limitedSince = null
  job.nextAt = tx.now + job.spec.delayMs
}

/** After which a job that is still being created never will be, in milliseconds: its process has ended. */
export const creationMs = 600_000

/** Why such a job failed. */
export const notCreated = "The process that was creating the job ended before all of its pages were added"
