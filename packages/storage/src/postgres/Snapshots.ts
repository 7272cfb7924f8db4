/** `Snapshots` in PostgreSQL. */
import { type Snapshot, type SnapshotKey, Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { fails, PostgresDatabase } from "./Database.ts"
import { eraseRows } from "./eraseRows.ts"

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
        ).pipe(fails("Snapshots.put")),
      erase: (isErased: (key: SnapshotKey) => boolean) =>
        eraseRows<SnapshotKey>({
          after: (last) =>
            db.rows(
              `SELECT account AS "accountId", url, tag FROM ${table} WHERE (account, url, tag) > ($1, $2, $3)
                ORDER BY account, url, tag LIMIT 500`,
              ...columnsOf(last ?? { accountId: "", url: "", tag: "" })
            ),
          isErased,
          remove: (rows) =>
            db.rows(
              `DELETE FROM ${table} WHERE (account, url, tag) IN
                (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
              rows.map(({ accountId }) => accountId),
              rows.map(({ url }) => url),
              rows.map(({ tag }) => tag)
            )
        }).pipe(fails("Snapshots.erase"))
    }
  })
)
