/** A table of the database with texts that may be encrypted. */
import * as Effect from "effect/Effect"
import type { Reseal } from "../../jobs/resealJobs.ts"
import type { SealedTable } from "../../support/resealing.ts"
import type { Sealing } from "../../support/sealing.ts"
import { fails, type Service as Database } from "../Database.ts"

export const sealedTables =
  (db: Database, sealing: Sealing) =>
  (name: string, column: string, reseal: Reseal): SealedTable => {
    const table = `${db.schema}.${name}`
    return {
      keysAfter: (id, count) =>
        db
          .rows<{ readonly id: string; readonly sealedBy: string | null }>(
            `SELECT id, ${column}::json ->> 'sealedBy' AS "sealedBy" FROM ${table} WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT $2`,
            id,
            count
          )
          .pipe(fails("JobStore.reseal")),
      reseal: (id) =>
        Effect.gen(function* () {
          const [row] = yield* db.rows<{ readonly text: string }>(
            `SELECT ${column} AS text FROM ${table} WHERE id = $1 FOR UPDATE`,
            id
          )
          const text = row === undefined ? undefined : reseal(id, row.text, sealing)
          if (text === undefined) return false
          yield* db.rows(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, text, id)
          return true
        }).pipe(db.transaction, fails("JobStore.reseal"))
    }
  }
