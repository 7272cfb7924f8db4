/** A job as its row in a database has it: what SQLite and PostgreSQL share. */
import * as State from "@orbweaver/core/jobs/rules/JobState"
import { isFinal, type Job, JobStatus } from "@orbweaver/core/model/Job"
import * as Schema from "effect/Schema"
import type { StoredSpec } from "./jobSpec.ts"
import { parseStored } from "./storedJson.ts"

/** State and output change during a transaction and are saved at its end. */
export interface JobRow {
  readonly n: number
  readonly spec: StoredSpec
  readonly createdAt: number
  state: State.JobState
  /** JSON. */
  output: string | null
}

const Columns = Schema.Struct({
  n: Schema.Number,
  status: JobStatus,
  origin: Schema.String,
  queued: Schema.Number,
  active: Schema.Number,
  completed: Schema.Number,
  failed: Schema.Number,
  skipped: Schema.Number,
  cancelled: Schema.Number,
  status_2xx: Schema.Number,
  status_3xx: Schema.Number,
  status_4xx: Schema.Number,
  status_5xx: Schema.Number,
  backward: Schema.Number,
  collecting: Schema.Literals([0, 1]),
  credits: Schema.Number,
  error: Schema.NullOr(Schema.String),
  output: Schema.NullOr(Schema.String),
  next_at: Schema.Number,
  limited_since: Schema.NullOr(Schema.Number),
  queue_ms: Schema.Number,
  created_at: Schema.Number,
  finished_at: Schema.NullOr(Schema.Number),
  last_activity: Schema.Number,
  events: Schema.Number,
  results: Schema.Number
})

const readColumns = Schema.decodeUnknownSync(Columns)

export const fromRow = (row: unknown, spec: StoredSpec): JobRow => {
  const columns = readColumns(row)
  const { active, cancelled, completed, failed, queued, skipped } = columns
  return {
    n: columns.n,
    spec,
    createdAt: columns.created_at,
    output: columns.output,
    state: {
      status: columns.status,
      origin: columns.origin,
      counts: { queued, active, completed, failed, skipped, cancelled },
      statusCounts: {
        "2xx": columns.status_2xx,
        "3xx": columns.status_3xx,
        "4xx": columns.status_4xx,
        "5xx": columns.status_5xx
      },
      backward: columns.backward,
      collecting: columns.collecting === 1,
      creditsUsed: columns.credits,
      error: columns.error ?? undefined,
      nextAt: columns.next_at,
      limitedSince: columns.limited_since ?? undefined,
      queueMs: columns.queue_ms,
      finishedAt: columns.finished_at ?? undefined,
      lastActivity: columns.last_activity,
      events: columns.events,
      results: columns.results
    }
  }
}

/** The columns that a transaction writes back. */
export const toColumns = ({ n, output, state: { counts, ...state } }: JobRow) => ({
  n,
  status: state.status,
  origin: state.origin,
  ...counts,
  status_2xx: state.statusCounts["2xx"],
  status_3xx: state.statusCounts["3xx"],
  status_4xx: state.statusCounts["4xx"],
  status_5xx: state.statusCounts["5xx"],
  backward: state.backward,
  collecting: state.collecting,
  credits: state.creditsUsed,
  error: state.error ?? null,
  output,
  next_at: state.nextAt,
  limited_since: state.limitedSince ?? null,
  queue_ms: state.queueMs,
  finished_at: state.finishedAt ?? null,
  last_activity: state.lastActivity,
  events: state.events,
  results: state.results
})

export const view = ({ createdAt, output, spec, state }: JobRow, warning?: string): Job =>
  State.view(spec, state, {
    createdAt,
    output: output === null ? undefined : parseStored(output),
    // A job that has ended needs no worker.
    warning: isFinal(state.status) ? warning : (spec.unreadable ?? warning)
  })
