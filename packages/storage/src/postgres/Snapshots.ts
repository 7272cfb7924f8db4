/** `Snapshots` in PostgreSQL. */
import { type Snapshot, type SnapshotKey, Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { fails, PostgresDatabase } from "./Database.ts"

const columnsOf = ({ accountId, tag, url }: SnapshotKey) => [accountId, url, tag] as const

export const layer: Layer.Layer<Snapshots, never, PostgresDatabase> = Layer.effect(
  Snapshots,
  Effect.map(PostgresDatabase, (db) => {
    const table = `${db.schema}.snapshot`
    return {
      latest: (key: SnapshotKey) =>
        Effect.map(
          db.rows<{ value: string }>(
            `SELECT value FROM ${table} WHERE account = $1 AND url = $2 AND tag = $3`,
            ...columnsOf(key)
          ),
          ([row]) => Option.map(Option.fromUndefinedOr(row), ({ value }) => JSON.parse(value) as Snapshot)
        ).pipe(fails("Snapshots.latest")),
      put: (key: SnapshotKey, snapshot: Snapshot) =>
        Effect.asVoid(
          db.rows(
            `INSERT INTO ${table} (account, url, tag, value) VALUES ($1, $2, $3, $4)
              ON CONFLICT (account, url, tag) DO UPDATE SET value = excluded.value`,
            ...columnsOf(key),
            JSON.stringify(snapshot)
          )
        ).pipe(fails("Snapshots.put"))
    }
  })
)
