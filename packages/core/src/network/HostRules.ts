/** What an application sets for single hosts: a table of hosts, each of which covers its subdomains. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import { isOfClient } from "../model/RequestHeaders.ts"

export interface HostRule {
  /**
   * Sent to these hosts and no other, with lower-case names: with every page, robots.txt and sitemap. Headers of a
   * request or a session win.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Least time between the starts of two pages of the host, in jobs. */
  readonly delay?: Duration.Duration | undefined
  /** The way out, in place of those of the pool; that of a session wins. */
  readonly proxy?: URL | undefined
  /** What gets the page: never, or always, a browser, unless the request itself needs one. */
  readonly engine?: "fetch" | "browser" | undefined
}

export interface Service {
  /** What is set for the host of the address: of entries that cover it, each setting from the longest that has one. */
  readonly ruleFor: (url: URL) => HostRule
  /** Whether any host has a delay. */
  readonly hasDelays: boolean
  /** Whether any host has headers. */
  readonly hasHeaders: boolean
}

/** No host has rules unless an application sets some. */
export const HostRules = Context.Reference<Service>("@orbweaver/core/HostRules", {
  defaultValue: () => make({})
})

const none: HostRule = {}

/** The entry of all hosts. */
const everyHost = "*"

/** `table`: by host name, such as `example.com`, or `*` for all. */
export const make = (table: Readonly<Record<string, HostRule>>): Service => {
  const rules = new Map(Object.entries(table).map(([host, rule]) => [canonicalHost(host) ?? host, rule] as const))
  if (rules.size === 0) return { ruleFor: () => none, hasDelays: false, hasHeaders: false }
  return {
    hasDelays: [...rules.values()].some(({ delay }) => delay !== undefined),
    hasHeaders: [...rules.values()].some(({ headers }) => headers !== undefined),
    ruleFor: ({ hostname }) => {
      let found: HostRule | undefined = rules.get(everyHost)
      for (const name of coveringNames(hostname.replace(/\.$/, ""))) {
        const rule = rules.get(name)
        if (rule !== undefined) found = found === undefined ? rule : merge(found, rule)
      }
      return found ?? none
    }
  }
}

/** The host as the URL parser writes it, without `*.`; undefined for what is no host name, such as an address with a path. */
export const canonicalHost = (host: string): string | undefined => {
  if (host === everyHost) return host
  const name = host.trim().replace(/^\*?\./, "")
  if (name === "" || /[/@?#*\s]/.test(name)) return undefined
  const url = URL.parse(`http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}`)
  return url === null || url.port !== "" ? undefined : url.hostname.replace(/\.$/, "")
}

/** The parent domains from the shortest, then the name itself. */
const coveringNames = (host: string): ReadonlyArray<string> => {
  const names = [host]
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) names.unshift(host.slice(dot + 1))
  return names
}

const merge = (general: HostRule, special: HostRule): HostRule => ({
  ...general,
  ...Object.fromEntries(Object.entries(special).filter(([, value]) => value !== undefined)),
  ...(general.headers === undefined || special.headers === undefined
    ? {}
    : { headers: { ...general.headers, ...special.headers } })
})

/** The headers of the rule that `url` gets. `afterTls`: a redirect from https led there, which takes no secret to http. */
export const headersOfRule = (
  { headers }: HostRule,
  url: URL,
  afterTls: boolean
): Readonly<Record<string, string>> | undefined =>
  headers === undefined || !afterTls || url.protocol === "https:"
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => isOfClient(name)))
