/** What jobs produced and what happened to them, as rows have it: what SQLite and PostgreSQL share. */
import type { ActiveLease, JobEvent, PageFailure, StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { HostState } from "@orbweaver/core/jobs/Politeness"
import { maxSlowHosts, type StoreLoad } from "@orbweaver/core/jobs/StoreLoad"
import { ReportedPage, storeWorker, type StoreWorker } from "@orbweaver/core/jobs/StoreWorker"
import type { JobEventType, JobId, JobKind, JobStatus } from "@orbweaver/core/model/Job"
import type { Delivery } from "@orbweaver/core/jobs/Webhooks"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Sealing } from "../support/sealing.ts"
import { attemptLogOf } from "./attemptLog.ts"
import * as PostText from "./postText.ts"
import type { StoredSpec } from "./jobSpec.ts"

type Row = Readonly<Record<string, unknown>>

/** Of `failure`, with the attempts of the page. */
export const failureColumns = (page: string): string =>
  `failure.*, (SELECT attempt_log FROM ${page} WHERE page.n = failure.page) AS attempt_log`

export const resultOf = (row: Row): StoredResult => ({
  position: Number(row["position"]),
  page: String(row["page"]),
  url: String(row["url"]),
  depth: Number(row["depth"]),
  document: JSON.parse(String(row["document"])),
  credits: Number(row["credits"]),
  facts: typeof row["facts"] === "string" ? JSON.parse(row["facts"]) : undefined
})

/** A row of `failureColumns`. */
export const failureOf = (row: Row): PageFailure => ({
  number: Number(row["n"]),
  page: String(row["page"]),
  url: String(row["url"]),
  error: String(row["error"]),
  code: (row["code"] as string | null) ?? undefined,
  cause: (row["cause"] as string | null) ?? undefined,
  at: Number(row["at"]),
  attemptLog: attemptLogOf(row)
})

/** A row of `page` that is leased, with the id of its job. */
export const leaseOf = (row: Row): ActiveLease => ({
  jobId: String(row["job_id"]) as JobId,
  page: String(row["n"]),
  url: String(row["url"]),
  host: String(row["host"]),
  attempt: Number(row["attempts"]),
  until: Number(row["until"])
})

/** A row of `host`. */
export const hostStateOf = (row: Row): HostState => ({
  active: Number(row["active"]),
  cap: Number(row["cap"]),
  delayMs: Number(row["delay_ms"]),
  nextAt: Number(row["next_at"]),
  refusals: Number(row["refusals"]),
  streak: Number(row["streak"])
})

/** What waits and runs, as the statements of `storeLoadOf` have it. */
export interface LoadRows {
  /** `kind`, `status`, `jobs`, `waiting`, `running`. */
  readonly open: ReadonlyArray<Row>
  /** `late`, and `since`, when the job that waits longest began to wait. */
  readonly waits: Row
  /** Rows of `host`. */
  readonly hosts: ReadonlyArray<Row>
}

export const storeLoadOf = ({ hosts, open, waits }: LoadRows, now: number): StoreLoad => ({
  open: open.map((row) => ({
    kind: row["kind"] as JobKind,
    status: row["status"] as JobStatus,
    jobs: Number(row["jobs"]),
    waiting: Number(row["waiting"]),
    running: Number(row["running"])
  })),
  latePages: Number(waits["late"]),
  longestWaitMs: waits["since"] === null ? 0 : Math.max(0, now - Number(waits["since"])),
  slowHosts: hosts.map((row) => {
    const { active, delayMs, nextAt } = hostStateOf(row)
    return { host: String(row["host"]), running: active, delayMs, waitMs: nextAt - now }
  })
})

/** Names the moment: a numbered parameter, which may stand several times, is bound by name on Node 22. */
const clock = (parameter: string): string => `WITH clock AS (SELECT ${parameter} AS moment)`
const now = "(SELECT moment FROM clock)"

/** Statements for `storeLoadOf`, with the name of each table and the parameter that is now. Of the waiting pages of a job one is looked at. */
export const loadStatements = (table: (name: string) => string, parameter: string) => ({
  open: `SELECT kind, status, count(*) AS jobs, sum(queued) AS waiting, sum(active) AS running FROM ${table("job")}
    WHERE status IN ('scraping', 'paused') GROUP BY kind, status ORDER BY kind, status`,
  waits: `${clock(parameter)} SELECT (SELECT count(*) FROM ${table("job")} AS job
      JOIN ${table("page")} AS page ON page.job = job.n AND page.state = 1
      WHERE job.status IN ('scraping', 'paused') AND page.until <= ${now}) AS late,
    (SELECT min(at) FROM (
      SELECT job.last_activity AS at FROM ${table("job")} AS job
        WHERE job.status = 'scraping' AND job.queued > 0 AND job.active = 0 AND (
          SELECT coalesce(host.next_at, 0) FROM ${table("page")} AS page
            LEFT JOIN ${table("host")} AS host ON host.host = page.host
            WHERE page.job = job.n AND page.state = 0 LIMIT 1) <= ${now}
      UNION ALL
      SELECT CASE WHEN task.until > job.created_at THEN task.until ELSE job.created_at END AS at
        FROM ${table("task")} AS task JOIN ${table("job")} AS job ON job.n = task.job
        WHERE job.status = 'scraping' AND task.until <= ${now}) AS waiting) AS since`,
  hosts: `${clock(parameter)} SELECT * FROM ${table("host")} WHERE next_at > ${now} ORDER BY next_at DESC LIMIT ${maxSlowHosts}`
})

export const eventOf = (row: Row): JobEvent => ({
  number: Number(row["number"]),
  type: row["type"] as JobEventType,
  at: Number(row["at"]),
  position: (row["position"] as number | null) ?? undefined,
  page: (row["page"] as string | null) ?? undefined
})

const decodePages = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(ReportedPage)))

/** A row of `worker` at this moment. One of an older version names no pages. */
export const workerOf = (row: Row, now: number): StoreWorker =>
  storeWorker(
    {
      id: String(row["id"]),
      host: String(row["host"]),
      pid: Number(row["pid"]),
      version: String(row["version"]),
      running: Number(row["running"]),
      pages: Option.getOrElse(decodePages(row["pages"]), () => [])
    },
    { startedAt: Number(row["started_at"]), lastBeatAt: Number(row["beat_at"]) },
    now
  )

/** Nothing for a job without a webhook, where the event has no address of its own. */
export const deliveryOf = (
  row: Row,
  spec: StoredSpec | undefined,
  error: string | null,
  sealing: Sealing
): ReadonlyArray<Delivery> => {
  const id = String(row["id"])
  const post = typeof row["post"] === "string" ? PostText.decode(id, row["post"], sealing) : undefined
  const webhook =
    post === undefined ? spec?.webhook : { url: post.url, headers: post.headers, metadata: {}, events: [] }
  if (spec === undefined || webhook === undefined) return []
  const type = row["type"] as Delivery["type"]
  return [
    {
      id,
      jobId: spec.id,
      kind: spec.kind,
      webhook,
      body: post?.body,
      number: Number(row["number"]),
      type,
      position: (row["position"] as number | null) ?? undefined,
      error: type === "failed" ? (error ?? undefined) : undefined,
      attempt: Number(row["attempt"])
    }
  ]
}

/** Addresses that a job is given in one transaction. */
export const admittedAtOnce = 1000

/** In pieces of at most this size, for transactions that stay short. */
export const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
