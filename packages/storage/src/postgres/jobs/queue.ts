/** `JobQueue` in PostgreSQL: tasks under leases. */
import type { JobId } from "@orbweaver/core/model/Job"
import { JobQueue, type Service, type Task } from "@orbweaver/core/jobs/JobQueue"
import * as Tasks from "@orbweaver/core/jobs/rules/tasks"
import type { Service as Store } from "@orbweaver/core/jobs/JobStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { JobTables } from "../../sql/jobs/JobTables.ts"
import { makeTasks } from "../../sql/jobs/queue.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { fails } from "../Database.ts"
import * as Transaction from "./Transaction.ts"

/** Tasks that one take looks at: others may be faster. */
const maxLooks = 10

export const makeQueue = ({ db, schema, specs }: JobDatabase, tables: JobTables, store: Store): Service =>
  JobQueue.of({
    ...makeTasks(tables),
    take: Effect.fnUntraced(function* (leaseMs) {
      const now = yield* db.now
      const taken = yield* Effect.gen(function* () {
        for (let looks = 0; looks < maxLooks; looks++) {
          const [row] = yield* db.rows<{ n: number; id: JobId; attempt: number }>(
            `SELECT job.n, job.id, task.attempt FROM ${schema}.task JOIN ${schema}.job ON job.n = task.job
              WHERE (task.attempt = 0 OR task.until <= $1) AND job.status = 'scraping' AND job.n <> ALL($2::int[])
              ORDER BY job.n LIMIT 1`,
            now,
            JSON.parse(specs.unreadable()) as ReadonlyArray<number>
          )
          if (row === undefined) return undefined
          // From now on it is among the unreadable ones, and left to a worker of its version.
          const spec = (yield* Transaction.specsOf(db, specs, [row.n])).get(row.n)
          if (spec?.unreadable !== undefined) continue
          const claimed = yield* db.rows(
            `UPDATE ${schema}.task SET attempt = attempt + 1, until = $3 WHERE job = $1 AND attempt = $2
              AND (attempt = 0 OR until <= $4) RETURNING 1`,
            row.n,
            row.attempt,
            now + leaseMs,
            now
          )
          if (claimed.length > 0) return { jobId: row.id, attempt: row.attempt + 1 }
        }
        return undefined
      }).pipe(fails("JobQueue.take"))
      if (taken === undefined) return Option.none<Task>()
      if (Tasks.mayTake(taken.attempt - 1)) return Option.some<Task>(taken)
      yield* Effect.ignore(store.move(taken.jobId, "failed", Tasks.taskLost))
      return Option.none<Task>()
    })
  })
