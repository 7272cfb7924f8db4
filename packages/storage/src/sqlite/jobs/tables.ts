/** `JobTables` in SQLite: its statements run in one go, within the transactions of the file. */
import type { Look } from "@orbweaver/core/internal/jobs/EventLook"
import * as Effect from "effect/Effect"
import { foundJob } from "../../jobs/foundJob.ts"
import { failureColumns, loadStatements } from "../../jobs/jobRows.ts"
import { encode } from "../../jobs/jobSpec.ts"
import { recordColumns, skippedFor } from "../../jobs/pageRecord.ts"
import { waitingStatement } from "../../jobs/waitingStatement.ts"
import type { JobStatements, JobTables } from "../../sql/jobs/JobTables.ts"
import { inOneGo, sqlOf } from "../sql.ts"
import { admit, pageOf } from "./admission.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { columns, listColumns } from "./jobTable.ts"

/** Rows removed in one transaction. */
const removedAtOnce = 2000

const pages = (where: string): string =>
  `SELECT ${recordColumns()} FROM page LEFT JOIN page AS parent ON parent.n = page.found_on WHERE ${where}`

const isIn = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`

const statements: JobStatements = {
  jobColumns: columns,
  listColumns,
  failures: `SELECT ${failureColumns("page")} FROM failure WHERE job = ? AND n > ? ORDER BY n LIMIT ?`,
  latestFailures: `SELECT ${failureColumns("page")} FROM failure WHERE job = ? ORDER BY n DESC LIMIT ?`,
  results: "SELECT * FROM result WHERE job = ? AND position > ? ORDER BY position LIMIT ?",
  resultOfPage: `SELECT result.* FROM page JOIN result ON result.job = page.job AND result.position = page.position
    WHERE page.job = ? AND page.n = ?`,
  skipped: (reason) =>
    pages(`page.n IN (SELECT n FROM page WHERE job = ? AND n > ? AND ${skippedFor(reason)} AND reason = ?
      ORDER BY n LIMIT ?) ORDER BY page.n`),
  pages: pages("page.n IN (SELECT n FROM page WHERE job = ? AND n > ? ORDER BY n LIMIT ?) ORDER BY page.n"),
  page: pages("page.n = ?"),
  requeueFailed: `UPDATE page SET state = 0, attempts = 0, losses = 0, error = NULL, reason = NULL, rule = NULL,
    attempt_log = NULL, took_ms = NULL WHERE job = ? AND state = 3`,
  expired: `SELECT n FROM job WHERE status NOT IN ('scraping', 'paused')
    AND last_activity + CAST(spec ->> 'retentionMs' AS INTEGER) <= ? LIMIT 10`,
  erasable: `SELECT page.n, page.url, page.rule, page.status, result.document ->> '$.metadata.url' AS final,
    result.document ->> '$.metadata.sourceURL' AS source
    FROM page LEFT JOIN result ON result.job = page.job AND result.position = page.position
    WHERE page.job = ? AND page.n > ? ORDER BY page.n LIMIT ?`,
  documents: `SELECT result.document FROM page JOIN result ON result.job = page.job AND result.position = page.position
    WHERE page.job = ? AND ${isIn("page.n")}`,
  eraseResults: `UPDATE result SET url = ?, document = erased.document, facts = NULL
    FROM (SELECT page.position, entry.value ->> '$.document' AS document
      FROM json_each(?) AS entry JOIN page ON page.n = entry.value ->> '$.page') AS erased
    WHERE result.job = ? AND result.position = erased.position`,
  load: loadStatements((name) => name, "?"),
  waiting: waitingStatement((name) => name, "json_each(?) AS given", "page.host = given.value")
}

export const tablesOf = (jobs: JobDatabase): JobTables => {
  const { db, knownPages, sealing, table, write, writeJob } = jobs
  return {
    ...jobs,
    sql: sqlOf(db),
    statements,
    isIn,
    listRows: (_limit, text, ...values) => Effect.sync(() => db.all(text, ...values)),
    maxRows: Number.MAX_SAFE_INTEGER,
    foldJobs: () => Effect.void,
    foldHosts: () => Effect.void,
    jobsOf: (rows) => Effect.sync(() => rows.flatMap((row) => table.read(row) ?? [])),
    readJob: (operation, id, body) =>
      inOneGo((run) =>
        db.read(operation, () => {
          const job = table.of(id)
          return job === undefined ? undefined : { result: run(body(job)) }
        })
      ).pipe(foundJob(id)),
    writeJob: (operation, id, body) => inOneGo((run) => writeJob(operation, id, (job, tx) => run(body(job, tx)))),
    createJob: (given, collecting, body) =>
      inOneGo((run) =>
        write("JobStore.create", (tx) => {
          db.run(
            "INSERT INTO job (id, spec, kind, account, monitor, status, origin, collecting, created_at, last_activity) VALUES (?, ?, ?, ?, ?, 'scraping', ?, ?, ?, ?)",
            given.id,
            encode(given, sealing),
            given.kind,
            given.accountId,
            given.monitorId ?? null,
            given.origin,
            collecting ? 1 : 0,
            tx.now,
            tx.now
          )
          const job = tx.job(given.id)!
          return run(body(job, tx, (seeds) => Effect.sync(() => admit(db, knownPages, tx, job, seeds))))
        })
      ),
    pageOf: (job, key) => Effect.sync(() => pageOf(db, job, key)),
    onErased: db.erased,
    removeRows: makeRemoveRows(jobs),
    sweepHosts: () => Effect.void
  }
}

const makeRemoveRows = ({ db, forget }: JobDatabase): JobTables["removeRows"] =>
  Effect.fnUntraced(function* (n) {
    for (const table of ["page", "result", "failure", "delivery"]) {
      for (;;) {
        const removed = yield* db.write("JobStore.remove", () =>
          db.run(`DELETE FROM ${table} WHERE n IN (SELECT n FROM ${table} WHERE job = ? LIMIT ${removedAtOnce})`, n)
        )
        if (removed < removedAtOnce) break
        yield* Effect.yieldNow
      }
    }
    yield* db.write("JobStore.remove", () => {
      for (const table of ["alias", "event", "task", "addition"]) db.run(`DELETE FROM ${table} WHERE job = ?`, n)
      db.run("DELETE FROM job WHERE n = ?", n)
      // In the same turn: nobody finds it from here on.
      forget(n)
    })
    db.erased()
  })

/** A statement for each job costs less here than one for all that reads their ids from JSON. */
export const lookAtEvents =
  ({ db, table }: JobDatabase): Look =>
  (ids) =>
    db.read(
      "JobStore.awaitEvent",
      () =>
        new Map(
          ids.flatMap((id): ReadonlyArray<[string, number]> => {
            const job = table.of(id)
            return job === undefined ? [] : [[id, job.state.events]]
          })
        )
    )
