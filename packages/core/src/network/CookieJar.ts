/**
 * Cookies of one session, by the rules of RFC 6265: which of those that a
 * site sets are kept, and which are sent with a request.
 *
 * A cookie for a domain under which strangers register names (`co.uk`,
 * `github.io`) is ignored, or kept for the host alone where that is the host
 * itself (RFC 6265bis section 5.7). A `Session` narrows the rest to its own
 * hosts.
 *
 * tough-cookie 6 takes the time from `Date.now()` and bounds nothing: it keeps a
 * line of 2 MB, and one with 300,000 attributes stops the event loop for 270 ms.
 */
export interface Cookie {
  readonly name: string
  readonly value: string
  /** Host, or the domain it is for, without a leading dot. */
  readonly domain: string
  readonly path: string
  /** Sent to `domain` only, not to hosts under it. */
  readonly hostOnly: boolean
  readonly secure: boolean
  readonly httpOnly: boolean
  readonly sameSite?: "Strict" | "Lax" | "None" | undefined
  /** Milliseconds since the epoch; absent for as long as the session lives. */
  readonly expires?: number | undefined
}

/** RFC 6265 section 6.1 asks for 4096 bytes a cookie, 50 cookies a domain, 3000 in all. */
export const limits = {
  /** Name and value. */
  bytes: 4096,
  /** A line of `set-cookie` with all its attributes; a longer one is ignored. */
  lineBytes: 16 * 1024,
  perDomain: 50,
  total: 3000
}

export class CookieJar {
  /** In the order they were first set, which is the order they are sent in. */
  readonly #cookies = new Map<string, Cookie>()

  constructor(cookies: Iterable<Cookie> = []) {
    for (const cookie of cookies) this.add(cookie)
  }

  /** Replaces the cookie of the same name, domain and path. */
  add(cookie: Cookie): void {
    const key = keyOf(cookie)
    if (!this.#cookies.has(key)) this.#makeRoom(cookie.domain)
    this.#cookies.set(key, cookie)
  }

  /** Keeps what the answer of `url` sets (lines of `set-cookie`); what cannot be kept is ignored. */
  async set(url: URL, lines: ReadonlyArray<string>, now: number): Promise<void> {
    const read = lines.slice(0, limits.perDomain)
    // The list takes 30 ms to load, and few sites set cookies for more than their host.
    const sites = read.some((line) => /;\s*domain\s*=/i.test(line)) ? await import("../support/sites.ts") : undefined
    for (const line of read) {
      const cookie = parseCookie(line, url, now, sites?.isPublicSuffix)
      if (cookie === undefined) continue
      if (cookie.expires !== undefined && cookie.expires <= now) this.#cookies.delete(keyOf(cookie))
      else this.add(cookie)
    }
  }

  /** The value of the `cookie` header for `url`; longer paths first (section 5.4). */
  header(url: URL, now: number): string | undefined {
    const matching = this.all(now).filter((cookie) => matchesUrl(cookie, url))
    if (matching.length === 0) return undefined
    return matching
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => (name === "" ? value : `${name}=${value}`))
      .join("; ")
  }

  /** Those that have not expired. */
  all(now: number): ReadonlyArray<Cookie> {
    return [...this.#cookies.values()].filter(({ expires }) => expires === undefined || expires > now)
  }

  #makeRoom(domain: string): void {
    let own = 0
    let oldest: string | undefined
    for (const [key, cookie] of this.#cookies) {
      if (cookie.domain !== domain) continue
      oldest ??= key
      own++
    }
    const gone =
      own >= limits.perDomain
        ? oldest
        : this.#cookies.size >= limits.total
          ? this.#cookies.keys().next().value
          : undefined
    if (gone !== undefined) this.#cookies.delete(gone)
  }
}

/**
 * One line of `set-cookie` (section 5.2 and 5.3); undefined when it must be ignored. Without the list of public
 * suffixes every domain is taken for one.
 */
export const parseCookie = (
  line: string,
  url: URL,
  now: number,
  isPublicSuffix: (domain: string) => boolean = () => true
): Cookie | undefined => {
  if (line.length > limits.lineBytes) return undefined
  const [pair = "", ...rest] = line.split(";")
  const equals = pair.indexOf("=")
  const name = pair.slice(0, Math.max(equals, 0)).trim()
  const value = pair.slice(equals + 1).trim()
  if (pair.length > limits.bytes || (name === "" && value === "") || !/^[\t\x20-\x7e\x80-\xff]*$/.test(pair))
    return undefined

  const attributes = new Map<string, string>()
  for (const attribute of rest.slice(0, 20)) {
    const at = attribute.indexOf("=")
    const key = (at < 0 ? attribute : attribute.slice(0, at)).trim().toLowerCase()
    attributes.set(key, at < 0 ? "" : attribute.slice(at + 1).trim())
  }
  const host = url.hostname
  const wanted = (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase()
  const isForDomain = wanted !== "" && wanted !== host
  if (isForDomain && !(host.endsWith(`.${wanted}`) && !isPublicSuffix(wanted) && !isAddress(host))) return undefined
  const path = attributes.get("path") ?? ""
  const cookie: Cookie = {
    name,
    value,
    domain: isForDomain ? wanted : host,
    path: path.startsWith("/") ? path : defaultPath(url.pathname),
    hostOnly: wanted === "" || isAddress(host) || (!isForDomain && isPublicSuffix(host)),
    secure: attributes.has("secure"),
    httpOnly: attributes.has("httponly"),
    sameSite: sameSiteOf(attributes.get("samesite")),
    expires: expiryOf(attributes, now)
  }
  if (cookie.secure && url.protocol !== "https:") return undefined
  // RFC 6265bis section 4.1.3.
  if (/^__secure-/i.test(name) && !cookie.secure) return undefined
  if (/^__host-/i.test(name) && !(cookie.secure && cookie.hostOnly && cookie.path === "/")) return undefined
  return cookie
}

/** Whether `cookie` is for the host, path and scheme of `url`. */
export const matchesUrl = (cookie: Cookie, url: URL): boolean => {
  const { hostname, pathname } = url
  if (hostname !== cookie.domain && (cookie.hostOnly || !hostname.endsWith(`.${cookie.domain}`))) return false
  if (cookie.secure && url.protocol !== "https:") return false
  if (!pathname.startsWith(cookie.path)) return false
  return pathname.length === cookie.path.length || cookie.path.endsWith("/") || pathname[cookie.path.length] === "/"
}

/** The caller's own `cookie` header, with what the jar has put after it; the jar wins for a name that both have. */
export const merge = (given: string | undefined, jar: string | undefined): string | undefined => {
  if (given === undefined || jar === undefined) return given ?? jar
  const nameOf = (pair: string) => pair.slice(0, Math.max(pair.indexOf("="), 0)).trim()
  const set = new Set(jar.split("; ").map(nameOf))
  const own = given.split(";").filter((pair) => pair.trim() !== "" && !set.has(nameOf(pair)))
  return [...own.map((pair) => pair.trim()), jar].join("; ")
}

const keyOf = ({ domain, name, path }: Cookie): string => JSON.stringify([name, domain, path])

const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host)

const defaultPath = (pathname: string): string => pathname.slice(0, Math.max(pathname.lastIndexOf("/"), 0)) || "/"

const sameSiteOf = (value: string | undefined): Cookie["sameSite"] => {
  const lower = value?.toLowerCase()
  return lower === "strict" ? "Strict" : lower === "lax" ? "Lax" : lower === "none" ? "None" : undefined
}

/** `Max-Age` before `Expires`; what cannot be read is as if it were not there. */
const expiryOf = (attributes: ReadonlyMap<string, string>, now: number): number | undefined => {
  const maxAge = attributes.get("max-age")
  if (maxAge !== undefined && /^-?\d{1,12}$/.test(maxAge)) return now + Number(maxAge) * 1000
  const expires = Date.parse(attributes.get("expires") ?? "")
  return Number.isNaN(expires) ? undefined : expires
}
