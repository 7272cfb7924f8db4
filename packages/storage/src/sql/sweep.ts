import type { Service, Statements } from "./SqlDatabase.ts"

/** Rows past their time that one write takes away. */
const sweptAtOnce = 100

/** Removes rows whose `ends_at` has passed, a bounded number at a time. */
export const sweep = (db: Service, name: string, key: string, now: number): Statements<unknown> => {
  const table = db.table(name)
  return db.rows(
    `DELETE FROM ${table} WHERE ${key} IN
      (SELECT ${key} FROM ${table} WHERE ends_at <= ? LIMIT ${sweptAtOnce} ${db.skipLocked})`,
    now
  )
}
