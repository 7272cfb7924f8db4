/** `JobQueue` in SQLite: tasks under leases. */
import { anyAccount, JobQueue, type Service } from "@orbweaver/core/jobs/JobQueue"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Tasks from "@orbweaver/core/jobs/rules/tasks"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isOver, leaseParameters } from "../../jobs/clockJump.ts"
import type { Row } from "../Database.ts"
import type { JobDatabase } from "./JobDatabase.ts"

export const makeQueue = ({ db, signals, write }: JobDatabase): Service =>
  JobQueue.of({
    awaitTask: (atMost) => signals.wait(JobSignals.tasks, atMost),
    take: (leaseMs, { busy, perAccount } = anyAccount) =>
      Effect.flatMap(
        Effect.flatMap(db.now, (now) =>
          db.read("JobQueue.take", () =>
            db.get(`SELECT 1 AS one FROM task WHERE ${isOver("until")} LIMIT 1`, ...leaseParameters(now))
          )
        ),
        (some) =>
          some === undefined
            ? Effect.succeedNone
            : write("JobQueue.take", (tx) => {
                const tasks = db.all(
                  `SELECT task.job, task.attempt, task.forgiven, job.account FROM task JOIN job ON job.n = task.job
                    WHERE job.status = 'scraping' AND ${isOver("task.until")} ORDER BY task.job`,
                  ...leaseParameters(tx.now)
                )
                const busyOf = (row: Row): number => busy.get(String(row["account"])) ?? 0
                const turns = tasks
                  .filter((row) => busyOf(row) < perAccount)
                  .toSorted((left, right) => busyOf(left) - busyOf(right))
                for (const row of turns) {
                  const attempts = Number(row["attempt"])
                  const job = tx.jobAt(Number(row["job"]))!
                  if (job.spec.unreadable !== undefined) continue
                  if (!Tasks.mayTake({ attempt: attempts, forgiven: Number(row["forgiven"]) })) {
                    tx.apply(job, Lifecycle.move(job.spec, job.state, "failed", Tasks.taskLost, tx.now))
                    continue
                  }
                  const attempt = attempts + 1
                  db.run("UPDATE task SET attempt = ?, until = ? WHERE job = ?", attempt, tx.now + leaseMs, job.n)
                  return Option.some({ jobId: job.spec.id, accountId: job.spec.accountId, attempt })
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
        tx.apply(job, Lifecycle.collected(job.spec, job.state, tx.now))
        return true
      }),
    postpone: ({ attempt, jobId }, afterMs) =>
      write(
        "JobQueue.postpone",
        (tx) =>
          db.run(
            "UPDATE task SET until = ?, forgiven = attempt WHERE attempt = ? AND job = (SELECT n FROM job WHERE id = ?)",
            tx.now + afterMs,
            attempt,
            jobId
          ) > 0
      ),
    fail: ({ attempt, jobId }, reason) =>
      write("JobQueue.fail", (tx) => {
        const job = tx.job(jobId)
        const row = job === undefined ? undefined : db.get("SELECT attempt, forgiven FROM task WHERE job = ?", job.n)
        if (job === undefined || row?.["attempt"] !== attempt) return
        const again = Tasks.retryTaskAt({ attempt, forgiven: Number(row["forgiven"]) }, tx.now)
        if (again === undefined) tx.apply(job, Lifecycle.move(job.spec, job.state, "failed", reason, tx.now))
        else db.run("UPDATE task SET until = ? WHERE job = ?", again, job.n)
      })
  })
