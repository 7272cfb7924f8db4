/** The outbox of checks in the SQLite file: events written with the end of their check. */
import {
  type LentNotification,
  type MonitorErasure,
  type Notification,
  type NotificationCounts
} from "@orbweaver/core/jobs/MonitorStore"
import { maxDeliveryLosses, type Outbox } from "@orbweaver/core/jobs/Webhooks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Text from "../../jobs/notificationText.ts"
import type { Sealing } from "../../support/sealing.ts"
import type { Row, Service as Database } from "../Database.ts"
import { eraseRows } from "../../sql/eraseRows.ts"
import { sqlOf } from "../sql.ts"
import { leaseParameters } from "./clockJump.ts"

// One that has failed waits for as long as its sender has chosen, which may be long.
const isDue = "(due_at <= ? OR (due_at > ? AND reason IS NULL))"
const isReadable = Text.isReadable("post", (name) => `${name} IN (SELECT value FROM json_each(?))`)
// The last event of a check waits for all others.
const due = `SELECT * FROM notification WHERE ${isDue} AND ${isReadable}
  AND (is_last = 0 OR NOT EXISTS (SELECT 1 FROM notification AS earlier
    WHERE earlier.check_id = notification.check_id AND earlier.n <> notification.n AND earlier.due_at IS NOT NULL
    AND earlier.reason IS NULL AND earlier.attempt <= ${maxDeliveryLosses}))
  ORDER BY due_at, n LIMIT ?`

export const makeNotifications = (db: Database, sealing: Sealing) => {
  const names = JSON.stringify(sealing.names)

  const notificationOf = (row: Row): LentNotification | undefined => {
    const post = Text.decode(String(row["id"]), String(row["post"]), sealing)
    return (
      post && {
        id: String(row["id"]),
        monitorId: String(row["monitor"]),
        checkId: String(row["check_id"]),
        isLast: row["is_last"] === 1,
        post,
        attempt: Number(row["attempt"])
      }
    )
  }

  const outbox: Outbox<LentNotification> = {
    take: (count, leaseMs) =>
      Effect.flatMap(db.now, (now) => {
        const find = () => db.all(due, ...leaseParameters(now), names, count)
        return Effect.flatMap(db.read("MonitorStore.outbox", find), (some) =>
          // Most of the time there is nothing, and a look takes no lock.
          some.length === 0
            ? Effect.succeed([])
            : db.write("MonitorStore.outbox", () =>
                find().flatMap((row) => {
                  const attempt = Number(row["attempt"]) + 1
                  db.run(
                    "UPDATE notification SET attempt = ?, due_at = ? WHERE n = ?",
                    attempt,
                    now + leaseMs,
                    row["n"]!
                  )
                  return notificationOf({ ...row, attempt }) ?? []
                })
              )
        )
      }),
    delivered: ({ id }) =>
      db.write("MonitorStore.outbox", () => void db.run("DELETE FROM notification WHERE id = ?", id)),
    failed: Effect.fnUntraced(function* ({ id }, reason, retryAt) {
      if (retryAt === undefined) {
        return yield* db.write(
          "MonitorStore.outbox",
          () =>
            void db.run(
              "UPDATE notification SET due_at = NULL, reason = ?, post = ? WHERE id = ?",
              reason,
              Text.none,
              id
            )
        )
      }
      // The caller's clock says how long from now; the file's says when that is.
      const dueAt = retryAt + (yield* db.now) - (yield* Clock.currentTimeMillis)
      yield* db.write(
        "MonitorStore.outbox",
        () => void db.run("UPDATE notification SET due_at = ?, reason = ? WHERE id = ?", dueAt, reason, id)
      )
    })
  }

  return {
    outbox,
    /** Within a transaction. */
    add: (notifications: ReadonlyArray<Notification>): void => {
      for (const notification of notifications) {
        db.run(
          `INSERT INTO notification (id, monitor, check_id, is_last, post, attempt, due_at) VALUES (?, ?, ?, ?, ?, 0, 0)
            ON CONFLICT (id) DO NOTHING`,
          notification.id,
          notification.monitorId,
          notification.checkId,
          notification.isLast ? 1 : 0,
          Text.encode(notification, sealing)
        )
      }
    },
    counts: (checkId: string) =>
      db.read("MonitorStore.notificationCounts", (): NotificationCounts => {
        const row = db.get(
          `SELECT count(due_at) AS waiting, count(*) FILTER (WHERE due_at IS NOT NULL AND reason IS NULL) AS untried,
            count(*) - count(due_at) AS failed FROM notification WHERE check_id = ?`,
          checkId
        )
        return {
          waiting: Number(row?.["waiting"]),
          untried: Number(row?.["untried"]),
          failed: Number(row?.["failed"])
        }
      }),
    erase: (erasure: MonitorErasure) =>
      eraseRows<Row>(sqlOf(db), "MonitorStore.erase", {
        after: (last) =>
          Effect.sync(() =>
            db.all("SELECT * FROM notification WHERE id > ? ORDER BY id LIMIT 100", last?.["id"] ?? "")
          ),
        isErased: (row) => {
          const notification = notificationOf(row)
          return notification !== undefined && erasure.notification(notification)
        },
        remove: (rows) =>
          sqlOf(db).remove(
            "notification",
            ["id"],
            rows.map(({ id }) => [String(id)])
          )
      })
  }
}
