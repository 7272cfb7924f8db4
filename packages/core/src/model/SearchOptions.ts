/**
 * What a search asks (docs/reference/v2.md §12). Each option is written down once.
 */
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import { defaultsOf, option } from "./optionDefinition.ts"
import { headersProblem } from "./RequestHeaders.ts"
import { limits as scrapeLimits, ScrapeOptions } from "./ScrapeOptions.ts"
import { Source } from "./SearchHit.ts"
import { ThreatProtection } from "./ThreatProtection.ts"
import { readSearchTime } from "./searchTime.ts"
import type * as Effect from "effect/Effect"

export const limits = { results: 100, query: 2_000, domains: 100, tbs: 500 } as const

const isSearchTime = Schema.makeFilter((tbs: string) => {
  if (tbs.length > limits.tbs) return undefined
  const read = readSearchTime(tbs)
  return "problem" in read ? read.problem : undefined
})

export const focus = {
  /** Time of publication, such as `qdr:d` for a day or `cdr:1,cd_min:1/31/2026` for a range. Default: any. */
  tbs: option(Schema.String.check(isSearchTime, Schema.isMaxLength(limits.tbs)), {
    text: "Time of publication, such as `qdr:d` for a day or `cdr:1,cd_min:1/31/2026` for a range",
    otherwise: "any"
  }),
  /** Filter of the search engine, where it has one. Default: none. */
  filter: option(Schema.String, {
    text: "Filter of the search engine, where it has one",
    otherwise: "none",
    tool: false
  }),
  /** Language of the results. Default: `"en"`. */
  lang: option(Schema.String, {
    text: "Language of the results",
    default: "en"
  }),
  /** Country of the results. Default: `"us"`. */
  country: option(Schema.String, {
    text: "Country of the results",
    default: "us"
  }),
  /** Place that results are for, in words. Default: none. */
  location: option(Schema.String, {
    text: "Place that results are for, in words",
    otherwise: "none",
    tool: false
  })
}

export const Category = Schema.Literals(["github", "research", "pdf", "developer"])
export type Category = typeof Category.Type

const Hosts = Schema.Array(Schema.String.check(Schema.isMaxLength(253))).check(Schema.isMaxLength(limits.domains))

const ownFields = {
  /** Maximum number of results of each source. Default: 10. */
  limit: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.results })), {
    text: "Maximum number of results of each source",
    default: 10
  }),
  /** Where to look: `web`, `news`, `images`, `local`; an object has options of its own. Default: `["web"]`. */
  sources: option(Schema.Array(Schema.Union([Source, Schema.Struct({ type: Source, ...focus })])), {
    text: "Where to look: `web`, `news`, `images`, `local`; an object has options of its own",
    default: ["web"],
    flag: { name: "source", form: "list" },
    tool: false
  }),
  /** Kinds of sites that results are taken from, such as `github` or `pdf`. Default: all. */
  categories: option(
    Schema.Array(
      Schema.Union([
        Category,
        Schema.Struct({ type: Category, sites: Schema.optionalKey(Schema.Array(Schema.String)) })
      ])
    ),
    {
      text: "Kinds of sites that results are taken from, such as `github` or `pdf`",
      otherwise: "all",
      flag: { name: "category", form: "list" },
      tool: false
    }
  ),
  /** Only results of these sites. Default: all. */
  includeDomains: option(Hosts, {
    text: "Only results of these sites",
    otherwise: "all"
  }),
  /** No results of these sites. Default: none. */
  excludeDomains: option(Hosts, {
    text: "No results of these sites",
    otherwise: "none"
  }),
  /** Limit for the search and for scraping its results, in milliseconds. Default: 60 seconds. */
  timeout: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: scrapeLimits.timeout })), {
    text: "Limit for the search and for scraping its results",
    default: 60_000,
    unit: "milliseconds",
    tool: false
  }),
  /**
   * Describe web results and news by the passages of their page that speak to the query, where its Markdown is scraped.
   * Default: `true`.
   */
  highlights: option(Schema.Boolean, {
    text: "Describe web results and news by the passages of their page that speak to the query, where its Markdown is scraped",
    default: true,
    flag: false,
    tool: false
  }),
  /** Hosts that must not be reached, by lists of the caller. Default: none. */
  threatProtection: option(ThreatProtection, {
    text: "Hosts that must not be reached, by lists of the caller",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  /** How results are scraped; they are when this asks for formats. Default: they are not. */
  scrapeOptions: option(ScrapeOptions, {
    text: "How results are scraped; they are when this asks for formats",
    otherwise: "they are not",
    flag: false,
    tool: false
  })
} as const

/** Written out, since members that a struct spreads lose their comments in its declaration. */
type Fields = typeof ownFields & typeof focus

export const SearchOptions: Schema.Struct<Fields> = Schema.Struct({ ...ownFields, ...focus })
export type SearchOptions = typeof SearchOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(SearchOptions.fields)

export const decode: (input: unknown) => Effect.Effect<SearchOptions, InvalidInput> = reader(
  "search options",
  SearchOptions.check(
    Schema.makeFilter((options) =>
      options.includeDomains !== undefined && options.excludeDomains !== undefined
        ? { path: ["includeDomains"], issue: "includeDomains and excludeDomains cannot be used together" }
        : headersProblem(options.scrapeOptions?.headers, ["scrapeOptions", "headers"])
    )
  )
)
