import type { SqliteDatabase } from "./Database.ts"

/** Rows past their time that one write takes away. */
const sweptAtOnce = 100

/** Removes rows whose `ends_at` has passed, a bounded number at a time; within a transaction that writes to the table. */
export const sweep = (db: SqliteDatabase["Service"], table: string, key: string, now: number): void =>
  void db.run(
    `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ends_at <= ? LIMIT ${sweptAtOnce})`,
    now
  )
