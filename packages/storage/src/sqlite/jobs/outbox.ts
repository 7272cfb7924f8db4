/** `WebhookOutbox` in SQLite: deliveries written with their events. */
import { type Delivery, type OutboxService, WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import * as Effect from "effect/Effect"
import { deliveryOf } from "../../jobs/jobRows.ts"
import * as PostText from "../../jobs/postText.ts"
import { listOf } from "../../sql/SqlDatabase.ts"
import { leaseParameters } from "../../jobs/clockJump.ts"
import { isNext, makeDeliveries } from "../../sql/jobs/outbox.ts"
import { sqlOf } from "../sql.ts"
import type { JobDatabase } from "./JobDatabase.ts"

// One that has failed waits for as long as its sender has chosen, which may be long.
const isDue = "(due_at <= ? OR (due_at > ? AND reason IS NULL))"

export const makeOutbox = ({ db, sealing, specs, write }: JobDatabase): OutboxService => {
  const isReadable = PostText.isReadable("post", (name) => `${name} IN ${listOf(sealing.names)}`)
  const mayBeTaken = `${isDue} AND job NOT IN (SELECT value FROM json_each(?)) AND ${isReadable}`
  const parameters = (now: number) => [...leaseParameters(now), specs.unreadable(), ...sealing.names]
  const next = `SELECT * FROM delivery WHERE ${mayBeTaken} AND ${isNext((name) => name)} ORDER BY due_at, n LIMIT ?`

  return WebhookOutbox.of({
    ...makeDeliveries(sqlOf(db)),
    take: (count, leaseMs) =>
      Effect.flatMap(db.now, (now) =>
        Effect.flatMap(
          db.read("WebhookOutbox.take", () =>
            db.get(`SELECT 1 AS one FROM delivery WHERE ${mayBeTaken} LIMIT 1`, ...parameters(now))
          ),
          (some) =>
            some === undefined
              ? Effect.succeed([])
              : write("WebhookOutbox.take", (tx) =>
                  db.all(next, ...parameters(tx.now), count).flatMap((row): ReadonlyArray<Delivery> => {
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
      )
  })
}
