/** `WebhookOutbox` in PostgreSQL: deliveries written with their events. */
import { type OutboxService, WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import * as Effect from "effect/Effect"
import { deliveryOf } from "../../jobs/jobRows.ts"
import * as PostText from "../../jobs/postText.ts"
import { isNext, makeDeliveries } from "../../sql/jobs/outbox.ts"
import { sqlOf } from "../sql.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { fails } from "../Database.ts"
import * as Transaction from "./Transaction.ts"

export const makeOutbox = ({ db, schema, sealing, specs }: JobDatabase): OutboxService => {
  const sql = sqlOf(db)
  return WebhookOutbox.of({
    ...makeDeliveries(sql),
    take: (count, leaseMs) =>
      Effect.gen(function* () {
        const now = yield* db.now
        const rows = yield* db.rows(
          `UPDATE ${schema}.delivery SET attempt = attempt + 1, due_at = $2 WHERE n IN (
            SELECT n FROM ${schema}.delivery WHERE due_at <= $1 AND job <> ALL($4::int[])
            AND ${PostText.isReadable("post", (name) => `${name} = ANY($5::text[])`)} AND ${isNext(sql.table)}
            ORDER BY due_at, n LIMIT $3 FOR UPDATE SKIP LOCKED)
            RETURNING *, (SELECT error FROM ${schema}.job WHERE job.n = delivery.job) AS error`,
          now,
          now + leaseMs,
          count,
          JSON.parse(specs.unreadable()) as ReadonlyArray<number>,
          sealing.names
        )
        const specOf = yield* Transaction.specsOf(
          db,
          specs,
          rows.map((row) => Number(row["job"]))
        )
        const left = rows.filter((row) => specOf.get(Number(row["job"]))?.unreadable !== undefined)
        if (left.length > 0) {
          yield* db.rows(
            `UPDATE ${schema}.delivery SET attempt = attempt - 1, due_at = $2 WHERE n = ANY($1::bigint[])`,
            left.map((row) => Number(row["n"])),
            now
          )
        }
        return rows
          .filter((row) => !left.includes(row))
          .toSorted((left, right) => Number(left["n"]) - Number(right["n"]))
          .flatMap((row) => deliveryOf(row, specOf.get(Number(row["job"])), row["error"] as string | null, sealing))
      }).pipe(fails("WebhookOutbox.take"))
  })
}
