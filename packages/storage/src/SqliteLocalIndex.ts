/**
 * `LocalIndex` in the SQLite file, over its full-text index (FTS5).
 *
 * The index holds the terms of core (`text/terms.ts`), so that every adapter
 * finds the same pages: words in one form, without marks, pairs of characters
 * where writing has no spaces.
 */
import { allowed, type IndexedPage, LocalIndex, type LocalQuery, snippet } from "@orbweaver/core/LocalIndex"
import type { SearchHit } from "@orbweaver/core/SearchProvider"
import { terms } from "@orbweaver/core/text/terms"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Row, SqliteDatabase, type Service as Database } from "./sqlite/Database.ts"

/** Characters of a page that are indexed, and that are kept to show. */
const indexed = 100_000
const shown = 4_000

/** Hits looked at for each one wanted, where hosts are asked for. */
const spare = 20

export const layer: Layer.Layer<LocalIndex, never, SqliteDatabase> = Layer.effect(
  LocalIndex,
  Effect.map(SqliteDatabase, (db) => ({
    available: true,
    put: (page: IndexedPage) => db.write("LocalIndex.put", () => put(db, page)),
    search: (query: LocalQuery) => db.read("LocalIndex.search", () => search(db, query))
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

const search = (db: Database, query: LocalQuery): ReadonlyArray<SearchHit> => {
  const wanted = [...new Set(terms(query.text))].slice(0, 32)
  if (wanted.length === 0) return []
  const narrowed = (query.includeDomains ?? []).length > 0 || (query.excludeDomains ?? []).length > 0
  const limit = query.limit * (narrowed ? spare : 1)
  const every = match(db, wanted, "AND", query.accountId, limit)
  // Most of the words will do where no page has them all.
  const rows =
    every.length > 0
      ? every
      : match(db, wanted, "OR", query.accountId, limit * 4).filter((row) => holdsMost(row, wanted))
  return rows
    .filter((row) => allowed(row["url"] as string, query))
    .slice(0, query.limit)
    .map((row) => {
      const title = row["title"] as string
      const page = { title, description: row["description"] as string, text: row["head"] as string }
      return { url: row["url"] as string, title, description: snippet(page, wanted) }
    })
}

/** Title weighs four times the text, the description twice. */
const match = (
  db: Database,
  words: ReadonlyArray<string>,
  operator: "AND" | "OR",
  account: string,
  limit: number
): ReadonlyArray<Row> =>
  db.all(
    `SELECT page.url, page.title, page.description, page.head
     FROM local_terms JOIN local_page AS page ON page.id = local_terms.rowid
     WHERE local_terms MATCH ? AND page.account = ?
     ORDER BY bm25(local_terms, 4.0, 2.0, 1.0) LIMIT ?`,
    words.map((word) => `"${word}"`).join(` ${operator} `),
    account,
    limit
  )

const holdsMost = (row: Row, wanted: ReadonlyArray<string>): boolean => {
  const found = new Set(terms(`${row["title"]} ${row["description"]} ${row["head"]}`))
  return wanted.filter((word) => found.has(word)).length * 2 > wanted.length
}
