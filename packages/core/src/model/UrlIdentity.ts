/**
 * Which addresses are the same page of a crawl.
 *
 * Four addresses are kept apart: the one that was found, the one that is
 * *fetched* (`toFetch`), the one that answered after redirects, and the one the
 * page calls canonical. What a crawl compares is the *identity* (`identify`): a
 * text that equal pages share. It is idempotent (the identity of an identity is
 * itself) and depends on the address alone, never on the order in which
 * addresses were met (docs/reference/jobs.md §10).
 */

export interface IdentityOptions {
  /** Addresses that differ only in their query are one page. */
  readonly ignoreQueryParameters: boolean
  /** http and https, with and without `www.`, index files and one trailing slash are one page. */
  readonly deduplicateSimilarURLs: boolean
  /** `#/path` and `#!path` name pages of their own, because a browser renders them. */
  readonly hashRoutes: boolean
}

/** Two whole numbers below 2^53: 106 bits of an identity, so that a million pages do not collide. */
export interface Fingerprint {
  readonly a: number
  readonly b: number
}

/** The address to fetch: what a browser would keep, without a fragment that names no page. */
export const toFetch = (url: URL, hashRoutes: boolean): string =>
  `${url.protocol}//${url.host}${url.pathname}${url.search}${routeOf(url, hashRoutes)}`

/** The text that all addresses of one page share. */
export const identify = (url: URL, options: IdentityOptions): string => {
  const similar = options.deduplicateSimilarURLs
  const query = options.ignoreQueryParameters ? "" : similar ? withoutSession(url.search) : url.search
  const tail = canonicalEscapes(query) + routeOf(url, options.hashRoutes)
  if (!similar) return `${url.protocol}//${url.host}${canonicalEscapes(url.pathname)}${tail}`
  return `http://${similarHost(url)}${similarPath(canonicalEscapes(url.pathname))}${tail}`
}

/** Host names are compared without one leading `www.`. */
export const bareHost = (hostname: string): string => (hostname.startsWith("www.") ? hostname.slice(4) : hostname)

/** Whether the fragment names a view that only a browser shows. */
export const hasRoute = (url: URL): boolean => routeOf(url, true) !== ""

/** The link to the page itself: nobody sees the view that a fragment names where no browser reads the page. */
export const withoutRoute = (link: string): string => {
  const hash = link.indexOf("#")
  return hash < 0 ? link : link.slice(0, hash)
}

const routeOf = (url: URL, hashRoutes: boolean): string => {
  if (!hashRoutes || url.hash.length < 3) return ""
  return url.hash.startsWith("#/") || url.hash.startsWith("#!") ? url.hash : ""
}

/** The `www.` form for names; literal addresses have none. */
const similarHost = (url: URL): string => {
  const { hostname, port } = url
  const name = isAddress(hostname) ? hostname : `www.${bareHost(hostname)}`
  // Port 80 of https and of http are as similar as their other ports; written with http it would not be read back.
  return port === "" || port === "80" ? name : `${name}:${port}`
}

const isAddress = (hostname: string): boolean => hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)

/** `/x`, `/x/`, `/x/index.html` and `/x/index.php` become `/x/index.html`. */
const similarPath = (path: string): string => {
  const stripped = /;jsessionid=|\/\(s\(/i.test(path)
    ? path.replace(/;jsessionid=[^/;]*/gi, "").replace(/\/\(S\([a-z0-9]{24}\)\)(?=\/|$)/gi, "")
    : path
  // Without its session a segment may be `..`, and an escape may stand behind no `%` any more.
  const resolved = stripped === path ? path : canonicalEscapes(new URL(`http://a${stripped}`).pathname)
  const bare = resolved.endsWith("/index.html")
    ? resolved.slice(0, -10)
    : resolved.endsWith("/index.php")
      ? resolved.slice(0, -9)
      : resolved
  return `${bare.endsWith("/") ? bare.slice(0, -1) : bare}/index.html`
}

const sessionParameter =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken|(?:sid|session_?id|sessid)=[0-9a-f-]{16,}$)/i

/** The query without parameters that name a visit instead of a page. */
const withoutSession = (search: string): string => {
  if (!/s(?:ess(?:ion)?)?_?id|cftoken|cfid/i.test(search)) return search
  const kept = search
    .slice(1)
    .split("&")
    .filter((parameter) => !sessionParameter.test(parameter))
  const query = kept.join("&")
  return query === "" ? "" : `?${query}`
}

/**
 * Escapes in upper case, and none for characters that never need one (RFC 3986 §6.2.2) or that programs escape or not as
 * they please: `encodeURIComponent` leaves `!'()*`, other languages do not.
 */
export const canonicalEscapes = (text: string): string =>
  text.includes("%")
    ? text.replace(/%[0-9a-f]{2}/gi, (escape, at: number) => {
        const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
        // Behind a bare `%` a character would become part of an escape that was not there.
        return /[\w.~!'()*-]/.test(character) && !/%.?$/.test(text.slice(Math.max(0, at - 2), at))
          ? character
          : escape.toUpperCase()
      })
    : text

/**
 * The texts that a pattern on an address or a part of it is matched against, since people write the same address in several
 * ways: with escapes in upper and in lower case, and with the letters that the escapes stand for. Most addresses have no
 * escapes and one form.
 */
export const writtenForms = (text: string): ReadonlyArray<string> => {
  if (!text.includes("%")) return [text]
  const upper = canonicalEscapes(text)
  const lower = upper.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
  const letters = upper.replace(/(?:%[0-9A-F]{2})+/g, decoded)
  return [...new Set([text, upper, lower, letters, letters.normalize("NFC")])]
}

/** The characters that escapes stand for, where they are UTF-8 and do not structure the address. */
const decoded = (escapes: string): string =>
  escapes.replace(/(?:(?!%2F|%3F|%23|%25)%[0-9A-F]{2})+/g, (part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })

/** Whether any of the forms in which the text may be written matches. */
export const matchesWritten = ({ matches }: { readonly matches: (text: string) => boolean }, text: string): boolean =>
  writtenForms(text).some(matches)

/**
 * Whether the address is at the start's path or below it, by whole segments: `/docs` has `/docs/a` below it and not
 * `/docs-old`. Index files, a trailing slash and ways to escape a letter make no difference.
 */
export const isBelow = (url: URL, start: URL): boolean => {
  const folder = similarPath(canonicalEscapes(start.pathname)).slice(0, -"index.html".length)
  return similarPath(canonicalEscapes(url.pathname)).startsWith(folder)
}

/** Hashes a text to 106 bits in one pass; well mixed, not for secrets. */
export const fingerprint = (text: string): Fingerprint => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  let other = 0x9e3779b9
  let last = 0x85ebca6b
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
    other = Math.imul(other ^ code, 2246822519)
    last = Math.imul(last ^ code, 3266489917)
  }
  return { a: mixed(high, low), b: mixed(other, last) }
}

/** One whole number below 2^53 of two halves. */
export const mixed = (first: number, second: number): number => {
  const high = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909)
  const low = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
