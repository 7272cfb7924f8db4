/** `JobQueue` in SQLite: tasks under leases. */
import { anyAccount, JobQueue, type Service } from "@orbweaver/core/jobs/JobQueue"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Tasks from "@orbweaver/core/jobs/rules/tasks"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isOver, leaseParameters } from "../../jobs/clockJump.ts"
import type { JobTables } from "../../sql/jobs/JobTables.ts"
import { makeTasks } from "../../sql/jobs/queue.ts"
import type { Row } from "../Database.ts"
import type { JobDatabase } from "./JobDatabase.ts"

export const makeQueue = ({ db, write }: JobDatabase, tables: JobTables): Service =>
  JobQueue.of({
    ...makeTasks(tables),
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
      )
  })
