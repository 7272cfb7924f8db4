/** `AnswerArchive` in a database. */
import { AnswerArchive, retention, type StoredAnswer } from "@orbweaver/core/accounts/AnswerArchive"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { eraseRows } from "./eraseRows.ts"
import { SqlDatabase } from "./SqlDatabase.ts"
import { sweep } from "./sweep.ts"

export interface Options {
  /** Characters of answers kept; 256 Mi when absent. */
  readonly maxText?: number | undefined
}

/** Answers written by this process between two looks at the size. */
const between = 64

export const layer = ({ maxText = 256 * 1024 * 1024 }: Options = {}): Layer.Layer<AnswerArchive, never, SqlDatabase> =>
  Layer.effect(
    AnswerArchive,
    Effect.map(SqlDatabase, (db) => {
      const answers = db.table("kept_answer")
      let written = 0

      const prune = Effect.gen(function* () {
        if (++written % between !== 0) return
        const [row] = yield* db.rows<{ size: number }>(
          `SELECT CAST(coalesce(sum(size), 0) AS double precision) AS size FROM ${answers}`
        )
        if (row!.size <= maxText) return
        yield* db.rows(
          `DELETE FROM ${answers} WHERE id IN (SELECT id FROM ${answers} ORDER BY ends_at LIMIT ${between * 2})`
        )
      })

      return {
        save: ({ accountId, id, text }) =>
          db.write(
            "AnswerArchive.save",
            Effect.gen(function* () {
              const now = yield* Clock.currentTimeMillis
              yield* db.rows(
                `INSERT INTO ${answers} (id, account, text, size, ends_at) VALUES (?, ?, ?, ?, ?)
                  ON CONFLICT (id) DO UPDATE SET account = excluded.account, text = excluded.text,
                  size = excluded.size, ends_at = excluded.ends_at`,
                id,
                accountId,
                text,
                text.length,
                now + Duration.toMillis(retention)
              )
              yield* sweep(db, "kept_answer", "id", now)
              yield* prune
            })
          ),
        find: (id) =>
          db.read(
            "AnswerArchive.find",
            Effect.gen(function* () {
              const [row] = yield* db.rows<{ account: string; text: string }>(
                `SELECT account, text FROM ${answers} WHERE id = ? AND ends_at > ?`,
                id,
                yield* Clock.currentTimeMillis
              )
              return row === undefined ? undefined : { id, accountId: row.account, text: row.text }
            })
          ),
        erase: (isErased) =>
          eraseRows<StoredAnswer>(db, "AnswerArchive.erase", {
            after: (last) =>
              db.rows(
                `SELECT id, account AS "accountId", text FROM ${answers} WHERE id > ? ORDER BY id LIMIT 20`,
                last?.id ?? ""
              ),
            isErased,
            remove: (rows) =>
              db.remove(
                "kept_answer",
                ["id"],
                rows.map(({ id }) => [id])
              )
          })
      }
    })
  )
