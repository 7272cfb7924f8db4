/** `JobQueue` in PostgreSQL: tasks under leases, each with an entry in a queue of pg-boss. */
import type { JobId } from "@orbweaver/core/model/Job"
import { JobQueue, type Service, type Task } from "@orbweaver/core/jobs/JobQueue"
import * as JobSignals from "@orbweaver/core/jobs/JobSignals"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Tasks from "@orbweaver/core/jobs/rules/tasks"
import type { Service as Store } from "@orbweaver/core/jobs/JobStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { fails } from "../Database.ts"
import * as QueuedPages from "./queuedPages.ts"
import * as Transaction from "./Transaction.ts"

/** Entries looked at in one take. */
const maxLooks = 10
/** How long the task of another version's job is left before a worker looks at it again, in milliseconds. */
const foreignPauseMs = 2000

export const makeQueue = ({ db, schema, signals, specs, writeJob }: JobDatabase, store: Store): Service => {
  /** The task of a locked job, when the taker still holds it. */
  const held = ({ attempt }: Task, job: JobRow) =>
    Effect.map(
      db.rows<{ attempt: number }>(`SELECT attempt FROM ${schema}.task WHERE job = $1`, job.n),
      ([row]) => row?.attempt === attempt
    )

  return JobQueue.of({
    awaitTask: (atMost) => signals.wait(JobSignals.tasks, atMost),
    take: Effect.fnUntraced(function* (leaseMs) {
      const now = yield* db.now
      // Mostly there is none: one statement says so.
      const some = yield* db
        .rows(`SELECT 1 FROM ${schema}.task WHERE attempt = 0 OR until <= $1 LIMIT 1`, now)
        .pipe(fails("JobQueue.take"))
      if (some.length === 0) return Option.none<Task>()
      const taken = yield* Effect.gen(function* () {
        const lapsed = yield* db.rows<{ job: number }>(
          `SELECT task.job FROM ${schema}.task JOIN ${schema}.job ON job.n = task.job
            WHERE task.attempt > 0 AND task.until <= $1 AND job.status = 'scraping' LIMIT 10 FOR UPDATE OF task SKIP LOCKED`,
          now
        )
        yield* QueuedPages.change(
          db,
          "requeue",
          QueuedPages.taskQueue,
          lapsed.map(({ job }) => job)
        )
        for (let looks = 0; looks < maxLooks; looks++) {
          const [entry] = yield* db.boss((boss, options) => boss.fetch(QueuedPages.taskQueue, options))
          if (entry === undefined) return undefined
          const n = QueuedPages.numberOf(entry.id)
          const [row] = yield* db.rows<{ id: JobId; attempt: number; status: string }>(
            `SELECT job.id, job.status, task.attempt FROM ${schema}.job JOIN ${schema}.task ON task.job = job.n WHERE job.n = $1`,
            n
          )
          if (row === undefined) {
            yield* QueuedPages.change(db, "complete", QueuedPages.taskQueue, [n])
            continue
          }
          const spec = (yield* Transaction.specsOf(db, specs, [n])).get(n)
          const isForeign = spec?.unreadable !== undefined
          // The task of a paused job lapses again and again until the job goes on, and one of another version's until
          // a worker of that version takes it.
          const waits = row.status !== "scraping" || isForeign
          yield* db.rows(
            `UPDATE ${schema}.task SET attempt = $2, until = $3 WHERE job = $1`,
            n,
            waits ? Math.max(1, row.attempt) : row.attempt + 1,
            isForeign ? now + foreignPauseMs : waits ? now : now + leaseMs
          )
          if (!waits) return { jobId: row.id, attempt: row.attempt + 1 }
        }
        return undefined
      }).pipe(db.transaction, fails("JobQueue.take"))
      if (taken === undefined) return Option.none<Task>()
      if (Tasks.mayTake(taken.attempt - 1)) return Option.some<Task>(taken)
      yield* Effect.ignore(store.move(taken.jobId, "failed", Tasks.taskLost))
      return Option.none<Task>()
    }),
    heartbeat: ({ attempt, jobId }, leaseMs) =>
      Effect.gen(function* () {
        const rows = yield* db.rows(
          `UPDATE ${schema}.task SET until = $3 FROM ${schema}.job WHERE job.n = task.job AND job.id = $1
            AND task.attempt = $2 AND job.status IN ('scraping', 'paused') RETURNING 1`,
          jobId,
          attempt,
          (yield* db.now) + leaseMs
        )
        return rows.length > 0
      }).pipe(fails("JobQueue.heartbeat")),
    done: (task) =>
      writeJob(
        "JobQueue.done",
        task.jobId,
        Effect.fnUntraced(function* (job, tx) {
          if (!(yield* held(task, job))) return false
          yield* db.rows(`DELETE FROM ${schema}.task WHERE job = $1`, job.n)
          yield* QueuedPages.change(db, "complete", QueuedPages.taskQueue, [job.n])
          tx.apply(job, Lifecycle.collected(job.spec, job.state, tx.now))
          return true
        })
      ).pipe(Effect.catchTag("JobNotFound", () => Effect.succeed(false))),
    fail: (task, reason) =>
      writeJob(
        "JobQueue.fail",
        task.jobId,
        Effect.fnUntraced(function* (job, tx) {
          if (!(yield* held(task, job))) return
          const again = Tasks.retryTaskAt(task.attempt, tx.now)
          if (again !== undefined) {
            yield* db.rows(`UPDATE ${schema}.task SET until = $2 WHERE job = $1`, job.n, again)
            return
          }
          yield* db.rows(`DELETE FROM ${schema}.task WHERE job = $1`, job.n)
          yield* QueuedPages.change(db, "complete", QueuedPages.taskQueue, [job.n])
          tx.apply(job, Lifecycle.move(job.spec, job.state, "failed", reason, tx.now))
        })
      ).pipe(Effect.catchTag("JobNotFound", () => Effect.void))
  })
}
