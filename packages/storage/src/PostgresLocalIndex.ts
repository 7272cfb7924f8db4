/**
 * `LocalIndex` in PostgreSQL, over its full-text search. Like the SQLite one it
 * indexes the terms of core, so both find the same pages.
 */
import { allowed, type IndexedPage, LocalIndex, type LocalQuery, snippet } from "@orbweaver/core/LocalIndex"
import { terms } from "@orbweaver/core/text/terms"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fails, PgDatabase } from "./postgres/Pg.ts"

/** Characters of a page that are indexed, and that are kept to show. */
const indexed = 100_000
const shown = 4_000

/** Hits looked at for each one wanted, where hosts are asked for. */
const spare = 20

interface Row {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly head: string
}

export const layer: Layer.Layer<LocalIndex, never, PgDatabase> = Layer.effect(
  LocalIndex,
  Effect.map(PgDatabase, (pg) => {
    const table = `${pg.schema}.local_page`

    /** Title weighs four times the text, the description twice. */
    const match = (account: string, words: ReadonlyArray<string>, operator: "&" | "|", limit: number) =>
      pg.rows<Row>(
        `SELECT url, title, description, head FROM ${table}, to_tsquery('simple', $2) AS query
          WHERE account = $1 AND words @@ query
          ORDER BY ts_rank('{0.25, 0.25, 0.5, 1}', words, query, 1) DESC LIMIT $3`,
        account,
        words.map((word) => `'${word}'`).join(` ${operator} `),
        limit
      )

    const search = Effect.fnUntraced(function* (query: LocalQuery) {
      const wanted = [...new Set(terms(query.text))].slice(0, 32)
      if (wanted.length === 0) return []
      const narrowed = (query.includeDomains ?? []).length > 0 || (query.excludeDomains ?? []).length > 0
      const limit = query.limit * (narrowed ? spare : 1)
      const every = yield* match(query.accountId, wanted, "&", limit)
      // Most of the words will do where no page has them all.
      const rows =
        every.length > 0
          ? every
          : (yield* match(query.accountId, wanted, "|", limit * 4)).filter((row) => holdsMost(row, wanted))
      return rows
        .filter(({ url }) => allowed(url, query))
        .slice(0, query.limit)
        .map(({ description, head, title, url }) => ({
          url,
          title,
          description: snippet({ description, text: head }, wanted)
        }))
    }, fails("LocalIndex.search"))

    return {
      available: true,
      search,
      put: ({ accountId, description, text, title, url }: IndexedPage) =>
        Effect.asVoid(
          pg.rows(
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
        ).pipe(fails("LocalIndex.put"))
    }
  })
)

/** PostgreSQL keeps every character but one. */
const stored = (text: string): string => text.replaceAll("\u0000", "")

const holdsMost = ({ description, head, title }: Row, wanted: ReadonlyArray<string>): boolean => {
  const found = new Set(terms(`${title} ${description} ${head}`))
  return wanted.filter((word) => found.has(word)).length * 2 > wanted.length
}
