/** Which pages an extraction reads: those given, the best of a site, what a search finds. */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Effect from "effect/Effect"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import type { Job } from "@orbweaver/core/model/Job"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { Robots } from "@orbweaver/core/crawl/Robots"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { type ExtractRequest, limits, wildcardOf } from "./ExtractOptions.ts"
import { rankLinks, withoutViews, wordsOfSchema } from "./rankLinks.ts"

interface Targets {
  /** In order of trust, no more than the caller's limit. */
  readonly urls: ReadonlyArray<string>
  /** Charged for maps and searches; pages come on top. */
  readonly credits: number
  readonly warnings: ReadonlyArray<string>
}

/** Longest time for the map of one address, in milliseconds. */
const mapTimeout = 60_000
/** Addresses of a map that are ranked. */
const maxLinks = 3000

export const targetsOf = Effect.fnUntraced(function* (job: Job, request: ExtractRequest, schema: unknown) {
  const warnings: Array<string> = []
  const maxPages = request.limit ?? limits.pages
  const words = wordsOfSchema(request.prompt, schema)
  let credits = 0

  const exact = request.urls.filter((url) => wildcardOf(url) === undefined)
  const sites = request.urls.flatMap((url) => wildcardOf(url) ?? [])
  const mapped: Array<ReadonlyArray<string>> = []
  for (const [at, site] of sites.entries()) {
    const { links, warning } = yield* linksBelow(site, request)
    if (links.length === 0) warnings.push(`No pages were found below ${site}. ${warning ?? ""}`.trim())
    else credits += yield* charge(`extract/${job.id}/map/${at}`, 1)
    const start = links.filter(({ url }) => sameAddress(url, site))
    const rest = links.filter(({ url }) => !sameAddress(url, site))
    mapped.push([...start, ...(yield* rankLinks(rest, words))].map(({ url }) => url))
  }

  const found: Array<string> = []
  if (searches(request)) {
    const search = yield* searchFor(job, request.prompt ?? words, warnings)
    found.push(...search.urls)
    credits += search.credits
  }
  return { urls: [...exact, ...inTurn(mapped), ...found].slice(0, maxPages), credits, warnings } satisfies Targets
})

const searches = ({ enableWebSearch, urls }: ExtractRequest): boolean => urls.length === 0 || enableWebSearch === true

/** Pages below an address that ends in a slash; of those that answer nothing with it, the page without it lists them. */
const linksBelow = Effect.fnUntraced(function* (site: string, request: ExtractRequest) {
  const found = yield* linksOf(site, request)
  if (found.links.length > 0 || new URL(site).pathname === "/") return found
  const { links } = yield* linksOf(site.slice(0, -1), request)
  return { ...found, links: links.filter(({ url }) => url.startsWith(site)) }
})

/** Pages below the address that robots may visit. */
const linksOf = Effect.fnUntraced(function* (site: string, request: ExtractRequest) {
  const mapper = yield* Mapper
  const robots = yield* Robots
  const { links, warning } = yield* mapper.map(site, {
    limit: maxLinks,
    timeout: mapTimeout,
    ignoreQueryParameters: false,
    ...(request.ignoreSitemap === true ? { sitemap: "skip" } : {}),
    ...defined({ includeSubdomains: request.includeSubdomains, allowExternalLinks: request.allowExternalLinks })
  })
  const rules = yield* robots.rules(new URL(site))
  const allowed = withoutViews(links).filter(({ url }) => {
    const parsed = URL.parse(url)
    return parsed !== null && (parsed.host !== new URL(site).host || rules.allows(parsed).allowed)
  })
  return { links: allowed, warning }
})

const searchFor = Effect.fnUntraced(function* (job: Job, words: string, warnings: Array<string>) {
  const searcher = yield* Searcher
  const text = words.slice(0, 400)
  if (text.trim() === "") {
    warnings.push("There are no search terms: give a prompt.")
    return { urls: [], credits: 0 }
  }
  return yield* searcher.search(text, { limit: limits.found, sources: ["web"] }, { id: `extract-${job.id}` }).pipe(
    Effect.map(({ credits, sources }) => {
      const urls = (sources.web ?? []).map(({ url }) => url)
      if (urls.length === 0) warnings.push("No search results found.")
      return { urls, credits }
    }),
    Effect.catchTags({
      SearchError: ({ message }) => {
        warnings.push(`The web was not searched: ${message}.`)
        return Effect.succeed({ urls: [], credits: 0 })
      },
      InsufficientCredits: ({ message }) => {
        warnings.push(`The web was not searched: ${message}.`)
        return Effect.succeed({ urls: [], credits: 0 })
      }
    })
  )
})

const charge = Effect.fnUntraced(function* (id: string, amount: number) {
  const ledger = yield* Ledger
  const { id: accountId, keyName } = yield* CurrentAccount
  yield* ledger.debit({ id, accountId, unit: "credits", amount, reason: "map", keyName })
  return amount
})

const sameAddress = (left: string, right: string): boolean => left.replace(/\/$/, "") === right.replace(/\/$/, "")

/** One of each list, then the second of each, so that no site takes the place of the others. */
const inTurn = (lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at]!] : []))
  ).flat()
}
