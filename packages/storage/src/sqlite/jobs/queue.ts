/** `JobQueue` in SQLite: tasks under leases. */
import { JobQueue, maxAttempts, type Service } from "@orbweaver/core/jobs/JobQueue"
import * as JobSignals from "@orbweaver/core/jobs/JobSignals"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isOver, leaseParameters } from "./clockJump.ts"
import type { JobDatabase } from "./JobDatabase.ts"

export const makeQueue = ({ db, signals, write }: JobDatabase): Service =>
  JobQueue.of({
    awaitTask: (atMost) => signals.wait(JobSignals.tasks, atMost),
    take: (leaseMs) =>
      Effect.flatMap(
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          db.read("JobQueue.take", () =>
            db.get(`SELECT 1 AS one FROM task WHERE ${isOver("until")} LIMIT 1`, ...leaseParameters(now))
          )
        ),
        (some) =>
          some === undefined
            ? Effect.succeedNone
            : write("JobQueue.take", (tx) => {
                for (const row of db.all(
                  `SELECT task.job, task.attempt, job.id FROM task JOIN job ON job.n = task.job WHERE job.status = 'scraping' AND ${isOver("task.until")} ORDER BY task.job LIMIT 100`,
                  ...leaseParameters(tx.now)
                )) {
                  const attempt = Number(row["attempt"]) + 1
                  const job = tx.jobAt(Number(row["job"]))!
                  if (attempt > maxAttempts) {
                    job.error = "Every worker that processed the job stopped without a result"
                    tx.end(job, "failed")
                    continue
                  }
                  db.run("UPDATE task SET attempt = ?, until = ? WHERE job = ?", attempt, tx.now + leaseMs, job.n)
                  return Option.some({ jobId: job.spec.id, attempt })
                }
                return Option.none()
              })
      ),
    heartbeat: ({ attempt, jobId }, leaseMs) =>
      write(
        "JobQueue.heartbeat",
        (tx) =>
          db.run(
            "UPDATE task SET until = ? WHERE attempt = ? AND job = (SELECT n FROM job WHERE id = ?)",
            tx.now + leaseMs,
            attempt,
            jobId
          ) > 0
      ),
    done: ({ attempt, jobId }) =>
      write("JobQueue.done", (tx) => {
        const job = tx.job(jobId)
        if (job === undefined || db.run("DELETE FROM task WHERE job = ? AND attempt = ?", job.n, attempt) === 0) {
          return false
        }
        job.collecting = false
        tx.endIfDone(job)
        return true
      }),
    fail: ({ attempt, jobId }, reason) =>
      write("JobQueue.fail", (tx) => {
        const job = tx.job(jobId)
        const row = job === undefined ? undefined : db.get("SELECT attempt FROM task WHERE job = ?", job.n)
        if (job === undefined || row?.["attempt"] !== attempt) return
        if (attempt >= maxAttempts) {
          job.error = reason
          tx.end(job, "failed")
        } else db.run("UPDATE task SET until = ? WHERE job = ?", tx.now + 1000 * 2 ** attempt, job.n)
      })
  })
