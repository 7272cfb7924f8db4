/** `MonitorStore` in PostgreSQL. */
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
import * as MonitorText from "../../jobs/monitorText.ts"
import type { Sealing } from "../../support/sealing.ts"
import { fails, type Service as Database } from "../Database.ts"
import { eraseRows } from "../../sql/eraseRows.ts"
import { sqlOf } from "../sql.ts"
import { makeNotifications } from "./notifications.ts"

interface MonitorRow {
  readonly id: string
  readonly account: string
  readonly next_run_at: number | null
  readonly created_at: number
  readonly value: string
}

interface FreeRow {
  readonly id: string
  readonly accountId: string
}

interface CheckRow {
  readonly id: string
  readonly monitor: string
  readonly created_at: number
  readonly open: boolean
  readonly value: string
}

const checkOf = ({ created_at, id, monitor, open, value }: CheckRow): StoredCheck => ({
  id,
  monitorId: monitor,
  createdAt: created_at,
  open,
  value: MonitorText.parsed(value)
})

export const makeMonitors = (db: Database, sealing: Sealing): Service => {
  const notifications = makeNotifications(db, sealing)
  const notificationTable = `${db.schema}.notification`
  const monitorOf = (row: MonitorRow): StoredMonitor => ({
    id: row.id,
    accountId: row.account,
    createdAt: row.created_at,
    value: MonitorText.decode(row.id, row.value, sealing),
    ...(row.next_run_at === null ? {} : { nextRunAt: row.next_run_at })
  })

  const monitors = `${db.schema}.monitor`
  const checks = `${db.schema}.monitor_check`

  const put = ({ createdAt, id, monitorId, open, value }: StoredCheck) =>
    Effect.map(
      db.rows(
        `INSERT INTO ${checks} (id, monitor, created_at, open, value, lease_until)
          SELECT $1, id, $2, $3, $4, 0 FROM ${monitors} WHERE id = $5
          ON CONFLICT (id) DO UPDATE SET open = excluded.open, value = excluded.value RETURNING id`,
        id,
        createdAt,
        open,
        JSON.stringify(value),
        monitorId
      ),
      (rows) => rows.length > 0
    )

  const openOf = (monitorId: string) =>
    Effect.map(
      db.rows<CheckRow>(`SELECT * FROM ${checks} WHERE monitor = $1 AND open ORDER BY created_at LIMIT 1`, monitorId),
      ([row]) => (row === undefined ? undefined : checkOf(row))
    )

  return MonitorStore.of({
    save: ({ accountId, createdAt, id, nextRunAt, value }) =>
      Effect.asVoid(
        db.rows(
          `INSERT INTO ${monitors} (id, account, next_run_at, created_at, value) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET next_run_at = excluded.next_run_at, value = excluded.value`,
          id,
          accountId,
          nextRunAt ?? null,
          createdAt,
          MonitorText.encode(id, value, sealing)
        )
      ).pipe(fails("MonitorStore.save")),
    update: (accountId, id, change) =>
      updateMonitor(
        {
          read: Effect.map(
            db.rows<MonitorRow>(`SELECT * FROM ${monitors} WHERE id = $1 AND account = $2`, id, accountId),
            ([row]) => (row === undefined ? undefined : { monitor: monitorOf(row), version: row.value })
          ).pipe(fails("MonitorStore.update")),
          write: (version, { nextRunAt, value }) =>
            Effect.map(
              db.rows<MonitorRow>(
                `UPDATE ${monitors} SET value = $3, next_run_at = CASE WHEN $4 THEN next_run_at ELSE $5 END
                  WHERE id = $1 AND account = $2 AND value = $6 RETURNING *`,
                id,
                accountId,
                MonitorText.encode(id, value, sealing),
                nextRunAt === undefined,
                nextRunAt ?? null,
                version
              ),
              ([row]) => (row === undefined ? undefined : monitorOf(row))
            ).pipe(fails("MonitorStore.update"))
        },
        change
      ),
    get: (accountId, id) =>
      Effect.map(
        db.rows<MonitorRow>(`SELECT * FROM ${monitors} WHERE id = $1 AND account = $2`, id, accountId),
        ([row]) => (row === undefined ? undefined : monitorOf(row))
      ).pipe(fails("MonitorStore.get")),
    find: (id) =>
      Effect.map(db.rows<MonitorRow>(`SELECT * FROM ${monitors} WHERE id = $1`, id), ([row]) =>
        row === undefined ? undefined : monitorOf(row)
      ).pipe(fails("MonitorStore.find")),
    list: (accountId, { after = firstPlace, limit, offset }) =>
      Effect.map(
        db.rows<MonitorRow>(
          `SELECT * FROM ${monitors} WHERE account = $1 AND (created_at, id) > ($4, $5) ORDER BY created_at, id LIMIT $2 OFFSET $3`,
          accountId,
          limit,
          offset,
          after.createdAt,
          after.id
        ),
        (rows) => rows.map(monitorOf)
      ).pipe(fails("MonitorStore.list")),
    remove: (accountId, id) =>
      Effect.gen(function* () {
        const removed = yield* db.rows(
          `DELETE FROM ${monitors} WHERE id = $1 AND account = $2 RETURNING id`,
          id,
          accountId
        )
        if (removed.length > 0) {
          yield* db.rows(`DELETE FROM ${notificationTable} WHERE monitor = $1`, id)
          yield* db.rows(`DELETE FROM ${checks} WHERE monitor = $1`, id)
        }
        return removed.length > 0
      }).pipe(db.transaction, fails("MonitorStore.remove")),
    due: (now, limit) =>
      Effect.gen(function* () {
        const due: Array<StoredMonitor> = []
        while (due.length < MonitorText.maxDue && due.filter(MonitorText.isReadable).length < limit) {
          const more = yield* db.rows<MonitorRow>(
            `SELECT * FROM ${monitors} WHERE next_run_at <= $1 ORDER BY next_run_at, id LIMIT $2 OFFSET $3`,
            now,
            limit,
            due.length
          )
          due.push(...more.map(monitorOf))
          if (more.length < limit) break
        }
        return MonitorText.readableFirst(due, limit)
      }).pipe(fails("MonitorStore.due")),
    begin: ({ at, check, monitorId, nextRunAt, overlapping }) =>
      Effect.gen(function* () {
        const moved = yield* db.rows(
          `UPDATE ${monitors} SET next_run_at = $1 WHERE id = $2 AND next_run_at = $3 RETURNING id`,
          nextRunAt,
          monitorId,
          at
        )
        if (moved.length === 0) return false
        return yield* put((yield* openOf(monitorId)) === undefined ? check : overlapping)
      }).pipe(db.transaction, fails("MonitorStore.begin")),
    startCheck: (check) =>
      Effect.gen(function* () {
        // Whoever has the row of the monitor is alone with its checks.
        const rows = yield* db.rows(`SELECT id FROM ${monitors} WHERE id = $1 FOR UPDATE`, check.monitorId)
        if (rows.length === 0) return undefined
        const running = yield* openOf(check.monitorId)
        if (running === undefined) yield* put(check)
        return running ?? check
      }).pipe(db.transaction, fails("MonitorStore.startCheck")),
    saveCheck: (check) => put(check).pipe(fails("MonitorStore.saveCheck")),
    check: (monitorId, id) =>
      Effect.map(db.rows<CheckRow>(`SELECT * FROM ${checks} WHERE id = $1 AND monitor = $2`, id, monitorId), ([row]) =>
        row === undefined ? undefined : checkOf(row)
      ).pipe(fails("MonitorStore.check")),
    checks: (monitorId, { after = lastPlace, limit, offset }) =>
      Effect.map(
        db.rows<CheckRow>(
          `SELECT * FROM ${checks} WHERE monitor = $1 AND (created_at, id) < ($4, $5)
            ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
          monitorId,
          limit,
          offset,
          after.createdAt,
          after.id
        ),
        (rows) => rows.map(checkOf)
      ).pipe(fails("MonitorStore.checks")),
    take: (now, leaseMs, limit, quota = noQuota) =>
      Effect.gen(function* () {
        const free = yield* db.rows<FreeRow>(
          `SELECT checks.id, monitors.account AS "accountId" FROM ${checks} AS checks
            JOIN ${monitors} AS monitors ON monitors.id = checks.monitor
            WHERE open AND lease_until <= $1 ORDER BY greatest(lease_until, checks.created_at)`,
          now
        )
        const taken = new Map(takeTurns(free, limit, quota).map(({ accountId, id }) => [id, accountId]))
        if (taken.size === 0) return []
        // What another process took meanwhile is left to it.
        const rows = yield* db.rows<CheckRow>(
          `UPDATE ${checks} SET lease_until = $1 WHERE id IN (SELECT id FROM ${checks}
            WHERE id = ANY($2::text[]) AND open AND lease_until <= $3 FOR UPDATE SKIP LOCKED) RETURNING *`,
          now + leaseMs,
          [...taken.keys()],
          now
        )
        return rows
          .map((row): LentCheck => ({ ...checkOf(row), accountId: taken.get(row.id) ?? "" }))
          .toSorted((left, right) => left.createdAt - right.createdAt)
      }).pipe(fails("MonitorStore.take")),
    openCheck: (monitorId) => openOf(monitorId).pipe(fails("MonitorStore.openCheck")),
    heartbeat: (id, leaseUntil) =>
      Effect.asVoid(db.rows(`UPDATE ${checks} SET lease_until = $1 WHERE id = $2`, leaseUntil, id)).pipe(
        fails("MonitorStore.heartbeat")
      ),
    conclude: (check, events) =>
      Effect.gen(function* () {
        const ended = yield* db.rows(
          `UPDATE ${checks} SET open = false, value = $2 WHERE id = $1 AND open
            AND EXISTS (SELECT 1 FROM ${monitors} AS monitors WHERE monitors.id = monitor) RETURNING 1`,
          check.id,
          JSON.stringify(check.value)
        )
        if (ended.length === 0) return false
        yield* notifications.add(events)
        return true
      }).pipe(db.transaction, fails("MonitorStore.conclude")),
    outbox: notifications.outbox,
    notificationCounts: notifications.counts,
    forget: (monitorId, before) =>
      Effect.gen(function* () {
        yield* db.rows(
          `DELETE FROM ${notificationTable} WHERE check_id IN
            (SELECT id FROM ${checks} WHERE monitor = $1 AND NOT open AND created_at < $2)`,
          monitorId,
          before
        )
        yield* db.rows(`DELETE FROM ${checks} WHERE monitor = $1 AND NOT open AND created_at < $2`, monitorId, before)
      }).pipe(db.transaction, fails("MonitorStore.forget")),
    erase: (erasure) =>
      Effect.gen(function* () {
        let erasedChecks = 0
        const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)
        const erasedMonitors = yield* eraseRows<MonitorRow>(sqlOf(db), "MonitorStore.erase", {
          after: (last) => db.rows(`SELECT * FROM ${monitors} WHERE id > $1 ORDER BY id LIMIT 100`, last?.id ?? ""),
          isErased: (row) => erasure.monitor(monitorOf(row)),
          remove: Effect.fnUntraced(function* (rows) {
            yield* db.rows(`DELETE FROM ${monitors} WHERE id = ANY($1::text[])`, idsOf(rows))
            yield* db.rows(`DELETE FROM ${notificationTable} WHERE monitor = ANY($1::text[])`, idsOf(rows))
            const gone = yield* db.rows(
              `DELETE FROM ${checks} WHERE monitor = ANY($1::text[]) RETURNING 1`,
              idsOf(rows)
            )
            erasedChecks += gone.length
          })
        })
        erasedChecks += yield* eraseRows<CheckRow>(sqlOf(db), "MonitorStore.erase", {
          after: (last) => db.rows(`SELECT * FROM ${checks} WHERE id > $1 ORDER BY id LIMIT 100`, last?.id ?? ""),
          isErased: (row) => erasure.check(checkOf(row)),
          remove: Effect.fnUntraced(function* (rows) {
            yield* db.rows(`DELETE FROM ${notificationTable} WHERE check_id = ANY($1::text[])`, idsOf(rows))
            yield* db.rows(`DELETE FROM ${checks} WHERE id = ANY($1::text[])`, idsOf(rows))
          })
        })
        yield* notifications.erase(erasure)
        return { monitors: erasedMonitors, checks: erasedChecks }
      }).pipe(fails("MonitorStore.erase"))
  })
}
