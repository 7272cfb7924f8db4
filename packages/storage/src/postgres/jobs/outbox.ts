/** `WebhookOutbox` in PostgreSQL: deliveries written with their events. */
import {
  maxDeliveryLosses,
  type OutboxService,
  type UndeliveredEvents,
  WebhookOutbox
} from "@orbweaver/core/jobs/Webhooks"
import * as Effect from "effect/Effect"
import { deliveryOf } from "../../jobs/jobRows.ts"
import * as PostText from "../../jobs/postText.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { fails } from "../Database.ts"
import * as Transaction from "./Transaction.ts"

export const makeOutbox = ({ db, schema, sealing, specs }: JobDatabase): OutboxService =>
  WebhookOutbox.of({
    // The last event of a job waits for all others. The others wait for the first while it is on its way, or its
    // sender has died: not yet taken, it is due before them and is taken with them.
    take: (count, leaseMs) =>
      Effect.gen(function* () {
        const now = yield* db.now
        const rows = yield* db.rows(
          `UPDATE ${schema}.delivery SET attempt = attempt + 1, due_at = $2 WHERE n IN (
            SELECT n FROM ${schema}.delivery WHERE due_at <= $1 AND job <> ALL($4::int[])
            AND ${PostText.isReadable("post", (name) => `${name} = ANY($5::text[])`)}
            AND (type NOT IN ('completed', 'failed', 'cancelled') OR NOT EXISTS (SELECT 1 FROM ${schema}.delivery AS earlier
              WHERE earlier.job = delivery.job AND earlier.n < delivery.n AND earlier.due_at IS NOT NULL
              AND earlier.reason IS NULL AND earlier.attempt <= ${maxDeliveryLosses}))
            AND (number = 1 OR NOT EXISTS (SELECT 1 FROM ${schema}.delivery AS started
              WHERE started.id = (SELECT id FROM ${schema}.job WHERE job.n = delivery.job) || '-1'
              AND started.due_at IS NOT NULL AND started.reason IS NULL
              AND started.attempt BETWEEN 1 AND ${maxDeliveryLosses}))
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
      }).pipe(fails("WebhookOutbox.take")),
    delivered: ({ id }) =>
      Effect.asVoid(db.rows(`DELETE FROM ${schema}.delivery WHERE id = $1`, id)).pipe(fails("WebhookOutbox.delivered")),
    failed: ({ id }, reason, retryAt) =>
      Effect.gen(function* () {
        // The caller's clock says how long from now; the server's says when that is.
        const offset = (yield* db.now) - (yield* Effect.clockWith((clock) => clock.currentTimeMillis))
        yield* db.rows(
          `UPDATE ${schema}.delivery SET due_at = $2::float8, reason = $3,
            post = CASE WHEN $2::float8 IS NULL AND post IS NOT NULL THEN $4 ELSE post END WHERE id = $1`,
          id,
          retryAt === undefined ? null : retryAt + offset,
          reason,
          PostText.none
        )
      }).pipe(fails("WebhookOutbox.failed")),
    counts: (id) =>
      Effect.map(
        db.rows<UndeliveredEvents>(
          `SELECT count(due_at)::int AS waiting, (count(*) FILTER (WHERE due_at IS NOT NULL AND reason IS NULL))::int AS untried,
            (count(*) - count(due_at))::int AS failed FROM ${schema}.delivery
            WHERE job = (SELECT n FROM ${schema}.job WHERE id = $1)`,
          id
        ),
        ([row]) => row!
      ).pipe(fails("WebhookOutbox.counts")),
    dead: (id) =>
      db
        .rows<{ number: number; reason: string }>(
          `SELECT number, reason FROM ${schema}.delivery WHERE due_at IS NULL
            AND job = (SELECT n FROM ${schema}.job WHERE id = $1) ORDER BY number`,
          id
        )
        .pipe(fails("WebhookOutbox.dead"))
  })
