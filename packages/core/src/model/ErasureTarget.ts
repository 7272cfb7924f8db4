/**
 * What is to be erased: everything of a host, of one page, or of an account.
 *
 * A host is one host, with and without a leading `www.` and on every port; hosts below it belong to it with `subdomains`.
 * A page is one however its address is written: http or https, with or without `www.`, an index file or a trailing slash.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { invalid, type InvalidInput, reader } from "./InvalidInput.ts"
import { bareHost, identify } from "./UrlIdentity.ts"

const Text = Schema.String.check(Schema.isNonEmpty())

export const ErasureTarget = Schema.Union([
  Schema.Struct({
    /** Name of the host, such as `example.com`. */
    host: Text,
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

/** How content is recognised as that of a target. */
export interface ErasureScope {
  /** The account, where all that it has is erased. */
  readonly accountId: string | undefined
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

/** As addresses have it: lower case, in ASCII. */
const hostOf = (name: string): string | undefined => {
  const url = URL.parse(`http://${name}/`)
  return url === null || url.href !== `http://${url.hostname}/` ? undefined : bareHost(url.hostname)
}

const scopeOfHost = (host: string, subdomains: boolean): ErasureScope => {
  const isHost = (name: string) => bareHost(name) === host || (subdomains && name.endsWith(`.${host}`))
  return {
    accountId: undefined,
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
