/** `RateCounter` in a database: servers that share it share their counts. */
import { RateCounter } from "@orbweaver/core/accounts/RateCounter"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlDatabase } from "./SqlDatabase.ts"
import { sweep } from "./sweep.ts"

export const layer: Layer.Layer<RateCounter, never, SqlDatabase> = Layer.effect(
  RateCounter,
  Effect.map(SqlDatabase, (db) => ({
    count: (key, span) =>
      db.write(
        "RateCounter.count",
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const [row] = yield* db.rows<{ started_at: number; count: number }>(
            `INSERT INTO ${db.table("request_count")} AS c (key, started_at, ends_at, count) VALUES (?, ?, ?, 1)
              ON CONFLICT (key) DO UPDATE SET
              count = CASE WHEN c.ends_at <= excluded.started_at THEN 1 ELSE c.count + 1 END,
              started_at = CASE WHEN c.ends_at <= excluded.started_at THEN excluded.started_at ELSE c.started_at END,
              ends_at = CASE WHEN c.ends_at <= excluded.started_at THEN excluded.ends_at ELSE c.ends_at END
              RETURNING started_at, count`,
            key,
            now,
            now + Duration.toMillis(span)
          )
          // Once a window, so that those of accounts that went away go too.
          if (row!.count === 1) yield* sweep(db, "request_count", "key", now)
          return { startedAt: row!.started_at, count: row!.count }
        })
      )
  }))
)
