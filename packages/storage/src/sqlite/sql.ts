/** `SqlDatabase` over the SQLite file: a write is a transaction, which nothing of this process comes between. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Service, SqlDatabase, type Value } from "../sql/SqlDatabase.ts"
import { type Service as Database, SqliteDatabase } from "./Database.ts"

/** Runs statements at once, which must wait for nothing. What one throws is thrown again, to whoever made the transaction. */
export type RunStatements = <A>(statements: Effect.Effect<A, unknown>) => A

/** Gives what runs statements within a transaction. */
export const inOneGo = <A, E>(begin: (run: RunStatements) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.contextWith((context: Context.Context<never>) =>
    begin((statements) => Effect.runSyncWith(context)(statements))
  )

export const sqlOf = (db: Database): Service => {
  const write: Service["write"] = (operation, statements) =>
    inOneGo((run) => db.write(operation, () => run(statements)))

  return {
    table: (name) => name,
    rows: <A extends object>(text: string, ...values: ReadonlyArray<Value>) =>
      Effect.sync(() => db.all(text, ...values) as ReadonlyArray<A>),
    read: (operation, statements) => inOneGo((run) => db.read(operation, () => run(statements))),
    write,
    transaction: write,
    json: (column) => column,
    isTrue: (column) => `${column} = 1`,
    now: db.now,
    // Nobody else writes while one does.
    lock: () => Effect.void,
    skipLocked: "",
    forUpdate: "",
    remove: (table, columns, keys) =>
      Effect.sync(() => {
        const where = columns.map((column) => `${column} = ?`).join(" AND ")
        let removed = 0
        for (const key of keys) removed += db.run(`DELETE FROM ${table} WHERE ${where}`, ...key)
        db.erased()
        return removed
      }),
    scrub: db.scrub
  }
}

export const sql: Layer.Layer<SqlDatabase, never, SqliteDatabase> = Layer.effect(
  SqlDatabase,
  Effect.map(SqliteDatabase, sqlOf)
)
