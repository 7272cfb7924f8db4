/** Brings jobs and monitors of the file under the key of now. */
import * as Effect from "effect/Effect"
import { reseal as resealSpec } from "../../jobs/jobSpec.ts"
import { reseal as resealMonitor } from "../../jobs/monitorText.ts"
import { resealInBackground, resealRows, type SealedTable } from "../../support/resealing.ts"
import type { Sealing } from "../../support/sealing.ts"
import type { Service as Database } from "../Database.ts"

type Reseal = (id: string, text: string, sealing: Sealing) => string | undefined

export const resealJobs = Effect.fnUntraced(function* (db: Database, sealing: Sealing) {
  const { sealsBy } = sealing
  if (sealsBy === undefined) return
  // What an updated row had before would stay in its page of the file.
  db.get("PRAGMA secure_delete = ON")
  const tableOf = (table: string, column: string, reseal: Reseal): SealedTable => ({
    keysAfter: (id, count) =>
      db.read("JobStore.reseal", () =>
        db
          .all(`SELECT id, ${column} ->> 'sealedBy' AS name FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`, id, count)
          .map((row) => ({ id: String(row["id"]), sealedBy: row["name"] === null ? null : String(row["name"]) }))
      ),
    reseal: (id) =>
      db.write("JobStore.reseal", () => {
        const row = db.get(`SELECT ${column} AS text FROM ${table} WHERE id = ?`, id)
        const text = row === undefined ? undefined : reseal(id, String(row["text"]), sealing)
        if (text === undefined) return false
        return db.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, text, id) > 0
      })
  })
  yield* resealInBackground(
    Effect.andThen(
      resealRows("jobs", sealsBy, tableOf("job", "spec", resealSpec)),
      resealRows("monitors", sealsBy, tableOf("monitor", "value", resealMonitor))
    )
  )
})
