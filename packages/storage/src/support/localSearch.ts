/**
 * What the SQL adapters of `LocalIndex` share: which terms a query asks for, how
 * many rows to read, and which of them are hits.
 */
import { allowed, type LocalQuery, snippet } from "@orbweaver/core/scrape/LocalIndex"
import type { SearchHit } from "@orbweaver/core/model/SearchHit"
import { terms } from "@orbweaver/core/internal/text/terms"
import * as Effect from "effect/Effect"

/** Characters of a page that are indexed, and that are kept to show. */
export const indexed = 100_000
export const shown = 4_000

/** Words of a query that count. */
const maxWords = 32
/** Hits looked at for each one wanted, where hosts are asked for. */
const spare = 20

/** What the index stores to show a page. */
export interface Row {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly head: string
}

/** Rows that hold all the words of one of these groups at least, best first. */
export type Match<E> = (
  groups: ReadonlyArray<ReadonlyArray<string>>,
  limit: number
) => Effect.Effect<ReadonlyArray<Row>, E>

export const search = Effect.fnUntraced(function* <E>(query: LocalQuery, match: Match<E>) {
  const wanted = [...new Set(terms(query.text))].slice(0, maxWords)
  const none: ReadonlyArray<SearchHit> = []
  if (wanted.length === 0) return none
  const narrowed = (query.includeDomains ?? []).length > 0 || (query.excludeDomains ?? []).length > 0
  const limit = query.limit * (narrowed ? spare : 1)
  const every = yield* match([wanted], limit)
  // Most of the words will do where no page has them all.
  const rows = every.length > 0 || wanted.length <= 2 ? every : yield* matchMost(wanted, limit, match)
  return rows
    .filter(({ url }) => allowed(url, query))
    .slice(0, query.limit)
    .map(({ description, head, title, url }): SearchHit => ({
      url,
      title,
      description: snippet({ description, text: head }, wanted)
    }))
})

/** Words of which every choice of more than half is asked for; of more words any will do, and the rows are looked at. */
const maxChosen = 6

const matchMost = <E>(wanted: ReadonlyArray<string>, limit: number, match: Match<E>) =>
  wanted.length <= maxChosen
    ? match(choices(wanted, Math.floor(wanted.length / 2) + 1), limit)
    : Effect.map(
        match(
          wanted.map((word) => [word]),
          limit * 4
        ),
        (rows) => rows.filter((row) => holdsMost(row, wanted))
      )

/** Every choice of so many words. */
const choices = (words: ReadonlyArray<string>, count: number): ReadonlyArray<ReadonlyArray<string>> =>
  count === 0
    ? [[]]
    : words.flatMap((word, index) => choices(words.slice(index + 1), count - 1).map((rest) => [word, ...rest]))

const holdsMost = ({ description, head, title }: Row, wanted: ReadonlyArray<string>): boolean => {
  const found = new Set(terms(`${title} ${description} ${head}`))
  return wanted.filter((word) => found.has(word)).length * 2 > wanted.length
}
