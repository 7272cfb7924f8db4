/** `MonitorStore` in the SQLite file. */
import {
  type CheckQuota,
  firstPlace,
  lastPlace,
  type LentCheck,
  type MonitorErasure,
  MonitorStore,
  noQuota,
  type Service,
  type StoredCheck,
  type StoredMonitor
} from "@orbweaver/core/jobs/MonitorStore"
import { takeTurns } from "@orbweaver/core/jobs/rules/checkTurns"
import { updateMonitor } from "@orbweaver/core/jobs/rules/updateMonitor"
import * as Effect from "effect/Effect"
import * as MonitorText from "../../jobs/monitorText.ts"
import type { Sealing } from "../../support/sealing.ts"
import type { Row, Service as Database } from "../Database.ts"
import { eraseRows } from "../../sql/eraseRows.ts"
import { sqlOf } from "../sql.ts"
import { makeNotifications } from "./notifications.ts"

const checkOf = (row: Row): StoredCheck => ({
  id: String(row["id"]),
  monitorId: String(row["monitor"]),
  createdAt: Number(row["created_at"]),
  open: row["open"] === 1,
  value: MonitorText.parsed(String(row["value"]))
})

/** Without what the checks say, which may be much: an index has all of it. */
const free = `SELECT monitor_check.id, monitor.account FROM monitor_check JOIN monitor ON monitor.id = monitor_check.monitor
  WHERE open = 1 AND lease_until <= ? ORDER BY max(lease_until, monitor_check.created_at)`

export const makeMonitors = (db: Database, sealing: Sealing): Service => {
  const notifications = makeNotifications(db, sealing)
  const monitorOf = (row: Row): StoredMonitor => ({
    id: String(row["id"]),
    accountId: String(row["account"]),
    createdAt: Number(row["created_at"]),
    value: MonitorText.decode(String(row["id"]), String(row["value"]), sealing),
    ...(row["next_run_at"] === null ? {} : { nextRunAt: Number(row["next_run_at"]) })
  })

  const put = ({ createdAt, id, monitorId, open, value }: StoredCheck): boolean =>
    db.run(
      `INSERT INTO monitor_check (id, monitor, created_at, open, value, lease_until)
        SELECT ?, id, ?, ?, ?, 0 FROM monitor WHERE id = ?
        ON CONFLICT (id) DO UPDATE SET open = excluded.open, value = excluded.value`,
      id,
      createdAt,
      open ? 1 : 0,
      JSON.stringify(value),
      monitorId
    ) > 0

  const openOf = (monitorId: string): StoredCheck | undefined => {
    const row = db.get(
      "SELECT * FROM monitor_check WHERE monitor = ? AND open = 1 ORDER BY created_at LIMIT 1",
      monitorId
    )
    return row === undefined ? undefined : checkOf(row)
  }

  return MonitorStore.of({
    save: ({ accountId, createdAt, id, nextRunAt, value }) =>
      db.write("MonitorStore.save", () => {
        db.run(
          `INSERT INTO monitor (id, account, next_run_at, created_at, value) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET next_run_at = excluded.next_run_at, value = excluded.value`,
          id,
          accountId,
          nextRunAt ?? null,
          createdAt,
          MonitorText.encode(id, value, sealing)
        )
      }),
    update: (accountId, id, change) => {
      const find = () => db.get("SELECT * FROM monitor WHERE id = ? AND account = ?", id, accountId)
      return updateMonitor(
        {
          read: db.read("MonitorStore.update", () => {
            const row = find()
            return row === undefined ? undefined : { monitor: monitorOf(row), version: row["value"] }
          }),
          write: (version, { nextRunAt, value }) =>
            db.write("MonitorStore.update", () => {
              const row = find()
              if (row === undefined || row["value"] !== version) return undefined
              const next = nextRunAt === undefined ? row["next_run_at"]! : nextRunAt
              const text = MonitorText.encode(id, value, sealing)
              db.run("UPDATE monitor SET next_run_at = ?, value = ? WHERE id = ?", next, text, id)
              return monitorOf({ ...row, next_run_at: next, value: text })
            })
        },
        change
      )
    },
    get: (accountId, id) =>
      db.read("MonitorStore.get", () => {
        const row = db.get("SELECT * FROM monitor WHERE id = ? AND account = ?", id, accountId)
        return row === undefined ? undefined : monitorOf(row)
      }),
    find: (id) =>
      db.read("MonitorStore.find", () => {
        const row = db.get("SELECT * FROM monitor WHERE id = ?", id)
        return row === undefined ? undefined : monitorOf(row)
      }),
    list: (accountId, { after = firstPlace, limit, offset }) =>
      db.read("MonitorStore.list", () =>
        db
          .all(
            "SELECT * FROM monitor WHERE account = ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ? OFFSET ?",
            accountId,
            after.createdAt,
            after.id,
            limit,
            offset
          )
          .map(monitorOf)
      ),
    remove: (accountId, id) =>
      db.write("MonitorStore.remove", () => {
        const removed = db.run("DELETE FROM monitor WHERE id = ? AND account = ?", id, accountId) > 0
        if (removed) {
          db.run("DELETE FROM notification WHERE monitor = ?", id)
          db.run("DELETE FROM monitor_check WHERE monitor = ?", id)
        }
        return removed
      }),
    due: (now, limit) =>
      db.read("MonitorStore.due", () => {
        const part = (offset: number) =>
          db
            .all(
              "SELECT * FROM monitor WHERE next_run_at <= ? ORDER BY next_run_at LIMIT ? OFFSET ?",
              now,
              limit,
              offset
            )
            .map(monitorOf)
        const due: Array<StoredMonitor> = []
        while (due.length < MonitorText.maxDue && due.filter(MonitorText.isReadable).length < limit) {
          const more = part(due.length)
          due.push(...more)
          if (more.length < limit) break
        }
        return MonitorText.readableFirst(due, limit)
      }),
    begin: ({ at, check, monitorId, nextRunAt, overlapping }) =>
      db.write("MonitorStore.begin", () => {
        const moved = db.run(
          "UPDATE monitor SET next_run_at = ? WHERE id = ? AND next_run_at = ?",
          nextRunAt,
          monitorId,
          at
        )
        return moved > 0 && put(openOf(monitorId) === undefined ? check : overlapping)
      }),
    startCheck: (check) =>
      db.write("MonitorStore.startCheck", () => openOf(check.monitorId) ?? (put(check) ? check : undefined)),
    saveCheck: (check) => db.write("MonitorStore.saveCheck", () => put(check)),
    check: (monitorId, id) =>
      db.read("MonitorStore.check", () => {
        const row = db.get("SELECT * FROM monitor_check WHERE id = ? AND monitor = ?", id, monitorId)
        return row === undefined ? undefined : checkOf(row)
      }),
    checks: (monitorId, { after = lastPlace, limit, offset }) =>
      db.read("MonitorStore.checks", () =>
        db
          .all(
            `SELECT * FROM monitor_check WHERE monitor = ? AND (created_at, id) < (?, ?)
              ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
            monitorId,
            after.createdAt,
            after.id,
            limit,
            offset
          )
          .map(checkOf)
      ),
    take: Effect.fnUntraced(function* (now: number, leaseMs: number, limit: number, quota: CheckQuota = noQuota) {
      const find = () =>
        takeTurns(
          db.all(free, now).map(({ account, id }) => ({ id: String(id), accountId: String(account) })),
          limit,
          quota
        )
      // Most of the time there is nothing, and a look takes no lock.
      if ((yield* db.read("MonitorStore.take", find)).length === 0) return []
      return yield* db.write("MonitorStore.take", () => {
        return find().map(({ accountId, id }): LentCheck => {
          db.run("UPDATE monitor_check SET lease_until = ? WHERE id = ?", now + leaseMs, id)
          return { ...checkOf(db.get("SELECT * FROM monitor_check WHERE id = ?", id)!), accountId }
        })
      })
    }),
    openCheck: (monitorId) => db.read("MonitorStore.openCheck", () => openOf(monitorId)),
    heartbeat: (id, leaseUntil) =>
      db.write("MonitorStore.heartbeat", () => {
        db.run("UPDATE monitor_check SET lease_until = ? WHERE id = ?", leaseUntil, id)
      }),
    conclude: (check, events) =>
      db.write("MonitorStore.conclude", () => {
        const isOpen = db.get(
          "SELECT 1 FROM monitor_check JOIN monitor ON monitor.id = monitor WHERE monitor_check.id = ? AND open = 1",
          check.id
        )
        if (isOpen === undefined) return false
        put({ ...check, open: false })
        notifications.add(events)
        return true
      }),
    outbox: notifications.outbox,
    notificationCounts: notifications.counts,
    forget: (monitorId, before) =>
      db.write("MonitorStore.forget", () => {
        db.run(
          `DELETE FROM notification WHERE check_id IN
            (SELECT id FROM monitor_check WHERE monitor = ? AND open = 0 AND created_at < ?)`,
          monitorId,
          before
        )
        db.run("DELETE FROM monitor_check WHERE monitor = ? AND open = 0 AND created_at < ?", monitorId, before)
      }),
    erase: Effect.fnUntraced(function* (erasure: MonitorErasure) {
      let checks = 0
      const monitors = yield* eraseRows<Row>(sqlOf(db), "MonitorStore.erase", {
        after: (last) =>
          Effect.sync(() => db.all("SELECT * FROM monitor WHERE id > ? ORDER BY id LIMIT 100", last?.["id"] ?? "")),
        isErased: (row) => erasure.monitor(monitorOf(row)),
        remove: (rows) =>
          Effect.sync(() => {
            for (const { id } of rows) {
              db.run("DELETE FROM monitor WHERE id = ?", id!)
              db.run("DELETE FROM notification WHERE monitor = ?", id!)
              checks += db.run("DELETE FROM monitor_check WHERE monitor = ?", id!)
            }
            db.erased()
          })
      })
      checks += yield* eraseRows<Row>(sqlOf(db), "MonitorStore.erase", {
        after: (last) =>
          Effect.sync(() =>
            db.all("SELECT * FROM monitor_check WHERE id > ? ORDER BY id LIMIT 100", last?.["id"] ?? "")
          ),
        isErased: (row) => erasure.check(checkOf(row)),
        remove: (rows) =>
          Effect.sync(() => {
            for (const { id } of rows) {
              db.run("DELETE FROM notification WHERE check_id = ?", id!)
              db.run("DELETE FROM monitor_check WHERE id = ?", id!)
            }
            db.erased()
          })
      })
      yield* notifications.erase(erasure)
      return { monitors, checks }
    })
  })
}
