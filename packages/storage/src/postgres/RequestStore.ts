/** `RequestStore` in PostgreSQL: every server of the database minds the same counts. */
import { type QueuePlace, RequestStore, retention } from "@orbweaver/core/accounts/RequestStore"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fails, PostgresDatabase } from "./Database.ts"

export interface Options {
  /** Characters of answers kept; 1 Gi when absent. */
  readonly maxText?: number | undefined
}

/** Answers written by this process between two looks at the size. */
const between = 256
/** Rows past their time that one write takes away. */
const sweptAtOnce = 100

export const layer = ({ maxText = 1024 ** 3 }: Options = {}): Layer.Layer<RequestStore, never, PostgresDatabase> =>
  Layer.effect(
    RequestStore,
    Effect.map(PostgresDatabase, (db) => {
      const table = (name: string) => `${db.schema}.${name}`
      let written = 0

      /** Rows that another server sweeps just now are left to it. */
      const sweep = (name: string, key: string, now: number) =>
        db.rows(
          `DELETE FROM ${table(name)} WHERE ${key} IN
            (SELECT ${key} FROM ${table(name)} WHERE ends_at <= $1 LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`,
          now
        )

      const prune = Effect.gen(function* () {
        if (++written % between !== 0) return
        const answers = table("kept_answer")
        const [row] = yield* db.rows<{ size: number }>(`SELECT coalesce(sum(size), 0)::float8 AS size FROM ${answers}`)
        if (row!.size <= maxText) return
        yield* db.rows(
          `DELETE FROM ${answers} WHERE id IN (SELECT id FROM ${answers} ORDER BY ends_at LIMIT ${between * 2})`
        )
      })

      return RequestStore.of({
        count: (key, span) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const [row] = yield* db.rows<{ started_at: number; count: number }>(
              `INSERT INTO ${table("request_count")} AS c (key, started_at, ends_at, count)
                VALUES ($1, $2::float8, $3::float8, 1)
                ON CONFLICT (key) DO UPDATE SET
                count = CASE WHEN c.ends_at <= $2::float8 THEN 1 ELSE c.count + 1 END,
                started_at = CASE WHEN c.ends_at <= $2::float8 THEN $2::float8 ELSE c.started_at END,
                ends_at = CASE WHEN c.ends_at <= $2::float8 THEN $3::float8 ELSE c.ends_at END
                RETURNING started_at, count`,
              key,
              now,
              now + Duration.toMillis(span)
            )
            // Once a window, so that those of accounts that went away go too.
            if (row!.count === 1) yield* sweep("request_count", "key", now)
            return { startedAt: row!.started_at, count: row!.count }
          }).pipe(fails("RequestStore.count")),
        claim: (key, kept) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            yield* sweep("claimed_key", "key", now)
            const taken = yield* db.rows(
              `INSERT INTO ${table("claimed_key")} AS c (key, ends_at) VALUES ($1, $3::float8)
                ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at WHERE c.ends_at <= $2::float8
                RETURNING 1`,
              key,
              now,
              now + Duration.toMillis(kept)
            )
            return taken.length > 0
          }).pipe(fails("RequestStore.claim")),
        joinQueue: (line, id, kept) =>
          Effect.gen(function* () {
            const now = yield* db.now
            const [place] = yield* db.rows<QueuePlace>(
              `SELECT number, before FROM ${db.schema}.stand($1, $2, $3, $4)`,
              line,
              id,
              now,
              now + Duration.toMillis(kept)
            )
            return place!
          }).pipe(fails("RequestStore.joinQueue")),
        leaveQueue: (line, id) =>
          Effect.asVoid(db.rows(`DELETE FROM ${table("place")} WHERE id = $1 AND line = $2`, id, line)).pipe(
            fails("RequestStore.leaveQueue")
          ),
        queueLength: (line) =>
          Effect.gen(function* () {
            const [row] = yield* db.rows<{ count: number }>(
              `SELECT count(*)::int AS count FROM ${table("place")} WHERE line = $1 AND ends_at > $2`,
              line,
              yield* db.now
            )
            return row!.count
          }).pipe(fails("RequestStore.queueLength")),
        saveAnswer: ({ accountId, id, text }) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            yield* db.rows(
              `INSERT INTO ${table("kept_answer")} (id, account, text, size, ends_at) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (id) DO UPDATE SET account = excluded.account, text = excluded.text,
                size = excluded.size, ends_at = excluded.ends_at`,
              id,
              accountId,
              text,
              text.length,
              now + Duration.toMillis(retention)
            )
            yield* sweep("kept_answer", "id", now)
            yield* prune
          }).pipe(fails("RequestStore.saveAnswer")),
        find: (id) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const [row] = yield* db.rows<{ account: string; text: string }>(
              `SELECT account, text FROM ${table("kept_answer")} WHERE id = $1 AND ends_at > $2`,
              id,
              now
            )
            return row === undefined ? undefined : { id, accountId: row.account, text: row.text }
          }).pipe(fails("RequestStore.find"))
      })
    })
  )
