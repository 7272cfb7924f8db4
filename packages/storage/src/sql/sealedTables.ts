/** Tables with texts that may be encrypted. */
import * as Effect from "effect/Effect"
import type { Reseal } from "../jobs/resealJobs.ts"
import type { SealedTable } from "../support/resealing.ts"
import type { Sealing } from "../support/sealing.ts"
import type { Service } from "./SqlDatabase.ts"

const operation = "JobStore.reseal"

export const sealedTables =
  (sql: Service, sealing: Sealing) =>
  (name: string, column: string, reseal: Reseal): SealedTable => {
    const table = sql.table(name)
    return {
      keysAfter: (id, count) =>
        sql.read(
          operation,
          sql.rows<{ readonly id: string; readonly sealedBy: string | null }>(
            `SELECT id, ${sql.json(column)} ->> 'sealedBy' AS "sealedBy" FROM ${table} WHERE id > ? AND ${column} IS NOT NULL ORDER BY id LIMIT ?`,
            id,
            count
          )
        ),
      reseal: (id) =>
        sql.transaction(
          operation,
          Effect.gen(function* () {
            const [row] = yield* sql.rows<{ readonly text: string }>(
              `SELECT ${column} AS text FROM ${table} WHERE id = ? ${sql.forUpdate}`,
              id
            )
            const text = row === undefined ? undefined : reseal(id, row.text, sealing)
            if (text === undefined) return false
            yield* sql.rows(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, text, id)
            return true
          })
        )
    }
  }
