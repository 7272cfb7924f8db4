/**
 * `LocalIndex` in the SQLite file, over its full-text index (FTS5).
 *
 * The index holds the terms of core (`text/terms.ts`), so that every adapter
 * finds the same pages: words in one form, without marks, pairs of characters
 * where writing has no spaces.
 */
import { type IndexedPage, LocalIndex, type LocalQuery } from "@orbweaver/core/LocalIndex"
import type { StoreError } from "@orbweaver/core/StoreError"
import { terms } from "@orbweaver/core/text/terms"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { indexed, type Match, search, shown } from "./localSearch.ts"
import { SqliteDatabase, type Service as Database } from "./sqlite/Database.ts"

export const layer: Layer.Layer<LocalIndex, never, SqliteDatabase> = Layer.effect(
  LocalIndex,
  Effect.map(SqliteDatabase, (db) => ({
    available: true,
    put: (page: IndexedPage) => db.write("LocalIndex.put", () => put(db, page)),
    search: (query: LocalQuery) => search(query, matchIn(db, query.accountId))
  }))
)

const put = (db: Database, { accountId, description, text, title, url }: IndexedPage): void => {
  const known = db.get("SELECT id FROM local_page WHERE account = ? AND url = ?", accountId, url)
  if (known !== undefined) {
    db.run("DELETE FROM local_terms WHERE rowid = ?", known["id"]!)
    db.run("DELETE FROM local_page WHERE id = ?", known["id"]!)
  }
  db.run(
    "INSERT INTO local_page (account, url, host, title, description, head) VALUES (?, ?, ?, ?, ?, ?)",
    accountId,
    url,
    URL.parse(url)?.hostname ?? "",
    title,
    description,
    text.slice(0, shown)
  )
  db.run(
    "INSERT INTO local_terms (rowid, title, description, text) VALUES (?, ?, ?, ?)",
    db.lastId(),
    terms(title).join(" "),
    terms(description).join(" "),
    terms(text.slice(0, indexed)).join(" ")
  )
}

/** Title weighs four times the text, the description twice. */
const matchIn =
  (db: Database, account: string): Match<StoreError> =>
  (words, holding, limit) =>
    db.read("LocalIndex.search", () =>
      db
        .all(
          `SELECT page.url, page.title, page.description, page.head
           FROM local_terms JOIN local_page AS page ON page.id = local_terms.rowid
           WHERE local_terms MATCH ? AND page.account = ?
           ORDER BY bm25(local_terms, 4.0, 2.0, 1.0) LIMIT ?`,
          words.map((word) => `"${word}"`).join(holding === "every" ? " AND " : " OR "),
          account,
          limit
        )
        .map(({ description, head, title, url }) => ({
          url: String(url),
          title: String(title),
          description: String(description),
          head: String(head)
        }))
    )
