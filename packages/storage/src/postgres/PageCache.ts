/** `PageCache` in PostgreSQL, shared by all processes; the oldest pages go when it grows too large. */
import { isFresh, PageCache } from "@orbweaver/core/scrape/PageCache"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { decode, encode, type StoredPage } from "../support/cachedPage.ts"
import { fails, PostgresDatabase } from "./Database.ts"
import { eraseCachedPages } from "../sql/eraseCachedPages.ts"
import { sqlOf } from "./sql.ts"

export interface Options {
  /** Bytes of bodies and pictures kept; 10 GiB when absent. */
  readonly maxBytes?: number | undefined
}

export const layer = ({ maxBytes = 10 * 1024 ** 3 }: Options = {}): Layer.Layer<PageCache, never, PostgresDatabase> =>
  Layer.effect(
    PageCache,
    Effect.gen(function* () {
      const db = yield* PostgresDatabase
      const table = `${db.schema}.cached_page`
      // Bytes written by this process since it last looked at the size.
      let unseen = Number.POSITIVE_INFINITY

      const prune = Effect.fnUntraced(function* (written: number) {
        unseen += written
        if (unseen < maxBytes / 256) return
        unseen = 0
        const [row] = yield* db.rows<{ size: number }>(`SELECT coalesce(sum(size), 0)::float8 AS size FROM ${table}`)
        if (row!.size <= maxBytes) return
        yield* db.rows(
          `DELETE FROM ${table} WHERE key IN (SELECT key FROM (SELECT key, size,
             sum(size) OVER (ORDER BY captured_at, key) AS upto FROM ${table}) AS aged WHERE upto - size < $1)`,
          row!.size - maxBytes
        )
      })

      const remove = (key: string) => Effect.asVoid(db.rows(`DELETE FROM ${table} WHERE key = $1`, key))

      return PageCache.of({
        get: (key, maxAge) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const [age] = yield* db.rows<{ captured_at: number }>(
              `SELECT captured_at FROM ${table} WHERE key = $1`,
              key
            )
            if (age === undefined || !isFresh(age.captured_at, now, maxAge)) return Option.none()
            const [row] = yield* db.rows<Omit<StoredPage, "size">>(
              `SELECT head, body, screenshot FROM ${table} WHERE key = $1`,
              key
            )
            return Option.map(Option.fromUndefinedOr(row), decode)
          }).pipe(fails("PageCache.get")),
        set: (key, page) => {
          const { body, head, screenshot, size } = encode(page)
          if (size > maxBytes) return remove(key).pipe(fails("PageCache.set"))
          return db
            .rows(
              `INSERT INTO ${table} (key, captured_at, size, head, body, screenshot) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (key) DO UPDATE SET captured_at = excluded.captured_at, size = excluded.size,
                head = excluded.head, body = excluded.body, screenshot = excluded.screenshot`,
              key,
              page.capturedAt,
              size,
              head,
              body,
              screenshot
            )
            .pipe(Effect.andThen(prune(size)), fails("PageCache.set"))
        },
        remove: (key) => remove(key).pipe(fails("PageCache.remove")),
        erase: eraseCachedPages(sqlOf(db))
      })
    })
  )
