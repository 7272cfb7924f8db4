/**
 * Who a series of requests is: cookies, headers, user agent, proxy and the
 * storage a browser keeps, for the hosts it is meant for and no other.
 *
 * A session is a value that the application holds; requests that name it read
 * its cookies and leave theirs in it. What it knows never goes to a host outside
 * `hosts`, whatever a page redirects to.
 */
import { CookieJar, type Cookie } from "./CookieJar.ts"
import { checkGiven, type HeadersInput } from "../model/RequestHeaders.ts"

/** What a page keeps in `localStorage`, as Playwright's storage state writes it. */
export interface OriginStorage {
  readonly origin: string
  readonly localStorage: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

export interface Session {
  /** Names the session where work is shared out by session: proxies, browser contexts. */
  readonly id: string
  /** Hosts the session is for; each covers its subdomains. */
  readonly hosts: ReadonlyArray<string>
  readonly cookies: CookieJar
  /** Sent to `hosts` only, with lower-case names; a request's own headers win. */
  readonly headers: Readonly<Record<string, string>>
  readonly userAgent?: string | undefined
  /** `http`, `https` or `socks5`, with credentials in the address where it wants some. */
  readonly proxy?: URL | undefined
  /** Replaced by a renderer after each page. */
  storage: ReadonlyArray<OriginStorage>
}

/** A session as it can be stored and read again. */
export interface SavedSession {
  readonly id: string
  readonly hosts: ReadonlyArray<string>
  readonly cookies?: ReadonlyArray<Cookie> | undefined
  readonly headers?: HeadersInput | undefined
  readonly userAgent?: string | undefined
  readonly proxy?: string | undefined
  readonly storage?: ReadonlyArray<OriginStorage> | undefined
}

/** Throws a `TypeError` when no host is given, or when the proxy or a header is invalid. */
export const make = (saved: SavedSession): Session => {
  const hosts = saved.hosts.map((host) => host.toLowerCase().replace(/^\*?\.|\.$/g, "")).filter((host) => host !== "")
  if (hosts.length === 0) throw new TypeError("A session needs at least one host")
  const proxy = saved.proxy === undefined ? undefined : URL.parse(saved.proxy)
  if (proxy === null) throw new TypeError("The proxy of the session is not a valid address")
  const headers = checkGiven(saved.headers ?? {})
  if (!headers.ok) throw new TypeError(headers.problem)
  return {
    id: saved.id,
    hosts,
    cookies: new CookieJar(saved.cookies),
    headers: headers.headers,
    userAgent: saved.userAgent,
    proxy,
    storage: saved.storage ?? []
  }
}

/** What `make` reads again. `now` in milliseconds since the epoch: expired cookies are left out. */
export const save = (session: Session, now: number): SavedSession => ({
  id: session.id,
  hosts: session.hosts,
  cookies: session.cookies.all(now),
  headers: session.headers,
  userAgent: session.userAgent,
  proxy: session.proxy?.href,
  storage: session.storage
})

/** Whether `url` is one of the session's hosts or under one. */
export const covers = (session: Session, url: URL): boolean => {
  const host = url.hostname.replace(/\.$/, "")
  return session.hosts.some((own) => host === own || host.endsWith(`.${own}`))
}
