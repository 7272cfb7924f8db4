/** The outbox of checks in a database: events written with the end of their check. */
import {
  type LentNotification,
  type MonitorErasure,
  type Notification,
  type NotificationCounts
} from "@orbweaver/core/jobs/MonitorStore"
import { maxDeliveryLosses, type Outbox } from "@orbweaver/core/jobs/Webhooks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { leaseParameters } from "../jobs/clockJump.ts"
import { chunksOf } from "../jobs/jobRows.ts"
import * as Text from "../jobs/notificationText.ts"
import type { Sealing } from "../support/sealing.ts"
import { eraseRows } from "./eraseRows.ts"
import { listOf, type Service as Database } from "./SqlDatabase.ts"

interface Row {
  /** A `bigint` of PostgreSQL, which some drivers give as text. */
  readonly n: number | string
  readonly id: string
  readonly monitor: string
  readonly check_id: string
  readonly is_last: boolean | number
  readonly post: string
  readonly attempt: number
}

/** Events that one statement adds. */
const atOnce = 100

export const makeNotifications = (db: Database, sealing: Sealing) => {
  const table = db.table("notification")
  // One that has failed waits for as long as its sender has chosen, which may be long. The last event of a check waits for
  // all others.
  const due = `SELECT n FROM ${table} AS notification WHERE (due_at <= ? OR (due_at > ? AND reason IS NULL))
    AND ${Text.isReadable("post", (name) => `${name} IN ${listOf(sealing.names)}`)}
    AND (NOT is_last OR NOT EXISTS (SELECT 1 FROM ${table} AS earlier
      WHERE earlier.check_id = notification.check_id AND earlier.n <> notification.n AND earlier.due_at IS NOT NULL
      AND earlier.reason IS NULL AND earlier.attempt <= ${maxDeliveryLosses}))
    ORDER BY due_at, n LIMIT ?`

  const notificationOf = (row: Row): LentNotification | undefined => {
    const post = Text.decode(row.id, row.post, sealing)
    return (
      post && {
        id: row.id,
        monitorId: row.monitor,
        checkId: row.check_id,
        isLast: Boolean(row.is_last),
        post,
        attempt: row.attempt
      }
    )
  }

  const outbox: Outbox<LentNotification> = {
    take: Effect.fnUntraced(function* (count, leaseMs) {
      const now = yield* db.now
      const found = [...leaseParameters(now), ...sealing.names, count]
      // Most of the time there is nothing, and a look takes no lock.
      if ((yield* db.read("MonitorStore.outbox", db.rows(due, ...found))).length === 0) return []
      const rows = yield* db.write(
        "MonitorStore.outbox",
        db.rows<Row>(
          `UPDATE ${table} SET attempt = attempt + 1, due_at = ? WHERE n IN (${due} ${db.skipLocked})
            RETURNING n, id, monitor, check_id, is_last, post, attempt`,
          now + leaseMs,
          ...found
        )
      )
      return rows
        .toSorted((left, right) => Number(left.n) - Number(right.n))
        .flatMap((row) => notificationOf(row) ?? [])
    }),
    delivered: ({ id }) =>
      Effect.asVoid(db.write("MonitorStore.outbox", db.rows(`DELETE FROM ${table} WHERE id = ?`, id))),
    failed: Effect.fnUntraced(function* ({ id }, reason, retryAt) {
      // The caller's clock says how long from now; the database's says when that is.
      const dueAt = retryAt === undefined ? null : retryAt + (yield* db.now) - (yield* Clock.currentTimeMillis)
      yield* db.write(
        "MonitorStore.outbox",
        retryAt === undefined
          ? db.rows(`UPDATE ${table} SET due_at = NULL, reason = ?, post = ? WHERE id = ?`, reason, Text.none, id)
          : db.rows(`UPDATE ${table} SET due_at = ?, reason = ? WHERE id = ?`, dueAt, reason, id)
      )
    })
  }

  return {
    outbox,
    /** Within a transaction. */
    add: (notifications: ReadonlyArray<Notification>) =>
      Effect.forEach(
        chunksOf(notifications, atOnce),
        (some) =>
          db.rows(
            `INSERT INTO ${table} (id, monitor, check_id, is_last, post, attempt, due_at)
              VALUES ${some.map(() => "(?, ?, ?, ? = 1, ?, 0, 0)").join(", ")} ON CONFLICT (id) DO NOTHING`,
            ...some.flatMap((notification) => [
              notification.id,
              notification.monitorId,
              notification.checkId,
              notification.isLast ? 1 : 0,
              Text.encode(notification, sealing)
            ])
          ),
        { discard: true }
      ),
    counts: (checkId: string) =>
      db.read(
        "MonitorStore.notificationCounts",
        Effect.map(
          db.rows<NotificationCounts>(
            `SELECT CAST(count(due_at) AS int) AS waiting,
              CAST(count(*) FILTER (WHERE due_at IS NOT NULL AND reason IS NULL) AS int) AS untried,
              CAST(count(*) - count(due_at) AS int) AS failed FROM ${table} WHERE check_id = ?`,
            checkId
          ),
          ([row]) => row!
        )
      ),
    erase: (erasure: MonitorErasure) =>
      eraseRows<Row>(db, "MonitorStore.erase", {
        after: (last) => db.rows(`SELECT * FROM ${table} WHERE id > ? ORDER BY id LIMIT 100`, last?.id ?? ""),
        isErased: (row) => {
          const notification = notificationOf(row)
          return notification !== undefined && erasure.notification(notification)
        },
        remove: (rows) =>
          db.remove(
            "notification",
            ["id"],
            rows.map(({ id }) => [id])
          )
      })
  }
}
