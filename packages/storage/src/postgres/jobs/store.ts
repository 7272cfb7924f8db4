/** `JobStore` in PostgreSQL: creates, reads, moves and removes jobs. */
import type { Document } from "@orbweaver/core/model/Document"
import type { Service as Frontier } from "@orbweaver/core/jobs/Frontier"
import { isFinal, type Job, type JobId, JobNotFound } from "@orbweaver/core/model/Job"
import type { Look } from "@orbweaver/core/internal/jobs/EventLook"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import { positionsOf, type ShareReading, withResults } from "@orbweaver/core/internal/jobs/watchedReading"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import { JobStore, type Service } from "@orbweaver/core/jobs/JobStore"
import { forgottenAfterMs, maxWorkers } from "@orbweaver/core/jobs/StoreWorker"
import { lastPlace } from "@orbweaver/core/jobs/MonitorStore"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { fromRow, type JobRow, view } from "../../jobs/JobRow.ts"
import {
  chunksOf,
  eventOf,
  failureOf,
  hostStateOf,
  leaseOf,
  loadStatements,
  resultOf,
  storeLoadOf,
  workerOf
} from "../../jobs/jobRows.ts"
import { encode } from "../../jobs/jobSpec.ts"
import * as PostText from "../../jobs/postText.ts"
import { record, recordColumns, skippedFor } from "../../jobs/pageRecord.ts"
import { admit, lookUp } from "./admission.ts"
import { makeErasing } from "./erasing.ts"
import { admittedAtOnce } from "./frontier.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { pagesBehind } from "./pages.ts"
import { fails } from "../Database.ts"
import * as Transaction from "./Transaction.ts"

/** Rows removed in one statement. */
const removedAtOnce = 5000
/** Checks removed at once. */
const checksAtOnce = 500

type Row = Record<string, string | number | null>

/**
 * Rows of the job $1 behind the row $2, to be ordered by job and number. Written as an equation, and ordered by the number
 * alone, the planner may read the table by its primary key and pass over the rows of all other jobs.
 */
const behind = "(job, n) > ($1, $2) AND job <= $1"
const behindSkipped = "(job, reason, n) > ($1, $4, $2) AND (job, reason) <= ($1, $4)"

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

export const makeStore = (jobDatabase: JobDatabase, frontier: Frontier, shareReading: ShareReading): Service => {
  const {
    change,
    commit,
    eventLook,
    faults,
    fold,
    forget,
    limits,
    db,
    read,
    schema,
    knownPages,
    sealing,
    signals,
    specs,
    withJob,
    writeJob
  } = jobDatabase
  const most = (limit: number): number => Math.min(limit, 2_147_483_647)
  const load = loadStatements((name) => `${schema}.${name}`, "$1::float8")

  /** Removes everything of a job, some at a time. */
  const removeRows = Effect.fnUntraced(function* (n: number) {
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
  })

  const pageRows = (limit: number, where: string, ...values: ReadonlyArray<string | number>) =>
    db.listRows<Row>(
      limit,
      `SELECT ${recordColumns("event.position")} FROM ${schema}.page
        LEFT JOIN ${schema}.page AS parent ON parent.n = page.found_on
        LEFT JOIN ${schema}.event ON event.job = page.job AND event.page = page.n::text AND event.position IS NOT NULL
        WHERE ${where}`,
      ...values
    )

  const eventsOf = (job: JobRow, after: number, limit: number) =>
    Effect.map(
      db.rows<Row>(
        `SELECT * FROM ${schema}.event WHERE job = $1 AND number > $2 ORDER BY number LIMIT $3`,
        job.n,
        after,
        most(limit)
      ),
      (rows) => rows.map(eventOf)
    )

  const resultsOf = (job: JobRow, after: number, limit: number, listRows = db.listRows) =>
    Effect.map(
      listRows<Row>(
        limit,
        `SELECT result.page, result.url, result.depth, result.document, result.credits, result.facts, event.position
          FROM ${schema}.event JOIN ${schema}.result ON result.job = event.job AND result.page = event.page::bigint
          WHERE event.job = $1 AND event.position > $2 ORDER BY event.position LIMIT $3`,
        job.n,
        after,
        most(limit)
      ),
      (rows) => rows.map(resultOf)
    )

  /** Those of events that a watcher has just received: a replica would seldom have them. */
  const newResultsOf = (job: JobRow, after: number, limit: number) =>
    resultsOf(job, after, limit, (_limit, text, ...values) => db.rows(text, ...values))

  const viewAll = Effect.fnUntraced(function* (rows: ReadonlyArray<Transaction.RawJob>) {
    const specOf = yield* Transaction.specsOf(
      db,
      specs,
      rows.map(({ n }) => Number(n))
    )
    return rows.map((row): Job => {
      const job = fromRow(row, specOf.get(Number(row["n"]))!)
      return view(job, faults.of(job))
    })
  })

  /** Fails a job whose creation ended halfway, unless it is of another version of the program. */
  const failHalfMade = (id: JobId) =>
    writeJob("JobStore.sweep", id, (job, tx) =>
      Effect.sync(
        () =>
          job.spec.unreadable === undefined &&
          tx.apply(job, Lifecycle.move(job.spec, job.state, "failed", Lifecycle.notCreated, tx.now))
      )
    )

  /** Brings the rows of hosts up to date. */
  const foldHosts = (now: number) =>
    db.rows(
      `SELECT ${schema}.wake_hosts(${schema}.fold_hosts($1, $2), $3, $4)`,
      limits.concurrency,
      limits.streak,
      now,
      now + Politeness.maxDelayMs(limits)
    )

  const store: Service = JobStore.of({
    create: Effect.fnUntraced(function* (given) {
      const [first = [], ...rest] = chunksOf(given.seeds, admittedAtOnce)
      const now = yield* db.now
      const inserted = db.rows(
        `INSERT INTO ${schema}.job (id, spec, kind, account, status, origin, collecting, created_at, last_activity, retention_ms, priority,
          page_limit, monitor) VALUES ($1, $2, $3, $4, 'scraping', $5, $6, $7, $7, $8, $9, $10, $11)`,
        given.id,
        encode(given, sealing),
        given.kind,
        given.accountId,
        given.origin,
        given.task || rest.length > 0,
        now,
        given.retentionMs,
        given.priority,
        given.limit === Infinity ? null : given.limit,
        given.monitorId ?? null
      )
      const begin = change(
        [given.id],
        Effect.fnUntraced(function* (tx) {
          const job = tx.jobs.get(given.id)!
          tx.apply(job, Lifecycle.begin(job.spec, job.state.collecting, tx.now))
          yield* admit(db, knownPages, tx, job, [{ candidates: first }])
          if (given.task) {
            yield* db.rows(`INSERT INTO ${schema}.task (job, attempt, until) VALUES ($1, 0, 0)`, job.n)
            tx.wake(JobSignals.tasks)
          }
          tx.wake()
          tx.endIfDone(job)
          return view(job)
        })
      )
      const created = yield* commit("JobStore.create", Effect.andThen(inserted, begin))
      if (rest.length === 0) return created
      for (const chunk of rest) yield* frontier.admit(given.id, chunk).pipe(removedMeanwhile)
      return yield* writeJob("JobStore.create", given.id, (job, tx) =>
        Effect.sync(() => {
          if (!given.task) tx.apply(job, Lifecycle.collected(job.spec, job.state, tx.now))
          return view(job)
        })
      ).pipe(removedMeanwhile)
    }),
    get: (id) => withJob("JobStore.get", id, (job) => Effect.succeed(view(job, faults.of(job)))),
    list: ({ accountId, active, kind }) =>
      Effect.gen(function* () {
        yield* fold("JobStore.list")
        const rows = yield* db.rows<Transaction.RawJob>(
          `SELECT ${Transaction.listColumns} FROM ${schema}.job WHERE ($1::text IS NULL OR account = $1)
            AND ($2::text IS NULL OR kind = $2) AND ($3::boolean IS NULL OR (status IN ('scraping', 'paused')) = $3) ORDER BY n`,
          accountId ?? null,
          kind ?? null,
          active ?? null
        )
        return yield* viewAll(rows)
      }).pipe(fails("JobStore.list")),
    checks: (monitorId, { after = lastPlace, limit, offset, open = false }) =>
      Effect.flatMap(
        db.rows<Transaction.RawJob>(
          `SELECT ${Transaction.columns} FROM ${schema}.job WHERE monitor = $1 AND kind = 'monitorCheck'
            AND (created_at, id) < ($2, $3) ${open ? "AND status IN ('scraping', 'paused')" : ""}
            ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
          monitorId,
          after.createdAt,
          after.id,
          most(limit),
          offset
        ),
        viewAll
      ).pipe(fails("JobStore.checks")),
    results: (id, { after, limit }) => withJob("JobStore.results", id, (job) => resultsOf(job, after, limit)),
    failures: (id, range) =>
      withJob("JobStore.failures", id, (job) =>
        "latest" in range
          ? Effect.map(
              db.rows<Row>(
                `SELECT * FROM ${schema}.failure WHERE job >= $1 AND job <= $1 ORDER BY job DESC, n DESC LIMIT $2`,
                job.n,
                most(range.latest)
              ),
              (rows) => rows.map(failureOf).toReversed()
            )
          : Effect.map(
              db.listRows<Row>(
                range.limit,
                `SELECT * FROM ${schema}.failure WHERE ${behind} ORDER BY job, n LIMIT $3`,
                job.n,
                range.after,
                most(range.limit)
              ),
              (rows) => rows.map(failureOf)
            )
      ),
    skipped: (id, reason, { after, limit }) =>
      withJob("JobStore.skipped", id, (job) =>
        Effect.map(
          pageRows(
            limit,
            `page.n IN (SELECT n FROM ${schema}.page WHERE ${skippedFor(reason)} AND ${behindSkipped} ORDER BY job, reason, n LIMIT $3)
              ORDER BY page.n`,
            job.n,
            Number(after ?? 0),
            most(limit),
            reason
          ),
          (rows) => rows.map((row) => record(job, row))
        )
      ),
    pages: (id, { after, limit }) =>
      withJob("JobStore.pages", id, (job) =>
        Effect.map(
          pageRows(
            limit,
            `page.n IN (SELECT n FROM ${schema}.page WHERE ${pagesBehind} LIMIT $3) ORDER BY page.n`,
            job.n,
            Number(after ?? 0),
            most(limit)
          ),
          (rows) => rows.map((row) => record(job, row))
        )
      ),
    page: (id, key) =>
      withJob(
        "JobStore.page",
        id,
        Effect.fnUntraced(function* (job) {
          const [known] = [...(yield* lookUp(db, job.n, [key])).values()]
          if (known === undefined) return undefined
          const [row] = yield* pageRows(Infinity, "page.n = $1", known.n)
          return row === undefined ? undefined : record(job, row)
        })
      ),
    resultOf: (id, key) =>
      Effect.gen(function* () {
        const job = yield* read(id)
        const known = job === undefined ? [] : [...(yield* lookUp(db, job.n, [key])).values()]
        if (job === undefined || known[0] === undefined) return undefined
        const [row] = yield* db.rows<Row>(
          `SELECT result.page, result.url, result.depth, result.document, result.credits, result.facts, event.position
            FROM ${schema}.result JOIN ${schema}.event ON event.job = result.job AND event.page = result.page::text
            AND event.position IS NOT NULL WHERE result.job = $1 AND result.page = $2`,
          job.n,
          known[0].n
        )
        return row === undefined ? undefined : resultOf(row)
      }).pipe(fails("JobStore.resultOf")),
    scraped: (id) =>
      Effect.gen(function* () {
        const range = ScrapeId.jobsOf(id)
        if (range === undefined) return undefined
        const jobs = yield* db.rows<{ n: number; id: JobId; account: string }>(
          `SELECT n, id, account FROM ${schema}.job WHERE id BETWEEN $1 AND $2`,
          range.first,
          range.last
        )
        for (const job of jobs) {
          const page = ScrapeId.pageIn(job.id, id)
          if (!Number.isSafeInteger(page)) continue
          const [row] = yield* db.rows<{ document: string }>(
            `SELECT document FROM ${schema}.result WHERE job = $1 AND page = $2`,
            job.n,
            page
          )
          if (row !== undefined) {
            return { jobId: job.id, accountId: job.account, document: JSON.parse(row.document) as Document }
          }
        }
        return undefined
      }).pipe(fails("JobStore.scraped")),
    events: (id, { after, limit }) => withJob("JobStore.events", id, (job) => eventsOf(job, after, limit)),
    move: (id, to, reason) =>
      writeJob("JobStore.move", id, (job, tx) =>
        Effect.sync(() => tx.apply(job, Lifecycle.move(job.spec, job.state, to, reason, tx.now)))
      ).pipe(Effect.tap(() => Effect.sync(() => to !== "scraping" && signals.notify(JobSignals.stopTopic)))),
    retryFailed: (id) =>
      writeJob(
        "JobStore.retryFailed",
        id,
        Effect.fnUntraced(function* (job, tx) {
          const transition = Lifecycle.retryFailed(job.state, tx.now)
          if (transition === undefined) return 0
          // What the end of the job left in the queue stays out.
          if (isFinal(job.state.status)) {
            yield* db.rows(
              `UPDATE ${schema}.page SET state = 4, reason = 'limit' WHERE job = $1 AND state IN (0, 6)`,
              job.n
            )
          }
          const failed = yield* db.rows(
            `UPDATE ${schema}.page SET state = 0, attempts = NULL, losses = NULL, error = NULL, reason = NULL, rule = NULL
              WHERE job = $1 AND state = 3 RETURNING 1`,
            job.n
          )
          yield* db.rows(`DELETE FROM ${schema}.failure WHERE job = $1`, job.n)
          tx.apply(job, transition)
          tx.wake()
          tx.endIfDone(job)
          return failed.length
        })
      ),
    leases: (accountId, limit) =>
      Effect.map(
        db.rows<Row>(
          `SELECT job.id AS job_id, page.n, page.url, page.host, page.attempts, page.until FROM ${schema}.job
            JOIN ${schema}.page ON page.job = job.n AND page.state = 1 WHERE job.account = $1 AND job.status = 'scraping' LIMIT $2`,
          accountId,
          most(limit)
        ),
        (rows) => rows.map(leaseOf)
      ).pipe(fails("JobStore.leases")),
    hosts: (names) =>
      Effect.gen(function* () {
        yield* foldHosts(yield* db.now)
        const rows = yield* db.rows<Row>(`SELECT * FROM ${schema}.host WHERE host = ANY($1::text[])`, [...names])
        return new Map(rows.map((row) => [String(row["host"]), hostStateOf(row)]))
      }).pipe(fails("JobStore.hosts")),
    load: Effect.gen(function* () {
      yield* fold("JobStore.load")
      const now = yield* db.now
      yield* foldHosts(now)
      const open = yield* db.rows<Row>(load.open)
      const [waits] = yield* db.rows<Row>(load.waits, now)
      return storeLoadOf({ open, waits: waits!, hosts: yield* db.rows<Row>(load.hosts, now) }, now)
    }).pipe(fails("JobStore.load")),
    recordWorker: ({ host, id, pid, running, version }) =>
      Effect.gen(function* () {
        const now = yield* db.now
        yield* db.rows(
          `WITH forgotten AS (DELETE FROM ${schema}.worker WHERE beat_at < $6 AND id <> $1)
            INSERT INTO ${schema}.worker (id, host, pid, version, running, started_at, beat_at)
            VALUES ($1, $2, $3, $4, $5, $7, $7)
            ON CONFLICT (id) DO UPDATE SET running = excluded.running, beat_at = excluded.beat_at`,
          id,
          host,
          pid,
          version,
          running,
          now - forgottenAfterMs,
          now
        )
      }).pipe(fails("JobStore.recordWorker")),
    removeWorker: (id) =>
      Effect.asVoid(db.rows(`DELETE FROM ${schema}.worker WHERE id = $1`, id)).pipe(fails("JobStore.removeWorker")),
    workers: Effect.gen(function* () {
      const now = yield* db.now
      const rows = yield* db.rows<Row>(
        `SELECT * FROM ${schema}.worker WHERE beat_at >= $1 ORDER BY started_at, id LIMIT ${maxWorkers}`,
        now - forgottenAfterMs
      )
      return rows.map((row) => workerOf(row, now))
    }).pipe(fails("JobStore.workers")),
    report: (id, output) =>
      writeJob("JobStore.report", id, (job) =>
        Effect.sync(() => {
          if (isFinal(job.state.status)) return false
          job.output = JSON.stringify(output)
          return true
        })
      ),
    finish: (id, output, credits, posts = []) =>
      writeJob("JobStore.finish", id, (job, tx) =>
        Effect.sync(() => {
          const finished = Lifecycle.finish(job.spec, job.state, credits, tx.now)
          if (finished === undefined) return false
          job.output = JSON.stringify(output)
          tx.post(job, posts, (post) => PostText.encode(post, sealing))
          return tx.apply(job, finished)
        })
      ),
    watched: shareReading((id, { after, limit }) =>
      withJob(
        "JobStore.watched",
        id,
        Effect.fnUntraced(function* (job) {
          const events = yield* eventsOf(job, after, limit)
          const positions = positionsOf(events)
          const found = positions === undefined ? [] : yield* newResultsOf(job, positions.after, positions.limit)
          return { job: view(job, faults.of(job)), events: withResults(events, found) }
        })
      )
    ),
    awaitEvent: eventLook.awaitEvent,
    remove: (id) =>
      Effect.gen(function* () {
        yield* Effect.ignore(store.move(id, "cancelled"))
        const job = yield* read(id)
        if (job !== undefined) yield* removeRows(job.n)
        signals.notify(id)
      }).pipe(fails("JobStore.remove")),
    removeChecks: (monitorId) =>
      Effect.gen(function* () {
        for (let removed = checksAtOnce; removed === checksAtOnce;) {
          const found = yield* db.rows<{ n: number; id: string }>(
            `SELECT n, id FROM ${schema}.job WHERE monitor = $1 AND kind = 'monitorCheck' LIMIT ${checksAtOnce}`,
            monitorId
          )
          const numbers = found.map(({ n }) => n)
          for (const table of ["delivery", "event", "task"]) {
            yield* db.rows(`DELETE FROM ${schema}.${table} WHERE job = ANY($1::int[])`, numbers)
          }
          yield* db.rows(`DELETE FROM ${schema}.job WHERE n = ANY($1::int[])`, numbers)
          removed = found.length
          for (const { id, n } of found) {
            forget(n)
            signals.notify(id)
          }
        }
      }).pipe(fails("JobStore.removeChecks")),
    sweep: Effect.gen(function* () {
      const now = yield* db.now
      yield* db.rows(
        `DELETE FROM ${schema}.host WHERE host IN (SELECT host FROM ${schema}.host WHERE active = 0 AND delay_ms = 0
          AND next_at <= $1 AND cap >= $2 LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
        now,
        limits.concurrency
      )
      const halfMade = yield* db.rows<{ id: JobId }>(
        `SELECT id FROM ${schema}.job WHERE status IN ('scraping', 'paused') AND collecting AND created_at <= $1
          AND NOT EXISTS (SELECT 1 FROM ${schema}.task WHERE task.job = job.n) LIMIT 10`,
        now - Lifecycle.maxCreationMs
      )
      for (const { id } of halfMade) yield* Effect.ignore(failHalfMade(id))
      const expired = yield* db.rows<{ n: number }>(
        `SELECT n FROM ${schema}.job WHERE status NOT IN ('scraping', 'paused') AND last_activity + retention_ms <= $1 LIMIT 10`,
        now
      )
      for (const { n } of expired) yield* removeRows(n)
      return expired.length
    }).pipe(fails("JobStore.sweep")),
    ...makeErasing(jobDatabase)
  })

  return store
}

/** Somebody removed the job while it was being created. */
const removedMeanwhile = <A, E>(effect: Effect.Effect<A, E | JobNotFound>): Effect.Effect<A, E | StoreError> =>
  Effect.mapError(effect, (error) =>
    error instanceof JobNotFound ? new StoreError({ operation: "JobStore.create", cause: error }) : error
  )
