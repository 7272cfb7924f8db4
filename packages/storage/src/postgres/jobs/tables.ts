/** `JobTables` in PostgreSQL. */
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { Look } from "@orbweaver/core/internal/jobs/EventLook"
import * as Effect from "effect/Effect"
import { fromRow } from "../../jobs/JobRow.ts"
import { failureColumns, loadStatements } from "../../jobs/jobRows.ts"
import { encode } from "../../jobs/jobSpec.ts"
import { recordColumns, skippedFor } from "../../jobs/pageRecord.ts"
import { waitingStatement } from "../../jobs/waitingStatement.ts"
import type { JobStatements, JobTables } from "../../sql/jobs/JobTables.ts"
import { fails } from "../Database.ts"
import { sqlOf } from "../sql.ts"
import { admit, lookUp } from "./admission.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { pagesBehind } from "./pages.ts"
import * as Transaction from "./Transaction.ts"

/** Rows removed in one statement. */
const removedAtOnce = 5000

/**
 * Rows of the job $1 behind the row $2, to be ordered by job and number. Written as an equation, and ordered by the number
 * alone, the planner may read the table by its primary key and pass over the rows of all other jobs.
 */
const behind = "(job, n) > ($1, $2) AND job <= $1"
const behindSkipped = "(job, reason, n) > ($1, $3, $2) AND (job, reason) <= ($1, $3)"

/** Read before the rows, so that these are found by their index. */
const isIn = (column: string, type: string, parameter = "?"): string =>
  `${column} = ANY(ARRAY(SELECT json_array_elements_text(${parameter}::text::json)::${type}))`

const statementsOf = (schema: string): JobStatements => {
  const pages = (where: string): string =>
    `SELECT ${recordColumns("event.position")} FROM ${schema}.page
      LEFT JOIN ${schema}.page AS parent ON parent.n = page.found_on
      LEFT JOIN ${schema}.event ON event.job = page.job AND event.page = page.n::text AND event.position IS NOT NULL
      WHERE ${where}`
  const ofFailures = failureColumns(`${schema}.page`)
  const resultColumns =
    "result.page, result.url, result.depth, result.document, result.credits, result.facts, event.position"
  return {
    jobColumns: Transaction.columns,
    listColumns: Transaction.listColumns,
    failures: `SELECT ${ofFailures} FROM ${schema}.failure WHERE ${behind} ORDER BY job, n LIMIT $3`,
    latestFailures: `SELECT ${ofFailures} FROM ${schema}.failure WHERE job >= $1 AND job <= $1 ORDER BY job DESC, n DESC LIMIT $2`,
    results: `SELECT ${resultColumns}
      FROM ${schema}.event JOIN ${schema}.result ON result.job = event.job AND result.page = event.page::bigint
      WHERE event.job = $1 AND event.position > $2 ORDER BY event.position LIMIT $3`,
    resultOfPage: `SELECT ${resultColumns}
      FROM ${schema}.result JOIN ${schema}.event ON event.job = result.job AND event.page = result.page::text
      AND event.position IS NOT NULL WHERE result.job = $1 AND result.page = $2`,
    skipped: (reason) =>
      pages(`page.n IN (SELECT n FROM ${schema}.page WHERE ${skippedFor(reason)} AND ${behindSkipped}
        ORDER BY job, reason, n LIMIT $4) ORDER BY page.n`),
    pages: pages(`page.n IN (SELECT n FROM ${schema}.page WHERE ${pagesBehind} LIMIT $3) ORDER BY page.n`),
    page: pages("page.n = $1"),
    requeueFailed: `UPDATE ${schema}.page SET state = 0, attempts = NULL, losses = NULL, error = NULL, reason = NULL,
      rule = NULL, attempt_log = NULL, took_ms = NULL WHERE job = $1 AND state = 3`,
    expired: `SELECT n FROM ${schema}.job WHERE status NOT IN ('scraping', 'paused')
      AND last_activity + retention_ms <= $1 LIMIT 10`,
    erasable: `SELECT page.n::float8 AS n, page.url, page.rule, page.status,
      result.document::json #>> '{metadata,url}' AS final, result.document::json #>> '{metadata,sourceURL}' AS source
      FROM (SELECT * FROM ${schema}.page WHERE ${pagesBehind} LIMIT $3) AS page
      LEFT JOIN ${schema}.result ON result.job = page.job AND result.page = page.n ORDER BY page.n`,
    documents: `SELECT document FROM ${schema}.result WHERE job = $1 AND ${isIn("page", "bigint", "$2")}`,
    eraseResults: `UPDATE ${schema}.result SET url = $1, document = erased.document, facts = NULL
      FROM json_to_recordset($2::text::json) AS erased (page bigint, document text)
      WHERE result.job = $3 AND result.page = erased.page`,
    load: loadStatements((name) => `${schema}.${name}`, "$1::float8"),
    waiting: waitingStatement(
      (name) => `${schema}.${name}`,
      "json_array_elements_text(CAST(? AS json)) AS given (value)",
      "hashtextextended(page.host, 0) = hashtextextended(given.value, 0) AND page.host = given.value"
    )
  }
}

export const tablesOf = (jobDatabase: JobDatabase): JobTables => {
  const { db, fold, limits, schema, specs, withJob } = jobDatabase
  return {
    ...jobDatabase,
    sql: sqlOf(db),
    statements: statementsOf(schema),
    isIn,
    listRows: db.listRows,
    maxRows: 2_147_483_647,
    foldJobs: fold,
    foldHosts: (now) =>
      db.rows(
        `SELECT ${schema}.wake_hosts(${schema}.fold_hosts($1, $2), $3, $4)`,
        limits.concurrency,
        limits.streak,
        now,
        now + Politeness.maxDelayMs(limits)
      ),
    jobsOf: (rows) =>
      Effect.map(
        Transaction.specsOf(
          db,
          specs,
          rows.map(({ n }) => Number(n))
        ),
        (specOf) => rows.map((row) => fromRow(row, specOf.get(Number(row["n"]))!))
      ),
    readJob: withJob,
    createJob: makeCreateJob(jobDatabase),
    pageOf: (job, key) => Effect.map(lookUp(db, job, [key]), (found) => [...found.values()][0]?.n),
    onErased: () => {},
    removeRows: makeRemoveRows(jobDatabase),
    sweepHosts: (now) =>
      db
        .rows(
          `DELETE FROM ${schema}.host WHERE host IN (SELECT host FROM ${schema}.host WHERE active = 0 AND delay_ms = 0
            AND next_at <= $1 AND cap >= $2 LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
          now,
          limits.concurrency
        )
        .pipe(Effect.asVoid, fails("JobStore.sweep"))
  }
}

const makeCreateJob =
  ({ change, commit, db, knownPages, schema, sealing }: JobDatabase): JobTables["createJob"] =>
  (given, collecting, body) =>
    Effect.flatMap(db.now, (now) => {
      const inserted = db.rows(
        `INSERT INTO ${schema}.job (id, spec, kind, account, status, origin, collecting, created_at, last_activity, retention_ms, priority,
          page_limit, monitor) VALUES ($1, $2, $3, $4, 'scraping', $5, $6, $7, $7, $8, $9, $10, $11)`,
        given.id,
        encode(given, sealing),
        given.kind,
        given.accountId,
        given.origin,
        collecting,
        now,
        given.retentionMs,
        given.priority,
        given.limit === Infinity ? null : given.limit,
        given.monitorId ?? null
      )
      const begin = change([given.id], (tx) => {
        const job = tx.jobs.get(given.id)!
        return body(job, tx, (seeds) => admit(db, knownPages, tx, job, [{ candidates: seeds }]))
      })
      return commit("JobStore.create", Effect.andThen(inserted, begin))
    })

const makeRemoveRows = ({ db, forget, schema }: JobDatabase): JobTables["removeRows"] =>
  Effect.fnUntraced(function* (n) {
    for (const table of ["page", "result", "failure", "delivery", "event", "alias", "task", "addition", "delta"]) {
      for (;;) {
        const removed = yield* db.rows(
          // Pages in the order in which they were written, and not in that of their hashes.
          `DELETE FROM ${schema}.${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${schema}.${table}
            WHERE ${table === "page" ? "job + 0" : "job"} = $1 LIMIT ${removedAtOnce})) RETURNING 1`,
          n
        )
        if (removed.length < removedAtOnce) break
      }
    }
    yield* db.rows(`DELETE FROM ${schema}.job WHERE n = $1`, n)
    forget(n)
  }, fails("JobStore.remove"))

/** One query while nothing happens; what was settled meanwhile is added to its jobs first. */
export const lookAtEvents = ({ db, fold, schema }: JobDatabase): Look => {
  const operation = "JobStore.awaitEvent"
  const look = (ids: ReadonlyArray<string>) =>
    db
      .rows<SeenJob>(
        `SELECT n, id, events, EXISTS (SELECT 1 FROM ${schema}.delta WHERE delta.job = job.n) AS is_behind
          FROM ${schema}.job WHERE id = ANY($1::text[])`,
        ids
      )
      .pipe(fails(operation))
  return Effect.fnUntraced(function* (ids) {
    const seen = yield* look(ids)
    const behind = seen.filter((job) => job.is_behind)
    if (behind.length > 0) yield* fold(operation, { jobs: behind.map(({ n }) => n) })
    const folded = behind.length === 0 ? [] : yield* look(behind.map(({ id }) => id))
    return new Map([...seen, ...folded].map(({ events, id }) => [id, events]))
  })
}

interface SeenJob {
  readonly n: number
  readonly id: string
  readonly events: number
  readonly is_behind: boolean
}
