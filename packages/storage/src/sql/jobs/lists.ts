/** The part of `JobStore` that reads jobs and what is written about their pages. */
import type { Service } from "@orbweaver/core/jobs/JobStore"
import { positionsOf, type ShareReading, withResults } from "@orbweaver/core/internal/jobs/watchedReading"
import { lastPlace } from "@orbweaver/core/jobs/MonitorStore"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import type { JobId } from "@orbweaver/core/model/Job"
import * as Effect from "effect/Effect"
import { type JobRow, view } from "../../jobs/JobRow.ts"
import { eventOf, failureOf, leaseOf, resultOf } from "../../jobs/jobRows.ts"
import { record } from "../../jobs/pageRecord.ts"
import type { Statements, Value } from "../SqlDatabase.ts"
import type { JobTables, Row } from "./JobTables.ts"

export const makeLists = (tables: JobTables, shareReading: ShareReading) => ({
  ...makeJobLists(tables),
  ...makePageLists(tables),
  ...makeEventLists(tables, shareReading)
})

/** Reads rows, as many as asked for at most. */
const readers = ({ listRows, maxRows, sql, statements }: JobTables) => {
  const most = (limit: number): number => Math.min(limit, maxRows)
  const rowsOf = <A>(read: (row: Row) => A, text: string, ...values: ReadonlyArray<Value>) =>
    Effect.map(sql.rows<Row>(text, ...values), (rows) => rows.map(read))
  return {
    most,
    rowsOf,
    listOf: <A>(limit: number, read: (row: Row) => A, text: string, ...values: ReadonlyArray<Value>) =>
      Effect.map(listRows(most(limit), text, ...values, most(limit)), (rows) => rows.map(read)),
    resultIn: (n: number, page: number) =>
      Effect.map(rowsOf(resultOf, statements.resultOfPage, n, page), ([result]) => result)
  }
}

const makeJobLists = (tables: JobTables) => {
  const { faults, foldJobs, jobsOf, readJob, sql, statements } = tables
  const { most, resultIn, rowsOf } = readers(tables)
  const job = sql.table("job")
  const isOpen = "status IN ('scraping', 'paused')"
  const viewed = (rows: Statements<ReadonlyArray<Row>>) =>
    Effect.map(Effect.flatMap(rows, jobsOf), (found) => found.map((job) => view(job, faults.of(job))))

  return {
    get: (id) => readJob("JobStore.get", id, (job) => Effect.succeed(view(job, faults.of(job)))),
    list: ({ accountId, active, kind }) => {
      const conditions = [
        ...(accountId === undefined ? [] : ["account = ?"]),
        ...(kind === undefined ? [] : ["kind = ?"]),
        ...(active === undefined ? [] : [active ? isOpen : `NOT ${isOpen}`])
      ]
      const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`
      const values = [accountId, kind].filter((value) => value !== undefined)
      const rows = sql.rows<Row>(`SELECT ${statements.listColumns} FROM ${job} ${where} ORDER BY n`, ...values)
      return Effect.andThen(foldJobs("JobStore.list"), sql.read("JobStore.list", viewed(rows)))
    },
    checks: (monitorId, { after = lastPlace, limit, offset, open = false }) =>
      sql.read(
        "JobStore.checks",
        viewed(
          sql.rows<Row>(
            `SELECT ${statements.jobColumns} FROM ${job} WHERE monitor = ? AND kind = 'monitorCheck'
              AND (created_at, id) < (?, ?) ${open ? `AND ${isOpen}` : ""}
              ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
            monitorId,
            after.createdAt,
            after.id,
            most(limit),
            offset
          )
        )
      ),
    scraped: (id) => {
      const range = ScrapeId.jobsOf(id)
      if (range === undefined) return Effect.undefined
      const text = `SELECT n, id, account FROM ${job} WHERE id BETWEEN ? AND ?`
      const found = Effect.gen(function* () {
        for (const { account, id: name, n } of yield* sql.rows<Row>(text, range.first, range.last)) {
          const jobId = name as JobId
          const page = ScrapeId.pageIn(jobId, id)
          const result = Number.isSafeInteger(page) ? yield* resultIn(Number(n), page) : undefined
          if (result !== undefined) {
            return { jobId, accountId: String(account), document: result.document }
          }
        }
        return undefined
      })
      return sql.read("JobStore.scraped", found)
    },
    leases: (accountId, limit) =>
      sql.read(
        "JobStore.leases",
        rowsOf(
          leaseOf,
          `SELECT job.id AS job_id, page.n, page.url, page.host, page.attempts, page.until FROM ${job} AS job
            JOIN ${sql.table("page")} AS page ON page.job = job.n AND page.state = 1
            WHERE job.account = ? AND job.status = 'scraping' LIMIT ?`,
          accountId,
          most(limit)
        )
      )
  } satisfies Partial<Service>
}

const makePageLists = (tables: JobTables) => {
  const { pageOf, readJob, statements } = tables
  const { listOf, most, resultIn, rowsOf } = readers(tables)

  return {
    results: (id, { after, limit }) =>
      readJob("JobStore.results", id, ({ n }) => listOf(limit, resultOf, statements.results, n, after)),
    failures: (id, range) =>
      readJob("JobStore.failures", id, ({ n }) =>
        "latest" in range
          ? Effect.map(rowsOf(failureOf, statements.latestFailures, n, most(range.latest)), (rows) => rows.toReversed())
          : listOf(range.limit, failureOf, statements.failures, n, range.after)
      ),
    skipped: (id, reason, { after, limit }) =>
      readJob("JobStore.skipped", id, (job) =>
        listOf(limit, (row) => record(job, row), statements.skipped(reason), job.n, Number(after ?? 0), reason)
      ),
    pages: (id, { after, limit }) =>
      readJob("JobStore.pages", id, (job) =>
        listOf(limit, (row) => record(job, row), statements.pages, job.n, Number(after ?? 0))
      ),
    page: (id, key) =>
      readJob(
        "JobStore.page",
        id,
        Effect.fnUntraced(function* (job) {
          const n = yield* pageOf(job.n, key)
          if (n === undefined) return undefined
          const [found] = yield* rowsOf((row) => record(job, row), statements.page, n)
          return found
        })
      ),
    resultOf: (id, key) =>
      readJob(
        "JobStore.resultOf",
        id,
        Effect.fnUntraced(function* ({ n }) {
          const page = yield* pageOf(n, key)
          return page === undefined ? undefined : yield* resultIn(n, page)
        })
      ).pipe(Effect.catchTag("JobNotFound", () => Effect.undefined))
  } satisfies Partial<Service>
}

const makeEventLists = (tables: JobTables, shareReading: ShareReading) => {
  const { faults, readJob, sql, statements } = tables
  const { most, rowsOf } = readers(tables)
  const text = `SELECT * FROM ${sql.table("event")} WHERE job = ? AND number > ? ORDER BY number LIMIT ?`
  const eventsIn = ({ n, state }: JobRow, after: number, limit: number) =>
    // Those who watch ask again until there is nothing more.
    state.events <= after ? Effect.succeed([]) : rowsOf(eventOf, text, n, after, most(limit))

  return {
    events: (id, { after, limit }) => readJob("JobStore.events", id, (job) => eventsIn(job, after, limit)),
    watched: shareReading((id, { after, limit }) =>
      readJob(
        "JobStore.watched",
        id,
        Effect.fnUntraced(function* (job) {
          const events = yield* eventsIn(job, after, limit)
          const positions = positionsOf(events)
          // Those of events that a watcher has just received: a replica would seldom have them.
          const results =
            positions === undefined
              ? []
              : yield* rowsOf(resultOf, statements.results, job.n, positions.after, most(positions.limit))
          return { job: view(job, faults.of(job)), events: withResults(events, results) }
        })
      )
    )
  } satisfies Partial<Service>
}
