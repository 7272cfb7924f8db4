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

const focus = {
  tbs: Schema.optionalKey(Schema.String),
  filter: Schema.optionalKey(Schema.String),
  lang: Schema.optionalKey(Schema.String),
  country: Schema.optionalKey(Schema.String),
  location: Schema.optionalKey(Schema.String)
}

export const Category = Schema.Literals(["github", "research", "pdf", "developer"])
export type Category = typeof Category.Type

const Hosts = Schema.Array(Schema.String.check(Schema.isMaxLength(253))).check(Schema.isMaxLength(limits.domains))

export const SearchOptions = Schema.Struct({
  /** Most results of each source. */
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.results }))),
  sources: Schema.optionalKey(Schema.Array(Schema.Union([Source, Schema.Struct({ type: Source, ...focus })]))),
  categories: Schema.optionalKey(
    Schema.Array(
      Schema.Union([
        Category,
        Schema.Struct({ type: Category, sites: Schema.optionalKey(Schema.Array(Schema.String)) })
      ])
    )
  ),
  ...focus,
  includeDomains: Schema.optionalKey(Hosts),
  excludeDomains: Schema.optionalKey(Hosts),
  /** Limit for the search and for scraping its results, in milliseconds. */
  timeout: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: scrapeLimits.timeout }))),
  /** Results are scraped when this asks for formats. */
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
