/** `WebhookOutbox` in SQLite: deliveries written with their events. */
import { type Delivery, type OutboxService, WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import * as Effect from "effect/Effect"
import { deliveryOf } from "../../jobs/jobRows.ts"
import { leaseParameters } from "../../jobs/clockJump.ts"
import { isNext, makeDeliveries } from "../../sql/jobs/outbox.ts"
import { sqlOf } from "../sql.ts"
import type { JobDatabase } from "./JobDatabase.ts"

// One that has failed waits for as long as its sender has chosen, which may be long.
const isDue = "(due_at <= ? OR (due_at > ? AND reason IS NULL))"

const due = `SELECT * FROM delivery WHERE ${isDue} AND job NOT IN (SELECT value FROM json_each(?))
  AND ${isNext((name) => name)} ORDER BY due_at, n LIMIT ?`

export const makeOutbox = ({ db, specs, write }: JobDatabase): OutboxService =>
  WebhookOutbox.of({
    ...makeDeliveries(sqlOf(db)),
    take: (count, leaseMs) =>
      Effect.flatMap(db.now, (now) =>
        Effect.flatMap(
          db.read("WebhookOutbox.take", () =>
            db.get(
              `SELECT 1 AS one FROM delivery WHERE ${isDue} AND job NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
              ...leaseParameters(now),
              specs.unreadable()
            )
          ),
          (some) =>
            some === undefined
              ? Effect.succeed([])
              : write("WebhookOutbox.take", (tx) =>
                  db
                    .all(due, ...leaseParameters(tx.now), specs.unreadable(), count)
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
                      return deliveryOf({ ...row, attempt }, job?.spec, job?.state.error ?? null)
                    })
                )
        )
      )
  })
