/**
 * One transaction over jobs in PostgreSQL: rows locked in one order (jobs, then
 * hosts), changed in memory, written together at the end.
 */
import { isFinal, type JobId } from "@orbweaver/core/model/Job"
import { workTopic } from "@orbweaver/core/internal/jobs/JobSignals"
import type { JobEvent } from "@orbweaver/core/jobs/JobStore"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import { isSubscribed } from "@orbweaver/core/jobs/Webhooks"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { JobChanges } from "../../jobs/JobChanges.ts"
import { fromRow, type JobRow, toColumns } from "../../jobs/JobRow.ts"
import { hostStateOf } from "../../jobs/jobRows.ts"
import type { SpecColumns, StoredSpec } from "../../jobs/jobSpec.ts"
import type { Specs } from "../../jobs/specs.ts"
import type { Service as Database } from "../Database.ts"

type Written = Record<string, string | number | boolean | null>

export interface Transaction extends JobChanges {
  readonly jobs: ReadonlyMap<string, JobRow>
  /**
   * Loads the states of hosts and keeps others from changing them. The first call waits for those who hold them, in one
   * order for all; as a transaction that holds hosts must not wait for more, later calls pass over what others hold.
   */
  readonly lockHosts: (hosts: ReadonlyArray<string>) => Effect.Effect<void, SqlError>
  readonly holds: (host: string) => boolean
  /** Whether a host was passed over. */
  readonly passedOver: () => boolean
  /** Notes that the job has the address as this page, for `KnownPages` to hold once the transaction is written. */
  readonly remember: (job: number, key: Fingerprint, page: number) => void
  readonly remembered: ReadonlyArray<Remembered>
  readonly save: Effect.Effect<void, SqlError>
}

interface Remembered {
  readonly job: number
  readonly key: Fingerprint
  readonly page: number
}

export const columns =
  "n, id, status, origin, queued, active, completed, failed, skipped, cancelled, status_2xx, status_3xx, status_4xx, status_5xx, " +
  "backward, collecting::int AS collecting, credits, " +
  "error, output, next_at, limited_since, queue_ms, created_at, finished_at, last_activity, events, results"

/** The same without the output of checks, for lists of any kind (`JobStore.list`). */
export const listColumns = columns.replace(
  " output,",
  " CASE kind WHEN 'monitorCheck' THEN NULL ELSE output END AS output,"
)

type RawHost = Readonly<Record<string, string | number>>

export type RawJob = Record<string, string | number | null>

/** The specifications of these jobs, by their numbers. */
export const specsOf = Effect.fnUntraced(function* (db: Database, specs: Specs, ns: ReadonlyArray<number>) {
  const found = new Map<number, StoredSpec>()
  const missing: Array<number> = []
  for (const n of ns) {
    const spec = specs.get(n)
    if (spec === undefined) missing.push(n)
    else found.set(n, spec)
  }
  if (missing.length === 0) return found
  const rows = yield* db.rows<SpecColumns & { readonly n: number }>(
    `SELECT n, spec, id, kind, account FROM ${db.schema}.job WHERE n = ANY($1::int[])`,
    missing
  )
  for (const { n, ...columns } of rows) found.set(n, specs.set(n, columns))
  return found
})

/** Loads jobs for change, in one order for all transactions, with all that was claimed and settled. */
export const lock = Effect.fnUntraced(function* (
  db: Database,
  specs: Specs,
  limits: Politeness.Limits,
  now: number,
  ids: ReadonlyArray<JobId>
) {
  const { schema } = db
  const distinct = [...new Set<string>(ids)]
  if (distinct.length > 0) yield* db.rows(`SELECT ${schema}.hold_jobs($1::text[])`, distinct)
  const rows =
    distinct.length === 0
      ? []
      : yield* db.rows<RawJob>(
          `SELECT ${columns} FROM ${schema}.job WHERE id = ANY($1::text[]) ORDER BY n FOR UPDATE`,
          distinct
        )
  const specOf = yield* specsOf(
    db,
    specs,
    rows.map(({ n }) => Number(n))
  )
  const jobs = new Map(rows.map((row) => [String(row["id"]), fromRow(row, specOf.get(Number(row["n"]))!)]))
  const hosts = new Map<string, Politeness.HostState>()
  const changedHosts = new Set<string>()
  let passed = false
  const touched = new Set<string>()
  const events: Array<Written> = []
  const deliveries: Array<Written> = []
  const ended: Array<number> = []
  /** Of these, the ones that had running pages. */
  const interrupted: Array<number> = []
  const remembered: Array<Remembered> = []

  const lockHosts: Transaction["lockHosts"] = Effect.fnUntraced(function* (names) {
    const missing = [...new Set(names)].filter((name) => !hosts.has(name)).sort()
    if (missing.length === 0) return
    const known = yield* db.rows<RawHost>(
      `SELECT * FROM ${schema}.host WHERE host = ANY($1::text[]) ORDER BY host FOR UPDATE${hosts.size > 0 ? " SKIP LOCKED" : ""}`,
      missing
    )
    const found = new Set(known.map((row) => String(row["host"])))
    const fresh = missing.filter((name) => !found.has(name))
    const added =
      fresh.length === 0
        ? []
        : yield* db.rows<RawHost>(
            // Whoever writes a new row holds its name, so that nobody waits for a row that is not there yet.
            `INSERT INTO ${schema}.host (host, active, cap, delay_ms, next_at, refusals, streak)
              SELECT name, 0, $2, 0, 0, 0, 0 FROM unnest($1::text[]) AS name
              WHERE pg_try_advisory_xact_lock(hashtextextended('${schema}.host ' || name, 0))
              ON CONFLICT (host) DO NOTHING RETURNING *`,
            fresh,
            limits.concurrency
          )
    passed ||= added.length < fresh.length
    for (const row of [...known, ...added]) {
      hosts.set(String(row["host"]), hostStateOf(row))
    }
  })

  const setHost: Transaction["setHost"] = (name, state) => {
    // Nothing is known of a host that is not held.
    if (!hosts.has(name)) return
    hosts.set(name, state)
    changedHosts.add(name)
  }
  const host: Transaction["host"] = (name) => hosts.get(name) ?? Politeness.newHostState(limits)

  const addEvent = (job: JobRow, { at, number, type, ...about }: JobEvent): void => {
    const { page = null, position = null } = about
    touched.add(job.spec.id)
    events.push({ job: job.n, number, type, at, position, page })
    if (!isSubscribed(job.spec.webhook, type)) return
    deliveries.push({ id: `${job.spec.id}-${number}`, job: job.n, number, type, position, attempt: 0, due_at: at })
  }

  const apply: Transaction["apply"] = (job, transition) => {
    if (transition === undefined) return false
    const ends = isFinal(transition.state.status) && !isFinal(job.state.status)
    if (ends) ended.push(job.n)
    if (ends && job.state.counts.active > 0) interrupted.push(job.n)
    job.state = transition.state
    for (const event of transition.events) addEvent(job, event)
    return true
  }

  /** The hosts whose pages ended with their jobs, with room for others now. */
  const releaseHosts = Effect.gen(function* () {
    if (interrupted.length === 0) return []
    // In the order in which everybody waits for hosts.
    yield* db.rows(
      `SELECT 1 FROM ${schema}.host WHERE host IN (SELECT host FROM ${schema}.page WHERE job = ANY($1::int[]) AND state = 1)
        ORDER BY host FOR UPDATE`,
      interrupted
    )
    const released = yield* db.rows<{ host: string }>(
      `UPDATE ${schema}.host SET active = greatest(0, host.active - gone.count) FROM (
        SELECT host, count(*)::int AS count FROM ${schema}.page WHERE job = ANY($1::int[]) AND state = 1 GROUP BY host
      ) AS gone WHERE gone.host = host.host RETURNING host.host`,
      interrupted
    )
    return released.map(({ host }) => host)
  })

  const hostRows = () =>
    [...changedHosts].map((name) => {
      const { delayMs, nextAt, ...state } = host(name)
      return { ...state, host: name, delay_ms: delayMs, next_at: nextAt }
    })

  const hostsText = `UPDATE ${schema}.host SET active = x.active, cap = x.cap, delay_ms = x.delay_ms, next_at = x.next_at,
    refusals = x.refusals, streak = x.streak
    FROM json_to_recordset($1::text::json) AS x (host text, active int, cap int, delay_ms float8, next_at float8,
    refusals int, streak int) WHERE host.host = x.host`
  const writeHosts = Effect.suspend(() => db.rows(hostsText, JSON.stringify(hostRows())))

  const transaction: Transaction = {
    now,
    jobs,
    lockHosts,
    holds: (name) => hosts.has(name),
    passedOver: () => passed,
    host,
    setHost,
    hostEnded: (name, signal) => setHost(name, Politeness.onPageEnd(host(name), signal, now, limits)),
    apply,
    endIfDone: (job) => void apply(job, Lifecycle.endIfDone(job.spec, job.state, now)),
    wake: (topic = workTopic) => void touched.add(topic),
    touched,
    remember: (job, key, page) => void remembered.push({ job, key, page }),
    remembered,
    save: Effect.gen(function* () {
      // Before the statement that writes the same hosts; a change without jobs ends here.
      if (changedHosts.size > 0 && (interrupted.length > 0 || jobs.size === 0)) yield* writeHosts
      const released = yield* releaseHosts
      if (ended.length > 0) yield* db.rows(`DELETE FROM ${schema}.task WHERE job = ANY($1::int[])`, ended)
      if (jobs.size === 0) return
      yield* db.rows(
        `WITH hosts AS (
          ${hostsText}
        ), events AS (
          INSERT INTO ${schema}.event (job, number, type, at, position, page)
          SELECT job, number, type, at, position, page FROM json_to_recordset($2::text::json)
          AS x (job int, number int, type text, at float8, position int, page text)
        ), deliveries AS (
          INSERT INTO ${schema}.delivery (id, job, number, type, position, attempt, due_at)
          SELECT id, job, number, type, position, attempt, due_at FROM json_to_recordset($3::text::json)
          AS x (id text, job int, number int, type text, position int, attempt int, due_at float8)
        )
        UPDATE ${schema}.job SET status = x.status, origin = x.origin, queued = x.queued, active = x.active,
          completed = x.completed, failed = x.failed, skipped = x.skipped, cancelled = x.cancelled,
          status_2xx = x.status_2xx, status_3xx = x.status_3xx, status_4xx = x.status_4xx, status_5xx = x.status_5xx,
          backward = x.backward,
          collecting = x.collecting, credits = x.credits, error = x.error, output = x.output, next_at = x.next_at,
          limited_since = x.limited_since, queue_ms = x.queue_ms, finished_at = x.finished_at,
          last_activity = x.last_activity, events = x.events, results = x.results
          FROM json_to_recordset($4::text::json) AS x (n int, status text, origin text, queued int, active int,
          completed int, failed int, skipped int, cancelled int,
          status_2xx int, status_3xx int, status_4xx int, status_5xx int, backward int, collecting boolean, credits int, error text,
          output text, next_at float8, limited_since float8, queue_ms float8, finished_at float8,
          last_activity float8, events int, results int) WHERE job.n = x.n`,
        interrupted.length > 0 ? "[]" : JSON.stringify(hostRows()),
        JSON.stringify(events),
        JSON.stringify(deliveries),
        JSON.stringify([...jobs.values()].map(toColumns))
      )
      // At the end: whoever holds rows of `ready` waits for nothing.
      const freed = [...new Set([...changedHosts, ...released])]
      if (freed.length > 0) {
        yield* db.rows(
          `SELECT ${schema}.wake_hosts($1::text[], $2, $3)`,
          freed,
          now,
          now + Politeness.maxDelayMs(limits)
        )
      }
    })
  }
  return transaction
})
