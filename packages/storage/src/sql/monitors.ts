/** `MonitorStore` in a database. */
import {
  firstPlace,
  lastPlace,
  type LentCheck,
  MonitorStore,
  noQuota,
  type Service,
  type StoredCheck,
  type StoredMonitor
} from "@orbweaver/core/jobs/MonitorStore"
import { takeTurns } from "@orbweaver/core/jobs/rules/checkTurns"
import { updateMonitor } from "@orbweaver/core/jobs/rules/updateMonitor"
import * as Effect from "effect/Effect"
import * as MonitorText from "../jobs/monitorText.ts"
import type { Sealing } from "../support/sealing.ts"
import { eraseRows } from "./eraseRows.ts"
import { makeNotifications } from "./notifications.ts"
import { listOf, type Service as Database, type Statements, type Value } from "./SqlDatabase.ts"

interface MonitorRow {
  readonly id: string
  readonly account: string
  readonly next_run_at: number | null
  readonly created_at: number
  readonly value: string
}

interface CheckRow {
  readonly id: string
  readonly monitor: string
  readonly created_at: number
  readonly open: boolean | number
  readonly value: string
}

const checkOf = ({ created_at, id, monitor, open, value }: CheckRow): StoredCheck => ({
  id,
  monitorId: monitor,
  createdAt: created_at,
  open: Boolean(open),
  value: MonitorText.parsed(value)
})

export const makeMonitors = (db: Database, sealing: Sealing): Service => {
  const notifications = makeNotifications(db, sealing)
  const monitor = db.table("monitor")
  const check = db.table("monitor_check")
  const notification = db.table("notification")
  const isOpen = db.isTrue("open")

  const monitorOf = (row: MonitorRow): StoredMonitor => ({
    id: row.id,
    accountId: row.account,
    createdAt: row.created_at,
    value: MonitorText.decode(row.id, row.value, sealing),
    ...(row.next_run_at === null ? {} : { nextRunAt: row.next_run_at })
  })

  const monitors = (rest: string, ...values: ReadonlyArray<Value>) =>
    Effect.map(db.rows<MonitorRow>(`SELECT * FROM ${monitor} WHERE ${rest}`, ...values), (rows) => rows.map(monitorOf))
  const checks = (rest: string, ...values: ReadonlyArray<Value>) =>
    Effect.map(db.rows<CheckRow>(`SELECT * FROM ${check} WHERE ${rest}`, ...values), (rows) => rows.map(checkOf))
  const first = <A>(found: Statements<ReadonlyArray<A>>): Statements<A | undefined> => Effect.map(found, ([row]) => row)

  const openOf = (monitorId: string) =>
    first(checks(`monitor = ? AND ${isOpen} ORDER BY created_at LIMIT 1`, monitorId))

  /** Returns whether there is such a monitor. */
  const put = ({ createdAt, id, monitorId, open, value }: StoredCheck) =>
    Effect.map(
      db.rows(
        `INSERT INTO ${check} (id, monitor, created_at, open, value, lease_until)
          SELECT ?, id, ?, ? = 1, ?, 0 FROM ${monitor} WHERE id = ?
          ON CONFLICT (id) DO UPDATE SET open = excluded.open, value = excluded.value RETURNING id`,
        id,
        createdAt,
        open ? 1 : 0,
        JSON.stringify(value),
        monitorId
      ),
      (rows) => rows.length > 0
    )

  /** An index has all of it: what the checks say may be much. */
  const free = `SELECT checks.id, monitors.account AS "accountId" FROM ${check} AS checks
    JOIN ${monitor} AS monitors ON monitors.id = checks.monitor WHERE ${isOpen} AND lease_until <= ?
    ORDER BY CASE WHEN lease_until > checks.created_at THEN lease_until ELSE checks.created_at END`

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
      db.transaction(
        "MonitorStore.remove",
        Effect.gen(function* () {
          const removed = yield* db.rows(
            `DELETE FROM ${monitor} WHERE id = ? AND account = ? RETURNING id`,
            id,
            accountId
          )
          if (removed.length === 0) return false
          yield* db.rows(`DELETE FROM ${notification} WHERE monitor = ?`, id)
          yield* db.rows(`DELETE FROM ${check} WHERE monitor = ?`, id)
          return true
        })
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
    begin: ({ at, check, monitorId, nextRunAt, overlapping }) =>
      db.transaction(
        "MonitorStore.begin",
        Effect.gen(function* () {
          const moved = yield* db.rows(
            `UPDATE ${monitor} SET next_run_at = ? WHERE id = ? AND next_run_at = ? RETURNING id`,
            nextRunAt,
            monitorId,
            at
          )
          if (moved.length === 0) return false
          return yield* put((yield* openOf(monitorId)) === undefined ? check : overlapping)
        })
      ),
    startCheck: (check) =>
      db.transaction(
        "MonitorStore.startCheck",
        Effect.gen(function* () {
          // Whoever has the row of the monitor is alone with its checks.
          const rows = yield* db.rows(`SELECT id FROM ${monitor} WHERE id = ? ${db.forUpdate}`, check.monitorId)
          if (rows.length === 0) return undefined
          const running = yield* openOf(check.monitorId)
          if (running === undefined) yield* put(check)
          return running ?? check
        })
      ),
    saveCheck: (check) => db.write("MonitorStore.saveCheck", put(check)),
    check: (monitorId, id) => db.read("MonitorStore.check", first(checks("id = ? AND monitor = ?", id, monitorId))),
    checks: (monitorId, { after = lastPlace, limit, offset }) =>
      db.read(
        "MonitorStore.checks",
        checks(
          "monitor = ? AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?",
          monitorId,
          after.createdAt,
          after.id,
          limit,
          offset
        )
      ),
    take: Effect.fnUntraced(function* (now, leaseMs, limit, quota = noQuota) {
      const waiting = yield* db.read("MonitorStore.take", db.rows<{ id: string; accountId: string }>(free, now))
      const taken = new Map(takeTurns(waiting, limit, quota).map(({ accountId, id }) => [id, accountId]))
      // Most of the time there is nothing, and a look takes no lock.
      if (taken.size === 0) return []
      const ids = [...taken.keys()]
      // What another process took meanwhile is left to it.
      const rows = yield* db.write(
        "MonitorStore.take",
        db.rows<CheckRow>(
          `UPDATE ${check} SET lease_until = ? WHERE id IN (SELECT id FROM ${check}
            WHERE id IN ${listOf(ids)} AND ${isOpen} AND lease_until <= ? ${db.skipLocked}) RETURNING *`,
          now + leaseMs,
          ...ids,
          now
        )
      )
      return rows
        .map((row): LentCheck => ({ ...checkOf(row), accountId: taken.get(row.id) ?? "" }))
        .toSorted((left, right) => left.createdAt - right.createdAt)
    }),
    openCheck: (monitorId) => db.read("MonitorStore.openCheck", openOf(monitorId)),
    heartbeat: (id, leaseUntil) =>
      Effect.asVoid(
        db.write("MonitorStore.heartbeat", db.rows(`UPDATE ${check} SET lease_until = ? WHERE id = ?`, leaseUntil, id))
      ),
    conclude: ({ id, value }, events) =>
      db.transaction(
        "MonitorStore.conclude",
        Effect.gen(function* () {
          const ended = yield* db.rows(
            `UPDATE ${check} SET open = FALSE, value = ? WHERE id = ? AND ${isOpen}
              AND EXISTS (SELECT 1 FROM ${monitor} AS monitors WHERE monitors.id = monitor) RETURNING id`,
            JSON.stringify(value),
            id
          )
          if (ended.length === 0) return false
          yield* notifications.add(events)
          return true
        })
      ),
    outbox: notifications.outbox,
    notificationCounts: notifications.counts,
    forget: (monitorId, before) =>
      db.transaction(
        "MonitorStore.forget",
        Effect.gen(function* () {
          yield* db.rows(
            `DELETE FROM ${notification} WHERE check_id IN
              (SELECT id FROM ${check} WHERE monitor = ? AND NOT open AND created_at < ?)`,
            monitorId,
            before
          )
          yield* db.rows(`DELETE FROM ${check} WHERE monitor = ? AND NOT open AND created_at < ?`, monitorId, before)
        })
      ),
    erase: Effect.fnUntraced(function* (erasure) {
      const keysOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => [id])
      let erasedChecks = 0
      const erasedMonitors = yield* eraseRows<MonitorRow>(db, "MonitorStore.erase", {
        after: (last) => db.rows(`SELECT * FROM ${monitor} WHERE id > ? ORDER BY id LIMIT 100`, last?.id ?? ""),
        isErased: (row) => erasure.monitor(monitorOf(row)),
        remove: Effect.fnUntraced(function* (rows) {
          yield* db.remove("monitor", ["id"], keysOf(rows))
          yield* db.remove("notification", ["monitor"], keysOf(rows))
          erasedChecks += yield* db.remove("monitor_check", ["monitor"], keysOf(rows))
        })
      })
      erasedChecks += yield* eraseRows<CheckRow>(db, "MonitorStore.erase", {
        after: (last) => db.rows(`SELECT * FROM ${check} WHERE id > ? ORDER BY id LIMIT 100`, last?.id ?? ""),
        isErased: (row) => erasure.check(checkOf(row)),
        remove: Effect.fnUntraced(function* (rows) {
          yield* db.remove("notification", ["check_id"], keysOf(rows))
          yield* db.remove("monitor_check", ["id"], keysOf(rows))
        })
      })
      yield* notifications.erase(erasure)
      return { monitors: erasedMonitors, checks: erasedChecks }
    })
  })
}
