/** `Snapshots` in a database. */
import { type Snapshot, type SnapshotKey, Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { eraseRows } from "./eraseRows.ts"
import { SqlDatabase } from "./SqlDatabase.ts"

const columns = ["account", "url", "tag"] as const
const columnsOf = ({ accountId, tag, url }: SnapshotKey) => [accountId, url, tag] as const

export const layer: Layer.Layer<Snapshots, never, SqlDatabase> = Layer.effect(
  Snapshots,
  Effect.map(SqlDatabase, (db) => {
    const table = db.table("snapshot")
    return {
      latest: (key: SnapshotKey) =>
        db.read(
          "Snapshots.latest",
          Effect.map(
            db.rows<{ value: string }>(
              `SELECT value FROM ${table} WHERE account = ? AND url = ? AND tag = ?`,
              ...columnsOf(key)
            ),
            ([row]) => Option.map(Option.fromUndefinedOr(row), ({ value }) => JSON.parse(value) as Snapshot)
          )
        ),
      put: (key: SnapshotKey, snapshot: Snapshot) =>
        db.write(
          "Snapshots.put",
          Effect.asVoid(
            db.rows(
              `INSERT INTO ${table} (account, url, tag, value) VALUES (?, ?, ?, ?)
                ON CONFLICT (account, url, tag) DO UPDATE SET value = excluded.value`,
              ...columnsOf(key),
              JSON.stringify(snapshot)
            )
          )
        ),
      erase: (isErased: (key: SnapshotKey) => boolean) =>
        eraseRows<SnapshotKey>(db, "Snapshots.erase", {
          after: (last) =>
            db.rows(
              `SELECT account AS "accountId", url, tag FROM ${table} WHERE (account, url, tag) > (?, ?, ?)
                ORDER BY account, url, tag LIMIT 500`,
              ...columnsOf(last ?? { accountId: "", url: "", tag: "" })
            ),
          isErased,
          remove: (rows) => db.remove("snapshot", columns, rows.map(columnsOf))
        })
    }
  })
)
