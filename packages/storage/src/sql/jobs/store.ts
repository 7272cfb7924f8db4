/** `JobStore` in a database of jobs. */
import type { Service as Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobStore, type Service } from "@orbweaver/core/jobs/JobStore"
import { isSlow } from "@orbweaver/core/jobs/Politeness"
import { forgottenAfterMs, maxWorkers } from "@orbweaver/core/jobs/StoreWorker"
import type { ShareReading } from "@orbweaver/core/internal/jobs/watchedReading"
import * as Effect from "effect/Effect"
import { hostStateOf, storeLoadOf, workerOf } from "../../jobs/jobRows.ts"
import { makeChanges } from "./changes.ts"
import { makeErasing } from "./erasing.ts"
import { waitingOf } from "../../jobs/waitingStatement.ts"
import type { JobTables, Row } from "./JobTables.ts"
import { makeLists } from "./lists.ts"

export const makeStore = (tables: JobTables, frontier: Frontier, shareReading: ShareReading): Service =>
  JobStore.of({
    ...makeLists(tables, shareReading),
    ...makeChanges(tables, frontier),
    ...makeErasing(tables),
    ...makeOverview(tables),
    awaitEvent: tables.eventLook.awaitEvent
  })

/** What is known of all jobs together: hosts, load, workers. */
const makeOverview = ({
  foldHosts,
  foldJobs,
  isIn,
  limits,
  sql,
  statements: { load, waiting }
}: JobTables): Pick<Service, "hosts" | "waiting" | "load" | "recordWorker" | "removeWorker" | "workers"> => {
  const worker = sql.table("worker")
  const named = `SELECT * FROM ${sql.table("host")} WHERE ${isIn("host", "text")}`

  return {
    hosts: (names) =>
      Effect.flatMap(sql.now, (now) =>
        sql.read(
          "JobStore.hosts",
          Effect.map(
            Effect.andThen(foldHosts(now), sql.rows<Row>(named, JSON.stringify(names))),
            (rows) =>
              new Map(
                rows
                  .map((row) => [String(row["host"]), hostStateOf(row)] as const)
                  .filter(([, state]) => isSlow(state, now, limits))
              )
          )
        )
      ),
    waiting: (accountId, hosts, atMost) =>
      sql.read(
        "JobStore.waiting",
        Effect.map(
          sql.rows<Row>(waiting, accountId, atMost, JSON.stringify(hosts)),
          (rows) => new Map(rows.map((row) => [String(row["host"]), waitingOf(row)]))
        )
      ),
    load: Effect.gen(function* () {
      yield* foldJobs("JobStore.load")
      const now = yield* sql.now
      return yield* sql.read(
        "JobStore.load",
        Effect.gen(function* () {
          yield* foldHosts(now)
          const open = yield* sql.rows<Row>(load.open)
          const [waits] = yield* sql.rows<Row>(load.waits, now)
          return storeLoadOf({ open, waits: waits!, hosts: yield* sql.rows<Row>(load.hosts, now) }, now)
        })
      )
    }),
    recordWorker: ({ host, id, pages, pid, running, version }) =>
      Effect.flatMap(sql.now, (now) =>
        sql.write(
          "JobStore.recordWorker",
          Effect.gen(function* () {
            yield* sql.rows(`DELETE FROM ${worker} WHERE beat_at < ? AND id <> ?`, now - forgottenAfterMs, id)
            yield* sql.rows(
              `INSERT INTO ${worker} (id, host, pid, version, running, pages, started_at, beat_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET running = excluded.running, pages = excluded.pages, beat_at = excluded.beat_at`,
              id,
              host,
              pid,
              version,
              running,
              JSON.stringify(pages),
              now,
              now
            )
          })
        )
      ),
    removeWorker: (id) =>
      sql.write("JobStore.removeWorker", Effect.asVoid(sql.rows(`DELETE FROM ${worker} WHERE id = ?`, id))),
    workers: Effect.flatMap(sql.now, (now) =>
      sql.read(
        "JobStore.workers",
        Effect.map(
          sql.rows<Row>(
            `SELECT * FROM ${worker} WHERE beat_at >= ? ORDER BY started_at, id LIMIT ${maxWorkers}`,
            now - forgottenAfterMs
          ),
          (rows) => rows.map((row) => workerOf(row, now))
        )
      )
    )
  }
}
