/**
 * One write transaction over jobs: the rows it has touched, the hosts whose
 * state it changes, and who is to be woken once it is written.
 */
import { isFinal, type JobId } from "@orbweaver/core/model/Job"
import { workTopic } from "@orbweaver/core/internal/jobs/JobSignals"
import type { JobEvent } from "@orbweaver/core/jobs/JobStore"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import { isSubscribed } from "@orbweaver/core/jobs/Webhooks"
import type { JobChanges } from "../../jobs/JobChanges.ts"
import { type JobRow, toColumns } from "../../jobs/JobRow.ts"
import { hostStateOf } from "../../jobs/jobRows.ts"
import type { Service as Database } from "../Database.ts"
import type { Charges } from "./Charges.ts"
import type { JobTable } from "./jobTable.ts"

export interface Transaction extends JobChanges {
  readonly limits: Politeness.Limits
  readonly charges: Charges
  readonly job: (id: JobId) => JobRow | undefined
  readonly jobAt: (n: number) => JobRow | undefined
  /** The job, if this transaction has looked at it. */
  readonly seen: (n: number) => JobRow | undefined
  /** Writes what was changed. */
  readonly save: () => void
  /** Jobs that were looked at. */
  readonly jobs: () => ReadonlyArray<number>
}

export const make = (
  db: Database,
  table: JobTable,
  limits: Politeness.Limits,
  now: number,
  charges: Charges
): Transaction => {
  const jobs = new Map<number, JobRow>()
  const jobsById = new Map<JobId, JobRow>()
  /** Jobs and hosts as the table has them; hosts without a row are not in it. */
  const written = new Map<number, Pick<JobRow, "output" | "state">>()
  const writtenHosts = new Map<string, Politeness.HostState>()
  const hosts = new Map<string, Politeness.HostState>()
  const touched = new Set<string>()

  const keep = (job: JobRow | undefined): JobRow | undefined => {
    if (job === undefined) return undefined
    const kept = jobs.get(job.n)
    if (kept !== undefined) return kept
    jobs.set(job.n, job)
    jobsById.set(job.spec.id, job)
    written.set(job.n, { output: job.output, state: job.state })
    return job
  }

  const host = (name: string): Politeness.HostState => {
    let state = hosts.get(name)
    if (state === undefined) {
      const row = db.get("SELECT * FROM host WHERE host = ?", name)
      state = row === undefined ? Politeness.newHostState(limits) : hostStateOf(row)
      hosts.set(name, state)
      if (row !== undefined) writtenHosts.set(name, state)
    }
    return state
  }

  const addEvent = (job: JobRow, { at, number, page, position, type }: JobEvent): void => {
    touched.add(job.spec.id)
    db.run(
      "INSERT INTO event (job, number, type, at, position, page) VALUES (?, ?, ?, ?, ?, ?)",
      job.n,
      number,
      type,
      at,
      position ?? null,
      page ?? null
    )
    if (!isSubscribed(job.spec.webhook, type)) return
    db.run(
      "INSERT INTO delivery (id, job, number, type, position, attempt, due_at) VALUES (?, ?, ?, ?, ?, 0, ?)",
      `${job.spec.id}-${number}`,
      job.n,
      number,
      type,
      position ?? null,
      at
    )
  }

  const hostEnded: Transaction["hostEnded"] = (name, signal) =>
    void hosts.set(name, Politeness.onPageEnd(host(name), signal, now, limits))

  const apply: Transaction["apply"] = (job, transition) => {
    if (transition === undefined) return false
    const { events, state } = transition
    if (isFinal(state.status) && !isFinal(job.state.status)) {
      if (job.state.counts.active > 0) {
        for (const row of db.all("SELECT host FROM page WHERE job = ? AND state = 1", job.n)) {
          hostEnded(String(row["host"]), undefined)
        }
      }
      db.run("DELETE FROM task WHERE job = ?", job.n)
    }
    job.state = state
    for (const event of events) addEvent(job, event)
    return true
  }

  return {
    now,
    limits,
    charges,
    touched,
    wake: (topic = workTopic) => void touched.add(topic),
    host,
    hostEnded,
    apply,
    jobs: () => [...jobs.keys()],
    job: (id) => jobsById.get(id) ?? keep(table.of(id)),
    jobAt: (n) => jobs.get(n) ?? keep(table.at(n)),
    seen: (n) => jobs.get(n),
    setHost: (name, state) => void hosts.set(name, state),
    endIfDone: (job) => void apply(job, Lifecycle.endIfDone(job.spec, job.state, now)),
    save: () => {
      for (const job of jobs.values()) {
        const before = written.get(job.n)
        if (job.state === before?.state && job.output === before.output) continue
        saveJob(db, job)
        table.set(job)
      }
      for (const [name, state] of hosts) saveHost(db, name, state, writtenHosts.get(name), now, limits)
    }
  }
}

const saveJob = (db: Database, job: JobRow): void => {
  const row = toColumns(job)
  db.run(
    `UPDATE job SET status = ?, origin = ?, queued = ?, active = ?, completed = ?, failed = ?, skipped = ?, cancelled = ?,
      status_2xx = ?, status_3xx = ?, status_4xx = ?, status_5xx = ?,
      backward = ?, collecting = ?, credits = ?, error = ?, output = ?, next_at = ?, limited_since = ?, queue_ms = ?, finished_at = ?,
      last_activity = ?, events = ?, results = ? WHERE n = ?`,
    row.status,
    row.origin,
    row.queued,
    row.active,
    row.completed,
    row.failed,
    row.skipped,
    row.cancelled,
    row.status_2xx,
    row.status_3xx,
    row.status_4xx,
    row.status_5xx,
    row.backward,
    row.collecting ? 1 : 0,
    row.credits,
    row.error,
    row.output,
    row.next_at,
    row.limited_since,
    row.queue_ms,
    row.finished_at,
    row.last_activity,
    row.events,
    row.results,
    row.n
  )
}

/** Hosts that need no remembering have no row. */
const saveHost = (
  db: Database,
  host: string,
  state: Politeness.HostState,
  written: Politeness.HostState | undefined,
  now: number,
  limits: Politeness.Limits
): void => {
  if (state.active === 0 && state.delayMs === 0 && state.nextAt <= now && state.cap >= limits.concurrency) {
    if (written !== undefined) db.run("DELETE FROM host WHERE host = ?", host)
    return
  }
  if (state === written) return
  db.run(
    `INSERT INTO host (host, active, cap, delay_ms, next_at, refusals, streak) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (host) DO UPDATE SET active = excluded.active, cap = excluded.cap, delay_ms = excluded.delay_ms,
      next_at = excluded.next_at, refusals = excluded.refusals, streak = excluded.streak`,
    host,
    state.active,
    state.cap,
    state.delayMs,
    state.nextAt,
    state.refusals,
    state.streak
  )
}
