/** `MonitorStore` in a database. */
import { firstPlace, MonitorStore, type Service, type StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { updateMonitor } from "@orbweaver/core/jobs/rules/updateMonitor"
import * as Effect from "effect/Effect"
import * as MonitorText from "../jobs/monitorText.ts"
import * as PostText from "../jobs/postText.ts"
import type { Sealing } from "../support/sealing.ts"
import { eraseRows } from "./eraseRows.ts"
import type { Service as Database, Statements, Value } from "./SqlDatabase.ts"

interface MonitorRow {
  readonly id: string
  readonly account: string
  readonly next_run_at: number | null
  readonly created_at: number
  readonly value: string
}

interface PostRow {
  readonly id: string
  readonly account: string
  readonly post: string
}

export const makeMonitors = (db: Database, sealing: Sealing): Service => {
  const monitor = db.table("monitor")

  const monitorOf = (row: MonitorRow): StoredMonitor => ({
    id: row.id,
    accountId: row.account,
    createdAt: row.created_at,
    value: MonitorText.decode(row.id, row.value, sealing),
    ...(row.next_run_at === null ? {} : { nextRunAt: row.next_run_at })
  })

  const monitors = (rest: string, ...values: ReadonlyArray<Value>) =>
    Effect.map(db.rows<MonitorRow>(`SELECT * FROM ${monitor} WHERE ${rest}`, ...values), (rows) => rows.map(monitorOf))
  const first = <A>(found: Statements<ReadonlyArray<A>>): Statements<A | undefined> => Effect.map(found, ([row]) => row)

  return MonitorStore.of({
    save: ({ accountId, createdAt, id, nextRunAt, value }) =>
      Effect.asVoid(
        db.write(
          "MonitorStore.save",
          db.rows(
            `INSERT INTO ${monitor} (id, account, next_run_at, created_at, value) VALUES (?, ?, ?, ?, ?)
              ON CONFLICT (id) DO UPDATE SET next_run_at = excluded.next_run_at, value = excluded.value`,
            id,
            accountId,
            nextRunAt ?? null,
            createdAt,
            MonitorText.encode(id, value, sealing)
          )
        )
      ),
    update: (accountId, id, change) =>
      updateMonitor(
        {
          read: db.read(
            "MonitorStore.update",
            Effect.map(
              db.rows<MonitorRow>(`SELECT * FROM ${monitor} WHERE id = ? AND account = ?`, id, accountId),
              ([row]) => (row === undefined ? undefined : { monitor: monitorOf(row), version: row.value })
            )
          ),
          write: (version, { nextRunAt, value }) =>
            db.write(
              "MonitorStore.update",
              Effect.map(
                db.rows<MonitorRow>(
                  `UPDATE ${monitor} SET value = ?, next_run_at = CASE WHEN ? = 1 THEN next_run_at ELSE ? END
                    WHERE id = ? AND account = ? AND value = ? RETURNING *`,
                  MonitorText.encode(id, value, sealing),
                  nextRunAt === undefined ? 1 : 0,
                  nextRunAt ?? null,
                  id,
                  accountId,
                  version
                ),
                ([row]) => (row === undefined ? undefined : monitorOf(row))
              )
            )
        },
        change
      ),
    get: (accountId, id) => db.read("MonitorStore.get", first(monitors("id = ? AND account = ?", id, accountId))),
    find: (id) => db.read("MonitorStore.find", first(monitors("id = ?", id))),
    list: (accountId, { after = firstPlace, limit, offset }) =>
      db.read(
        "MonitorStore.list",
        monitors(
          "account = ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ? OFFSET ?",
          accountId,
          after.createdAt,
          after.id,
          limit,
          offset
        )
      ),
    remove: (accountId, id) =>
      db.write(
        "MonitorStore.remove",
        Effect.map(
          db.rows(`DELETE FROM ${monitor} WHERE id = ? AND account = ? RETURNING id`, id, accountId),
          (rows) => rows.length > 0
        )
      ),
    due: (now, limit) =>
      db.read(
        "MonitorStore.due",
        Effect.gen(function* () {
          const due: Array<StoredMonitor> = []
          while (due.length < MonitorText.maxDue && due.filter(MonitorText.isReadable).length < limit) {
            const more = yield* monitors(
              "next_run_at <= ? ORDER BY next_run_at, id LIMIT ? OFFSET ?",
              now,
              limit,
              due.length
            )
            due.push(...more)
            if (more.length < limit) break
          }
          return MonitorText.readableFirst(due, limit)
        })
      ),
    moveTick: ({ at, monitorId, nextRunAt }) =>
      db.write(
        "MonitorStore.moveTick",
        Effect.map(
          db.rows(
            `UPDATE ${monitor} SET next_run_at = ? WHERE id = ? AND next_run_at = ? RETURNING id`,
            nextRunAt,
            monitorId,
            at
          ),
          (rows) => rows.length > 0
        )
      ),
    erase: Effect.fnUntraced(function* (erasure) {
      const keysOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => [id])
      const erased = yield* eraseRows<MonitorRow>(db, "MonitorStore.erase", {
        after: (last) => db.rows(`SELECT * FROM ${monitor} WHERE id > ? ORDER BY id LIMIT 100`, last?.id ?? ""),
        isErased: (row) => erasure.monitor(monitorOf(row)),
        remove: (rows) => db.remove("monitor", ["id"], keysOf(rows))
      })
      yield* eraseRows<PostRow>(db, "MonitorStore.erase", {
        after: (last) =>
          db.rows(
            `SELECT delivery.id, delivery.post, job.account FROM ${db.table("delivery")} AS delivery
              JOIN ${db.table("job")} AS job ON job.n = delivery.job
              WHERE delivery.post IS NOT NULL AND delivery.id > ? ORDER BY delivery.id LIMIT 100`,
            last?.id ?? ""
          ),
        isErased: ({ account, id, post }) => {
          const found = PostText.decode(id, post, sealing)
          return found !== undefined && erasure.event({ accountId: account, text: JSON.stringify(found) })
        },
        remove: (rows) => db.remove("delivery", ["id"], keysOf(rows))
      })
      return erased
    })
  })
}
