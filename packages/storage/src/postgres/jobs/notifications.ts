/** The outbox of checks in PostgreSQL: events written with the end of their check. */
import {
  type LentNotification,
  type MonitorErasure,
  type Notification,
  type NotificationCounts
} from "@orbweaver/core/jobs/MonitorStore"
import { maxDeliveryLosses, type Outbox } from "@orbweaver/core/jobs/Webhooks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { chunksOf } from "../../jobs/jobRows.ts"
import * as Text from "../../jobs/notificationText.ts"
import type { Sealing } from "../../support/sealing.ts"
import { fails, type Service as Database } from "../Database.ts"
import { eraseRows } from "../../sql/eraseRows.ts"
import { sqlOf } from "../sql.ts"

interface Row {
  /** A `bigint`, which some drivers give as text. */
  readonly n: number | string
  readonly id: string
  readonly monitor: string
  readonly check_id: string
  readonly is_last: boolean
  readonly post: string
  readonly attempt: number
}

/** Events that one statement adds. */
const atOnce = 100

export const makeNotifications = (db: Database, sealing: Sealing) => {
  const table = `${db.schema}.notification`
  const sql = sqlOf(db)
  const isReadable = Text.isReadable("post", (name) => `${name} = ANY($4::text[])`)

  const notificationOf = (row: Row): LentNotification | undefined => {
    const post = Text.decode(row.id, row.post, sealing)
    return (
      post && {
        id: row.id,
        monitorId: row.monitor,
        checkId: row.check_id,
        isLast: row.is_last,
        post,
        attempt: row.attempt
      }
    )
  }

  const outbox: Outbox<LentNotification> = {
    // The last event of a check waits for all others.
    take: (count, leaseMs) =>
      Effect.gen(function* () {
        const now = yield* db.now
        const rows = yield* db.rows<Row>(
          `UPDATE ${table} SET attempt = attempt + 1, due_at = $2 WHERE n IN (
            SELECT n FROM ${table} AS notification WHERE due_at <= $1 AND ${isReadable}
            AND (NOT is_last OR NOT EXISTS (SELECT 1 FROM ${table} AS earlier
              WHERE earlier.check_id = notification.check_id AND earlier.n <> notification.n AND earlier.due_at IS NOT NULL
              AND earlier.reason IS NULL AND earlier.attempt <= ${maxDeliveryLosses}))
            ORDER BY due_at, n LIMIT $3 FOR UPDATE SKIP LOCKED)
            RETURNING n, id, monitor, check_id, is_last, post, attempt`,
          now,
          now + leaseMs,
          count,
          sealing.names
        )
        return rows
          .toSorted((left, right) => Number(left.n) - Number(right.n))
          .flatMap((row) => notificationOf(row) ?? [])
      }).pipe(fails("MonitorStore.outbox")),
    delivered: ({ id }) =>
      Effect.asVoid(db.rows(`DELETE FROM ${table} WHERE id = $1`, id)).pipe(fails("MonitorStore.outbox")),
    failed: ({ id }, reason, retryAt) =>
      Effect.gen(function* () {
        if (retryAt === undefined) {
          yield* db.rows(
            `UPDATE ${table} SET due_at = NULL, reason = $2, post = $3 WHERE id = $1`,
            id,
            reason,
            Text.none
          )
          return
        }
        // The caller's clock says how long from now; the server's says when that is.
        const dueAt = retryAt + (yield* db.now) - (yield* Clock.currentTimeMillis)
        yield* db.rows(`UPDATE ${table} SET due_at = $2, reason = $3 WHERE id = $1`, id, dueAt, reason)
      }).pipe(fails("MonitorStore.outbox"))
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
              SELECT id, monitor, check_id, is_last, post, 0, 0 FROM json_to_recordset($1::text::json)
              AS x (id text, monitor text, check_id text, is_last boolean, post text) ON CONFLICT (id) DO NOTHING`,
            JSON.stringify(
              some.map((notification) => ({
                id: notification.id,
                monitor: notification.monitorId,
                check_id: notification.checkId,
                is_last: notification.isLast,
                post: Text.encode(notification, sealing)
              }))
            )
          ),
        { discard: true }
      ),
    counts: (checkId: string) =>
      Effect.map(
        db.rows<NotificationCounts>(
          `SELECT count(due_at)::int AS waiting,
            (count(*) FILTER (WHERE due_at IS NOT NULL AND reason IS NULL))::int AS untried,
            (count(*) - count(due_at))::int AS failed FROM ${table} WHERE check_id = $1`,
          checkId
        ),
        ([row]): NotificationCounts => row ?? { waiting: 0, untried: 0, failed: 0 }
      ).pipe(fails("MonitorStore.notificationCounts")),
    erase: (erasure: MonitorErasure) =>
      eraseRows<Row>(sql, "MonitorStore.erase", {
        after: (last) => db.rows(`SELECT * FROM ${table} WHERE id > $1 ORDER BY id LIMIT 100`, last?.id ?? ""),
        isErased: (row) => {
          const notification = notificationOf(row)
          return notification !== undefined && erasure.notification(notification)
        },
        remove: (rows) =>
          sql.remove(
            "notification",
            ["id"],
            rows.map(({ id }) => [id])
          )
      })
  }
}
