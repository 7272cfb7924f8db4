/** `RateCounter` in the SQLite file: servers that share the file share their counts. */
import { RateCounter } from "@orbweaver/core/accounts/RateCounter"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./Database.ts"
import { sweep } from "./sweep.ts"

export const layer: Layer.Layer<RateCounter, never, SqliteDatabase> = Layer.effect(
  RateCounter,
  Effect.map(SqliteDatabase, (db) => ({
    count: (key, span) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.write("RateCounter.count", () => {
          sweep(db, "request_count", "key", now)
          const row = db.get(
            `INSERT INTO request_count (key, started_at, ends_at, count) VALUES (?, ?, ?, 1)
              ON CONFLICT (key) DO UPDATE SET
              count = CASE WHEN ends_at <= excluded.started_at THEN 1 ELSE count + 1 END,
              started_at = CASE WHEN ends_at <= excluded.started_at THEN excluded.started_at ELSE started_at END,
              ends_at = CASE WHEN ends_at <= excluded.started_at THEN excluded.ends_at ELSE ends_at END
              RETURNING started_at, count`,
            key,
            now,
            now + Duration.toMillis(span)
          )!
          return { startedAt: Number(row["started_at"]), count: Number(row["count"]) }
        })
      )
  }))
)
