/**
 * Searches, groups the results by source, and scrapes them when asked, all
 * under one deadline.
 *
 * ```
 * query ─► SearchProvider or LocalIndex, a source each ─► hits ─► Scraper, a few at once
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { CurrentAccount } from "../accounts/Account.ts"
import type { Document } from "../model/Document.ts"
import { invalid, type InvalidInput } from "../model/InvalidInput.ts"
import { debitOf, ensure, type InsufficientCredits, Ledger } from "../accounts/Ledger.ts"
import { allowed, LocalIndex } from "../scrape/LocalIndex.ts"
import type { ScrapeOptions } from "../model/ScrapeOptions.ts"
import { threatLists } from "../network/threatLists.ts"
import { redactionOf } from "../model/RedactPII.ts"
import { redact } from "../scrape/redactFields.ts"
import { Scraper } from "../scrape/Scraper.ts"
import { type Category, decode, defaults, limits, type SearchOptions } from "../model/SearchOptions.ts"
import { highlightsOf } from "../text/highlight.ts"
import { searchWithDeadline, SearchError, SearchProvider, type SearchQuery } from "./SearchProvider.ts"
import type { SearchHit, Source } from "../model/SearchHit.ts"
import type { StoreError } from "../model/StoreError.ts"

/** A hit, and the scraped page if scraping was requested: its document, or the reason why it is missing. */
export interface SearchResult extends SearchHit {
  /** From 1, within its source. */
  readonly position: number
  readonly category?: string | undefined
  readonly document?: Document | undefined
  readonly failure?: { readonly _tag: string; readonly message: string } | undefined
}

export interface SearchResults {
  readonly id: string
  /** The sources that were asked for; a source without results is an empty list. */
  readonly sources: Readonly<Partial<Record<Source, ReadonlyArray<SearchResult>>>>
  /** What went less well than asked. */
  readonly warnings: ReadonlyArray<string>
  /** Credits charged for the search, without those of scraped pages. */
  readonly credits: number
}

export interface SearchContext {
  /** Names the search in the ledger: the same id is charged once. A fresh UUID when absent. */
  readonly id?: string | undefined
  /** Called with each result as soon as its source has answered or its page is scraped. */
  readonly onResult?: ((result: FoundResult) => Effect.Effect<void>) | undefined
}

/** A result, and the source that found it. */
export interface FoundResult extends SearchResult {
  readonly source: Source
}

export interface Service {
  readonly search: (
    query: string,
    options?: SearchOptions,
    context?: SearchContext
  ) => Effect.Effect<SearchResults, SearchError | InvalidInput | InsufficientCredits | StoreError>
}

/** Pages of one search scraped at once. */
const concurrency = 8

export class Searcher extends Context.Service<Searcher, Service>()("@orbweaver/core/Searcher") {
  static readonly layer: Layer.Layer<Searcher, never, SearchProvider | LocalIndex | Scraper | Ledger> = Layer.effect(
    Searcher,
    Effect.gen(function* () {
      const provider = yield* SearchProvider
      const index = yield* LocalIndex
      const scraper = yield* Scraper
      const ledger = yield* Ledger

      const ask = Effect.fnUntraced(function* (
        text: string,
        asked: SourceRequest,
        options: SearchOptions,
        timeout: Duration.Duration,
        warnings: Set<string>
      ) {
        const limit = options.limit ?? defaults.limit
        const domains = { includeDomains: options.includeDomains, excludeDomains: options.excludeDomains }
        if (asked.type === "local") {
          if (!index.available) return yield* unindexed
          const account = yield* CurrentAccount
          return yield* index.search({ accountId: account.id, text, limit, ...domains })
        }
        const query: SearchQuery = {
          text: withOperators(text, options),
          source: asked.type,
          limit,
          tbs: asked.tbs ?? options.tbs,
          lang: asked.lang ?? options.lang ?? defaults.lang,
          country: (asked.country ?? options.country ?? defaults.country).toLowerCase(),
          location: asked.location ?? options.location,
          question: text,
          includeDomains: requestedSites(options),
          excludeDomains: options.excludeDomains,
          timeout
        }
        for (const { detail, option } of provider.ignored?.(query) ?? []) {
          // A default that is not heeded surprises nobody.
          if ((asked[option] ?? options[option]) !== undefined) {
            warnings.add(`The search by ${provider.name} does not heed ${option} as asked: ${detail}.`)
          }
        }
        const hits = yield* searchWithDeadline(provider, query)
        // Providers treat `site:` as a hint, so results of other sites are removed here.
        return hits.filter(({ url }) => allowed(url, domains)).slice(0, limit)
      })

      const scrape = (hit: SearchResult, text: string, options: ScrapedOptions, deadline: number) =>
        Effect.flatMap(remaining(deadline), (duration) =>
          // The engine gave the address, so headers go to the origins that the caller names and to no other.
          scraper.scrape(hit.url, options.scrapeOptions, { givenAddresses: [], savesProfile: false }).pipe(
            Effect.flatMap(({ document }) => described(hit, document, text, options)),
            Effect.catch(({ _tag, message }) => Effect.succeed({ ...hit, failure: { _tag, message } })),
            Effect.timeoutOrElse({
              duration,
              orElse: () =>
                Effect.succeed({
                  ...hit,
                  failure: { _tag: "TimedOut", message: "The search ended before this page" }
                })
            })
          )
        )

      const search = Effect.fn("Searcher.search")(function* (
        query: string,
        given: SearchOptions = {},
        context: SearchContext = {}
      ) {
        const options = yield* decode(given)
        const text = query.trim()
        if (text === "") return yield* invalid("search", ["query"], "A search needs words")
        if (text.length > limits.query) {
          return yield* invalid("search", ["query"], `A query has at most ${limits.query} characters`)
        }
        const account = yield* CurrentAccount
        yield* Effect.provideService(ensure(account, "credits", 1), Ledger, ledger)
        const id = context.id ?? crypto.randomUUID()
        const deadline = (yield* Clock.currentTimeMillis) + (options.timeout ?? defaults.timeout)
        const { threatProtection } = options
        const scrapeOptions = {
          ...options.scrapeOptions,
          ...(threatProtection === undefined ? {} : { threatProtection })
        }
        const wantsPages = (scrapeOptions.formats ?? []).length > 0

        const asked = sourceRequests(options)
        const threats = options.threatProtection === undefined ? undefined : threatLists(options.threatProtection)
        /** Results that were left out, by the entry that did it. */
        const blockedBy = new Map<string, number>()
        const failures: Array<SearchError> = []
        const warnings = new Set<string>()
        if (options.filter !== undefined || asked.some(({ filter }) => filter !== undefined)) {
          warnings.add("No search engine takes filter: it was ignored.")
        }
        const duration = yield* remaining(deadline)
        // The pages of a source are scraped as soon as it has answered.
        const found = yield* Effect.forEach(
          asked,
          Effect.fnUntraced(function* (each) {
            // One source that fails does not take the others with it.
            const hits = yield* Effect.catchTag(
              ask(text, each, options, duration, warnings),
              "SearchError",
              (error) => {
                failures.push(error)
                return Effect.succeed([])
              }
            )
            const reachable = hits.filter(({ url }) => {
              const entry = threats?.blocks(URL.parse(url)?.hostname ?? "")
              if (entry !== undefined) blockedBy.set(entry, (blockedBy.get(entry) ?? 0) + 1)
              return entry === undefined
            })
            const shown = yield* Effect.forEach(reachable, (hit) => withoutPII(hit, options.scrapeOptions))
            const results = shown.map((hit, position): SearchResult => ({
              ...hit,
              position: position + 1,
              category: categoryOf(hit.url, options)
            }))
            const pages = wantsPages && each.type !== "images"
            const { onResult } = context
            const withFields = (result: SearchResult) =>
              onResult === undefined
                ? Effect.succeed(result)
                : Effect.as(onResult({ ...result, source: each.type }), result)
            const scraped = pages
              ? yield* Effect.forEach(
                  results,
                  (hit) => Effect.flatMap(scrape(hit, text, { ...options, scrapeOptions }, deadline), withFields),
                  { concurrency: Math.ceil(concurrency / asked.length) }
                )
              : yield* Effect.forEach(results, withFields)
            return [each.type, scraped] as const
          }),
          { concurrency: "unbounded" }
        )
        if (blockedBy.size > 0) warnings.add(blockedNote(blockedBy))
        if (failures.length > 0 && failures.length === asked.length) return yield* failures[0]!
        const sources: Partial<Record<Source, ReadonlyArray<SearchResult>>> = Object.fromEntries(found)

        const count = Object.values(sources).reduce((sum, results) => sum + results.length, 0)
        const credits = 2 * Math.ceil(count / 10)
        if (credits > 0) {
          yield* ledger.debit(
            debitOf(account, {
              id: `search/${id}`,
              unit: "credits",
              amount: credits,
              reason: "search"
            })
          )
        }
        return { id, sources, warnings: [...failures.map(({ message }) => message), ...warnings], credits }
      })

      return Searcher.of({ search })
    })
  )
}

/**
 * Results of a search as they come. They wait in memory for a slow reader: a search has a deadline, and no more results
 * than its `limit` for each source. Leaving the stream ends the search.
 */
export const results = (
  query: string,
  options?: SearchOptions,
  context: Omit<SearchContext, "onResult"> = {}
): Stream.Stream<FoundResult, SearchError | InvalidInput | InsufficientCredits | StoreError, Searcher> =>
  Stream.callback((queue) =>
    Searcher.use((searcher) =>
      searcher.search(query, options, {
        ...context,
        onResult: (result) => Effect.asVoid(Queue.offer(queue, result))
      })
    ).pipe(
      Effect.matchCauseEffect({
        onFailure: (cause) => Queue.failCause(queue, cause),
        onSuccess: () => Queue.end(queue)
      })
    )
  )

interface ScrapedOptions extends SearchOptions {
  readonly scrapeOptions: ScrapeOptions
}

/** The result with its page, described by what the page says on the query (docs/reference/v2.md §12). */
const described = (
  hit: SearchResult,
  document: Document,
  query: string,
  { highlights = defaults.highlights }: SearchOptions
): Effect.Effect<SearchResult> => {
  const { markdown, metadata } = document
  if (!highlights || markdown === undefined) return Effect.succeed({ ...hit, document })
  return Effect.map(highlightsOf(markdown, query, metadata.language), (description = hit.description) => ({
    ...hit,
    description,
    document
  }))
}

/** The hit with the words of the engine redacted, where pages are. */
const withoutPII = Effect.fnUntraced(function* (hit: SearchHit, { redactPII = false }: ScrapeOptions = {}) {
  const redaction = redactionOf(redactPII)
  if (redaction === undefined) return hit
  const { description, title } = hit
  return {
    ...hit,
    title: yield* redact(title, redaction),
    ...(description === undefined ? {} : { description: yield* redact(description, redaction) })
  }
})

const unindexed = new SearchError({
  provider: "local",
  why: "not-configured",
  detail:
    "the local index is empty: scrape pages into a store (`stores`, or --data at a terminal), or with a running server, which indexes them in memory"
})

/** What is left until then. */
const remaining = (deadline: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => Duration.millis(Math.max(0, deadline - now)))

interface SourceRequest {
  readonly type: Source
  readonly tbs?: string
  readonly filter?: string
  readonly lang?: string
  readonly country?: string
  readonly location?: string
}

const sourceRequests = ({ sources }: SearchOptions): ReadonlyArray<SourceRequest> => {
  const all = (sources ?? defaults.sources).map((source): SourceRequest =>
    typeof source === "string" ? { type: source } : source
  )
  return [...new Map(all.map((source) => [source.type, source])).values()]
}

/** Sites that a category stands for (docs/reference/v2.md §12). */
const sites: Readonly<Record<Category, ReadonlyArray<string>>> = {
  github: ["github.com"],
  research: [
    "arxiv.org",
    "scholar.google.com",
    "pubmed.ncbi.nlm.nih.gov",
    "researchgate.net",
    "nature.com",
    "science.org",
    "ieee.org",
    "acm.org",
    "springer.com",
    "wiley.com",
    "sciencedirect.com",
    "plos.org",
    "biorxiv.org",
    "medrxiv.org"
  ],
  developer: ["developer.mozilla.org", "stackoverflow.com", "github.com", "npmjs.com", "readthedocs.io", "dev.to"],
  pdf: []
}

const categoriesOf = ({ categories = [] }: SearchOptions) =>
  categories.map((category) => {
    const { type, sites: own } = typeof category === "string" ? { type: category, sites: undefined } : category
    return { type, sites: own ?? sites[type] }
  })

/** Domains, and the sites of categories. */
const requestedSites = (options: SearchOptions): ReadonlyArray<string> => [
  ...new Set([...(options.includeDomains ?? []), ...categoriesOf(options).flatMap(({ sites }) => sites)])
]

/** Categories and domains as the operators that search engines share. */
const withOperators = (text: string, options: SearchOptions): string => {
  const categories = categoriesOf(options)
  const wanted = requestedSites(options)
  return [
    text,
    ...(wanted.length === 0 ? [] : [`(${wanted.map((site) => `site:${site}`).join(" OR ")})`]),
    ...(options.excludeDomains ?? []).map((site) => `-site:${site}`),
    ...(categories.some(({ type }) => type === "pdf") ? ["filetype:pdf"] : [])
  ].join(" ")
}

const categoryOf = (url: string, options: SearchOptions): string | undefined => {
  for (const { sites, type } of categoriesOf(options)) {
    if (type === "pdf" ? /\.pdf(?:$|\?)/i.test(url) : allowed(url, { includeDomains: sites })) return type
  }
  return undefined
}

/** Entries that are named. */
const maxEntries = 10

const blockedNote = (blockedBy: ReadonlyMap<string, number>): string => {
  const listed = [...blockedBy].slice(0, maxEntries).map(([entry, count]) => `${entry} (${count})`)
  const more = blockedBy.size > maxEntries ? ` and ${blockedBy.size - maxEntries} more entries` : ""
  return `threatProtection left out results by ${listed.join(", ")}${more}.`
}
