/** `ClaimedKeys` in a database. */
import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlDatabase } from "./SqlDatabase.ts"
import { sweep } from "./sweep.ts"

export const layer: Layer.Layer<ClaimedKeys, never, SqlDatabase> = Layer.effect(
  ClaimedKeys,
  Effect.map(SqlDatabase, (db) => ({
    claim: (key, keepFor) =>
      db.write(
        "ClaimedKeys.claim",
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* sweep(db, "claimed_key", "key", now)
          const taken = yield* db.rows(
            `INSERT INTO ${db.table("claimed_key")} AS c (key, ends_at) VALUES (?, ?)
              ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at WHERE c.ends_at <= ? RETURNING 1`,
            key,
            now + Duration.toMillis(keepFor),
            now
          )
          return taken.length > 0
        })
      )
  }))
)
