/** `JobStore` in SQLite: creates, reads, moves and removes jobs. */
import type { Document } from "@orbweaver/core/model/Document"
import type { Service as Frontier } from "@orbweaver/core/jobs/Frontier"
import { isFinal, type Job, type JobId, JobNotFound } from "@orbweaver/core/model/Job"
import type { Look } from "@orbweaver/core/internal/jobs/EventLook"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import { positionsOf, type ShareReading, withResults } from "@orbweaver/core/internal/jobs/watchedReading"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import { JobStore, type Service } from "@orbweaver/core/jobs/JobStore"
import { forgottenAfterMs, maxWorkers } from "@orbweaver/core/jobs/StoreWorker"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { type JobRow, view } from "../../jobs/JobRow.ts"
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
import { record, recordColumns, skippedFor } from "../../jobs/pageRecord.ts"
import { admittedAtOnce } from "./frontier.ts"
import { makeErasing } from "./erasing.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { admit, pageOf } from "./admission.ts"
import { columns } from "./jobTable.ts"

const load = loadStatements((name) => name, "?")

/** Rows removed in one transaction. */
const removedAtOnce = 2000

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

export const makeStore = (jobs: JobDatabase, frontier: Frontier, shareReading: ShareReading): Service => {
  const { db, eventLook, faults, forget, readJob, table, knownPages, sealing, signals, write, writeJob } = jobs
  const most = (limit: number): number => Math.min(limit, Number.MAX_SAFE_INTEGER)

  const eventsIn = (job: JobRow, { after, limit }: Parameters<Service["events"]>[1]) =>
    // Those who watch ask again until there is nothing more.
    job.state.events <= after
      ? []
      : db
          .all("SELECT * FROM event WHERE job = ? AND number > ? ORDER BY number LIMIT ?", job.n, after, most(limit))
          .map(eventOf)

  const resultsIn = (job: JobRow, { after, limit }: Parameters<Service["results"]>[1]) =>
    db
      .all("SELECT * FROM result WHERE job = ? AND position > ? ORDER BY position LIMIT ?", job.n, after, most(limit))
      .map(resultOf)

  /** Removes everything of a job, some at a time. */
  const removeRows = Effect.fnUntraced(function* (n: number) {
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
      db.run("DELETE FROM alias WHERE job = ?", n)
      db.run("DELETE FROM event WHERE job = ?", n)
      db.run("DELETE FROM task WHERE job = ?", n)
      db.run("DELETE FROM addition WHERE job = ?", n)
      db.run("DELETE FROM job WHERE n = ?", n)
      // In the same turn: nobody finds it from here on.
      forget(n)
    })
    db.erased()
  })

  /** Fails a job whose creation ended halfway, unless it is of another version of the program. */
  const failHalfMade = (id: JobId) =>
    writeJob(
      "JobStore.sweep",
      id,
      (job, tx) =>
        job.spec.unreadable === undefined &&
        tx.apply(job, Lifecycle.move(job.spec, job.state, "failed", Lifecycle.notCreated, tx.now))
    )

  const store: Service = JobStore.of({
    create: Effect.fnUntraced(function* (given) {
      const [first = [], ...rest] = chunksOf(given.seeds, admittedAtOnce)
      const created = yield* write("JobStore.create", (tx) => {
        db.run(
          "INSERT INTO job (id, spec, kind, account, status, origin, collecting, created_at, last_activity) VALUES (?, ?, ?, ?, 'scraping', ?, ?, ?, ?)",
          given.id,
          encode(given, sealing),
          given.kind,
          given.accountId,
          given.origin,
          given.task || rest.length > 0 ? 1 : 0,
          tx.now,
          tx.now
        )
        const job = tx.job(given.id)!
        tx.apply(job, Lifecycle.begin(job.spec, job.state.collecting, tx.now))
        admit(db, knownPages, tx, job, first)
        if (given.task) {
          db.run("INSERT INTO task (job, attempt, until) VALUES (?, 0, 0)", job.n)
          tx.wake(JobSignals.tasks)
        }
        tx.wake()
        tx.endIfDone(job)
        return view(job)
      })
      if (rest.length === 0) return created
      for (const chunk of rest) {
        yield* Effect.yieldNow
        yield* frontier.admit(given.id, chunk).pipe(removedMeanwhile)
      }
      return yield* writeJob("JobStore.create", given.id, (job, tx) => {
        if (!given.task) tx.apply(job, Lifecycle.collected(job.spec, job.state, tx.now))
        return view(job)
      }).pipe(removedMeanwhile)
    }),
    get: (id) => readJob("JobStore.get", id, (job) => view(job, faults.of(job))),
    list: ({ accountId, active, kind }) =>
      db.read("JobStore.list", () =>
        db
          .all(
            `SELECT ${columns} FROM job WHERE account = coalesce(?, account)
              AND kind = coalesce(?, kind) AND (status IN ('scraping', 'paused')) = coalesce(?, status IN ('scraping', 'paused'))
              ORDER BY n`,
            accountId ?? null,
            kind ?? null,
            active === undefined ? null : active ? 1 : 0
          )
          .flatMap((row): ReadonlyArray<Job> => {
            const job = table.read(row)
            return job === undefined ? [] : [view(job, faults.of(job))]
          })
      ),
    results: (id, range) => readJob("JobStore.results", id, (job) => resultsIn(job, range)),
    failures: (id, range) =>
      readJob("JobStore.failures", id, (job) =>
        "latest" in range
          ? db
              .all("SELECT * FROM failure WHERE job = ? ORDER BY n DESC LIMIT ?", job.n, most(range.latest))
              .map(failureOf)
              .toReversed()
          : db
              .all(
                "SELECT * FROM failure WHERE job = ? AND n > ? ORDER BY n LIMIT ?",
                job.n,
                range.after,
                most(range.limit)
              )
              .map(failureOf)
      ),
    skipped: (id, reason, { after, limit }) =>
      readJob("JobStore.skipped", id, (job) =>
        db
          .all(
            `SELECT ${recordColumns()} FROM page LEFT JOIN page AS parent ON parent.n = page.found_on
              WHERE page.n IN (SELECT n FROM page WHERE job = ? AND ${skippedFor(reason)} AND reason = ? AND n > ? ORDER BY n LIMIT ?)
              ORDER BY page.n`,
            job.n,
            reason,
            Number(after ?? 0),
            most(limit)
          )
          .map((row) => record(job, row))
      ),
    pages: (id, { after, limit }) =>
      readJob("JobStore.pages", id, (job) =>
        db
          .all(
            `SELECT ${recordColumns()} FROM page LEFT JOIN page AS parent ON parent.n = page.found_on
              WHERE page.n IN (SELECT n FROM page WHERE job = ? AND n > ? ORDER BY n LIMIT ?) ORDER BY page.n`,
            job.n,
            Number(after ?? 0),
            most(limit)
          )
          .map((row) => record(job, row))
      ),
    page: (id, key) =>
      readJob("JobStore.page", id, (job) => {
        const n = pageOf(db, job.n, key)
        const row =
          n === undefined
            ? undefined
            : db.get(
                `SELECT ${recordColumns()} FROM page LEFT JOIN page AS parent ON parent.n = page.found_on WHERE page.n = ?`,
                n
              )
        return row === undefined ? undefined : record(job, row)
      }),
    resultOf: (id, key) =>
      db.read("JobStore.resultOf", () => {
        const job = table.of(id)
        const n = job === undefined ? undefined : pageOf(db, job.n, key)
        if (job === undefined || n === undefined) return undefined
        const row = db.get(
          "SELECT * FROM result WHERE job = ? AND position = (SELECT position FROM page WHERE n = ?)",
          job.n,
          n
        )
        return row === undefined ? undefined : resultOf(row)
      }),
    scraped: (id) =>
      db.read("JobStore.scraped", () => {
        const range = ScrapeId.jobsOf(id)
        if (range === undefined) return undefined
        for (const job of db.all("SELECT n, id, account FROM job WHERE id BETWEEN ? AND ?", range.first, range.last)) {
          const jobId = job["id"] as JobId
          const row = db.get(
            "SELECT document FROM result WHERE job = ? AND position = (SELECT position FROM page WHERE n = ? AND job = ?)",
            job["n"]!,
            ScrapeId.pageIn(jobId, id),
            job["n"]!
          )
          if (row !== undefined) {
            return {
              jobId,
              accountId: String(job["account"]),
              document: JSON.parse(String(row["document"])) as Document
            }
          }
        }
        return undefined
      }),
    events: (id, range) => readJob("JobStore.events", id, (job) => eventsIn(job, range)),
    move: (id, to, reason) =>
      writeJob("JobStore.move", id, (job, tx) =>
        tx.apply(job, Lifecycle.move(job.spec, job.state, to, reason, tx.now))
      ).pipe(Effect.tap(() => Effect.sync(() => to !== "scraping" && signals.notify(JobSignals.stopTopic)))),
    retryFailed: (id) =>
      writeJob("JobStore.retryFailed", id, (job, tx) => {
        const transition = Lifecycle.retryFailed(job.state, tx.now)
        if (transition === undefined) return 0
        const { failed } = job.state.counts
        // What the end of the job left in the queue stays out.
        if (isFinal(job.state.status)) {
          db.run("UPDATE page SET state = 4, reason = 'limit' WHERE job = ? AND state IN (0, 6)", job.n)
        }
        db.run(
          "UPDATE page SET state = 0, attempts = 0, losses = 0, error = NULL, reason = NULL, rule = NULL WHERE job = ? AND state = 3",
          job.n
        )
        db.run("DELETE FROM failure WHERE job = ?", job.n)
        tx.apply(job, transition)
        tx.wake()
        tx.endIfDone(job)
        return failed
      }),
    leases: (accountId, limit) =>
      db.read("JobStore.leases", () =>
        db
          .all(
            `SELECT job.id AS job_id, page.n, page.url, page.host, page.attempts, page.until FROM job
              JOIN page ON page.job = job.n AND page.state = 1 WHERE job.account = ? AND job.status = 'scraping' LIMIT ?`,
            accountId,
            most(limit)
          )
          .map(leaseOf)
      ),
    hosts: (names) =>
      db.read("JobStore.hosts", () => {
        const rows = db.all("SELECT * FROM host WHERE host IN (SELECT value FROM json_each(?))", JSON.stringify(names))
        return new Map(rows.map((row) => [String(row["host"]), hostStateOf(row)]))
      }),
    load: Effect.flatMap(db.now, (now) =>
      db.read("JobStore.load", () => {
        const { hosts, open, waits } = load
        return storeLoadOf({ open: db.all(open), waits: db.get(waits, now)!, hosts: db.all(hosts, now) }, now)
      })
    ),
    recordWorker: ({ host, id, pid, running, version }) =>
      Effect.flatMap(db.now, (now) =>
        db.write("JobStore.recordWorker", () => {
          db.run("DELETE FROM worker WHERE beat_at < ? AND id <> ?", now - forgottenAfterMs, id)
          db.run(
            `INSERT INTO worker (id, host, pid, version, running, started_at, beat_at) VALUES (?, ?, ?, ?, ?, ?, ?)
              ON CONFLICT (id) DO UPDATE SET running = excluded.running, beat_at = excluded.beat_at`,
            id,
            host,
            pid,
            version,
            running,
            now,
            now
          )
        })
      ),
    removeWorker: (id) =>
      db.write("JobStore.removeWorker", () => {
        db.run("DELETE FROM worker WHERE id = ?", id)
      }),
    workers: Effect.flatMap(db.now, (now) =>
      db.read("JobStore.workers", () =>
        db
          .all(
            `SELECT * FROM worker WHERE beat_at >= ? ORDER BY started_at, id LIMIT ${maxWorkers}`,
            now - forgottenAfterMs
          )
          .map((row) => workerOf(row, now))
      )
    ),
    report: (id, output) =>
      writeJob("JobStore.report", id, (job) => {
        if (isFinal(job.state.status)) return false
        job.output = JSON.stringify(output)
        return true
      }),
    finish: (id, output, credits) =>
      writeJob("JobStore.finish", id, (job, tx) => {
        const finished = Lifecycle.finish(job.spec, job.state, credits, tx.now)
        if (finished !== undefined) job.output = JSON.stringify(output)
        return tx.apply(job, finished)
      }),
    watched: shareReading((id, range) =>
      readJob("JobStore.watched", id, (job) => {
        const events = eventsIn(job, range)
        const positions = positionsOf(events)
        const seen = view(job, faults.of(job))
        return { job: seen, events: positions === undefined ? events : withResults(events, resultsIn(job, positions)) }
      })
    ),
    awaitEvent: eventLook.awaitEvent,
    remove: Effect.fnUntraced(function* (id) {
      yield* Effect.ignore(store.move(id, "cancelled"))
      const job = yield* db.read("JobStore.remove", () => table.of(id))
      if (job !== undefined) yield* removeRows(job.n)
      signals.notify(id)
    }),
    sweep: Effect.gen(function* () {
      const now = yield* db.now
      const halfMade = yield* db.read("JobStore.sweep", () =>
        db.all(
          `SELECT id FROM job WHERE status IN ('scraping', 'paused') AND collecting = 1 AND created_at <= ?
            AND NOT EXISTS (SELECT 1 FROM task WHERE task.job = job.n) LIMIT 10`,
          now - Lifecycle.maxCreationMs
        )
      )
      for (const { id } of halfMade) yield* Effect.ignore(failHalfMade(id as JobId))
      const expired = yield* db.read("JobStore.sweep", () =>
        db
          .all(
            "SELECT n FROM job WHERE status NOT IN ('scraping', 'paused') AND last_activity + CAST(spec ->> 'retentionMs' AS INTEGER) <= ? LIMIT 10",
            now
          )
          .map((row) => Number(row["n"]))
      )
      for (const n of expired) yield* removeRows(n)
      return expired.length
    }),
    ...makeErasing(jobs)
  })

  return store
}

/** Somebody removed the job while it was being created. */
const removedMeanwhile = <A, E>(effect: Effect.Effect<A, E | JobNotFound>): Effect.Effect<A, E | StoreError> =>
  Effect.mapError(effect, (error) =>
    error instanceof JobNotFound ? new StoreError({ operation: "JobStore.create", cause: error }) : error
  )
