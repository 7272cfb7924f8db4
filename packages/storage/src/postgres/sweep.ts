import type { PostgresDatabase } from "./Database.ts"

/** Rows past their time that one write takes away. */
const sweptAtOnce = 100

/** Removes rows whose `ends_at` has passed, a bounded number at a time. Rows that another server sweeps are left to it. */
export const sweep = (db: PostgresDatabase["Service"], name: string, key: string, now: number) => {
  const table = `${db.schema}.${name}`
  return db.rows(
    `DELETE FROM ${table} WHERE ${key} IN
      (SELECT ${key} FROM ${table} WHERE ends_at <= $1 LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`,
    now
  )
}
