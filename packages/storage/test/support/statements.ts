/** Databases whose statements a test counts or reads. */
import { SqliteDatabase } from "@orbweaver/storage/internal/sqlite/Database"
import { PostgresDatabase } from "@orbweaver/storage/postgres"
import { Effect, Layer } from "effect"

/** Called with each statement before it runs. */
export type OnStatement = (text: string, values: ReadonlyArray<unknown>) => void

export const reportingSqlite = (filename: string, onStatement: OnStatement) =>
  Layer.effect(
    SqliteDatabase,
    Effect.map(SqliteDatabase, (db) =>
      SqliteDatabase.of({
        ...db,
        all: (text, ...values) => {
          onStatement(text, values)
          return db.all(text, ...values)
        },
        get: (text, ...values) => {
          onStatement(text, values)
          return db.get(text, ...values)
        },
        run: (text, ...values) => {
          onStatement(text, values)
          return db.run(text, ...values)
        },
        foreignWrites: () => {
          onStatement("PRAGMA data_version", [])
          return db.foreignWrites()
        }
      })
    )
  ).pipe(Layer.provide(Layer.fresh(SqliteDatabase.layer({ filename }))))

export const reportingPostgres = (options: Parameters<typeof PostgresDatabase.layer>[0], onStatement: OnStatement) =>
  Layer.effect(
    PostgresDatabase,
    Effect.map(PostgresDatabase, (db) =>
      PostgresDatabase.of({
        ...db,
        rows: (text, ...values) => {
          onStatement(text, values)
          return db.rows(text, ...values)
        },
        oldRows: (text, ...values) => {
          onStatement(text, values)
          return db.oldRows(text, ...values)
        },
        listRows: (limit, text, ...values) => {
          onStatement(text, values)
          return db.listRows(limit, text, ...values)
        }
      })
    )
  ).pipe(Layer.provide(Layer.fresh(PostgresDatabase.layer(options))))
