/** `TeamStore` and `ApiKeys` in PostgreSQL. */
import { type KeyRow, layerOf, storedPlan, type TeamRows } from "@orbweaver/core/accounts/TeamStore"
import * as Effect from "effect/Effect"
import { fails, type Service as Database, PostgresDatabase } from "./Database.ts"

const rowsOf = (db: Database): TeamRows => {
  const team = `${db.schema}.team`
  const apiKey = `${db.schema}.api_key`
  return {
    replace: (plan, keys) =>
      Effect.gen(function* () {
        yield* db.rows(
          `INSERT INTO ${team} (id, plan) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET plan = excluded.plan`,
          plan.id,
          JSON.stringify(plan)
        )
        yield* db.rows(`DELETE FROM ${apiKey} WHERE team = $1`, plan.id)
        for (const { digest, name, scopes } of keys) {
          yield* db.rows(
            `INSERT INTO ${apiKey} (digest, team, name, scopes) VALUES ($1, $2, $3, $4)
              ON CONFLICT (digest) DO UPDATE SET team = excluded.team, name = excluded.name, scopes = excluded.scopes`,
            digest,
            plan.id,
            name,
            JSON.stringify(scopes)
          )
        }
      }).pipe(db.transaction, fails("TeamStore.save")),
    byDigest: (digest) =>
      Effect.map(
        db.rows<{ team: string; plan: string; name: string; scopes: string }>(
          `SELECT team, plan, name, scopes FROM ${apiKey} JOIN ${team} ON ${team}.id = ${apiKey}.team WHERE digest = $1`,
          digest
        ),
        ([row]) =>
          row === undefined
            ? undefined
            : {
                team: storedPlan(row.team, row.plan),
                key: { digest, name: row.name, scopes: JSON.parse(row.scopes) as KeyRow["scopes"] }
              }
      ).pipe(fails("ApiKeys.find")),
    byId: (id) =>
      Effect.map(db.rows<{ plan: string }>(`SELECT plan FROM ${team} WHERE id = $1`, id), ([row]) =>
        row === undefined ? undefined : storedPlan(id, row.plan)
      ).pipe(fails("ApiKeys.account")),
    // As the other adapters order them, whatever the collation of the database.
    list: Effect.map(
      db.rows<{ id: string; plan: string }>(`SELECT id, plan FROM ${team} ORDER BY id COLLATE "C"`),
      (rows) => rows.map(({ id, plan }) => storedPlan(id, plan))
    ).pipe(fails("TeamStore.list")),
    keysOf: (id) =>
      Effect.map(
        db.rows<{ digest: string; name: string; scopes: string }>(
          `SELECT digest, name, scopes FROM ${apiKey} WHERE team = $1 ORDER BY name, digest`,
          id
        ),
        (rows) =>
          rows.map(({ digest, name, scopes }) => ({ digest, name, scopes: JSON.parse(scopes) as KeyRow["scopes"] }))
      ).pipe(fails("TeamStore.keys")),
    addKey: (id, { digest, name, scopes }) =>
      Effect.map(
        db.rows(
          `INSERT INTO ${apiKey} (digest, team, name, scopes) SELECT $1, id, $2, $3 FROM ${team} WHERE id = $4
            ON CONFLICT (digest) DO NOTHING RETURNING digest`,
          digest,
          name,
          JSON.stringify(scopes),
          id
        ),
        (rows) => rows.length > 0
      ).pipe(fails("TeamStore.addKey")),
    removeKey: (digest) =>
      Effect.map(
        db.rows(`DELETE FROM ${apiKey} WHERE digest = $1 RETURNING digest`, digest),
        (rows) => rows.length > 0
      ).pipe(fails("TeamStore.revoke")),
    removeTeam: (id) =>
      Effect.gen(function* () {
        yield* db.rows(`DELETE FROM ${apiKey} WHERE team = $1`, id)
        return (yield* db.rows(`DELETE FROM ${team} WHERE id = $1 RETURNING id`, id)).length > 0
      }).pipe(db.transaction, fails("TeamStore.remove"))
  }
}

export const layer = layerOf(Effect.map(PostgresDatabase, rowsOf))
