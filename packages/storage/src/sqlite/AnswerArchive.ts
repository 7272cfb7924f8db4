/** `AnswerArchive` in the SQLite file. */
import { AnswerArchive, retention } from "@orbweaver/core/accounts/AnswerArchive"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./Database.ts"
import { eraseRows } from "./eraseRows.ts"
import { sweep } from "./sweep.ts"

export interface Options {
  /** Characters of answers kept; 256 Mi when absent. */
  readonly maxText?: number | undefined
}

/** Answers written between two looks at the size. */
const between = 64

export const layer = ({ maxText = 256 * 1024 * 1024 }: Options = {}): Layer.Layer<
  AnswerArchive,
  never,
  SqliteDatabase
> =>
  Layer.effect(
    AnswerArchive,
    Effect.map(SqliteDatabase, (db) => {
      let written = 0

      const prune = (): void => {
        if (++written % between !== 0) return
        const size = Number(db.get("SELECT coalesce(sum(size), 0) AS size FROM kept_answer")!["size"])
        if (size <= maxText) return
        db.run("DELETE FROM kept_answer WHERE id IN (SELECT id FROM kept_answer ORDER BY ends_at LIMIT ?)", between * 2)
      }

      return {
        save: ({ accountId, id, text }) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.write("AnswerArchive.save", () => {
              sweep(db, "kept_answer", "id", now)
              db.run(
                "INSERT OR REPLACE INTO kept_answer (id, account, text, size, ends_at) VALUES (?, ?, ?, ?, ?)",
                id,
                accountId,
                text,
                text.length,
                now + Duration.toMillis(retention)
              )
              prune()
            })
          ),
        find: (id) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.read("AnswerArchive.find", () => {
              const row = db.get("SELECT account, text FROM kept_answer WHERE id = ? AND ends_at > ?", id, now)
              return row === undefined
                ? undefined
                : { id, accountId: String(row["account"]), text: String(row["text"]) }
            })
          ),
        erase: (isErased) =>
          eraseRows(db, "AnswerArchive.erase", {
            after: (last) =>
              db.all("SELECT id, account, text FROM kept_answer WHERE id > ? ORDER BY id LIMIT 20", last?.["id"] ?? ""),
            isErased: ({ account, id, text }) =>
              isErased({ id: String(id), accountId: String(account), text: String(text) }),
            remove: ({ id }) => db.run("DELETE FROM kept_answer WHERE id = ?", id!)
          })
      }
    })
  )
