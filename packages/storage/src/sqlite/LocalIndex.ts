/**
 * `LocalIndex` in the SQLite file, over its full-text index (FTS5).
 *
 * The index holds the terms of core (`text/terms.ts`), so that every adapter
 * finds the same pages: words in one form, without marks, pairs of characters
 * where writing has no spaces.
 */
import { type IndexedPage, type IndexedPageName, LocalIndex, type LocalQuery } from "@orbweaver/core/scrape/LocalIndex"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { plainText } from "@orbweaver/core/text/MarkdownBlocks"
import { terms } from "@orbweaver/core/internal/text/terms"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { indexed, type Match, search, shown } from "../support/localSearch.ts"
import { SqliteDatabase, type Service as Database } from "./Database.ts"
import { eraseRows } from "../sql/eraseRows.ts"
import { sqlOf } from "./sql.ts"

export const layer: Layer.Layer<LocalIndex, never, SqliteDatabase> = Layer.effect(
  LocalIndex,
  Effect.map(SqliteDatabase, (db) => {
    const sql = sqlOf(db)
    return {
      available: true,
      put: (page: IndexedPage) => db.write("LocalIndex.put", () => put(db, page)),
      search: (query: LocalQuery) => search(query, matchIn(db, query.accountId)),
      erase: Effect.fnUntraced(function* (isErased: (page: IndexedPageName) => boolean) {
        const erased = yield* eraseRows<IndexedPageName & { readonly id: number }>(sql, "LocalIndex.erase", {
          after: (last) =>
            sql.rows(
              `SELECT id, account AS "accountId", url FROM local_page WHERE id > ? ORDER BY id LIMIT 500`,
              last?.id ?? 0
            ),
          isErased,
          remove: (rows) =>
            Effect.sync(() => {
              for (const { id } of rows) removePage(db, id)
              db.erased()
            })
        })
        if (erased > 0) yield* dropErasedTerms(db)
        return erased
      })
    }
  })
)

const put = (db: Database, { accountId, description, markdown, title, url }: IndexedPage): void => {
  // What is left out by syntax is not most of a page.
  const text = plainText(markdown.slice(0, 2 * indexed))
  const known = db.get("SELECT id FROM local_page WHERE account = ? AND url = ?", accountId, url)
  if (known !== undefined) {
    removePage(db, Number(known["id"]))
  }
  const id = db.insert(
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
    id!,
    terms(title).join(" "),
    terms(description).join(" "),
    terms(text.slice(0, indexed)).join(" ")
  )
}

const removePage = (db: Database, id: number): void => {
  db.run("DELETE FROM local_terms WHERE rowid = ?", id)
  db.run("DELETE FROM local_page WHERE id = ?", id)
}

/** Pages of the index that one write merges. */
const mergedAtOnce = 500

/** The full-text index only notes that a row has gone; its terms go when the parts of the index are merged. */
const dropErasedTerms = Effect.fnUntraced(function* (db: Database) {
  // A negative number begins a merge of all parts, a positive one goes on with it.
  for (let pages = -mergedAtOnce; ; pages = mergedAtOnce) {
    const changes = yield* db.write("LocalIndex.erase", () => {
      const total = () => Number(db.get("SELECT total_changes() AS total")!["total"])
      const before = total()
      db.run("INSERT INTO local_terms (local_terms, rank) VALUES ('merge', ?)", pages)
      return total() - before
    })
    // The statement itself counts as one change.
    if (changes < 2) break
    yield* Effect.yieldNow
  }
  db.erased()
  yield* db.scrub
})

/**
 * Most matches that are ranked. Of words on more pages than that, those in
 * titles come first and then the newest, because to rank a quarter of an index
 * takes longer than anyone waits.
 */
const ranked = 1_000

const from = `FROM local_terms JOIN local_page AS page ON page.id = local_terms.rowid
  WHERE local_terms MATCH ? AND page.account = ?`
/** Title weighs four times the text, the description twice. */
const byRank = "ORDER BY bm25(local_terms, 4.0, 2.0, 1.0) LIMIT ?"

const matchIn =
  (db: Database, account: string): Match<StoreError> =>
  (groups, limit) =>
    db.read("LocalIndex.search", () => {
      const words = groups.map((group) => `(${group.map((word) => `"${word}"`).join(" AND ")})`).join(" OR ")
      /** Best among the newest matches, and whether there are older ones. */
      const best = (match: string) => {
        const oldest = db.get(
          `SELECT local_terms.rowid AS id ${from} ORDER BY local_terms.rowid DESC LIMIT 1 OFFSET ?`,
          match,
          account,
          ranked - 1
        )
        const rows = db.all(
          `SELECT page.url, page.title, page.description, page.head ${from} AND local_terms.rowid >= ? ${byRank}`,
          match,
          account,
          Number(oldest?.["id"] ?? 0),
          limit
        )
        return { rows, isAll: oldest === undefined }
      }
      const found = best(words)
      const titled = found.isAll ? [] : best(`{title description} : (${words})`).rows
      const rows = new Map([...titled, ...found.rows].map((row) => [row["url"], row]))
      return [...rows.values()].slice(0, limit).map(({ description, head, title, url }) => ({
        url: String(url),
        title: String(title),
        description: String(description),
        head: String(head)
      }))
    })
