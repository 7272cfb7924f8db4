/**
 * Port: full text of the pages that this instance has scraped, by account.
 *
 * The embedded default of search, and `sources: ["local"]`. Adapters:
 * `layerMemory` here, SQLite (FTS5) and Postgres in `@orbweaver/storage`.
 * Contract: `LocalIndexSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SearchHit } from "../model/SearchHit.ts"
import type { StoreError } from "../model/StoreError.ts"
import { inTurns } from "../support/turns.ts"
import type { Steps } from "../support/steps.ts"
import { pieceEnds } from "../text/pieces.ts"
import { terms } from "../text/terms.ts"
import { detachString } from "../support/detachString.ts"
import { LruMap } from "../support/LruMap.ts"
import { addTo } from "../support/tally.ts"

export interface IndexedPage {
  readonly accountId: string
  /** Address after redirects, without fragment; a page is indexed once under it. */
  readonly url: string
  readonly title: string
  readonly description: string
  /** Its words are what is found (`plainText`). */
  readonly markdown: string
}

export interface LocalQuery {
  readonly accountId: string
  readonly text: string
  readonly limit: number
  /** Hosts of which pages must, or must not, be; a name covers its subdomains. */
  readonly includeDomains?: ReadonlyArray<string> | undefined
  readonly excludeDomains?: ReadonlyArray<string> | undefined
}

export interface Service {
  /** False when nothing is kept, so that nobody prepares a page for it. */
  readonly available: boolean
  /** Replaces what was indexed under the same account and address. */
  readonly put: (page: IndexedPage) => Effect.Effect<void, StoreError>
  /** Best hits first; every word of the query, or most of them, stands in a hit. */
  readonly search: (query: LocalQuery) => Effect.Effect<ReadonlyArray<SearchHit>, StoreError>
  /** Removes the pages that the predicate picks, so that nothing of them is left in the store; returns how many. */
  readonly erase: (isErased: (page: IndexedPageName) => boolean) => Effect.Effect<number, StoreError>
}

/** What an indexed page is recognised by. */
export type IndexedPageName = Pick<IndexedPage, "accountId" | "url">

export interface MemoryOptions {
  /** Pages kept; the oldest go first. 2,000 when absent. */
  readonly maxPages?: number | undefined
  /** Characters of Markdown kept over all pages; the oldest pages go first. 8 million when absent. */
  readonly maxCharacters?: number | undefined
}

export class LocalIndex extends Context.Service<LocalIndex, Service>()("@orbweaver/core/LocalIndex") {
  /** What this process has scraped, gone with it. */
  static readonly layerMemory = ({
    maxPages = 2_000,
    maxCharacters = 8_000_000
  }: MemoryOptions = {}): Layer.Layer<LocalIndex> => Layer.sync(LocalIndex, () => makeMemory(maxPages, maxCharacters))

  /** Indexes nothing and finds nothing. */
  static readonly layerNone: Layer.Layer<LocalIndex> = Layer.succeed(LocalIndex, {
    available: false,
    put: () => Effect.void,
    search: () => Effect.succeed([]),
    erase: () => Effect.succeed(0)
  })
}

interface Entry {
  readonly page: IndexedPage
  /** Made by the first search, so that pages nobody searches cost their Markdown alone. */
  words: Words | undefined
}

interface Words {
  /** Weighted counts: a word of the title counts for four of the text. */
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** Characters of one page that are indexed. */
const maxOfPage = 200_000

const makeMemory = (maxPages: number, maxCharacters: number): Service => {
  const entries = new LruMap<string, Entry>({
    maxEntries: maxPages,
    maxWeight: maxCharacters,
    weigh: ({ page }) => page.markdown.length
  })
  const keyOf = ({ accountId, url }: IndexedPageName) => JSON.stringify([accountId, url])
  return {
    available: true,
    put: (page) =>
      Effect.sync(() => {
        const kept =
          page.markdown.length <= maxOfPage
            ? page
            : { ...page, markdown: detachString(page.markdown.slice(0, maxOfPage)) }
        entries.set(keyOf(page), { page: kept, words: undefined })
      }),
    search: Effect.fnUntraced(function* (query) {
      const own = [...entries.values()].filter(
        ({ page }) => page.accountId === query.accountId && allowed(page.url, query)
      )
      const { plainText } = yield* Effect.promise(() => import("../text/MarkdownBlocks.ts"))
      const found: Array<Entry & { readonly words: Words }> = []
      for (const entry of own) {
        if (entry.words === undefined) {
          entry.words = yield* inTurns(() => read(entry.page, plainText))
          yield* Effect.yieldNow
        }
        found.push({ page: entry.page, words: entry.words })
      }
      return rank(found, query).map((page) => ({
        url: page.url,
        title: page.title,
        description: snippet(
          { description: page.description, text: plainText(page.markdown.slice(0, snippetScan)) },
          terms(query.text)
        )
      }))
    }),
    erase: (isErased) =>
      Effect.sync(() => {
        const erased = [...entries.values()].filter(({ page }) => isErased(page))
        for (const { page } of erased) entries.delete(keyOf(page))
        return erased.length
      })
  }
}

/** A long page in pieces, a part in each turn of the event loop. */
function* read(page: IndexedPage, plainText: (markdown: string) => string): Steps<Words> {
  const counts = new Map<string, number>()
  const add = (part: string, weight: number) => {
    for (const word of terms(part)) addTo(counts, word, weight)
  }
  add(page.title, 4)
  add(page.description, 2)
  let from = 0
  for (const to of pieceEnds(page.markdown, 0, page.markdown.length)) {
    yield
    add(plainText(page.markdown.slice(from, to)), 1)
    from = to
  }
  return { counts, length: counts.size }
}

/** BM25 over one account's pages; a page must hold more than half of the words. */
const rank = (
  entries: ReadonlyArray<{ readonly page: IndexedPage; readonly words: Words }>,
  query: LocalQuery
): ReadonlyArray<IndexedPage> => {
  const wanted = [...new Set(terms(query.text))]
  if (wanted.length === 0 || entries.length === 0) return []
  const mean = entries.reduce((sum, { words }) => sum + words.length, 0) / entries.length
  const rarity = wanted.map((word) => {
    const holding = entries.reduce((count, { words }) => count + (words.counts.has(word) ? 1 : 0), 0)
    return Math.log(1 + (entries.length - holding + 0.5) / (holding + 0.5))
  })
  return entries
    .map(({ page, words: { counts, length } }) => {
      let score = 0
      let matched = 0
      wanted.forEach((word, index) => {
        const count = counts.get(word)
        if (count === undefined) return
        matched++
        score += (rarity[index]! * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean))
      })
      return { page, score: matched * 2 > wanted.length ? score : 0 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, query.limit)
    .map(({ page }) => page)
}

/** Whether the address is of the wanted hosts and of none of the unwanted ones. */
export const allowed = (
  address: string,
  { excludeDomains = [], includeDomains = [] }: Pick<LocalQuery, "includeDomains" | "excludeDomains">
): boolean => {
  const host = URL.parse(address)?.hostname ?? ""
  const covers = (domain: string) => host === domain || host.endsWith(`.${domain}`)
  return (includeDomains.length === 0 || includeDomains.some(covers)) && !excludeDomains.some(covers)
}

const snippetLength = 200
/** Characters of a page that a snippet is looked for in. */
const snippetScan = 40_000

/** The part of the text around its first wanted word, or the page's own description. */
export const snippet = (
  { description, text }: { readonly description: string; readonly text: string },
  wanted: ReadonlyArray<string>
): string => {
  const words = [...text.slice(0, 20_000).matchAll(/[\p{L}\p{N}]+/gu)]
  const hit = words.find(([word]) => terms(word).some((term) => wanted.includes(term)))
  if (hit === undefined) return description === "" ? text.slice(0, snippetLength) : description
  const start = Math.max(0, hit.index - snippetLength / 4)
  return text
    .slice(start, start + snippetLength)
    .replace(/\s+/g, " ")
    .trim()
}
