/** `WaitingLines` in PostgreSQL. */
import { type QueuePlace, WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fails, PostgresDatabase } from "./Database.ts"

export const layer: Layer.Layer<WaitingLines, never, PostgresDatabase> = Layer.effect(
  WaitingLines,
  Effect.map(PostgresDatabase, (db) => ({
    join: (line, id, keepFor) =>
      Effect.gen(function* () {
        const now = yield* db.now
        const [place] = yield* db.rows<QueuePlace>(
          `SELECT number, before FROM ${db.schema}.stand($1, $2, $3, $4)`,
          line,
          id,
          now,
          now + Duration.toMillis(keepFor)
        )
        return place!
      }).pipe(fails("WaitingLines.join")),
    leave: (line, id) =>
      Effect.asVoid(db.rows(`DELETE FROM ${db.schema}.place WHERE id = $1 AND line = $2`, id, line)).pipe(
        fails("WaitingLines.leave")
      ),
    length: (line) =>
      Effect.gen(function* () {
        const [row] = yield* db.rows<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${db.schema}.place WHERE line = $1 AND ends_at > $2`,
          line,
          yield* db.now
        )
        return row!.count
      }).pipe(fails("WaitingLines.length"))
  }))
)
