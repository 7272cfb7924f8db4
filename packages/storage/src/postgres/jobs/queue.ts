/** `JobQueue` in PostgreSQL: tasks under leases. */
import type { JobId } from "@orbweaver/core/model/Job"
import { anyAccount, JobQueue, type Service, type Task } from "@orbweaver/core/jobs/JobQueue"
import * as Tasks from "@orbweaver/core/jobs/rules/tasks"
import type { Service as Store } from "@orbweaver/core/jobs/JobStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { JobTables } from "../../sql/jobs/JobTables.ts"
import { makeTasks } from "../../sql/jobs/queue.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { fails } from "../Database.ts"
import * as Transaction from "./Transaction.ts"

interface TaskRow {
  readonly n: number
  readonly id: JobId
  readonly account: string
  readonly attempt: number
  readonly forgiven: number
}

/** Tasks that one take looks at: others may be faster. */
const maxLooks = 10

export const makeQueue = ({ db, schema, specs }: JobDatabase, tables: JobTables, store: Store): Service =>
  JobQueue.of({
    ...makeTasks(tables),
    take: Effect.fnUntraced(function* (leaseMs, { busy, perAccount } = anyAccount) {
      const now = yield* db.now
      const accounts = [...busy]
      const taken = yield* Effect.gen(function* () {
        for (let looks = 0; looks < maxLooks; looks++) {
          const [row] = yield* db.rows<TaskRow>(
            `SELECT job.n, job.id, job.account, task.attempt, task.forgiven FROM ${schema}.task
              JOIN ${schema}.job ON job.n = task.job
              LEFT JOIN unnest($3::text[], $4::int[]) AS busy (account, tasks) ON busy.account = job.account
              WHERE (task.attempt = 0 OR task.until <= $1) AND job.status = 'scraping' AND job.n <> ALL($2::int[])
              AND coalesce(busy.tasks, 0) < $5::float8
              ORDER BY coalesce(busy.tasks, 0), job.n LIMIT 1`,
            now,
            JSON.parse(specs.unreadable()) as ReadonlyArray<number>,
            accounts.map(([account]) => account),
            accounts.map(([, tasks]) => tasks),
            Math.min(perAccount, Number.MAX_SAFE_INTEGER)
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
          if (claimed.length > 0) return row
        }
        return undefined
      }).pipe(fails("JobQueue.take"))
      if (taken === undefined) return Option.none<Task>()
      const { account, attempt, id } = taken
      if (Tasks.mayTake(taken)) return Option.some<Task>({ jobId: id, accountId: account, attempt: attempt + 1 })
      yield* Effect.ignore(store.move(id, "failed", Tasks.taskLost))
      return Option.none<Task>()
    })
  })
