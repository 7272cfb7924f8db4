/**
 * `LocalIndex` in PostgreSQL, over its full-text search. Like the SQLite one it
 * indexes the terms of core, so both find the same pages.
 */
import { type IndexedPage, type IndexedPageName, LocalIndex, type LocalQuery } from "@orbweaver/core/scrape/LocalIndex"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { plainText } from "@orbweaver/core/text/MarkdownBlocks"
import { terms } from "@orbweaver/core/internal/text/terms"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { indexed, type Match, type Row, search, shown } from "../support/localSearch.ts"
import { fails, PostgresDatabase } from "./Database.ts"
import { eraseRows } from "../sql/eraseRows.ts"
import { sqlOf } from "./sql.ts"

/** Most matches that are ranked: PostgreSQL reads a vector of words for each. */
const ranked = 200

export const layer: Layer.Layer<LocalIndex, never, PostgresDatabase> = Layer.effect(
  LocalIndex,
  Effect.map(PostgresDatabase, (db) => {
    const table = `${db.schema}.local_page`
    const sql = sqlOf(db)

    const matchIn =
      (account: string): Match<StoreError> =>
      (groups, limit) =>
        db
          .oldRows<Row>(
            `SELECT url, title, description, head FROM ${db.schema}.local_search($1, to_tsquery('simple', $2), $3, $4)`,
            account,
            groups.map((group) => `(${group.map((word) => `'${word}'`).join(" & ")})`).join(" | "),
            ranked,
            limit
          )
          .pipe(fails("LocalIndex.search"))

    return {
      available: true,
      search: (query: LocalQuery) => search(query, matchIn(query.accountId)),
      put: ({ accountId, description, markdown, title, url }: IndexedPage) =>
        Effect.suspend(() => {
          // What is left out by syntax is not most of a page.
          const text = plainText(markdown.slice(0, 2 * indexed))
          return db.rows(
            `INSERT INTO ${table} (account, url, title, description, head, words)
              VALUES ($1, $2, $3, $4, $5,
                setweight(to_tsvector('simple', $6), 'A') || setweight(to_tsvector('simple', $7), 'B')
                || setweight(to_tsvector('simple', $8), 'D'))
              ON CONFLICT (account, url) DO UPDATE SET title = excluded.title, description = excluded.description,
                head = excluded.head, words = excluded.words`,
            accountId,
            url,
            stored(title),
            stored(description),
            stored(text.slice(0, shown)),
            terms(title).join(" "),
            terms(description).join(" "),
            terms(text.slice(0, indexed)).join(" ")
          )
        }).pipe(Effect.asVoid, fails("LocalIndex.put")),
      erase: (isErased: (page: IndexedPageName) => boolean) =>
        eraseRows<IndexedPageName>(sql, "LocalIndex.erase", {
          after: (last) =>
            db.rows(
              `SELECT account AS "accountId", url FROM ${table} WHERE (account, url) > ($1, $2)
                ORDER BY account, url LIMIT 500`,
              last?.accountId ?? "",
              last?.url ?? ""
            ),
          isErased,
          remove: (rows) =>
            sql.remove(
              "local_page",
              ["account", "url"],
              rows.map(({ accountId, url }) => [accountId, url])
            )
        })
    }
  })
)

/** PostgreSQL keeps every character but one. */
const stored = (text: string): string => text.replaceAll("\u0000", "")
