/** What a map lists; field names are those of the v2 API (docs/reference/v2.md §11). Each option is written down once. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ruleFields } from "./CrawlOptions.ts"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import { defaultsOf, option, withDefinition } from "./optionDefinition.ts"
import { ThreatProtection } from "./ThreatProtection.ts"
import { Location } from "./ScrapeOptions.ts"

export const limits = {
  links: 100_000,
  /** Pages that are opened to find links, the start page included. */
  pages: 50
} as const

const ownFields = {
  /** Addresses that differ only in their query are one page. Default: `true`. */
  ignoreQueryParameters: withDefinition(ruleFields.ignoreQueryParameters, { default: true }),
  /** As `includeSubdomains`, by the name that a crawl has for it. Default: `true`. */
  allowSubdomains: withDefinition(ruleFields.allowSubdomains, {
    text: "As `includeSubdomains`, by the name that a crawl has for it",
    default: true,
    flag: false,
    tool: false
  }),
  /** Accepted as a crawl takes it; `filterByPath` decides for a map. Default: `false`. */
  crawlEntireDomain: withDefinition(ruleFields.crawlEntireDomain, {
    text: "Accepted as a crawl takes it; `filterByPath` decides for a map",
    isIgnored: true,
    flag: false,
    tool: false
  }),
  /** Accepted as a crawl takes it; a map always lists such addresses once. Default: `true`. */
  deduplicateSimilarURLs: withDefinition(ruleFields.deduplicateSimilarURLs, {
    text: "Accepted as a crawl takes it; a map always lists such addresses once",
    isIgnored: true,
    flag: false
  }),
  /** Words that the addresses are ordered by, the best first. Default: the order in which they are found. */
  search: option(Schema.String, {
    text: "Words that the addresses are ordered by, the best first",
    otherwise: "the order in which they are found"
  }),
  /** List pages of subdomains too. Default: `true`. */
  includeSubdomains: option(Schema.Boolean, {
    text: "List pages of subdomains too",
    default: true
  }),
  /** Maximum number of addresses. Default: 5,000. */
  limit: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.links })), {
    text: "Maximum number of addresses",
    default: 5000
  }),
  /** Time limit, in milliseconds; the addresses found by then are the answer. Default: none. */
  timeout: option(Schema.Int.check(Schema.isGreaterThan(0)), {
    text: "Time limit; the addresses found by then are the answer",
    otherwise: "none",
    unit: "milliseconds",
    tool: false
  }),
  /** Keep only what is under the path of the address. Default: `true`. */
  filterByPath: option(Schema.Boolean, {
    text: "Keep only what is under the path of the address",
    default: true
  }),
  /** Open every page again. Default: `false`. */
  ignoreCache: option(Schema.Boolean, {
    text: "Open every page again",
    default: false,
    tool: false
  }),
  /** Country and languages of the visitor. Default: the country of the process, no language. */
  location: option(Location, {
    text: "Country and languages of the visitor",
    otherwise: "the country of the process, no language",
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
  /** Accepted for other clients, in seconds; a map opens few pages and does not wait between them. Default: none. */
  delay: option(Schema.Finite.check(Schema.isGreaterThan(0)), {
    text: "Accepted for other clients; a map opens few pages and does not wait between them",
    isIgnored: true,
    otherwise: "none",
    unit: "seconds",
    flag: false,
    tool: false
  })
} as const

/** Written out, since members that a struct spreads lose their comments in its declaration. */
type Fields = Omit<typeof ruleFields, keyof typeof ownFields> & typeof ownFields

export const MapOptions: Schema.Struct<Fields> = Schema.Struct({ ...ruleFields, ...ownFields })
export type MapOptions = typeof MapOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(MapOptions.fields)

export const decode: (input: unknown) => Effect.Effect<MapOptions, InvalidInput> = reader("map options", MapOptions)
