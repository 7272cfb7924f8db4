/**
 * One write transaction over jobs: the rows it has touched, the hosts whose
 * state it changes, and who is to be woken once it is written.
 */
import type { JobId } from "@orbweaver/core/model/Job"
import { workTopic } from "@orbweaver/core/jobs/JobSignals"
import type { JobEvent } from "@orbweaver/core/jobs/JobStore"
import type { JobEventType } from "@orbweaver/core/model/Job"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import { isSubscribed } from "@orbweaver/core/jobs/Webhooks"
import { fromRow, type JobRow } from "../../jobs/JobRow.ts"
import { decode, type JobSpec } from "../../jobs/jobSpec.ts"
import type { Row, Service as Database } from "../Database.ts"

export interface Transaction {
  readonly now: number
  readonly limits: Politeness.Limits
  readonly job: (id: JobId) => JobRow | undefined
  readonly jobAt: (n: number) => JobRow | undefined
  readonly host: (host: string) => Politeness.HostState
  readonly setHost: (host: string, state: Politeness.HostState) => void
  /** A page of the host has ended. */
  readonly hostEnded: (host: string, signal: Politeness.HostSignal | undefined) => void
  readonly emit: (job: JobRow, type: JobEventType, about?: Pick<JobEvent, "position" | "page">) => void
  /** Ends the job when nothing is left to do. */
  readonly endIfDone: (job: JobRow) => void
  /** Ends the job: what waits or runs is skipped for the limit, or cancelled. */
  readonly end: (job: JobRow, status: "completed" | "failed" | "cancelled") => void
  /** Writes what was touched. */
  readonly save: () => void
  /** Jobs that were looked at. */
  readonly jobs: () => ReadonlyArray<number>
  /** There is something for those who look for pages, or for what the topic says. */
  readonly wake: (topic?: string) => void
  /** Topics to notify after the commit. */
  readonly touched: ReadonlySet<string>
}

/** Specifications never change, so a process reads each once. */
export type Specs = Map<number, JobSpec>
const maxSpecs = 1000

export const make = (db: Database, specs: Specs, limits: Politeness.Limits, now: number): Transaction => {
  const jobs = new Map<number, JobRow>()
  const hosts = new Map<string, Politeness.HostState>()
  const touched = new Set<string>()

  const keep = (row: Row | undefined): JobRow | undefined => {
    if (row === undefined) return undefined
    const n = Number(row["n"])
    let job = jobs.get(n)
    if (job === undefined) {
      job = fromRow(row, specOf(db, specs, n))
      jobs.set(n, job)
    }
    return job
  }

  const host = (name: string): Politeness.HostState => {
    let state = hosts.get(name)
    if (state === undefined) {
      const row = db.get("SELECT * FROM host WHERE host = ?", name)
      state =
        row === undefined
          ? Politeness.newHostState(limits)
          : {
              active: Number(row["active"]),
              cap: Number(row["cap"]),
              delayMs: Number(row["delay_ms"]),
              nextAt: Number(row["next_at"]),
              refusals: Number(row["refusals"]),
              streak: Number(row["streak"])
            }
      hosts.set(name, state)
    }
    return state
  }

  const emit: Transaction["emit"] = (job, type, about = {}) => {
    const number = ++job.events
    touched.add(job.spec.id)
    db.run(
      "INSERT INTO event (job, number, type, at, position, page) VALUES (?, ?, ?, ?, ?, ?)",
      job.n,
      number,
      type,
      now,
      about.position ?? null,
      about.page ?? null
    )
    if (!isSubscribed(job.spec.webhook, type)) return
    db.run(
      "INSERT INTO delivery (id, job, number, type, position, attempt, due_at) VALUES (?, ?, ?, ?, ?, 0, ?)",
      `${job.spec.id}-${number}`,
      job.n,
      number,
      type,
      about.position ?? null,
      now
    )
  }

  const hostEnded: Transaction["hostEnded"] = (name, signal) =>
    void hosts.set(name, Politeness.onPageEnd(host(name), signal, now, limits))

  const end: Transaction["end"] = (job, status) => {
    if (job.counts.active > 0) {
      for (const row of db.all("SELECT host FROM page WHERE job = ? AND state = 1", job.n)) {
        hostEnded(String(row["host"]), undefined)
      }
    }
    const rest = job.counts.queued + job.counts.active
    job.counts[status === "completed" ? "skipped" : "cancelled"] += rest
    job.counts.queued = 0
    job.counts.active = 0
    job.status = status
    job.collecting = false
    job.limitedSince = null
    job.finishedAt = now
    job.lastActivity = now
    db.run("DELETE FROM task WHERE job = ?", job.n)
    emit(job, status)
  }

  return {
    now,
    limits,
    touched,
    wake: (topic = workTopic) => void touched.add(topic),
    host,
    hostEnded,
    emit,
    end,
    jobs: () => [...jobs.keys()],
    job: (id) => keep(db.get(`SELECT ${columns} FROM job WHERE id = ?`, id)),
    jobAt: (n) => jobs.get(n) ?? keep(db.get(`SELECT ${columns} FROM job WHERE n = ?`, n)),
    setHost: (name, state) => void hosts.set(name, state),
    endIfDone: (job) => {
      if (job.status !== "scraping" || job.counts.active > 0) return
      const full = job.counts.completed >= job.spec.limit
      if (full || (job.counts.queued === 0 && !job.collecting)) end(job, "completed")
    },
    save: () => {
      for (const job of jobs.values()) saveJob(db, job)
      for (const [name, state] of hosts) saveHost(db, name, state, now, limits)
    }
  }
}

/** All columns but the specification, which may be large. */
export const columns =
  "n, id, status, origin, queued, active, completed, failed, skipped, cancelled, collecting, credits, error, output, " +
  "next_at, limited_since, queue_ms, created_at, finished_at, last_activity, events, results"

export const specOf = (db: Database, specs: Specs, n: number): JobSpec => {
  let spec = specs.get(n)
  if (spec === undefined) {
    spec = decode(String(db.get("SELECT spec FROM job WHERE n = ?", n)?.["spec"]))
    if (specs.size >= maxSpecs) specs.clear()
    specs.set(n, spec)
  }
  return spec
}

const saveJob = (db: Database, job: JobRow): void => {
  const { counts } = job
  db.run(
    `UPDATE job SET status = ?, origin = ?, queued = ?, active = ?, completed = ?, failed = ?, skipped = ?, cancelled = ?,
      collecting = ?, credits = ?, error = ?, output = ?, next_at = ?, limited_since = ?, queue_ms = ?, finished_at = ?,
      last_activity = ?, events = ?, results = ? WHERE n = ?`,
    job.status,
    job.origin,
    counts.queued,
    counts.active,
    counts.completed,
    counts.failed,
    counts.skipped,
    counts.cancelled,
    job.collecting ? 1 : 0,
    job.credits,
    job.error,
    job.output,
    job.nextAt,
    job.limitedSince,
    job.queueMs,
    job.finishedAt,
    job.lastActivity,
    job.events,
    job.results,
    job.n
  )
}

/** Hosts that need no remembering have no row. */
const saveHost = (
  db: Database,
  host: string,
  state: Politeness.HostState,
  now: number,
  limits: Politeness.Limits
): void => {
  if (state.active === 0 && state.delayMs === 0 && state.nextAt <= now && state.cap >= limits.concurrency) {
    db.run("DELETE FROM host WHERE host = ?", host)
    return
  }
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
