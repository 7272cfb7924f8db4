/** What a map lists; field names are those of the v2 API (docs/reference/v2.md §11). */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ruleFields } from "./CrawlOptions.ts"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import { Location } from "./ScrapeOptions.ts"

export const defaults = {
  limit: 5000,
  includeSubdomains: true,
  ignoreQueryParameters: true,
  filterByPath: true,
  sitemap: "include"
} as const

export const limits = {
  links: 100_000,
  /** Pages that are opened to find links, the start page included. */
  pages: 50
} as const

export const MapOptions = Schema.Struct({
  ...ruleFields,
  /** Puts what these words fit best first. Default: the order in which they are found. */
  search: Schema.optionalKey(Schema.String),
  /** List pages of subdomains too. Default: `true`. */
  includeSubdomains: Schema.optionalKey(Schema.Boolean),
  /** Most addresses. Default: 5,000. */
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.links }))),
  /** Time limit in milliseconds; the URLs found by then are printed. */
  timeout: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  /** Keep only what is under the path of the address. Default: `true`. */
  filterByPath: Schema.optionalKey(Schema.Boolean),
  /** Open every page again. Default: `false`. */
  ignoreCache: Schema.optionalKey(Schema.Boolean),
  /** Visit as from this country, asking for these languages. Default: the country of the process, no language. */
  location: Schema.optionalKey(Location),
  delay: Schema.optionalKey(Schema.Finite)
})
export type MapOptions = typeof MapOptions.Type

export const decode: (input: unknown) => Effect.Effect<MapOptions, InvalidInput> = reader("map options", MapOptions)
