/** `RateCounter` in PostgreSQL: all servers of the database share the counts. */
import { RateCounter } from "@orbweaver/core/accounts/RateCounter"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fails, PostgresDatabase } from "./Database.ts"
import { sweep } from "./sweep.ts"

export const layer: Layer.Layer<RateCounter, never, PostgresDatabase> = Layer.effect(
  RateCounter,
  Effect.map(PostgresDatabase, (db) => ({
    count: (key, span) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const [row] = yield* db.rows<{ started_at: number; count: number }>(
          `INSERT INTO ${db.schema}.request_count AS c (key, started_at, ends_at, count)
            VALUES ($1, $2::float8, $3::float8, 1)
            ON CONFLICT (key) DO UPDATE SET
            count = CASE WHEN c.ends_at <= $2::float8 THEN 1 ELSE c.count + 1 END,
            started_at = CASE WHEN c.ends_at <= $2::float8 THEN $2::float8 ELSE c.started_at END,
            ends_at = CASE WHEN c.ends_at <= $2::float8 THEN $3::float8 ELSE c.ends_at END
            RETURNING started_at, count`,
          key,
          now,
          now + Duration.toMillis(span)
        )
        // Once a window, so that those of accounts that went away go too.
        if (row!.count === 1) yield* sweep(db, "request_count", "key", now)
        return { startedAt: row!.started_at, count: row!.count }
      }).pipe(fails("RateCounter.count"))
  }))
)
