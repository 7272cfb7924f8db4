/** `WebhookOutbox` in SQLite: deliveries written with their events. */
import { type Delivery, maxDeliveryLosses, type OutboxService, WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { deliveryOf } from "../../jobs/jobRows.ts"
import * as PostText from "../../jobs/postText.ts"
import { listOf } from "../../sql/SqlDatabase.ts"
import { leaseParameters } from "../../jobs/clockJump.ts"
import type { JobDatabase } from "./JobDatabase.ts"

// One that has failed waits for as long as its sender has chosen, which may be long.
const isDue = "(due_at <= ? OR (due_at > ? AND reason IS NULL))"

/** `names` is the list of keys that this process has. */
const isReadable = (names: string): string => PostText.isReadable("post", (name) => `${name} IN ${names}`)

// The last event of a job waits for all others. The others wait for the first while it is on its way, or its sender has
// died: not yet taken, it is due before them and is taken with them.
const due = (
  names: string
): string => `SELECT * FROM delivery WHERE ${isDue} AND job NOT IN (SELECT value FROM json_each(?))
  AND ${isReadable(names)}
  AND (type NOT IN ('completed', 'failed', 'cancelled') OR NOT EXISTS (SELECT 1 FROM delivery AS earlier
    WHERE earlier.job = delivery.job AND earlier.n < delivery.n AND earlier.due_at IS NOT NULL
    AND earlier.reason IS NULL AND earlier.attempt <= ${maxDeliveryLosses}))
  AND (number = 1 OR NOT EXISTS (SELECT 1 FROM delivery AS started
    WHERE started.id = (SELECT id FROM job WHERE job.n = delivery.job) || '-1'
    AND started.due_at IS NOT NULL AND started.reason IS NULL AND started.attempt BETWEEN 1 AND ${maxDeliveryLosses}))
  ORDER BY due_at, n LIMIT ?`

export const makeOutbox = ({ db, sealing, specs, write }: JobDatabase): OutboxService => {
  const names = listOf(sealing.names)
  return WebhookOutbox.of({
    take: (count, leaseMs) =>
      Effect.flatMap(db.now, (now) =>
        Effect.flatMap(
          db.read("WebhookOutbox.take", () =>
            db.get(
              `SELECT 1 AS one FROM delivery WHERE ${isDue} AND job NOT IN (SELECT value FROM json_each(?))
                AND ${isReadable(names)} LIMIT 1`,
              ...leaseParameters(now),
              specs.unreadable(),
              ...sealing.names
            )
          ),
          (some) =>
            some === undefined
              ? Effect.succeed([])
              : write("WebhookOutbox.take", (tx) =>
                  db
                    .all(due(names), ...leaseParameters(tx.now), specs.unreadable(), ...sealing.names, count)
                    .flatMap((row): ReadonlyArray<Delivery> => {
                      const job = tx.jobAt(Number(row["job"]))
                      if (job?.spec.unreadable !== undefined) return []
                      const attempt = Number(row["attempt"]) + 1
                      db.run(
                        "UPDATE delivery SET attempt = ?, due_at = ? WHERE n = ?",
                        attempt,
                        tx.now + leaseMs,
                        row["n"]!
                      )
                      return deliveryOf({ ...row, attempt }, job?.spec, job?.state.error ?? null, sealing)
                    })
                )
        )
      ),
    delivered: ({ id }) =>
      db.write("WebhookOutbox.delivered", () => void db.run("DELETE FROM delivery WHERE id = ?", id)),
    failed: Effect.fnUntraced(function* ({ id }, reason, retryAt) {
      // The caller's clock says how long from now; the file's says when that is.
      const offset = (yield* db.now) - (yield* Clock.currentTimeMillis)
      const dueAt = retryAt === undefined ? null : retryAt + offset
      yield* db.write(
        "WebhookOutbox.failed",
        () =>
          void db.run(
            `UPDATE delivery SET due_at = ?, reason = ?, post = CASE WHEN ? IS NULL AND post IS NOT NULL THEN ? ELSE post END
              WHERE id = ?`,
            dueAt,
            reason,
            dueAt,
            PostText.none,
            id
          )
      )
    }),
    counts: (id) =>
      db.read("WebhookOutbox.counts", () => {
        const row = db.get(
          `SELECT count(due_at) AS waiting, count(*) FILTER (WHERE due_at IS NOT NULL AND reason IS NULL) AS untried,
            count(*) - count(due_at) AS failed FROM delivery WHERE job = (SELECT n FROM job WHERE id = ?)`,
          id
        )!
        return { waiting: Number(row["waiting"]), untried: Number(row["untried"]), failed: Number(row["failed"]) }
      }),
    dead: (id) =>
      db.read("WebhookOutbox.dead", () =>
        db
          .all(
            "SELECT number, reason FROM delivery WHERE due_at IS NULL AND job = (SELECT n FROM job WHERE id = ?) ORDER BY number",
            id
          )
          .map((row) => ({ number: Number(row["number"]), reason: String(row["reason"]) }))
      )
  })
}
