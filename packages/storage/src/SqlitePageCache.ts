/** `PageCache` in the SQLite file; the oldest pages go when it grows too large. */
import { isFresh, PageCache } from "@orbweaver/core/PageCache"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { decode, encode } from "./cachedPage.ts"
import { SqliteDatabase } from "./sqlite/Database.ts"

export interface Options {
  /** Bytes of bodies and pictures kept; 1 GiB when absent. */
  readonly maxBytes?: number | undefined
}

/** Pages written between two looks at the size. */
const between = 64

export const layer = ({ maxBytes = 1024 ** 3 }: Options = {}): Layer.Layer<PageCache, never, SqliteDatabase> =>
  Layer.effect(
    PageCache,
    Effect.gen(function* () {
      const db = yield* SqliteDatabase
      let written = 0

      const prune = (): void => {
        if (++written % between !== 0) return
        const size = Number(db.get("SELECT coalesce(sum(size), 0) AS size FROM cached_page")!["size"])
        if (size <= maxBytes) return
        // A little at a time, so that no write takes long.
        db.run(
          "DELETE FROM cached_page WHERE key IN (SELECT key FROM cached_page ORDER BY captured_at LIMIT ?)",
          between * 2
        )
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
            db.run(
              "INSERT OR REPLACE INTO cached_page (key, captured_at, size, head, body, screenshot) VALUES (?, ?, ?, ?, ?, ?)",
              key,
              page.capturedAt,
              size,
              head,
              body,
              screenshot
            )
            prune()
          }),
        remove: (key) => db.write("PageCache.remove", () => void db.run("DELETE FROM cached_page WHERE key = ?", key))
      })
    })
  )
