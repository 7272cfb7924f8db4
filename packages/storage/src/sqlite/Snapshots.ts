/** `Snapshots` in the SQLite file. */
import { type Snapshot, type SnapshotKey, Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Row, SqliteDatabase } from "./Database.ts"
import { eraseRows } from "./eraseRows.ts"

const columnsOf = ({ accountId, tag, url }: SnapshotKey) => [accountId, url, tag] as const

/** The key of a row; of none, one before all others. */
const rowKey = (row: Row | undefined) =>
  [String(row?.["account"] ?? ""), String(row?.["url"] ?? ""), String(row?.["tag"] ?? "")] as const

export const layer: Layer.Layer<Snapshots, never, SqliteDatabase> = Layer.effect(
  Snapshots,
  Effect.map(SqliteDatabase, (db) => ({
    latest: (key: SnapshotKey) =>
      db.read("Snapshots.latest", () => {
        const row = db.get("SELECT value FROM snapshot WHERE account = ? AND url = ? AND tag = ?", ...columnsOf(key))
        return row === undefined ? Option.none() : Option.some(JSON.parse(row["value"] as string) as Snapshot)
      }),
    put: (key: SnapshotKey, snapshot: Snapshot) =>
      db.write(
        "Snapshots.put",
        () =>
          void db.run(
            "INSERT OR REPLACE INTO snapshot (account, url, tag, value) VALUES (?, ?, ?, ?)",
            ...columnsOf(key),
            JSON.stringify(snapshot)
          )
      ),
    erase: (isErased: (key: SnapshotKey) => boolean) =>
      eraseRows(db, "Snapshots.erase", {
        after: (last) =>
          db.all(
            `SELECT account, url, tag FROM snapshot WHERE (account, url, tag) > (?, ?, ?)
              ORDER BY account, url, tag LIMIT 500`,
            ...rowKey(last)
          ),
        isErased: (row) => {
          const [accountId, url, tag] = rowKey(row)
          return isErased({ accountId, url, tag })
        },
        remove: (row) => db.run("DELETE FROM snapshot WHERE account = ? AND url = ? AND tag = ?", ...rowKey(row))
      })
  }))
)
