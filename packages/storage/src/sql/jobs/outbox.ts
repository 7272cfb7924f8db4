/** The part of `WebhookOutbox` that is the same in every database: all but the taking of deliveries. */
import { maxDeliveryLosses, type OutboxService, type UndeliveredEvents } from "@orbweaver/core/jobs/Webhooks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as PostText from "../../jobs/postText.ts"
import type { Service } from "../SqlDatabase.ts"

/**
 * Condition for deliveries whose turn it is. The last event of a job waits for all others. The others wait for the first
 * while it is on its way, or its sender has died: not yet taken, it is due before them and is taken with them.
 */
export const isNext = (table: (name: string) => string): string =>
  `(type NOT IN ('completed', 'failed', 'cancelled') OR NOT EXISTS (SELECT 1 FROM ${table("delivery")} AS earlier
    WHERE earlier.job = delivery.job AND earlier.n < delivery.n AND earlier.due_at IS NOT NULL
    AND earlier.reason IS NULL AND earlier.attempt <= ${maxDeliveryLosses}))
  AND (number = 1 OR NOT EXISTS (SELECT 1 FROM ${table("delivery")} AS started
    WHERE started.id = (SELECT id FROM ${table("job")} AS job WHERE job.n = delivery.job) || '-1'
    AND started.due_at IS NOT NULL AND started.reason IS NULL AND started.attempt BETWEEN 1 AND ${maxDeliveryLosses}))`

export const makeDeliveries = (sql: Service): Omit<OutboxService, "take"> => {
  const [delivery, job] = [sql.table("delivery"), sql.table("job")]

  return {
    delivered: ({ id }) =>
      sql.write("WebhookOutbox.delivered", Effect.asVoid(sql.rows(`DELETE FROM ${delivery} WHERE id = ?`, id))),
    failed: Effect.fnUntraced(function* ({ id }, reason, retryAt) {
      // The caller's clock says how long from now; the database's says when that is.
      const offset = (yield* sql.now) - (yield* Clock.currentTimeMillis)
      const dueAt = retryAt === undefined ? null : retryAt + offset
      yield* sql.write(
        "WebhookOutbox.failed",
        Effect.asVoid(
          dueAt === null
            ? sql.rows(
                `UPDATE ${delivery} SET due_at = NULL, reason = ?, post = CASE WHEN post IS NULL THEN NULL ELSE '${PostText.none}' END
                  WHERE id = ?`,
                reason,
                id
              )
            : sql.rows(`UPDATE ${delivery} SET due_at = ?, reason = ? WHERE id = ?`, dueAt, reason, id)
        )
      )
    }),
    counts: (id) =>
      sql.read(
        "WebhookOutbox.counts",
        Effect.map(
          sql.rows<UndeliveredEvents>(
            `SELECT CAST(count(due_at) AS int) AS waiting,
              CAST(count(*) FILTER (WHERE due_at IS NOT NULL AND reason IS NULL) AS int) AS untried,
              CAST(count(*) - count(due_at) AS int) AS failed FROM ${delivery}
              WHERE job = (SELECT n FROM ${job} WHERE id = ?)`,
            id
          ),
          ([row]) => row!
        )
      ),
    dead: (id) =>
      sql.read(
        "WebhookOutbox.dead",
        sql.rows<{ readonly number: number; readonly reason: string }>(
          `SELECT number, reason FROM ${delivery} WHERE due_at IS NULL
            AND job = (SELECT n FROM ${job} WHERE id = ?) ORDER BY number`,
          id
        )
      )
  }
}
