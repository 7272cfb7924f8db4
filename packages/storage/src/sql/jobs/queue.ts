/** The part of `JobQueue` that is the same in every database: all but the taking of tasks. */
import type { Service } from "@orbweaver/core/jobs/JobQueue"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Tasks from "@orbweaver/core/jobs/rules/tasks"
import * as Effect from "effect/Effect"
import type { JobTables } from "./JobTables.ts"

export const makeTasks = ({ signals, sql, writeJob }: JobTables): Omit<Service, "take"> => {
  const [job, task] = [sql.table("job"), sql.table("task")]

  return {
    awaitTask: (atMost) => signals.wait(JobSignals.tasks, atMost),
    heartbeat: ({ attempt, jobId }, leaseMs) =>
      Effect.flatMap(sql.now, (now) =>
        sql.write(
          "JobQueue.heartbeat",
          Effect.map(
            sql.rows(
              `UPDATE ${task} SET until = ? WHERE attempt = ?
                AND job = (SELECT n FROM ${job} WHERE id = ? AND status IN ('scraping', 'paused')) RETURNING 1`,
              now + leaseMs,
              attempt,
              jobId
            ),
            ({ length }) => length > 0
          )
        )
      ),
    done: ({ attempt, jobId }) =>
      writeJob(
        "JobQueue.done",
        jobId,
        Effect.fnUntraced(function* (job, tx) {
          const text = `DELETE FROM ${task} WHERE job = ? AND attempt = ? RETURNING 1`
          if ((yield* sql.rows(text, job.n, attempt)).length === 0) return false
          tx.apply(job, Lifecycle.collected(job.spec, job.state, tx.now))
          return true
        })
      ).pipe(Effect.catchTag("JobNotFound", () => Effect.succeed(false))),
    postpone: ({ attempt, jobId }, afterMs) =>
      Effect.flatMap(sql.now, (now) =>
        sql.write(
          "JobQueue.postpone",
          Effect.map(
            sql.rows(
              `UPDATE ${task} SET until = ?, forgiven = attempt WHERE attempt = ?
                AND job = (SELECT n FROM ${job} WHERE id = ?) RETURNING 1`,
              now + afterMs,
              attempt,
              jobId
            ),
            ({ length }) => length > 0
          )
        )
      ),
    fail: ({ attempt, jobId }, reason) =>
      writeJob(
        "JobQueue.fail",
        jobId,
        Effect.fnUntraced(function* (job, tx) {
          const text = `SELECT forgiven FROM ${task} WHERE job = ? AND attempt = ?`
          const [row] = yield* sql.rows<{ readonly forgiven: number }>(text, job.n, attempt)
          if (row === undefined) return
          const again = Tasks.retryTaskAt({ attempt, forgiven: row.forgiven }, tx.now)
          // The end of a job ends its task.
          if (again === undefined) tx.apply(job, Lifecycle.move(job.spec, job.state, "failed", reason, tx.now))
          else yield* sql.rows(`UPDATE ${task} SET until = ? WHERE job = ?`, again, job.n)
        })
      ).pipe(Effect.catchTag("JobNotFound", () => Effect.void))
  }
}
