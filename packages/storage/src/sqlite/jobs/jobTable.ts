/**
 * Rows of jobs, which nearly every transaction and every look of a watcher reads: they are remembered for as long as no
 * other process has written to the file.
 */
import type { JobId } from "@orbweaver/core/model/Job"
import { fromRow, type JobRow } from "../../jobs/JobRow.ts"
import type { StoredSpec } from "../../jobs/jobSpec.ts"
import type { Specs } from "../../jobs/specs.ts"
import type { Row, Service as Database } from "../Database.ts"

export interface JobTable {
  /** A copy of the job, which a transaction may change. */
  readonly at: (n: number) => JobRow | undefined
  readonly of: (id: JobId) => JobRow | undefined
  /** Any columns of a job's row to a job. */
  readonly read: (row: Row) => JobRow | undefined
  /** Absent where another process has just removed the job. */
  readonly specOf: (n: number) => StoredSpec | undefined
  /** Remembers a job as the running transaction has written it; `forget` it where that fails. */
  readonly set: (job: JobRow) => void
  readonly forget: (n: number) => void
}

/** Rows that are remembered. */
const maxRows = 1000

/** All columns but the specification, which may be large. */
export const columns =
  "n, id, status, origin, queued, active, completed, failed, skipped, cancelled, status_2xx, status_3xx, status_4xx, status_5xx, " +
  "backward, collecting, credits, error, output, " +
  "next_at, limited_since, queue_ms, created_at, finished_at, last_activity, events, results"

/** The same for lists of any kind (`JobStore.list`). */
export const listColumns = columns.replace(
  " output,",
  " CASE kind WHEN 'monitorCheck' THEN NULL ELSE output END AS output,"
)

export const makeJobTable = (db: Database, specs: Specs): JobTable => {
  const rows = new Map<number, JobRow>()
  const numbers = new Map<string, number>()
  let version = 0

  const clear = (): void => {
    rows.clear()
    numbers.clear()
  }

  const look = (): void => {
    const now = db.foreignWrites()
    if (now !== version) clear()
    version = now
  }

  const specOf: JobTable["specOf"] = (n) => {
    const known = specs.get(n)
    if (known !== undefined) return known
    const row = db.get("SELECT spec, id, kind, account FROM job WHERE n = ?", n)
    if (row === undefined) return undefined
    const text = (column: string): string => String(row[column])
    return specs.set(n, { spec: text("spec"), id: text("id"), kind: text("kind"), account: text("account") })
  }

  const set: JobTable["set"] = (job) => {
    if (rows.size >= maxRows && !rows.has(job.n)) clear()
    rows.set(job.n, { ...job })
    numbers.set(job.spec.id, job.n)
  }

  const read: JobTable["read"] = (row) => {
    const spec = specOf(Number(row["n"]))
    return spec && fromRow(row, spec)
  }

  const known = (n: number | undefined): JobRow | undefined => {
    const job = n === undefined ? undefined : rows.get(n)
    const spec = job && specOf(job.n)
    return spec && { ...job, spec }
  }

  const found = (row: Row | undefined): JobRow | undefined => {
    const job = row && read(row)
    if (job !== undefined) set(job)
    return job
  }

  return {
    at: (n) => {
      look()
      return known(n) ?? found(db.get(`SELECT ${columns} FROM job WHERE n = ?`, n))
    },
    of: (id) => {
      look()
      return known(numbers.get(id)) ?? found(db.get(`SELECT ${columns} FROM job WHERE id = ?`, id))
    },
    read,
    specOf,
    set,
    forget: (n) => void rows.delete(n)
  }
}
