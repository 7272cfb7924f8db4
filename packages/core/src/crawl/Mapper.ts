/**
 * Lists the addresses of a site without scraping it: what its sitemaps say, and
 * the links of the pages nearest to the start.
 *
 * ```
 * robots.txt ─► sitemaps ──────────┐
 * start page ─► links ─► pages ────┴─► same site? same path? ─► each once ─► rank ─► limit
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentAccount, underThreatProtection } from "../accounts/Account.ts"
import { compilePatterns } from "../model/CrawlOptions.ts"
import * as Discovery from "./Discovery.ts"
import { name as discoveredName, separate } from "../scrape/formats/Discovered.ts"
import type { InvalidInput } from "../model/InvalidInput.ts"
import { registrableDomain } from "../support/sites.ts"
import { defaults, limits, type MapOptions } from "../model/MapOptions.ts"
import { rank } from "../text/rank.ts"
import { Robots } from "./Robots.ts"
import { type ScrapeError, Scraper } from "../scrape/Scraper.ts"
import { problemWarning, type SitemapProblem, Sitemaps } from "./Sitemaps.ts"
import * as Url from "../model/Url.ts"
import { bareHost, hasRoute, identify, isBelow, toFetch, withoutRoute } from "../model/UrlIdentity.ts"

export interface MapLink {
  readonly url: string
  readonly title?: string | undefined
  readonly description?: string | undefined
}

export interface MapResult {
  readonly links: ReadonlyArray<MapLink>
  /** Whether the time limit was reached before the whole site was searched. */
  readonly timedOut: boolean
  /** Why the first page could not be read, where no address was found at all. */
  readonly failure?: ScrapeError | undefined
  /** Why no address was found, or which sitemaps could not be read, in words. */
  readonly warning?: string | undefined
}

export interface Service {
  readonly map: (url: string, options?: MapOptions) => Effect.Effect<MapResult, InvalidInput>
}

export class Mapper extends Context.Service<Mapper, Service>()("@orbweaver/core/Mapper") {
  static readonly layer: Layer.Layer<Mapper, never, Scraper | Robots | Sitemaps> = Layer.effect(
    Mapper,
    Effect.suspend(() => make())
  )
}

/** Pages opened at once. */
const concurrency = 5

const make = Effect.fnUntraced(function* () {
  const scraper = yield* Scraper
  const robots = yield* Robots
  const sitemaps = yield* Sitemaps

  const map = Effect.fn("Mapper.map")((input: string, options: MapOptions = {}) =>
    underThreatProtection(options.threatProtection, mapSite(input, options))
  )

  const mapSite = Effect.fnUntraced(function* (input: string, options: MapOptions) {
    const start = yield* Url.parse(input)
    const account = yield* CurrentAccount
    const found = makeLinkCollector(start, options, yield* compilePatterns(options))
    // Ranking needs all that there is; without it the first ones will do.
    const maxLinks = options.search === undefined ? found.limit : limits.links
    const rules = yield* robots.rules(start, options.robotsUserAgent)
    let failure: ScrapeError | undefined
    // Only the first page is opened in a map that stays empty.
    let emptyBecause = "No sitemap that could be read lists an address that belongs to this map."

    /** Where the first page led, and the sitemaps that it names; its own address when it could not be read. */
    const firstPage = yield* Deferred.make<{ readonly url: URL; readonly sitemaps: ReadonlyArray<string> }>()
    const problems: Array<SitemapProblem> = []
    const began = yield* Clock.currentTimeMillis
    const collectSitemaps = Effect.fnUntraced(function* (
      place: URL,
      listed: ReadonlyArray<string>,
      known?: ReadonlySet<string>
    ) {
      const left = began + (options.timeout ?? 120_000) - (yield* Clock.currentTimeMillis)
      const collected = yield* sitemaps.collect(
        place,
        listed,
        (entries) =>
          Effect.sync(() =>
            entries.forEach(({ description, title, url }) => found.add({ url, title, description }, "listed"))
          ),
        { limit: maxLinks * 2, timeout: Duration.millis(Math.max(0, left)), known }
      )
      problems.push(...collected.problems)
      return collected.addresses
    })
    const fromSitemaps = Effect.gen(function* () {
      const addresses = yield* collectSitemaps(start, rules.sitemaps)
      const { sitemaps: named, url } = yield* Deferred.await(firstPage)
      const isElsewhere = url.origin !== start.origin && found.belongs(url)
      const unread = named.filter((address) => !addresses.has(address))
      if (!isElsewhere && unread.length === 0) return
      const listed = isElsewhere ? (yield* robots.rules(url, options.robotsUserAgent)).sitemaps : []
      yield* collectSitemaps(url, [...listed, ...unread], addresses)
    })

    const isForbidden = (page: URL) => options.ignoreRobotsTxt !== true && !rules.allows(page).allowed
    const open = (page: URL) =>
      scraper
        .scrape(
          page,
          {
            formats: [{ type: discoveredName }],
            ...(options.ignoreCache === true ? { maxAge: 0 } : {}),
            ...(options.location === undefined ? {} : { location: options.location })
          },
          { charge: false }
        )
        .pipe(
          Effect.map(({ document }) => separate(document)),
          Effect.tap(({ discovered, document }) =>
            // Pages after the first find it known.
            Deferred.succeed(firstPage, {
              url: URL.parse(document.metadata.url) ?? start,
              sitemaps: discovered?.sitemaps ?? []
            })
          ),
          Effect.result
        )

    const collectLinks = Effect.fnUntraced(function* (page: URL) {
      if (isForbidden(page)) {
        emptyBecause = `robots.txt forbids ${page.href}. Set ignoreRobotsTxt to open it.`
        return []
      }
      const scraped = yield* open(page)
      if (scraped._tag === "Failure") {
        failure ??= scraped.failure
        emptyBecause = `${page.href} could not be read: ${scraped.failure.message}.`
        return []
      }
      const { discovered, document } = scraped.success
      const { description, statusCode, title, url } = document.metadata
      if (statusCode < 400) found.add({ url, title, description }, "answered")
      emptyBecause = emptyAfter(page, url, statusCode)
      const links = discovered?.links ?? []
      return discovered?.rendered === true ? links : links.map(withoutRoute)
    })

    /** Opens the start page and then pages it leads to, nearest first. */
    const fromLinks = Effect.gen(function* () {
      const depthLimit = Discovery.deepest(options)
      const opened = new Set<string>([found.identityOf(start)])
      let level = [start]
      for (let depth = 0; level.length > 0 && depth <= depthLimit && found.size() < maxLinks; depth++) {
        const links = yield* Effect.forEach(level, collectLinks, { concurrency })
        const next: Array<URL> = []
        for (const link of links.flat()) {
          const url = URL.parse(link)
          if (url === null || !found.add({ url: link })) continue
          const identity = found.identityOf(url)
          if (opened.has(identity) || opened.size >= limits.pages) continue
          opened.add(identity)
          next.push(new URL(toFetch(url, true)))
        }
        level = next
      }
    })

    const mode = options.sitemap ?? defaults.sitemap
    const search = Effect.all(
      [
        mode === "skip" ? Effect.void : fromSitemaps,
        // Where sitemaps are listed alone, the first page only says where they are.
        (mode === "only" ? Effect.suspend(() => (isForbidden(start) ? Effect.void : open(start))) : fromLinks).pipe(
          Effect.ensuring(Deferred.succeed(firstPage, { url: start, sitemaps: [] }))
        )
      ],
      { concurrency: "unbounded", discard: true }
    ).pipe(
      // A map is paid for as one call, not by the pages that it opens.
      Effect.provideService(CurrentAccount, { ...account, plan: { ...account.plan, credits: Infinity } })
    )
    const finished = yield* options.timeout === undefined
      ? Effect.asSome(search)
      : Effect.timeoutOption(search, Duration.millis(options.timeout))
    const timedOut = finished._tag === "None"
    if (timedOut) emptyBecause = "The time limit was reached before an address was found."
    const links = options.search === undefined ? found.links() : yield* rank(found.links(), options.search)
    const unread = problemWarning(problems)
    const warnings = [...(found.size() > 0 ? [] : [emptyBecause]), ...(unread === undefined ? [] : [unread])]
    return {
      links: links.slice(0, found.limit),
      timedOut,
      ...(found.size() === 0 && failure !== undefined ? { failure } : {}),
      ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
    }
  })

  return Mapper.of({ map })
})

/** Why a map stays empty although its first page answered. */
const emptyAfter = (asked: URL, answered: string, statusCode: number): string =>
  statusCode >= 400
    ? `${asked.href} answered with status ${statusCode}.`
    : asked.href === answered
      ? `The options of this map leave out ${asked.href} and all that it links to.`
      : `${asked.href} redirects to ${answered}, which does not belong to this map. Map that address instead.`

/** What was found so far: each address once, in order, with the title that is known. */
const makeLinkCollector = (start: URL, options: MapOptions, patterns: Discovery.Rules["patterns"]) => {
  const byUrl = new Map<string, MapLink>()
  const identity = {
    ignoreQueryParameters: options.ignoreQueryParameters ?? defaults.ignoreQueryParameters,
    deduplicateSimilarURLs: true,
    hashRoutes: true
  }
  const byPath =
    (options.filterByPath ?? defaults.filterByPath) && start.pathname !== "/" && options.allowExternalLinks !== true
  const rules: Discovery.Rules = {
    start,
    patterns,
    regexOnFullURL: options.regexOnFullURL ?? false,
    maxDiscoveryDepth: Infinity,
    maxPathDepth: Infinity,
    crawlEntireDomain: true,
    allowExternalLinks: options.allowExternalLinks ?? false,
    allowSubdomains: options.allowSubdomains ?? options.includeSubdomains ?? defaults.includeSubdomains
  }
  const subdomains = options.includeSubdomains ?? defaults.includeSubdomains
  const belongs = (url: URL, isPage = false): boolean => {
    if (!Discovery.decide(url, { rules, depth: 0, mayBePage: () => isPage }).admit) return false
    const same = subdomains
      ? registrableDomain(url.hostname) === registrableDomain(start.hostname)
      : bareHost(url.hostname) === bareHost(start.hostname)
    return (same || options.allowExternalLinks === true) && (!byPath || isBelow(url, start))
  }

  return {
    limit: options.limit ?? defaults.limit,
    belongs,
    identityOf: (url: URL) => identify(url, { ...identity, ignoreQueryParameters: false }),
    size: () => byUrl.size,
    links: () => [...byUrl.values()],
    /**
     * Whether the address belongs to the map. The form in which a page answered replaces the one of a link to it. What a
     * sitemap lists and what answered is a page, also if it is named like a file.
     */
    add: (
      { description, title, url: address }: MapLink,
      found: "linked" | "listed" | "answered" = "linked"
    ): boolean => {
      const url = URL.parse(address)
      if (url === null || !belongs(url, found !== "linked")) return false
      const query = identity.ignoreQueryParameters ? "" : url.search
      const key = identify(url, identity)
      const known = byUrl.get(key)
      if (known === undefined && byUrl.size >= limits.links) return true
      const named = known?.title === undefined && title !== undefined ? { title, description } : known
      byUrl.set(key, {
        url:
          known === undefined || found === "answered"
            ? url.origin + url.pathname + query + (hasRoute(url) ? url.hash : "")
            : known.url,
        ...(named?.title === undefined ? {} : { title: named.title }),
        ...(named?.description === undefined ? {} : { description: named.description })
      })
      return true
    }
  }
}
