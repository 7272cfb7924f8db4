/** `RequestStore` in the SQLite file: servers that share the file share their counts. */
import { RequestStore, retention } from "@orbweaver/core/accounts/RequestStore"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./Database.ts"

export interface Options {
  /** Characters of answers kept; 256 Mi when absent. */
  readonly maxText?: number | undefined
}

/** Answers written between two looks at the size. */
const between = 64
/** Rows past their time that one write takes away. */
const sweptAtOnce = 100

export const layer = ({ maxText = 256 * 1024 * 1024 }: Options = {}): Layer.Layer<
  RequestStore,
  never,
  SqliteDatabase
> =>
  Layer.effect(
    RequestStore,
    Effect.map(SqliteDatabase, (db) => {
      let written = 0

      const sweep = (table: string, key: string, now: number): void =>
        void db.run(
          `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ends_at <= ? LIMIT ${sweptAtOnce})`,
          now
        )

      const prune = (): void => {
        if (++written % between !== 0) return
        const size = Number(db.get("SELECT coalesce(sum(size), 0) AS size FROM kept_answer")!["size"])
        if (size <= maxText) return
        db.run("DELETE FROM kept_answer WHERE id IN (SELECT id FROM kept_answer ORDER BY ends_at LIMIT ?)", between * 2)
      }

      return RequestStore.of({
        count: (key, span) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.write("RequestStore.count", () => {
              sweep("request_count", "key", now)
              const row = db.get(
                `INSERT INTO request_count (key, started_at, ends_at, count) VALUES (?1, ?2, ?3, 1)
                  ON CONFLICT (key) DO UPDATE SET
                  count = CASE WHEN ends_at <= ?2 THEN 1 ELSE count + 1 END,
                  started_at = CASE WHEN ends_at <= ?2 THEN ?2 ELSE started_at END,
                  ends_at = CASE WHEN ends_at <= ?2 THEN ?3 ELSE ends_at END
                  RETURNING started_at, count`,
                key,
                now,
                now + Duration.toMillis(span)
              )!
              return { startedAt: Number(row["started_at"]), count: Number(row["count"]) }
            })
          ),
        claim: (key, kept) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.write("RequestStore.claim", () => {
              sweep("claimed_key", "key", now)
              return (
                db.run(
                  `INSERT INTO claimed_key (key, ends_at) VALUES (?1, ?3)
                    ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at WHERE claimed_key.ends_at <= ?2`,
                  key,
                  now,
                  now + Duration.toMillis(kept)
                ) > 0
              )
            })
          ),
        joinQueue: (line, id, kept) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.write("RequestStore.joinQueue", () => {
              sweep("place", "id", now)
              const number = Number(
                db.get(
                  `INSERT INTO place (line, id, ends_at) VALUES (?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at RETURNING n`,
                  line,
                  id,
                  now + Duration.toMillis(kept)
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
        leaveQueue: (line, id) =>
          db.write(
            "RequestStore.leaveQueue",
            () => void db.run("DELETE FROM place WHERE id = ? AND line = ?", id, line)
          ),
        queueLength: (line) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.read("RequestStore.queueLength", () =>
              Number(db.get("SELECT count(*) AS count FROM place WHERE line = ? AND ends_at > ?", line, now)!["count"])
            )
          ),
        saveAnswer: ({ accountId, id, text }) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.write("RequestStore.saveAnswer", () => {
              sweep("kept_answer", "id", now)
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
            db.read("RequestStore.find", () => {
              const row = db.get("SELECT account, text FROM kept_answer WHERE id = ? AND ends_at > ?", id, now)
              return row === undefined
                ? undefined
                : { id, accountId: String(row["account"]), text: String(row["text"]) }
            })
          )
      })
    })
  )
