/** `ProfileStore` in a database. */
import {
  byName,
  idOf,
  type ProfileInfo,
  ProfileStore,
  type SaveResult,
  type SealedProfile
} from "@orbweaver/core/accounts/ProfileStore"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlDatabase } from "./SqlDatabase.ts"
import { sweep } from "./sweep.ts"

export const layer: Layer.Layer<ProfileStore, never, SqlDatabase> = Layer.effect(
  ProfileStore,
  Effect.map(SqlDatabase, (db) => {
    const profiles = db.table("profile")
    const claims = db.table("profile_claim")
    const sweepAt = (now: number) =>
      Effect.andThen(sweep(db, "profile", "id", now), sweep(db, "profile_claim", "id", now))

    return {
      list: (accountId) =>
        db.read(
          "ProfileStore.list",
          Effect.gen(function* () {
            const rows = yield* db.rows<ProfileInfo>(
              `SELECT name, bytes, created_at AS "createdAt", saved_at AS "savedAt", used_at AS "usedAt",
                ends_at AS "expiresAt" FROM ${profiles} WHERE account = ? AND ends_at > ?`,
              accountId,
              yield* Clock.currentTimeMillis
            )
            return rows.toSorted(byName)
          })
        ),
      use: (key, keepFor) =>
        db.write(
          "ProfileStore.use",
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const [row] = yield* db.rows<SealedProfile>(
              `UPDATE ${profiles} SET used_at = ?, ends_at = ? WHERE id = ? AND ends_at > ?
                RETURNING sealed_by AS "sealedBy", sealed`,
              now,
              now + Duration.toMillis(keepFor),
              idOf(key),
              now
            )
            return row === undefined ? undefined : { sealedBy: row.sealedBy, sealed: row.sealed }
          })
        ),
      claim: (key, holder, holdFor) =>
        db.write(
          "ProfileStore.claim",
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const taken = yield* db.rows(
              `INSERT INTO ${claims} AS c (id, account, holder, ends_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
                WHERE c.ends_at <= ? OR c.holder = excluded.holder RETURNING 1`,
              idOf(key),
              key.accountId,
              holder,
              now + Duration.toMillis(holdFor),
              now
            )
            return taken.length > 0
          })
        ),
      release: (key, holder) =>
        db.write(
          "ProfileStore.release",
          Effect.asVoid(db.rows(`DELETE FROM ${claims} WHERE id = ? AND holder = ?`, idOf(key), holder))
        ),
      save: ({ accountId, holder, keepFor, maxProfiles, name, sealed, sealedBy }) =>
        db.transaction(
          "ProfileStore.save",
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const id = idOf({ accountId, name })
            yield* db.lock(`profiles ${accountId}`)
            yield* sweepAt(now)
            const held = yield* db.rows(
              `SELECT 1 FROM ${claims} WHERE id = ? AND holder = ? AND ends_at > ? ${db.forUpdate}`,
              id,
              holder,
              now
            )
            if (held.length === 0) return "lost" satisfies SaveResult
            const [others] = yield* db.rows<{ count: number }>(
              `SELECT CAST(count(*) AS int) AS count FROM ${profiles} WHERE account = ? AND id <> ? AND ends_at > ?`,
              accountId,
              id,
              now
            )
            if (others!.count >= maxProfiles) return "full" satisfies SaveResult
            yield* db.rows(
              `INSERT INTO ${profiles} (id, account, name, sealed_by, sealed, bytes, created_at, saved_at, used_at, ends_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET sealed_by = excluded.sealed_by, sealed = excluded.sealed,
                bytes = excluded.bytes, saved_at = excluded.saved_at, used_at = excluded.used_at,
                ends_at = excluded.ends_at`,
              id,
              accountId,
              name,
              sealedBy,
              sealed,
              sealed.length,
              now,
              now,
              now,
              now + Duration.toMillis(keepFor)
            )
            return "saved" satisfies SaveResult
          })
        ),
      remove: (key) =>
        db.transaction(
          "ProfileStore.remove",
          Effect.gen(function* () {
            const id = idOf(key)
            yield* db.rows(`DELETE FROM ${claims} WHERE id = ?`, id)
            const removed = yield* db.rows(
              `DELETE FROM ${profiles} WHERE id = ? AND ends_at > ? RETURNING 1`,
              id,
              yield* Clock.currentTimeMillis
            )
            return removed.length > 0
          })
        ),
      removeAll: (accountId) =>
        db.transaction(
          "ProfileStore.removeAll",
          Effect.gen(function* () {
            yield* db.rows(`DELETE FROM ${claims} WHERE account = ?`, accountId)
            return (yield* db.rows(`DELETE FROM ${profiles} WHERE account = ? RETURNING 1`, accountId)).length
          })
        ),
      sweep: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.write("ProfileStore.sweep", Effect.asVoid(sweepAt(now)))
      )
    }
  })
)
