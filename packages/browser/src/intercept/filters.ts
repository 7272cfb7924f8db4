/**
 * What is kept from loading and from sight on a page: the rules of filter lists,
 * indexed so that a request is held against a handful of them.
 *
 * Rules that name a host and no more are decided by the gate, which costs
 * nothing. Only lists that ask for more (a path, a kind of request) need the
 * browser to ask about every request.
 */
import { type FilterRequest, matches, type NetworkRule, parseNetworkRule } from "./filterRule.ts"
import { domainsOf, isSameSite } from "./sameSite.ts"

export interface Filters {
  /** Whether a page of this host gets nothing at all from that host. */
  readonly host: (hostname: string, pageHost: string) => boolean
  /** Judges the requests of a page of this host; undefined when the name of the host says all. */
  readonly requests: (pageHost: string) => ((url: string, type: string) => boolean) | undefined
  /** CSS selectors of what is left out on a page of this host. */
  readonly hidden: (pageHost: string) => ReadonlyArray<string>
  /** `.class` and `#id` that are left out everywhere; a page is asked for what it has of them. */
  readonly hiddenNames: ReadonlySet<string>
}

export const noFilters: Filters = {
  host: () => false,
  requests: () => undefined,
  hidden: () => [],
  hiddenNames: new Set()
}

/** `lists` are texts in the syntax of EasyList; rules that are not understood are passed over. */
export const compile = (lists: ReadonlyArray<string>): Filters => {
  const hosts = new Set<string>()
  const thirdPartyHosts = new Set<string>()
  const blocking = new RuleIndex()
  const allowing = new RuleIndex()
  const globalSelectors: Array<string> = []
  const names = new Set<string>()
  const hidden = new Map<string, Array<string>>()
  const shown = new Map<string, Set<string>>()

  const addCosmetic = (line: string, at: number, exception: boolean) => {
    const selector = line.slice(at + (exception ? 3 : 2)).trim()
    const domains = line
      .slice(0, at)
      .split(",")
      .filter((domain) => domain !== "")
    if (selector === "" || selector.startsWith("+js(") || /:-abp-|:has-text|:upward|:style\(|:remove\(/.test(selector))
      return
    if (exception) for (const domain of domains) append(shown, domain, selector)
    else if (domains.length === 0 && /^[.#][\w-]+$/.test(selector)) names.add(selector)
    else if (domains.every((domain) => domain.startsWith("~"))) {
      globalSelectors.push(selector)
      for (const domain of domains) append(shown, domain.slice(1), selector)
    } else {
      for (const domain of domains) {
        if (domain.startsWith("~")) append(shown, domain.slice(1), selector)
        else hidden.set(domain, [...(hidden.get(domain) ?? []), selector])
      }
    }
  }

  for (const list of lists) {
    for (const raw of list.split("\n")) {
      const line = raw.trim()
      if (line === "" || line.startsWith("!") || line.startsWith("[")) continue
      const exceptionAt = line.indexOf("#@#")
      const cosmeticAt = exceptionAt >= 0 ? exceptionAt : line.indexOf("##")
      if (cosmeticAt >= 0) {
        addCosmetic(line, cosmeticAt, exceptionAt >= 0)
        continue
      }
      // Procedural and scripted rules of other blockers.
      if (/#[@?$%]+#/.test(line)) continue
      const rule = parseNetworkRule(line)
      if (rule === undefined) continue
      if (rule.exception) allowing.add(rule)
      else if (!isHostOnly(rule)) blocking.add(rule)
      else (rule.thirdParty === true ? thirdPartyHosts : hosts).add(rule.host!)
    }
  }

  const blocksHost: Filters["host"] = (hostname, pageHost) => {
    // With exceptions in the lists every request is judged on its own.
    if (allowing.size > 0 || isSameSite(hostname, pageHost)) return false
    return domainsOf(hostname).some((domain) => hosts.has(domain) || thirdPartyHosts.has(domain))
  }

  return {
    host: blocksHost,
    requests: (pageHost) => {
      if (blocking.size === 0 && allowing.size === 0) return undefined
      const pageDomains = new Set(domainsOf(pageHost))
      return (url, type) => {
        const asked = filterRequest(url, type, pageHost, pageDomains)
        if (asked === undefined) return false
        const found = blocking.find(asked)
        const named = domainsOf(asked.host).some(
          (domain) => hosts.has(domain) || (asked.thirdParty && thirdPartyHosts.has(domain))
        )
        if (found === undefined && !(named && (asked.thirdParty || type !== "Document"))) return false
        return found?.important === true || allowing.find(asked) === undefined
      }
    },
    hidden: (pageHost) => {
      const domains = domainsOf(pageHost)
      const exceptions = new Set(domains.flatMap((domain) => [...(shown.get(domain) ?? [])]))
      return [...globalSelectors, ...domains.flatMap((domain) => hidden.get(domain) ?? [])].filter(
        (selector) => !exceptions.has(selector)
      )
    },
    hiddenNames: names
  }
}

const append = (map: Map<string, Set<string>>, key: string, value: string) => {
  const values = map.get(key)
  if (values === undefined) map.set(key, new Set([value]))
  else values.add(value)
}

const isHostOnly = (rule: NetworkRule): boolean =>
  rule.host !== undefined &&
  !rule.important &&
  rule.parts.length === 1 &&
  (rule.parts[0] === "^" || rule.parts[0] === "") &&
  rule.types === undefined &&
  rule.thirdParty !== false &&
  rule.domains.length === 0 &&
  rule.notDomains.length === 0

/** Longest address that is looked at, in characters. */
const maxUrl = 4096

const filterRequest = (
  url: string,
  type: string,
  pageHost: string,
  pageDomains: ReadonlySet<string>
): FilterRequest | undefined => {
  const parsed = URL.parse(url)
  if (parsed === null || !/^(?:https?|wss?):$/.test(parsed.protocol)) return undefined
  return {
    url: parsed.href.slice(0, maxUrl).toLowerCase(),
    host: parsed.hostname,
    pathAt: parsed.protocol.length + 2 + parsed.host.length,
    type,
    thirdParty: !isSameSite(parsed.hostname, pageHost),
    pageDomains
  }
}

/** Rules by a word that every address they match contains: `/banner/*.gif` by `banner`. */
class RuleIndex {
  readonly #byWord = new Map<string, Array<NetworkRule>>()
  readonly #others: Array<NetworkRule> = []
  size = 0

  add(rule: NetworkRule): void {
    this.size++
    const word = wordOf(rule)
    if (word === undefined) {
      this.#others.push(rule)
      return
    }
    const rules = this.#byWord.get(word)
    if (rules === undefined) this.#byWord.set(word, [rule])
    else rules.push(rule)
  }

  find(asked: FilterRequest): NetworkRule | undefined {
    for (const [word] of asked.url.matchAll(words)) {
      const found = this.#byWord.get(word)?.find((rule) => matches(rule, asked))
      if (found !== undefined) return found
    }
    return this.#others.find((rule) => matches(rule, asked))
  }
}

const words = /[a-z0-9%]{3,}/g

/** The longest word that stands alone in the pattern, so that it stands alone in the address too. */
const wordOf = ({ anchoredEnd, anchoredStart, host, parts }: NetworkRule): string | undefined => {
  const found: Array<string> = []
  if (host !== undefined) found.push(...(host.match(words) ?? []))
  for (const [index, part] of parts.entries()) {
    for (const match of part.matchAll(words)) {
      const start = match.index
      const end = start + match[0].length
      const opens = start > 0 || (index === 0 && (anchoredStart || host !== undefined))
      const closes = end < part.length || (index === parts.length - 1 && anchoredEnd)
      if (opens && closes) found.push(match[0])
    }
  }
  return found.toSorted((a, b) => b.length - a.length)[0]
}
