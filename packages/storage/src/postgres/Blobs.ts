/**
 * `BlobStore` in PostgreSQL, for processes that share no disk: what a worker
 * makes, any server can give. What has expired is deleted every ten minutes
 * while the layer is open.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { addressIn, BlobStore, freshName, isName, mediaTypeOf, type Options } from "@orbweaver/core/scrape/BlobStore"
import { digestsOf } from "../support/blobNames.ts"
import { sweepBlobs } from "../support/sweepBlobs.ts"
import type { StoredBlob, StoredBlobs } from "../support/storedBlobs.ts"
import { fails, PostgresDatabase } from "./Database.ts"

/** Default: 10 GiB. */
export const layer = ({
  baseUrl,
  maxBytes = 10 * 1024 ** 3
}: Options): Layer.Layer<BlobStore, never, PostgresDatabase> =>
  Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      const db = yield* PostgresDatabase
      const table = `${db.schema}.blob`

      const size = Effect.map(
        db.rows<{ size: number }>(`SELECT coalesce(sum(size), 0)::float8 AS size FROM ${table}`),
        ([row]) => row!.size
      )

      const sweep = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.rows(`DELETE FROM ${table} WHERE expires_at <= $1`, now)
      )

      /** Expired blobs go first, then the oldest of the account that holds most; never the one just put. */
      const makeRoom = Effect.fnUntraced(function* (newest: string) {
        if ((yield* size) <= maxBytes) return
        yield* sweep
        while ((yield* size) > maxBytes) {
          const gone = yield* db.rows(
            `DELETE FROM ${table} WHERE name IN (SELECT name FROM ${table} WHERE name <> $1 AND account = (
               SELECT account FROM ${table} WHERE name <> $1 GROUP BY account ORDER BY sum(size) DESC, account LIMIT 1
             ) ORDER BY created_at, name LIMIT 1) RETURNING name`,
            newest
          )
          if (gone.length === 0) return
        }
      })

      yield* sweepBlobs(sweep)

      return BlobStore.of({
        put: ({ bytes, mediaType }, { account, job }, keepFor) =>
          Effect.gen(function* () {
            if (bytes.byteLength > maxBytes) return undefined
            const now = yield* Clock.currentTimeMillis
            const name = freshName(mediaType)
            yield* db.rows(
              `INSERT INTO ${table} (name, account, job, size, created_at, expires_at, bytes)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)`,
              name,
              account,
              job ?? null,
              bytes.byteLength,
              now,
              now + Duration.toMillis(keepFor),
              bytes
            )
            yield* makeRoom(name)
            return addressIn(baseUrl, name)
          }).pipe(fails("BlobStore.put")),
        get: (name) =>
          Effect.gen(function* () {
            if (!isName(name)) return undefined
            const [row] = yield* db.rows<{ size: number; expires_at: number }>(
              `SELECT size, expires_at FROM ${table} WHERE name = $1 AND expires_at > $2`,
              name,
              yield* Clock.currentTimeMillis
            )
            if (row === undefined) return undefined
            const read = (from: number, length: number) =>
              Effect.map(
                db.rows<{ part: Uint8Array }>(
                  `SELECT substring(bytes FROM $2::int FOR $3::int) AS part FROM ${table} WHERE name = $1`,
                  name,
                  from + 1,
                  length
                ),
                ([row]) => row?.part ?? new Uint8Array()
              ).pipe(fails("BlobStore.read"))
            return { mediaType: mediaTypeOf(name), size: row.size, expiresAt: row.expires_at, read }
          }).pipe(fails("BlobStore.get")),
        remove: ({ account, job }) =>
          Effect.asVoid(
            db.rows(`DELETE FROM ${table} WHERE account = $1 AND ($2::text IS NULL OR job = $2)`, account, job ?? null)
          ).pipe(fails("BlobStore.remove")),
        erase: (selection) =>
          Effect.map(
            "account" in selection
              ? db.rows(
                  `DELETE FROM ${table} WHERE account = $1 AND ($2::text IS NULL OR job = $2) RETURNING 1`,
                  selection.account,
                  selection.job ?? null
                )
              : "names" in selection
                ? db.rows(`DELETE FROM ${table} WHERE name = ANY($1::text[]) RETURNING 1`, selection.names)
                : db.rows(
                    `DELETE FROM ${table} WHERE job IS NULL AND ($1::text IS NULL OR account = $1) RETURNING 1`,
                    selection.accountId ?? null
                  ),
            (rows) => rows.length
          ).pipe(fails("BlobStore.erase"))
      })
    })
  )

/** Rows that are listed at once. */
const listed = 100

/** All blobs of the database, to move them to another store. */
export const contents: StoredBlobs<PostgresDatabase> = Stream.unwrap(
  Effect.map(PostgresDatabase, (db) => {
    const table = `${db.schema}.blob`
    const page = (after: string) =>
      db
        .rows<{ name: string; account: string; job: string | null; size: number; expires_at: number }>(
          `SELECT name, account, job, size, expires_at FROM ${table} WHERE name > $1 ORDER BY name LIMIT ${listed}`,
          after
        )
        .pipe(fails("BlobStore.contents"))
    const stored = ({
      account,
      expires_at,
      job,
      name,
      size
    }: Effect.Success<ReturnType<typeof page>>[number]): StoredBlob => ({
      name,
      ...digestsOf({ account, job: job ?? undefined }),
      size,
      expiresAt: expires_at,
      bytes: Effect.map(
        db.rows<{ bytes: Uint8Array }>(`SELECT bytes FROM ${table} WHERE name = $1`, name),
        ([row]) => new Uint8Array(row?.bytes ?? [])
      ).pipe(fails("BlobStore.read")),
      remove: Effect.asVoid(db.rows(`DELETE FROM ${table} WHERE name = $1`, name)).pipe(fails("BlobStore.remove"))
    })
    return Stream.paginate("", (after: string) =>
      Effect.map(page(after), (rows) => {
        const last = rows.at(-1)?.name
        return [
          rows.map(stored),
          rows.length < listed || last === undefined ? Option.none() : Option.some(last)
        ] as const
      })
    )
  })
)
