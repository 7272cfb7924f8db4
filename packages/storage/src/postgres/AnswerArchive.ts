/** `AnswerArchive` in PostgreSQL. */
import { AnswerArchive, retention, type StoredAnswer } from "@orbweaver/core/accounts/AnswerArchive"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fails, PostgresDatabase } from "./Database.ts"
import { eraseRows } from "./eraseRows.ts"
import { sweep } from "./sweep.ts"

export interface Options {
  /** Characters of answers kept; 1 Gi when absent. */
  readonly maxText?: number | undefined
}

/** Answers written by this process between two looks at the size. */
const between = 256

export const layer = ({ maxText = 1024 ** 3 }: Options = {}): Layer.Layer<AnswerArchive, never, PostgresDatabase> =>
  Layer.effect(
    AnswerArchive,
    Effect.map(PostgresDatabase, (db) => {
      const answers = `${db.schema}.kept_answer`
      let written = 0

      const prune = Effect.gen(function* () {
        if (++written % between !== 0) return
        const [row] = yield* db.rows<{ size: number }>(`SELECT coalesce(sum(size), 0)::float8 AS size FROM ${answers}`)
        if (row!.size <= maxText) return
        yield* db.rows(
          `DELETE FROM ${answers} WHERE id IN (SELECT id FROM ${answers} ORDER BY ends_at LIMIT ${between * 2})`
        )
      })

      return {
        save: ({ accountId, id, text }) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            yield* db.rows(
              `INSERT INTO ${answers} (id, account, text, size, ends_at) VALUES ($1, $2, $3, $4, $5)
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
          }).pipe(fails("AnswerArchive.save")),
        find: (id) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const [row] = yield* db.rows<{ account: string; text: string }>(
              `SELECT account, text FROM ${answers} WHERE id = $1 AND ends_at > $2`,
              id,
              now
            )
            return row === undefined ? undefined : { id, accountId: row.account, text: row.text }
          }).pipe(fails("AnswerArchive.find")),
        erase: (isErased) =>
          eraseRows<StoredAnswer>({
            after: (last) =>
              db.rows(
                `SELECT id, account AS "accountId", text FROM ${answers} WHERE id > $1 ORDER BY id LIMIT 20`,
                last?.id ?? ""
              ),
            isErased,
            remove: (rows) =>
              db.rows(
                `DELETE FROM ${answers} WHERE id = ANY($1::text[])`,
                rows.map(({ id }) => id)
              )
          }).pipe(fails("AnswerArchive.erase"))
      }
    })
  )
