/**
 * Which addresses a job may read, where it may not read all: asked about a page and about each address that it redirects
 * to, before the request leaves. What a page in a browser loads besides is the egress policy's alone.
 */
import * as Context from "effect/Context"
import { Vetoed } from "../model/CaptureError.ts"
import { isBelow } from "../model/UrlIdentity.ts"

/** Why the address may not be read; `undefined` when it may. */
export type PageScope = (url: URL) => string | undefined

/** The scope of the work that is under way: none unless a job sets one. */
export const CurrentScope = Context.Reference<PageScope | undefined>("@orbweaver/core/PageScope", {
  defaultValue: () => undefined
})

/** Pages at these addresses and below their paths, by whole segments, on the same host and port. */
export const below = (addresses: ReadonlyArray<string>): PageScope => within(addresses, isBelow)

/** Anything on the hosts of these addresses, for what stands beside the pages: robots.txt and sitemaps. */
export const sameHosts = (addresses: ReadonlyArray<string>): PageScope => within(addresses, () => true)

const within = (addresses: ReadonlyArray<string>, holds: (url: URL, root: URL) => boolean): PageScope => {
  const roots = addresses.flatMap((address) => URL.parse(address) ?? URL.parse(`https://${address}`) ?? [])
  return (url) =>
    roots.some((root) => root.host === url.host && holds(url, root))
      ? undefined
      : `${url.href.slice(0, 500)} is not below the given addresses`
}

/** The failure of a page that leads out of the scope; `undefined` within it. */
export const outOfScope = (scope: PageScope | undefined, url: URL): Vetoed | undefined => {
  const detail = scope?.(url)
  return detail === undefined ? undefined : new Vetoed({ hook: "scope", detail })
}
