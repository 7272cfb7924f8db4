/** `TeamStore` and `ApiKeys` in a database. */
import { type KeyRow, layerOf, storedPlan, type TeamRows } from "@orbweaver/core/accounts/TeamStore"
import { Scope } from "@orbweaver/core/accounts/ApiKeys"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Service, SqlDatabase } from "./SqlDatabase.ts"

/** What a key may do and from where, as JSON. */
interface Limits {
  readonly scopes: string
  readonly addresses: string | null
}

const decodeTexts = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.String)))
const textsOf = (json: string) => Option.getOrElse(decodeTexts(json), () => [])
const isScope = Schema.is(Scope)

/** A scope of a newer version allows nothing here; what cannot be read never allows more. */
const limitsOf = ({ addresses, scopes }: Limits): Pick<KeyRow, "scopes" | "addresses"> => ({
  scopes: textsOf(scopes).flatMap((scope) => (isScope(scope) ? [scope] : [])),
  ...(addresses === null ? {} : { addresses: textsOf(addresses) })
})

const jsonOf = ({ addresses, scopes }: Pick<KeyRow, "scopes" | "addresses">): readonly [string, string | null] => [
  JSON.stringify(scopes),
  addresses === undefined ? null : JSON.stringify(addresses)
]

const rowsOf = (db: Service): TeamRows => {
  const team = db.table("team")
  const apiKey = db.table("api_key")
  return {
    replace: (plan, keys, createdAt) =>
      db.transaction(
        "TeamStore.save",
        Effect.gen(function* () {
          yield* db.rows(
            `INSERT INTO ${team} (id, plan) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET plan = excluded.plan`,
            plan.id,
            JSON.stringify(plan)
          )
          // Keys that stay keep their times.
          const known = yield* db.rows<{ digest: string }>(`SELECT digest FROM ${apiKey} WHERE team = ?`, plan.id)
          const given = new Set(keys.map(({ digest }) => digest))
          const dropped = known.flatMap(({ digest }) => (given.has(digest) ? [] : [[digest]]))
          yield* db.remove("api_key", ["digest"], dropped)
          for (const { digest, name, ...limits } of keys) {
            yield* db.rows(
              `INSERT INTO ${apiKey} (digest, team, name, scopes, addresses, created_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (digest) DO UPDATE SET team = excluded.team, name = excluded.name, scopes = excluded.scopes,
                  addresses = excluded.addresses`,
              digest,
              plan.id,
              name,
              ...jsonOf(limits),
              createdAt
            )
          }
        })
      ),
    byDigest: (digest) =>
      db.read(
        "ApiKeys.find",
        Effect.map(
          db.rows<{ id: string; plan: string; name: string } & Limits>(
            `SELECT t.id, t.plan, k.name, k.scopes, k.addresses FROM ${apiKey} AS k JOIN ${team} AS t ON t.id = k.team WHERE k.digest = ?`,
            digest
          ),
          ([row]) =>
            row === undefined
              ? undefined
              : { team: storedPlan(row.id, row.plan), key: { digest, name: row.name, ...limitsOf(row) } }
        )
      ),
    byId: (id) =>
      db.read(
        "ApiKeys.account",
        Effect.map(db.rows<{ plan: string }>(`SELECT plan FROM ${team} WHERE id = ?`, id), ([row]) =>
          row === undefined ? undefined : storedPlan(id, row.plan)
        )
      ),
    // Ordered here, since databases collate in their own ways.
    list: db.read(
      "TeamStore.list",
      Effect.map(db.rows<{ id: string; plan: string }>(`SELECT id, plan FROM ${team}`), (rows) =>
        rows.map(({ id, plan }) => storedPlan(id, plan)).sort((a, b) => (a.id < b.id ? -1 : 1))
      )
    ),
    keysOf: (id) =>
      db.read(
        "TeamStore.keys",
        Effect.map(
          db.rows<{ digest: string; name: string; createdAt: number | null; lastUsedAt: number | null } & Limits>(
            `SELECT digest, name, scopes, addresses, created_at AS "createdAt", last_used_at AS "lastUsedAt"
              FROM ${apiKey} WHERE team = ? ORDER BY name, digest`,
            id
          ),
          (rows) =>
            rows.map((row) => ({
              digest: row.digest,
              name: row.name,
              ...limitsOf(row),
              ...(row.createdAt === null ? {} : { createdAt: row.createdAt }),
              ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt })
            }))
        )
      ),
    addKey: (id, { digest, name, ...limits }, createdAt) =>
      db.write(
        "TeamStore.addKey",
        Effect.map(
          db.rows(
            `INSERT INTO ${apiKey} (digest, team, name, scopes, addresses, created_at)
              SELECT ?, id, ?, ?, ?, CAST(? AS float8) FROM ${team} WHERE id = ?
              ON CONFLICT (digest) DO NOTHING RETURNING digest`,
            digest,
            name,
            ...jsonOf(limits),
            createdAt,
            id
          ),
          (rows) => rows.length > 0
        )
      ),
    setLastUsed: (digest, at) =>
      db.write(
        "ApiKeys.setLastUsed",
        Effect.asVoid(
          db.rows(
            `UPDATE ${apiKey} SET last_used_at = ? WHERE digest = ? AND (last_used_at IS NULL OR last_used_at < ?)`,
            at,
            digest,
            at
          )
        )
      ),
    removeKey: (digest) =>
      db.write(
        "TeamStore.revoke",
        Effect.map(
          db.rows(`DELETE FROM ${apiKey} WHERE digest = ? RETURNING digest`, digest),
          (rows) => rows.length > 0
        )
      ),
    removeTeam: (id) =>
      db.transaction(
        "TeamStore.remove",
        Effect.gen(function* () {
          yield* db.rows(`DELETE FROM ${apiKey} WHERE team = ?`, id)
          return (yield* db.rows(`DELETE FROM ${team} WHERE id = ? RETURNING id`, id)).length > 0
        })
      )
  }
}

export const layer = layerOf(Effect.map(SqlDatabase, rowsOf))
