/**
 * Which of the addresses a crawl meets it visits. Pure and total: `decide`
 * answers for every address, and the answer names the rule
 * (docs/reference/jobs.md §9 to §11).
 *
 * Depth is the last rule. A page refused for its depth alone would have been
 * admitted on a shorter way, so a store may bring it back when one appears.
 */
import type { CrawlRequest, Patterns } from "../model/CrawlOptions.ts"
import type { Decision, SkipReason } from "../jobs/Decision.ts"
import { fileExtension } from "./fileNames.ts"
import { registrableDomain } from "../support/sites.ts"
import { bareHost, isBelow, matchesWritten } from "../model/UrlIdentity.ts"

/** The rules of one crawl. */
export interface Rules {
  /** Where the crawl begins; after a redirect to another host, where that led. */
  readonly start: URL
  readonly patterns: Patterns
  readonly regexOnFullURL: boolean
  /** `Infinity` for no limit. */
  readonly maxDiscoveryDepth: number
  /** Path segments; `Infinity` for no limit. */
  readonly maxPathDepth: number
  readonly crawlEntireDomain: boolean
  readonly allowExternalLinks: boolean
  readonly allowSubdomains: boolean
}

export interface Context {
  readonly rules: Rules
  /** Links followed to get here; the start page and sitemap entries have 0. */
  readonly depth: number
  /** What robots.txt says, when that is known and asked for. */
  readonly robots?: ((url: URL) => RobotsAnswer | undefined) | undefined
  readonly trap?: ((url: URL) => string | undefined) | undefined
  /** Whether an address that is named like a file may be a page. None may when absent. */
  readonly mayBePage?: ((url: URL) => boolean) | undefined
}

export interface RobotsAnswer {
  readonly allowed: boolean
  /** The line that decided. */
  readonly line?: string | undefined
}

/** Longest address that is visited, in characters. */
export const maxUrlLength = 8192

const admitted: Decision = { admit: true }
const skip = (reason: SkipReason, rule?: string): Decision => ({ admit: false, reason, rule })

/** Whether the crawl visits the address, and the rule that says otherwise. */
export const decide = (address: URL | string, { depth, mayBePage, robots, rules, trap }: Context): Decision => {
  const url = typeof address === "string" ? URL.parse(address) : address
  if (url === null) return skip("unparsable")
  if (url.protocol !== "http:" && url.protocol !== "https:") return skip("protocol", url.protocol)
  if (url.hostname === "") return skip("unparsable")
  if (url.href.length > maxUrlLength) return skip("tooLong", `${maxUrlLength} characters`)

  const internal = bareHost(url.hostname) === bareHost(rules.start.hostname)
  const externalDecision = internal ? undefined : judgeExternal(url, rules)
  if (externalDecision !== undefined && !externalDecision.admit) return externalDecision

  const subject = rules.regexOnFullURL ? url.href : url.pathname
  const excluded = rules.patterns.exclude.find(
    (pattern) =>
      matchesWritten(pattern, subject) || (rules.regexOnFullURL && internal && matchesWritten(pattern, url.pathname))
  )
  if (excluded !== undefined) return skip("exclude", excluded.source)
  const { include } = rules.patterns
  if (include.length > 0 && !include.some((pattern) => matchesWritten(pattern, subject))) return skip("include")

  const extension = fileExtension(url.pathname)
  if (extension !== undefined && mayBePage?.(url) !== true) return skip("fileType", extension)
  const external = !internal && !isSubdomain(url, rules)
  if (!rules.crawlEntireDomain && !external && !isBelow(url, rules.start)) {
    return skip("backward", rules.start.pathname)
  }
  const answer = robots?.(url)
  if (answer?.allowed === false) return skip("robots", answer.line)
  if (pathDepth(url) > rules.maxPathDepth) return skip("pathDepth", String(rules.maxPathDepth))
  const trapped = trap?.(url)
  if (trapped !== undefined) return skip("trap", trapped)
  if (depth > rules.maxDiscoveryDepth) return skip("depth", String(rules.maxDiscoveryDepth))
  return admitted
}

/** Whether links of this page are followed: pages of other sites are one hop. */
export const followsLinks = (url: URL, rules: Rules): boolean =>
  bareHost(url.hostname) === bareHost(rules.start.hostname) || (rules.allowSubdomains && isSubdomain(url, rules))

const judgeExternal = (url: URL, rules: Rules): Decision => {
  const excluded = rules.patterns.exclude.find(({ source }) => matchesDomain(url, source))
  if (excluded !== undefined) return skip("exclude", excluded.source)
  if (rules.allowSubdomains && isSubdomain(url, rules)) return admitted
  if (!rules.allowExternalLinks) return skip("external")
  const social = socialHosts.find((name) => url.href.includes(name))
  if (social !== undefined) return skip("social", social)
  return url.pathname === "/" && url.search === "" ? skip("external", "homepage") : admitted
}

const isSubdomain = (url: URL, rules: Rules): boolean =>
  registrableDomain(url.hostname) === registrableDomain(rules.start.hostname)

/** Whether an exclude entry read as `host[/path]` names this address. */
const matchesDomain = (url: URL, source: string): boolean => {
  const match = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(\/.*)?$/i.exec(source)
  if (match === null) return false
  const host = match[1]!.toLowerCase()
  return (url.hostname === host || url.hostname.endsWith(`.${host}`)) && url.pathname.startsWith(match[2] ?? "/")
}

const socialHosts: ReadonlyArray<string> = [
  "facebook.com",
  "twitter.com",
  "linkedin.com",
  "instagram.com",
  "pinterest.com",
  "github.com",
  "calendly.com",
  "discord.gg",
  "discord.com"
]

/**
 * How many links away from the start, or from a page of the sitemap, the last pages stand: 0 is these alone. With
 * `sitemap: "only"` no link is followed.
 */
export const deepest = ({ maxDiscoveryDepth, sitemap }: Pick<CrawlRequest, "maxDiscoveryDepth" | "sitemap">): number =>
  sitemap === "only" ? 0 : (maxDiscoveryDepth ?? Infinity)

/** Path segments that are not empty and no index file: what `maxPathDepth` counts (v1 `maxDepth`). */
export const pathDepth = (url: URL): number =>
  url.pathname.split("/").filter((segment) => segment !== "" && segment !== "index.php" && segment !== "index.html")
    .length

/** The rules that a request asks for. */
export const rulesOf = (request: CrawlRequest, patterns: Patterns, start: URL): Rules => ({
  start,
  patterns,
  regexOnFullURL: request.regexOnFullURL ?? false,
  maxDiscoveryDepth: deepest(request),
  maxPathDepth: request.maxPathDepth ?? Infinity,
  crawlEntireDomain: request.crawlEntireDomain ?? false,
  allowExternalLinks: request.allowExternalLinks ?? false,
  allowSubdomains: request.allowSubdomains ?? false
})

/** The reason in words, as error lists show it. */
export const describe = (reason: SkipReason): string => messages[reason]

const messages: Readonly<Record<SkipReason, string>> = {
  unparsable: "URL could not be parsed",
  protocol: "URL uses unsupported protocol",
  external: "External URL not allowed",
  social: "URL is a social media or email link",
  exclude: "URL matches exclude pattern",
  include: "URL does not match required include pattern",
  backward: "URL cannot be crawled unless crawlEntireDomain is set to true",
  fileType: "URL points to a file type that is not crawled",
  pathDepth: "URL exceeds maximum crawl depth",
  tooLong: "URL is too long",
  trap: "URL looks like one of an endless series",
  robots: "URL blocked by robots.txt",
  depth: "Maximum discovery depth reached",
  limit: "The limit of the crawl was reached",
  duplicate: "URL is another address of a page that is already part of the crawl",
  redirect: "Redirected target URL is not allowed by crawlOptions",
  erased: "The page was erased"
}
