/** `ClaimedKeys` in the SQLite file. */
import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./Database.ts"
import { sweep } from "./sweep.ts"

export const layer: Layer.Layer<ClaimedKeys, never, SqliteDatabase> = Layer.effect(
  ClaimedKeys,
  Effect.map(SqliteDatabase, (db) => ({
    claim: (key, keepFor) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.write("ClaimedKeys.claim", () => {
          sweep(db, "claimed_key", "key", now)
          return (
            db.run(
              `INSERT INTO claimed_key (key, ends_at) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at WHERE claimed_key.ends_at <= ?`,
              key,
              now + Duration.toMillis(keepFor),
              now
            ) > 0
          )
        })
      )
  }))
)
