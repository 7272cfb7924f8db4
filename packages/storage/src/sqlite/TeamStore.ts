/** `TeamStore` and `ApiKeys` in the SQLite file. */
import { type KeyRow, layerOf, storedPlan, type TeamRows } from "@orbweaver/core/accounts/TeamStore"
import * as Effect from "effect/Effect"
import { type Service as Database, SqliteDatabase } from "./Database.ts"

const rowsOf = (db: Database): TeamRows => ({
  replace: (team, keys) =>
    db.write("TeamStore.save", () => {
      db.run("INSERT OR REPLACE INTO team (id, plan) VALUES (?, ?)", team.id, JSON.stringify(team))
      db.run("DELETE FROM api_key WHERE team = ?", team.id)
      for (const { digest, name, scopes } of keys) {
        db.run(
          "INSERT OR REPLACE INTO api_key (digest, team, name, scopes) VALUES (?, ?, ?, ?)",
          digest,
          team.id,
          name,
          JSON.stringify(scopes)
        )
      }
    }),
  byDigest: (digest) =>
    db.read("ApiKeys.find", () => {
      const row = db.get(
        "SELECT team, plan, name, scopes FROM api_key JOIN team ON team.id = api_key.team WHERE digest = ?",
        digest
      )
      return row === undefined
        ? undefined
        : {
            team: storedPlan(String(row["team"]), String(row["plan"])),
            key: {
              digest,
              name: row["name"] as string,
              scopes: JSON.parse(row["scopes"] as string) as KeyRow["scopes"]
            }
          }
    }),
  byId: (id) =>
    db.read("ApiKeys.account", () => {
      const row = db.get("SELECT plan FROM team WHERE id = ?", id)
      return row === undefined ? undefined : storedPlan(id, String(row["plan"]))
    }),
  list: db.read("TeamStore.list", () =>
    db.all("SELECT id, plan FROM team ORDER BY id").map((row) => storedPlan(String(row["id"]), String(row["plan"])))
  ),
  keysOf: (id) =>
    db.read("TeamStore.keys", () =>
      db.all("SELECT digest, name, scopes FROM api_key WHERE team = ? ORDER BY name, digest", id).map((row) => ({
        digest: String(row["digest"]),
        name: String(row["name"]),
        scopes: JSON.parse(String(row["scopes"])) as KeyRow["scopes"]
      }))
    ),
  addKey: (id, { digest, name, scopes }) =>
    db.write(
      "TeamStore.addKey",
      () =>
        db.run(
          `INSERT INTO api_key (digest, team, name, scopes) SELECT ?, id, ?, ? FROM team WHERE id = ?
            ON CONFLICT (digest) DO NOTHING`,
          digest,
          name,
          JSON.stringify(scopes),
          id
        ) > 0
    ),
  removeKey: (digest) => db.write("TeamStore.revoke", () => db.run("DELETE FROM api_key WHERE digest = ?", digest) > 0),
  removeTeam: (id) =>
    db.write("TeamStore.remove", () => {
      db.run("DELETE FROM api_key WHERE team = ?", id)
      return db.run("DELETE FROM team WHERE id = ?", id) > 0
    })
})

export const layer = layerOf(Effect.map(SqliteDatabase, rowsOf))
