/**
 * What the parts of the job store in PostgreSQL share: transactions over locked
 * jobs, and what a process remembers of the tables.
 */
import type { JobId, JobNotFound } from "@orbweaver/core/model/Job"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import type * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { fromRow, type JobRow } from "../../jobs/JobRow.ts"
import { foundJob } from "../../jobs/foundJob.ts"
import { makeJobMemory } from "../../jobs/JobMemory.ts"
import { fails, type Service as Database } from "../Database.ts"
import * as Notifications from "../Notifications.ts"
import type { Sealing } from "../../support/sealing.ts"
import * as Transaction from "./Transaction.ts"

export type JobDatabase = ReturnType<typeof makeJobDatabase>

/** What a body within a transaction gave, and the transaction, which may not be written yet. */
interface Changed<A> {
  readonly result: A
  readonly tx: Transaction.Transaction
}

export const makeJobDatabase = (db: Database, limits: Politeness.Limits, sealing: Sealing) => {
  const { schema } = db
  const memory = makeJobMemory(sealing)
  const { eventLook, faults, knownPages, specs } = memory
  const notifications = Notifications.make(db.channel)
  /** Wakes those of this process who wait for the topic. */
  const wake = memory.signals.notify
  const signals: JobSignals.JobSignals = {
    ...memory.signals,
    notify: (topic) => {
      wake(topic)
      notifications.publish(topic)
    }
  }
  /** Hears what other processes write for as long as the scope is open. */
  const listen = notifications.start(crypto.randomUUID(), (heard) => {
    if (heard === undefined) {
      signals.notifyAll()
      eventLook.lookAgain()
      return
    }
    heard.forEach(wake)
    // Whatever happens to a job may leave room for its pages, and for those of its hosts and account.
    wake(JobSignals.workTopic)
  })

  /** Logs unreadable specifications, and remembers why a write failed (`faults`). */
  const noted =
    (operation: string) =>
    <A>(effect: Effect.Effect<A, SqlError | StoreError>): Effect.Effect<A, StoreError> =>
      effect.pipe(
        Effect.tap(() => specs.logUnreadable),
        fails(operation),
        Effect.tapError((error) => Effect.map(db.now, (now) => faults.note(error, now)))
      )

  /** Locks the jobs, runs the body and writes what it changed, within a transaction. */
  const change = <A>(
    ids: ReadonlyArray<JobId>,
    body: (tx: Transaction.Transaction) => Effect.Effect<A, SqlError | StoreError>
  ): Effect.Effect<Changed<A>, SqlError | StoreError> =>
    Effect.gen(function* () {
      const tx = yield* Transaction.lock(db, specs, limits, yield* db.now, ids)
      const result = yield* body(tx)
      yield* tx.save
      return { result, tx }
    })

  /** Runs the change as a transaction and wakes those who wait for it. */
  const commit = <A>(
    operation: string,
    changing: Effect.Effect<Changed<A>, SqlError | StoreError>
  ): Effect.Effect<A, StoreError> =>
    changing.pipe(
      db.transaction,
      Effect.tap(({ tx }) =>
        Effect.sync(() => {
          // Only now: what a transaction that failed had found would be missing for good.
          for (const { job, key, page } of tx.remembered) knownPages.of(job).set(key, page)
          tx.touched.forEach(signals.notify)
        })
      ),
      Effect.map(({ result }) => result),
      noted(operation)
    )

  const write = <A>(
    operation: string,
    ids: ReadonlyArray<JobId>,
    body: (tx: Transaction.Transaction) => Effect.Effect<A, SqlError | StoreError>
  ): Effect.Effect<A, StoreError> => commit(operation, change(ids, body))

  const writeJob = <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow, tx: Transaction.Transaction) => Effect.Effect<A, SqlError | StoreError>
  ): Effect.Effect<A, JobNotFound | StoreError> =>
    write(operation, [id], (tx) => {
      const job = tx.jobs.get(id)
      return job === undefined ? Effect.undefined : Effect.map(body(job, tx), (result) => ({ result }))
    }).pipe(foundJob(id))

  /** Ends jobs that have nothing left to do. */
  const endJobs = (operation: string, ids: ReadonlyArray<JobId>): Effect.Effect<void, StoreError> =>
    ids.length === 0
      ? Effect.void
      : write(operation, ids, (tx) =>
          Effect.sync(() => {
            for (const job of tx.jobs.values()) if (job.spec.unreadable === undefined) tx.endIfDone(job)
          })
        )

  /**
   * Adds to jobs what was settled, and ends those with nothing left to do: a job, these jobs, or all; only what has
   * waited since a moment, where one is given.
   */
  const fold = (
    operation: string,
    { id, jobs, since }: { readonly id?: JobId; readonly jobs?: ReadonlyArray<number>; readonly since?: number } = {}
  ): Effect.Effect<void, StoreError> =>
    Effect.gen(function* () {
      const [row] = yield* db.rows<{ ended: ReadonlyArray<JobId> | null }>(
        `SELECT (SELECT array_agg(id) FROM ${schema}.job WHERE n = ANY(done)) AS ended FROM ${schema}.fold_jobs(ARRAY(
          SELECT job FROM ${schema}.delta WHERE ($1::text IS NULL OR job = (SELECT n FROM ${schema}.job WHERE id = $1::text))
          AND ($2::int[] IS NULL OR job = ANY($2::int[])) GROUP BY job
          HAVING $3::float8 IS NULL OR min(at) <= $3::float8), $3::float8 IS NULL) AS done`,
        id ?? null,
        jobs ?? null,
        since ?? null
      )
      return row?.ended ?? []
    }).pipe(
      fails(operation),
      Effect.flatMap((ids) => endJobs(operation, ids))
    )

  const withJob = <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow) => Effect.Effect<A, SqlError | StoreError>
  ): Effect.Effect<A, JobNotFound | StoreError> =>
    Effect.gen(function* () {
      yield* fold("JobStore.get", { id })
      const [row] = yield* db.rows<Transaction.RawJob>(
        `SELECT ${Transaction.columns} FROM ${schema}.job WHERE id = $1`,
        id
      )
      if (row === undefined) return undefined
      const n = Number(row["n"])
      const specOf = yield* Transaction.specsOf(db, specs, [n])
      return { result: yield* body(fromRow(row, specOf.get(n)!)) }
    }).pipe(fails(operation), foundJob(id))

  return {
    ...memory,
    db,
    schema,
    limits,
    signals,
    listen,
    pollMs: notifications.pollMs,
    noted,
    change,
    commit,
    write,
    writeJob,
    endJobs,
    fold,
    withJob
  }
}
