/** The erasing of cached pages, which is the same in every database. */
import type { Service as PageCache } from "@orbweaver/core/scrape/PageCache"
import { eraseRows } from "./eraseRows.ts"
import type { Service } from "./SqlDatabase.ts"

export const eraseCachedPages =
  (sql: Service): PageCache["erase"] =>
  (isErased) =>
    eraseRows<{ key: string; url: string }>(sql, "PageCache.erase", {
      after: (last) =>
        sql.rows(
          `SELECT key, ${sql.json("head")} ->> 'url' AS url FROM ${sql.table("cached_page")} WHERE key > ? ORDER BY key LIMIT 500`,
          last?.key ?? ""
        ),
      isErased,
      remove: (rows) =>
        sql.remove(
          "cached_page",
          ["key"],
          rows.map(({ key }) => [key])
        )
    })
