/** A job as its row in a database has it: what SQLite and PostgreSQL share. */
import { isFinal, type Job, type JobStatus, type PageState } from "@orbweaver/core/model/Job"
import type { JobSpec } from "./jobSpec.ts"

/** Changed in place and saved at the end of the transaction. */
export interface JobRow {
  readonly n: number
  readonly spec: JobSpec
  status: JobStatus
  origin: string
  readonly counts: Record<PageState, number>
  collecting: boolean
  credits: number
  error: string | null
  output: string | null
  nextAt: number
  limitedSince: number | null
  queueMs: number
  readonly createdAt: number
  finishedAt: number | null
  lastActivity: number
  events: number
  results: number
}

export const fromRow = (row: Readonly<Record<string, unknown>>, spec: JobSpec): JobRow => ({
  n: Number(row["n"]),
  spec,
  status: row["status"] as JobStatus,
  origin: String(row["origin"]),
  counts: {
    queued: Number(row["queued"]),
    active: Number(row["active"]),
    completed: Number(row["completed"]),
    failed: Number(row["failed"]),
    skipped: Number(row["skipped"]),
    cancelled: Number(row["cancelled"])
  },
  collecting: row["collecting"] === 1,
  credits: Number(row["credits"]),
  error: row["error"] as string | null,
  output: row["output"] as string | null,
  nextAt: Number(row["next_at"]),
  limitedSince: row["limited_since"] as number | null,
  queueMs: Number(row["queue_ms"]),
  createdAt: Number(row["created_at"]),
  finishedAt: row["finished_at"] as number | null,
  lastActivity: Number(row["last_activity"]),
  events: Number(row["events"]),
  results: Number(row["results"])
})

export const view = ({ counts, spec, ...job }: JobRow, warning?: string): Job => ({
  id: spec.id,
  kind: spec.kind,
  accountId: spec.accountId,
  keyName: spec.keyName,
  status: job.status,
  request: spec.request,
  origin: job.origin,
  priority: spec.priority,
  counts: { ...counts },
  limit: spec.limit,
  creditsUsed: job.credits,
  collecting: job.collecting && !isFinal(job.status),
  error: job.error ?? undefined,
  warning,
  output: job.output === null ? undefined : JSON.parse(job.output),
  concurrencyLimited: job.limitedSince !== null,
  concurrencyQueueMs: job.queueMs,
  createdAt: job.createdAt,
  finishedAt: job.finishedAt ?? undefined,
  expiresAt: job.lastActivity + spec.retentionMs,
  events: job.events
})
