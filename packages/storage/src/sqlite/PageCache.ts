/**
 * `PageCache` in a SQLite file; the oldest pages go when it grows too large.
 *
 * `layer` is part of the file of a deployment (`sqlite`), `file` has one of its
 * own.
 */
import { isFresh, PageCache } from "@orbweaver/core/scrape/PageCache"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { decode, encode } from "../support/cachedPage.ts"
import { SqliteDatabase } from "./Database.ts"
import { eraseCachedPages } from "../sql/eraseCachedPages.ts"
import { sqlOf } from "./sql.ts"

export interface Options {
  /** Bytes of bodies and pictures kept; 1 GiB when absent. */
  readonly maxBytes?: number | undefined
}

/** A cache in a file of its own, which several processes may share. What is read often is kept before it, not within it. */
export const file = (filename: string, options?: Options): Layer.Layer<PageCache, StoreError> =>
  layer(options).pipe(Layer.provide(SqliteDatabase.layer({ filename, cacheKib: 2048 })))

/** Most pages that one write deletes. */
const atOnce = 128

export const layer = ({ maxBytes = 1024 ** 3 }: Options = {}): Layer.Layer<PageCache, never, SqliteDatabase> =>
  Layer.effect(
    PageCache,
    Effect.gen(function* () {
      const db = yield* SqliteDatabase
      // Bytes written since the size was last looked at; a process may live for one page.
      let unseen = Number.POSITIVE_INFINITY

      const prune = (size: number): void => {
        unseen += size
        if (unseen < maxBytes / 32) return
        unseen = 0
        let over = Number(db.get("SELECT coalesce(sum(size), 0) AS size FROM cached_page")!["size"]) - maxBytes
        for (let count = 0; over > 0; count++) {
          if (count === atOnce) {
            // The rest with the next write, so that none takes long.
            unseen = Number.POSITIVE_INFINITY
            return
          }
          const oldest = db.get("SELECT key, size FROM cached_page ORDER BY captured_at, key LIMIT 1")!
          db.run("DELETE FROM cached_page WHERE key = ?", oldest["key"]!)
          over -= Number(oldest["size"])
        }
      }

      return PageCache.of({
        get: (key, maxAge) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            db.read("PageCache.get", () => {
              const age = db.get("SELECT captured_at FROM cached_page WHERE key = ?", key)
              if (age === undefined || !isFresh(Number(age["captured_at"]), now, maxAge)) return Option.none()
              const { body, head, screenshot } = db.blobs(
                "SELECT head, body, screenshot FROM cached_page WHERE key = ?",
                key
              )!
              return Option.some(
                decode({ head: head as string, body: body as Uint8Array, screenshot: screenshot as Uint8Array | null })
              )
            })
          ),
        set: (key, page) =>
          db.write("PageCache.set", () => {
            const { body, head, screenshot, size } = encode(page)
            if (size > maxBytes) return void db.run("DELETE FROM cached_page WHERE key = ?", key)
            db.run(
              "INSERT OR REPLACE INTO cached_page (key, captured_at, size, head, body, screenshot) VALUES (?, ?, ?, ?, ?, ?)",
              key,
              page.capturedAt,
              size,
              head,
              body,
              screenshot
            )
            prune(size)
          }),
        remove: (key) => db.write("PageCache.remove", () => void db.run("DELETE FROM cached_page WHERE key = ?", key)),
        erase: eraseCachedPages(sqlOf(db))
      })
    })
  )
