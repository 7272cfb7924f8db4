/** `ClaimedKeys` in PostgreSQL. */
import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fails, PostgresDatabase } from "./Database.ts"
import { sweep } from "./sweep.ts"

export const layer: Layer.Layer<ClaimedKeys, never, PostgresDatabase> = Layer.effect(
  ClaimedKeys,
  Effect.map(PostgresDatabase, (db) => ({
    claim: (key, keepFor) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* sweep(db, "claimed_key", "key", now)
        const taken = yield* db.rows(
          `INSERT INTO ${db.schema}.claimed_key AS c (key, ends_at) VALUES ($1, $3::float8)
            ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at WHERE c.ends_at <= $2::float8
            RETURNING 1`,
          key,
          now,
          now + Duration.toMillis(keepFor)
        )
        return taken.length > 0
      }).pipe(fails("ClaimedKeys.claim"))
  }))
)
