/**
 * What a search asks (docs/reference/v2.md §12).
 */
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import { limits as scrapeLimits, ScrapeOptions } from "./ScrapeOptions.ts"
import { Source } from "./SearchHit.ts"
import type * as Effect from "effect/Effect"

export const defaults = { limit: 10, sources: ["web"], timeout: 60_000, lang: "en", country: "us" } as const

export const limits = { results: 100, query: 2_000, domains: 100 } as const

export const focus = {
  /** Time of publication, such as `qdr:d` for a day. Default: any. */
  tbs: Schema.optionalKey(Schema.String),
  /** Filter of the search engine, where it has one. Default: none. */
  filter: Schema.optionalKey(Schema.String),
  /** Language of the results. Default: `"en"`. */
  lang: Schema.optionalKey(Schema.String),
  /** Country of the results. Default: `"us"`. */
  country: Schema.optionalKey(Schema.String),
  /** Place that results are for, in words. Default: none. */
  location: Schema.optionalKey(Schema.String)
}

/** The type of `focus` alone: members that a struct spreads lose their comments in its declaration. */
export type SearchFocus = Schema.Struct<typeof focus>["Type"]

export const Category = Schema.Literals(["github", "research", "pdf", "developer"])
export type Category = typeof Category.Type

const Hosts = Schema.Array(Schema.String.check(Schema.isMaxLength(253))).check(Schema.isMaxLength(limits.domains))

export const SearchOptions = Schema.Struct({
  /** Most results of each source. Default: 10. */
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.results }))),
  /**
   * Where to look: `web`, `news`, `images`, `local`, each with options of its own where it needs them. Default:
   * `["web"]`.
   */
  sources: Schema.optionalKey(Schema.Array(Schema.Union([Source, Schema.Struct({ type: Source, ...focus })]))),
  /** Kinds of sites that results are taken from. Default: all. */
  categories: Schema.optionalKey(
    Schema.Array(
      Schema.Union([
        Category,
        Schema.Struct({ type: Category, sites: Schema.optionalKey(Schema.Array(Schema.String)) })
      ])
    )
  ),
  ...focus,
  /** Only results of these sites. Default: all. */
  includeDomains: Schema.optionalKey(Hosts),
  /** No results of these sites. Default: none. */
  excludeDomains: Schema.optionalKey(Hosts),
  /** Limit for the search and for scraping its results, in milliseconds. */
  timeout: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: scrapeLimits.timeout }))),
  /** Results are scraped when this asks for formats. Default: they are not. */
  scrapeOptions: Schema.optionalKey(ScrapeOptions)
})
export type SearchOptions = typeof SearchOptions.Type

export const decode: (input: unknown) => Effect.Effect<SearchOptions, InvalidInput> = reader(
  "search options",
  SearchOptions.check(
    Schema.makeFilter((options) =>
      options.includeDomains !== undefined && options.excludeDomains !== undefined
        ? { path: ["includeDomains"], issue: "includeDomains and excludeDomains cannot be used together" }
        : undefined
    )
  )
)
