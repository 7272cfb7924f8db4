/**
 * What a crawl visits and how each page is scraped. Field names are those of
 * the v2 API (docs/reference/v2.md §10); `defaults` says what an omitted field means.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { InvalidInput, type Issue, reader } from "./InvalidInput.ts"
import { compilePattern, maxPatterns, type UserPattern } from "./userPattern.ts"
import { DataName } from "./Job.ts"
import { ScrapeOptions } from "./ScrapeOptions.ts"
import type { IdentityOptions } from "./UrlIdentity.ts"
import { WebhookOptions } from "./WebhookOptions.ts"

export const defaults = {
  limit: 10_000,
  sitemap: "include",
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
  regexOnFullURL: false,
  crawlEntireDomain: false,
  allowExternalLinks: false,
  allowSubdomains: false,
  ignoreRobotsTxt: false
} as const

const positive = Schema.Int.check(Schema.isGreaterThan(0))
const Patterns = Schema.Array(Schema.String).check(Schema.isMaxLength(maxPatterns))

export const SitemapMode = Schema.Literals(["include", "skip", "only"])
export type SitemapMode = typeof SitemapMode.Type

/** Which of the addresses that are found belong to the crawl; `map` takes the same. */
export const ruleFields = {
  /** Regular expressions on the path; a page must match one when there are any. Default: none. */
  includePaths: Schema.optionalKey(Patterns),
  /**
   * Regular expressions on the path; a page must match none. `host/path` also refuses external links. Default: none.
   */
  excludePaths: Schema.optionalKey(Patterns),
  /** Read the patterns against the whole address instead of its path. Default: `false`. */
  regexOnFullURL: Schema.optionalKey(Schema.Boolean),
  /** Most links to follow from the start page or a sitemap entry. Default: no limit. */
  maxDiscoveryDepth: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  /** Whether sitemaps are read: beside links, not at all, or alone. Default: `"include"`. */
  sitemap: Schema.optionalKey(SitemapMode),
  /** Addresses that differ only in their query are one page. Default: `false` for a crawl, `true` for a map. */
  ignoreQueryParameters: Schema.optionalKey(Schema.Boolean),
  /** Addresses that differ in `www.`, scheme or a trailing slash are one page. Default: `true`. */
  deduplicateSimilarURLs: Schema.optionalKey(Schema.Boolean),
  /** Visit siblings and parents of the start path too. Default: `false`. */
  crawlEntireDomain: Schema.optionalKey(Schema.Boolean),
  /** Visit pages of other sites that are linked; their own links are not followed. Default: `false`. */
  allowExternalLinks: Schema.optionalKey(Schema.Boolean),
  /** Visit subdomains of the site too. Default: `false` for a crawl, `true` for a map. */
  allowSubdomains: Schema.optionalKey(Schema.Boolean),
  /** Do not ask robots.txt. Default: `false`. */
  ignoreRobotsTxt: Schema.optionalKey(Schema.Boolean),
  /** Product token matched in robots.txt and sent as the user agent. Default: that of the fetcher. */
  robotsUserAgent: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[\t\x20-\x7e\x80-\xff]*$/, {
        message: "It contains characters that are not allowed in a header"
      })
    )
  )
} as const

/** The type of `ruleFields` alone: members that a struct spreads lose their comments in its declaration. */
export type RuleOptions = Schema.Struct<typeof ruleFields>["Type"]

export const CrawlOptions = Schema.Struct({
  ...ruleFields,
  /** Most pages that succeed; a failed page gives its place back. Default: 10,000. */
  limit: Schema.optionalKey(positive),
  /** Seconds between two page starts; pages are then scraped one at a time. */
  delay: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0))),
  /** Pages of this crawl at once. Default: as many as the workers have room for, 10 in each process. */
  maxConcurrency: Schema.optionalKey(positive),
  /** Address that is told of the job, or an object with `url`, `headers`, `metadata` and `events`. Default: none. */
  webhook: Schema.optionalKey(WebhookOptions),
  scrapeOptions: Schema.optionalKey(ScrapeOptions),
  /**
   * Which of the addresses that wait is visited first: the one found first, or the one that fits `relevantTo` best.
   * Default: `breadth-first`.
   */
  order: Schema.optionalKey(Schema.Literals(["breadth-first", "best-first"])),
  /** What a best-first crawl looks for, in words: `"pricing of the enterprise plan"`. Default: nothing. */
  relevantTo: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(500))),
  /** Of two waiting jobs of one account the higher goes first; 0 when absent. */
  priority: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: -100, maximum: 100 }))),
  /** An earlier crawl: pages that have not changed since are answered from it. Default: none. */
  previousCrawl: Schema.optionalKey(Schema.String),
  /** Leave out of the main content what many pages of one template share. Default: `false`. */
  subtractBoilerplate: Schema.optionalKey(Schema.Boolean)
})
export type CrawlOptions = typeof CrawlOptions.Type

/** A crawl as it is stored: the options, the start address and what only the v1 wire asks for. */
export const CrawlRequest = Schema.Struct({
  ...CrawlOptions.fields,
  url: Schema.String,
  /** Most path segments of a page (v1 `maxDepth`). */
  maxPathDepth: Schema.optionalKey(Schema.Int),
  dataName: DataName
})
export type CrawlRequest = typeof CrawlRequest.Type

/** The patterns of a request, compiled. */
export interface Patterns {
  readonly include: ReadonlyArray<UserPattern>
  readonly exclude: ReadonlyArray<UserPattern>
}

/** Patterns compiled before others have their turn. */
const compiledAtOnce = 10

/** Compiles both lists; blank entries are dropped, and every entry that cannot be used is an issue. */
export const compilePatterns: (options: {
  readonly includePaths?: ReadonlyArray<string> | undefined
  readonly excludePaths?: ReadonlyArray<string> | undefined
}) => Effect.Effect<Patterns, InvalidInput> = Effect.fnUntraced(function* ({ excludePaths = [], includePaths = [] }) {
  const issues: Array<Issue> = []
  const compile = Effect.fnUntraced(function* (field: string, sources: ReadonlyArray<string>) {
    const patterns: Array<UserPattern> = []
    for (const [index, source] of sources.entries()) {
      if (source.trim() === "") continue
      if (index % compiledAtOnce === compiledAtOnce - 1) yield* Effect.yieldNow
      const pattern = compilePattern(source)
      if ("matches" in pattern) patterns.push(pattern)
      else issues.push({ path: [field, index], message: pattern.problem, code: "custom" })
    }
    return patterns
  })
  const include = yield* compile("includePaths", includePaths)
  const exclude = yield* compile("excludePaths", excludePaths)
  if (issues.length > 0) return yield* new InvalidInput({ what: "crawl options", issues })
  return { include, exclude }
})

const decodeShape = reader("crawl options", CrawlOptions)

/** Reads options from outside; unknown keys and unusable patterns fail with the field's name. */
export const decode = (input: unknown): Effect.Effect<CrawlOptions, InvalidInput> =>
  Effect.tap(decodeShape(input), compilePatterns)

/** Which addresses are one page of this crawl. */
export const identityOf = ({
  deduplicateSimilarURLs = defaults.deduplicateSimilarURLs,
  ignoreQueryParameters = defaults.ignoreQueryParameters,
  scrapeOptions: { actions = [], waitFor = 0 } = {}
}: Pick<CrawlRequest, "deduplicateSimilarURLs" | "ignoreQueryParameters" | "scrapeOptions">): IdentityOptions => ({
  ignoreQueryParameters,
  deduplicateSimilarURLs,
  // Only a browser renders what a fragment names.
  hashRoutes: waitFor > 0 || actions.length > 0
})
