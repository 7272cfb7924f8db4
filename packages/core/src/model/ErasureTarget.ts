/**
 * What is to be erased: everything of a host, of one page, or of an account.
 *
 * A host is one host, with and without a leading `www.` and on every port; hosts below it belong to it with `subdomains`.
 * A page is one however its address is written: http or https, with or without `www.`, an index file or a trailing slash.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { invalid, type InvalidInput, reader } from "./InvalidInput.ts"
import { defaultsOf, option } from "./optionDefinition.ts"
import { bareHost, identify } from "./UrlIdentity.ts"

const Text = Schema.String.check(Schema.isNonEmpty())
/** A name of the DNS has at most 253 characters, and may end with a dot. */
const Host = Text.check(Schema.isMaxLength(254))

export const ErasureTarget = Schema.Union([
  Schema.Struct({
    /** Name of the host, such as `example.com`. */
    host: Host,
    /** Also the hosts below it, such as `shop.example.com`. Default: `false`. */
    subdomains: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({
    /** Address of one page. */
    url: Text
  }),
  Schema.Struct({
    /** Id of the account, which is the id of its team; `local` where there are no teams. */
    account: Text
  })
])
export type ErasureTarget = typeof ErasureTarget.Type

const ownFields = {
  /** Name of the host, with and without `www.`, such as `example.com`. Default: none. */
  host: option(Host, { text: "Name of the host, with and without `www.`, such as `example.com`", otherwise: "none" }),
  /** Also erase the hosts below `host`. Default: `false`. */
  subdomains: option(Schema.Boolean, { text: "Also erase the hosts below `host`", default: false }),
  /** Address of one page. Default: none. */
  url: option(Text, { text: "Address of one page", otherwise: "none" }),
  /** Erase all that the team has. Default: `false`. */
  everything: option(Schema.Boolean, { text: "Erase all that the team has", default: false }),
  /** Count what would be erased, and erase nothing. Default: `false`. */
  dryRun: option(Schema.Boolean, { text: "Count what would be erased, and erase nothing", default: false })
}

/** What the caller of an API erases of its own account: a host, a page, or all that it has. */
export const OwnErasure = Schema.Struct(ownFields)
export type OwnErasure = typeof OwnErasure.Type

/** What omitted fields mean. */
export const ownErasureDefaults = defaultsOf(ownFields)

/** Why a request names no target, or several. */
export const targetProblem = ({ everything, host, subdomains, url }: OwnErasure) => {
  const given = [
    ...(host === undefined ? [] : ["host"]),
    ...(url === undefined ? [] : ["url"]),
    ...(everything === true ? ["everything"] : [])
  ]
  if (given.length !== 1) {
    return { path: [given[1] ?? "host"], issue: "Expected one of host, url and everything" }
  }
  return subdomains === true && host === undefined
    ? { path: ["subdomains"], issue: "Expected host beside it" }
    : undefined
}

/** How content is recognised as that of a target. */
export interface ErasureScope {
  /** The account, where all that it has is erased. */
  readonly accountId: string | undefined
  /** The only account from which something is erased; undefined where it is erased from all. */
  readonly owner: string | undefined
  /** Whether the host, as addresses have it, is meant as a whole. */
  readonly isHost: (name: string) => boolean
  /** Whether the address is the page, or is of the host. */
  readonly covers: (address: string) => boolean
  /** Whether a text names the page or the host. */
  readonly mentions: (text: string) => boolean
}

const read = reader("erasure", ErasureTarget)

/** The scope of a target; fails for a host or an address that there cannot be. */
export const scopeOf = (given: unknown): Effect.Effect<ErasureScope, InvalidInput> =>
  Effect.flatMap(read(given), (target) => {
    if ("account" in target) {
      return Effect.succeed({
        accountId: target.account,
        owner: target.account,
        isHost: () => false,
        covers: () => false,
        mentions: () => false
      })
    }
    if ("url" in target) {
      const url = URL.parse(target.url)
      return url === null || url.host === ""
        ? Effect.fail(invalid("erasure", ["url"], "Expected an address such as https://example.com/page"))
        : Effect.succeed(scopeOfPage(url))
    }
    const host = hostOf(target.host)
    return host === undefined
      ? Effect.fail(invalid("erasure", ["host"], "Expected the name of a host, such as example.com"))
      : Effect.succeed(scopeOfHost(host, target.subdomains === true))
  })

/** The scope of what an account erases of its own. */
export const ownScope = (accountId: string, request: OwnErasure): Effect.Effect<ErasureScope, InvalidInput> => {
  const { everything, host, subdomains = false, url } = request
  const problem = targetProblem(request)
  if (problem !== undefined) return Effect.fail(invalid("erasure", problem.path, problem.issue))
  return everything === true
    ? scopeOf({ account: accountId })
    : Effect.map(scopeOf(host === undefined ? { url } : { host, subdomains }), (scope) => limitTo(accountId, scope))
}

/**
 * How a host is asked is remembered for all accounts together. That of a host goes with the first pages of it that the
 * account has, so that an account learns nothing of hosts that only others have visited.
 */
const limitTo = (owner: string, scope: ErasureScope): ErasureScope => {
  const covered = new Set<string>()
  return {
    ...scope,
    owner,
    covers: (address) => {
      const isCovered = scope.covers(address)
      if (isCovered) covered.add(URL.parse(address)?.hostname ?? "")
      return isCovered
    },
    isHost: (name) => covered.has(name) && scope.isHost(name)
  }
}

/** As addresses have it: lower case, in ASCII. */
const hostOf = (name: string): string | undefined => {
  const url = URL.parse(`http://${name}/`)
  return url === null || url.href !== `http://${url.hostname}/` ? undefined : bareHost(url.hostname)
}

const scopeOfHost = (host: string, subdomains: boolean): ErasureScope => {
  const isHost = (name: string) => bareHost(name) === host || (subdomains && name.endsWith(`.${host}`))
  return {
    accountId: undefined,
    owner: undefined,
    isHost,
    covers: (address) => isHost(URL.parse(address)?.hostname ?? ""),
    mentions: (text) =>
      host.startsWith("[") ? text.includes(host) : textMatches(text, hostNames, (name) => isHost(name.toLowerCase()))
  }
}

const scopeOfPage = (page: URL): ErasureScope => {
  const identity = (url: URL) =>
    identify(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true, hashRoutes: false })
  const wanted = identity(page)
  const covers = (address: string) => {
    const url = URL.parse(address)
    return url !== null && identity(url) === wanted
  }
  return {
    accountId: undefined,
    owner: undefined,
    isHost: () => false,
    covers,
    // A sentence may end behind an address.
    mentions: (text) =>
      textMatches(text, addresses, (address) => covers(address) || covers(address.replace(/[.,;:!?]$/, "")))
  }
}

const hostNames = /[\w-]+(?:\.[\w-]+)*/g
const addresses = /https?:\/\/[^\s"'<>\\)\]]+/gi

const textMatches = (text: string, parts: RegExp, isMeant: (part: string) => boolean): boolean => {
  for (const [part] of text.matchAll(parts)) if (isMeant(part)) return true
  return false
}
