/** A table of the file with texts that may be encrypted. */
import type { Reseal } from "../../jobs/resealJobs.ts"
import type { SealedTable } from "../../support/resealing.ts"
import type { Sealing } from "../../support/sealing.ts"
import type { Service as Database } from "../Database.ts"

export const sealedTables =
  (db: Database, sealing: Sealing) =>
  (table: string, column: string, reseal: Reseal): SealedTable => {
    return {
      keysAfter: (id, count) =>
        db.read("JobStore.reseal", () =>
          db
            .all(
              `SELECT id, ${column} ->> 'sealedBy' AS name FROM ${table} WHERE id > ? AND ${column} IS NOT NULL ORDER BY id LIMIT ?`,
              id,
              count
            )
            .map((row) => ({ id: String(row["id"]), sealedBy: row["name"] === null ? null : String(row["name"]) }))
        ),
      reseal: (id) =>
        db.write("JobStore.reseal", () => {
          const row = db.get(`SELECT ${column} AS text FROM ${table} WHERE id = ?`, id)
          const text = row === undefined ? undefined : reseal(id, String(row["text"]), sealing)
          if (text === undefined) return false
          return db.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, text, id) > 0
        })
    }
  }
