/**
 * Which hosts belong to one registrable domain, by the public suffix list, its
 * private part included: the customers of `github.io` are strangers to each
 * other.
 */
import { getDomain, getPublicSuffix } from "tldts"

const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const

/**
 * The domain that somebody registered: `blog.example.co.uk` → `example.co.uk`.
 * Literal addresses, public suffixes themselves and names without a dot are
 * their own. `hostname` is that of a `URL`.
 */
export const registrableDomain = (hostname: string): string => {
  if (hostname.startsWith("[") || /^[\d.]+$/.test(hostname)) return hostname
  return getDomain(hostname.endsWith(".") ? hostname.slice(0, -1) : hostname, options) ?? hostname
}

/** Whether anybody can register names under `hostname`: `com`, `co.uk`, `github.io`. */
export const isPublicSuffix = (hostname: string): boolean => getPublicSuffix(hostname, options) === hostname
