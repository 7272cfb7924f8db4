/** `SqlDatabase` over the SQLite file: a write is a transaction, which nothing of this process comes between. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Service, SqlDatabase, type Statements, type Value } from "../sql/SqlDatabase.ts"
import { type Service as Database, SqliteDatabase } from "./Database.ts"

export const sqlOf = (db: Database): Service => {
  /** What a statement throws is thrown again, to whoever made the transaction. */
  const inOneGo = <A>(run: (body: () => A) => ReturnType<typeof db.write<A>>, statements: Statements<A>) =>
    Effect.contextWith((context: Context.Context<never>) => run(() => Effect.runSyncWith(context)(statements)))
  const write: Service["write"] = <A>(operation: string, statements: Statements<A>) =>
    inOneGo<A>((body) => db.write(operation, body), statements)

  return {
    table: (name) => name,
    rows: <A extends object>(text: string, ...values: ReadonlyArray<Value>) =>
      Effect.sync(() => db.all(text, ...values) as ReadonlyArray<A>),
    read: <A>(operation: string, statements: Statements<A>) =>
      inOneGo<A>((body) => db.read(operation, body), statements),
    write,
    transaction: write,
    now: db.now,
    // Nobody else writes while one does.
    lock: () => Effect.void,
    skipLocked: "",
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
