/** `WaitingLines` in the SQLite file. */
import { WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./Database.ts"

/** Places past their time that one write takes away. */
const sweptAtOnce = 100

export const layer: Layer.Layer<WaitingLines, never, SqliteDatabase> = Layer.effect(
  WaitingLines,
  Effect.map(SqliteDatabase, (db) => ({
    join: (line, id, keepFor) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.write("WaitingLines.join", () => {
          db.run(`DELETE FROM place WHERE id IN (SELECT id FROM place WHERE ends_at <= ? LIMIT ${sweptAtOnce})`, now)
          const number = Number(
            db.get(
              `INSERT INTO place (line, id, ends_at) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at RETURNING n`,
              line,
              id,
              now + Duration.toMillis(keepFor)
            )!["n"]
          )
          const before = db.get(
            "SELECT count(*) AS count FROM place WHERE line = ? AND n < ? AND ends_at > ?",
            line,
            number,
            now
          )!
          return { number, before: Number(before["count"]) }
        })
      ),
    leave: (line, id) =>
      db.write("WaitingLines.leave", () => void db.run("DELETE FROM place WHERE id = ? AND line = ?", id, line)),
    length: (line) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.read("WaitingLines.length", () =>
          Number(db.get("SELECT count(*) AS count FROM place WHERE line = ? AND ends_at > ?", line, now)!["count"])
        )
      )
  }))
)
