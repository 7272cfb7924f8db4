/** `SqlDatabase` over PostgreSQL. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Service, SqlDatabase, type Statements, type Value } from "../sql/SqlDatabase.ts"
import { fails, type Service as Database, PostgresDatabase } from "./Database.ts"

/** `?` as PostgreSQL writes it: `$1`, `$2`. */
const numbered = (text: string): string => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

export const sqlOf = (db: Database): Service => {
  const table = (name: string): string => `${db.schema}.${name}`
  const alone = <A>(operation: string, statements: Statements<A>) => fails(operation)(statements)

  return {
    table,
    rows: <A extends object>(text: string, ...values: ReadonlyArray<Value>) => db.rows<A>(numbered(text), ...values),
    read: alone,
    write: alone,
    transaction: (operation, statements) => fails(operation)(db.transaction(statements)),
    json: (column) => `${column}::json`,
    isTrue: (column) => column,
    now: db.now,
    lock: (name) => Effect.asVoid(db.rows("SELECT pg_advisory_xact_lock(hashtextextended($1, 13))", name)),
    skipLocked: "FOR UPDATE SKIP LOCKED",
    forUpdate: "FOR UPDATE",
    remove: (name, columns, keys) =>
      Effect.map(
        db.rows(
          `DELETE FROM ${table(name)} WHERE (${columns.join(", ")}) IN
              (SELECT * FROM unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(", ")})) RETURNING 1`,
          ...columns.map((_, at) => keys.map((key) => key[at]!))
        ),
        (rows) => rows.length
      ),
    // Space of removed rows is used again once the database has vacuumed it.
    scrub: Effect.void
  }
}

export const sql: Layer.Layer<SqlDatabase, never, PostgresDatabase> = Layer.effect(
  SqlDatabase,
  Effect.map(PostgresDatabase, sqlOf)
)
