/**
 * What a crawl visits and how each page is scraped. Field names are those of
 * the v2 API (docs/reference/v2.md §10). Each option is written down once, with its
 * text and default (`optionDefinition.ts`); the comments of the fields are generated
 * from that.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { InvalidInput, type Issue, reader } from "./InvalidInput.ts"
import { compilePattern, maxPatterns, type UserPattern } from "./userPattern.ts"
import { DataName, Notes } from "./Job.ts"
import { jobFields } from "./JobOptions.ts"
import { defaultsOf, option } from "./optionDefinition.ts"
import { ScrapeOptions } from "./ScrapeOptions.ts"
import type { IdentityOptions } from "./UrlIdentity.ts"

const positive = Schema.Int.check(Schema.isGreaterThan(0))
const Patterns = Schema.Array(Schema.String).check(Schema.isMaxLength(maxPatterns))

export const SitemapMode = Schema.Literals(["include", "skip", "only"])
export type SitemapMode = typeof SitemapMode.Type

/** Which of the addresses that are found belong to the crawl; `map` takes the same. */
export const ruleFields = {
  /** Regular expressions on the path; a page must match one when there are any. Default: none. */
  includePaths: option(Patterns, {
    text: "Regular expressions on the path; a page must match one when there are any",
    otherwise: "none",
    flag: { name: "include" },
    prompt: {}
  }),
  /**
   * Regular expressions on the path; a page must match none. `host/path` also refuses external links. Default: none.
   */
  excludePaths: option(Patterns, {
    text: "Regular expressions on the path; a page must match none. `host/path` also refuses external links",
    otherwise: "none",
    flag: { name: "exclude" },
    prompt: {}
  }),
  /** Read the patterns against the whole address instead of its path. Default: `false`. */
  regexOnFullURL: option(Schema.Boolean, {
    text: "Read the patterns against the whole address instead of its path",
    default: false,
    tool: false
  }),
  /** Maximum number of links to follow from the start page or a sitemap entry. Default: no limit. */
  maxDiscoveryDepth: option(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), {
    text: "Maximum number of links to follow from the start page or a sitemap entry",
    otherwise: "no limit",
    flag: { name: "depth" },
    prompt: { maximum: 100 }
  }),
  /** Whether sitemaps are read: besides links, not at all, or alone. Default: `"include"`. */
  sitemap: option(SitemapMode, {
    text: "Whether sitemaps are read: besides links, not at all, or alone",
    default: "include",
    prompt: {}
  }),
  /** Addresses that differ only in their query are one page. Default: `false`. */
  ignoreQueryParameters: option(Schema.Boolean, {
    text: "Addresses that differ only in their query are one page",
    default: false,
    prompt: {}
  }),
  /** Addresses that differ in `www.`, scheme, index file or a trailing slash are one page. Default: `true`. */
  deduplicateSimilarURLs: option(Schema.Boolean, {
    text: "Addresses that differ in `www.`, scheme, index file or a trailing slash are one page",
    default: true,
    tool: false,
    prompt: {}
  }),
  /** Visit siblings and parents of the start path too. Default: `false`. */
  crawlEntireDomain: option(Schema.Boolean, {
    text: "Visit siblings and parents of the start path too",
    default: false,
    flag: { name: "entire-domain" },
    prompt: {}
  }),
  /** Visit pages of other sites that are linked; their own links are not followed. Default: `false`. */
  allowExternalLinks: option(Schema.Boolean, {
    text: "Visit pages of other sites that are linked; their own links are not followed",
    default: false,
    prompt: {}
  }),
  /** Visit subdomains of the site too. Default: `false`. */
  allowSubdomains: option(Schema.Boolean, {
    text: "Visit subdomains of the site too",
    default: false,
    prompt: {}
  }),
  /** Visit pages that robots.txt disallows. Default: `false`. */
  ignoreRobotsTxt: option(Schema.Boolean, {
    text: "Visit pages that robots.txt disallows",
    default: false,
    flag: { name: "ignore-robots" },
    tool: false,
    prompt: { only: false }
  }),
  /** Product token matched in robots.txt and sent as the user agent. Default: that of the fetcher. */
  robotsUserAgent: option(
    Schema.String.check(
      Schema.isPattern(/^[\t\x20-\x7e\x80-\xff]*$/, {
        message: "It contains characters that are not allowed in a header"
      })
    ),
    {
      text: "Product token matched in robots.txt and sent as the user agent",
      otherwise: "that of the fetcher",
      tool: false
    }
  )
} as const

export const CrawlOptions = Schema.Struct({
  ...ruleFields,
  /** Maximum number of pages that succeed; a failed page gives its place back. Default: 10,000. */
  limit: option(positive, {
    text: "Maximum number of pages that succeed; a failed page gives its place back",
    default: 10_000,
    prompt: { maximum: 10_000 }
  }),
  /**
   * Time between two page starts, in seconds; pages are then scraped one at a time. Default: as robots.txt asks, or
   * none.
   */
  delay: option(Schema.Finite.check(Schema.isGreaterThan(0)), {
    text: "Time between two page starts; pages are then scraped one at a time",
    otherwise: "as robots.txt asks, or none",
    unit: "seconds",
    tool: false,
    prompt: { maximum: 60 }
  }),
  /** Maximum number of pages of this job at once. Default: as many as the workers have room for, 10 in each process. */
  maxConcurrency: jobFields.maxConcurrency,
  /**
   * Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`. Default:
   * none.
   */
  webhook: jobFields.webhook,
  /** How each page is scraped: the options of a page. Default: as a scrape without options. */
  scrapeOptions: option(ScrapeOptions, {
    text: "How each page is scraped: the options of a page",
    otherwise: "as a scrape without options",
    flag: false,
    tool: false
  }),
  /**
   * Which of the waiting addresses is visited first: the one found first, or the one that fits `relevantTo` best.
   * Default: `"breadth-first"`.
   */
  order: option(Schema.Literals(["breadth-first", "best-first"]), {
    text: "Which of the waiting addresses is visited first: the one found first, or the one that fits `relevantTo` best",
    default: "breadth-first",
    tool: false
  }),
  /**
   * Visit the pages first that fit these words best, with the order best-first: "pricing of the enterprise plan".
   * Default: none.
   */
  relevantTo: option(Schema.String.check(Schema.isMaxLength(500)), {
    text: 'Visit the pages first that fit these words best, with the order best-first: "pricing of the enterprise plan"',
    otherwise: "none",
    tool: false
  }),
  /** Of two waiting jobs of one account the higher goes first. Default: 0. */
  priority: jobFields.priority,
  /** Id of an earlier crawl: pages that have not changed since are answered from it. Default: none. */
  previousCrawl: option(Schema.String, {
    text: "Id of an earlier crawl: pages that have not changed since are answered from it",
    otherwise: "none",
    flag: { name: "previous" },
    tool: false
  }),
  /**
   * Answer a page from `previousCrawl` without a request where the `lastmod` of the sitemap is older than that crawl;
   * an outdated sitemap then hides changes. Default: `false`.
   */
  trustLastmod: option(Schema.Boolean, {
    text: "Answer a page from `previousCrawl` without a request where the `lastmod` of the sitemap is older than that crawl; an outdated sitemap then hides changes",
    default: false,
    tool: false
  }),
  /** Leave out of the main content what many pages of one template share. Default: `false`. */
  subtractBoilerplate: option(Schema.Boolean, {
    text: "Leave out of the main content what many pages of one template share",
    default: false,
    tool: false
  })
})
export type CrawlOptions = typeof CrawlOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(CrawlOptions.fields)

/** A crawl as it is stored: the options, the start address and what only the v1 wire asks for. */
export const CrawlRequest = Schema.Struct({
  ...CrawlOptions.fields,
  url: Schema.String,
  /** Most path segments of a page (v1 `maxDepth`). */
  maxPathDepth: Schema.optionalKey(Schema.Int),
  dataName: DataName,
  notes: Notes
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
  ignoreQueryParameters = defaults.ignoreQueryParameters
}: Pick<CrawlRequest, "url" | "deduplicateSimilarURLs" | "ignoreQueryParameters">): IdentityOptions => ({
  ignoreQueryParameters,
  deduplicateSimilarURLs,
  // Only links of pages that a browser has read keep them (`crawl/processPage.ts`).
  hashRoutes: true
})
