/**
 * What a worker knows of a job beyond its pages: the request read once, its
 * patterns compiled, its traps counted.
 */
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import { below, type PageScope } from "../network/PageScope.ts"
import * as Schema from "effect/Schema"
import { BatchRequest } from "../model/BatchOptions.ts"
import * as Boilerplate from "../text/Boilerplate.ts"
import { compilePatterns, CrawlRequest, identityOf } from "../model/CrawlOptions.ts"
import * as Discovery from "./Discovery.ts"
import type { OptionsMemo } from "../scrape/KnownOptions.ts"
import { type DiscoveredOptions, name as discoveredName, spec as discoveredSpec } from "../scrape/formats/Discovered.ts"
import type { Candidate } from "../jobs/Frontier.ts"
import type { InvalidInput } from "../model/InvalidInput.ts"
import { isJobKind, type Job, JobId, UnknownJobKind } from "../model/Job.ts"
import { defaults as scrapeDefaults, type ScrapeOptions } from "../model/ScrapeOptions.ts"
import { StoreError } from "../model/StoreError.ts"
import * as Traps from "./Traps.ts"
import { fingerprint, identify, type IdentityOptions, toFetch } from "../model/UrlIdentity.ts"
import { type FileNames, makeFileNames } from "./fileNames.ts"
import { makeKnownLinks } from "./knownLinks.ts"
import { productToken } from "./Robots.ts"
import { byWords, type FoundLink, rankOf, type ScoreLink } from "./relevance.ts"

export interface CrawlContext {
  readonly kind: "crawl"
  readonly job: Job
  readonly request: CrawlRequest
  /** What each page is asked for, links included. */
  readonly scrapeOptions: ScrapeOptions
  readonly optionsMemo: OptionsMemo
  /** Addresses that the caller gave; the headers of the options belong to their origins. */
  readonly givenAddresses: ReadonlyArray<string>
  /** Rules around an origin, which a redirect of the start page may move. */
  readonly rules: (origin: string) => Discovery.Rules
  readonly identity: IdentityOptions
  readonly followsLinks: boolean
  /** The product token that robots.txt is matched with; absent when the crawl ignores robots.txt. */
  readonly robotsAgent: string | undefined
  readonly guard: Traps.Guard
  readonly fileNames: FileNames
  readonly knownLinks: ReturnType<typeof makeKnownLinks>
  /** Absent unless the crawl asks for it. */
  readonly boilerplate: Boilerplate.Boilerplate | undefined
  readonly previous: JobId | undefined
  /**
   * Present where the documents of the previous crawl may stand for those of this one: it asked the same of its pages and
   * stayed where it began. `since` is when it began, in milliseconds since the epoch.
   */
  readonly reuse: { readonly since: number } | undefined
  /** How well a link fits; absent unless the crawl visits the best first. */
  readonly score: ScoreLink | undefined
}

export interface BatchContext {
  readonly kind: "batch"
  readonly job: Job
  readonly scrapeOptions: ScrapeOptions
  readonly optionsMemo: OptionsMemo
  /** As of a crawl; absent where the caller gave the address of each page. */
  readonly givenAddresses: ReadonlyArray<string> | undefined
  /** Which addresses its pages may lead to; all when absent. */
  readonly scope: PageScope | undefined
}

export type JobContext = CrawlContext | BatchContext

const decodeCrawl = Schema.decodeUnknownEffect(CrawlRequest)
const decodeBatch = Schema.decodeUnknownEffect(BatchRequest)

/** Reads the stored request; one that this version cannot read is the store's fault, not the page's. */
export const make = (
  job: Job,
  {
    previousOf = () => Effect.undefined,
    scoreLink,
    year
  }: {
    readonly year: number
    readonly scoreLink?: ScoreLink | undefined
    /** Finds the crawl that a crawl repeats; none when absent. */
    readonly previousOf?: ((id: JobId) => Effect.Effect<Job | undefined, StoreError>) | undefined
  }
): Effect.Effect<JobContext, StoreError> =>
  Effect.gen(function* () {
    const context = yield* Effect.mapError(
      read(job, year, scoreLink),
      (cause) => new StoreError({ operation: "JobContext.make", cause, kind: "rejected" })
    )
    if (context.kind !== "crawl" || context.previous === undefined) return context
    return { ...context, reuse: yield* reuseOf(context, yield* previousOf(context.previous)) }
  })

const reuseOf = Effect.fnUntraced(function* ({ job, request }: CrawlContext, previous: Job | undefined) {
  if (previous === undefined || asksForHistory(request)) return undefined
  // A request that this version cannot read is another one.
  const earlier = yield* Effect.option(decodeCrawl(previous.request))
  const isSame =
    URL.parse(previous.origin)?.host === URL.parse(job.origin)?.host &&
    Option.exists(earlier, (asked) => Equal.equals(resultOptions(asked), resultOptions(request)))
  return isSame ? { since: previous.createdAt } : undefined
})

/** What changed since the last scrape is another answer each time. */
const asksForHistory = ({ scrapeOptions: { formats = [] } = {} }: CrawlRequest): boolean =>
  formats.some((format) => (typeof format === "string" ? format : format.type) === "changeTracking")

/** What the documents of a crawl depend on besides the site. */
const resultOptions = ({ dataName, robotsUserAgent, scrapeOptions, subtractBoilerplate = false }: CrawlRequest) => {
  const {
    lockdown: _lockdown,
    maxAge: _maxAge,
    minAge: _minAge,
    storeInCache: _storeInCache,
    timeout: _timeout,
    timings: _timings,
    ...options
  } = scrapeOptions ?? {}
  return { dataName, robotsUserAgent, subtractBoilerplate, options }
}

const read = (
  job: Job,
  year: number,
  scoreLink: ScoreLink | undefined
): Effect.Effect<JobContext, InvalidInput | Schema.SchemaError | UnknownJobKind> => {
  if (!isJobKind(job.kind)) return Effect.fail(new UnknownJobKind({ id: job.id, kind: job.kind }))
  // The pages of every other kind are scraped as those of a batch.
  return job.kind === "crawl" ? makeCrawl(job, year, scoreLink) : makeBatch(job)
}

const makeBatch = (job: Job) =>
  Effect.map(decodeBatch(job.request), ({ scrapeOptions = {} }): JobContext => ({
    kind: "batch",
    job,
    scrapeOptions: withDiscoveredLinks(scrapeOptions),
    optionsMemo: {},
    // Jobs of other kinds find pages themselves, for example those of an extraction of `https://example.com/*`.
    givenAddresses: job.kind === "batch" ? undefined : addressesOf(job),
    scope: isConstrained(job.request) ? below(addressesOf(job)) : undefined
  }))

const isConstrained = Schema.is(Schema.Struct({ strictConstrainToURLs: Schema.Literal(true) }))

const addressesOf = ({ request }: Job): ReadonlyArray<string> =>
  Option.match(decodeAddresses(request), { onNone: () => [], onSome: ({ urls }) => urls })
const decodeAddresses = Schema.decodeUnknownOption(Schema.Struct({ urls: Schema.Array(Schema.String) }))

const makeCrawl = Effect.fnUntraced(function* (job: Job, year: number, scoreLink: ScoreLink | undefined) {
  const request = yield* decodeCrawl(job.request)
  const patterns = yield* compilePatterns(request)
  const agent = request.robotsUserAgent
  const given = request.scrapeOptions ?? {}
  // Send the robots product token as user agent.
  const scrapeOptions = agent === undefined ? given : { ...given, headers: { "user-agent": agent, ...given.headers } }
  const isBestFirst = request.order === "best-first"
  let around: Discovery.Rules | undefined
  const plan: CrawlContext = {
    kind: "crawl",
    job,
    request,
    scrapeOptions: withDiscoveredLinks(scrapeOptions, { texts: isBestFirst }),
    optionsMemo: {},
    // Not `job.origin`, which moves to where the start page redirects.
    givenAddresses: [request.url],
    rules: (origin) => {
      if (around?.start.href !== origin) around = Discovery.rulesOf(request, patterns, new URL(origin))
      return around
    },
    identity: identityOf(request),
    followsLinks: Discovery.deepest(request) > 0,
    robotsAgent: request.ignoreRobotsTxt === true ? undefined : (request.robotsUserAgent ?? productToken),
    guard: Traps.makeGuard(year),
    fileNames: makeFileNames(),
    knownLinks: makeKnownLinks(),
    boilerplate: request.subtractBoilerplate === true ? Boilerplate.make() : undefined,
    previous: request.previousCrawl === undefined ? undefined : JobId.make(request.previousCrawl),
    reuse: undefined,
    score: isBestFirst ? (scoreLink ?? byWords(request.relevantTo ?? "")) : undefined
  }
  return plan
})

/**
 * Whether a cached page of a similar address will not do: the cache takes more addresses for one page
 * (docs/reference/v2.md §3) than the crawl does.
 */
export const needsExactCacheMatch = (plan: JobContext, url: URL): boolean =>
  plan.kind === "crawl" && (!plan.identity.deduplicateSimilarURLs || /\/index\.(?:htm|shtml|xml)$/.test(url.pathname))

/** The options, asking for links too. */
export const withDiscoveredLinks = (options: ScrapeOptions, asked: DiscoveredOptions = {}): ScrapeOptions => {
  const formats = options.formats ?? scrapeDefaults.formats
  const others = formats.filter((format) => typeof format === "string" || format.type !== discoveredName)
  return { ...options, formats: [...others, discoveredSpec(asked)] }
}

/** The address as a page of the crawl, with what the rules say. `link` is how it was found. */
export const candidateOf = (
  url: URL,
  plan: Pick<CrawlContext, "identity" | "request" | "score">,
  context: Discovery.Context,
  { lastModified, ...link }: Pick<FoundLink, "foundOn" | "text"> & { readonly lastModified?: string | undefined }
): Candidate => ({
  key: fingerprint(identify(url, plan.identity)),
  url: toFetch(url, plan.identity.hashRoutes),
  host: url.host,
  depth: context.depth,
  decision: Discovery.decide(url, context),
  lastModified,
  rank:
    plan.score === undefined
      ? undefined
      : rankOf(plan.score({ url: url.href, words: plan.request.relevantTo, ...link }))
})
