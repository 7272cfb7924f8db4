/**
 * Which requests a server answers that asks for no key.
 *
 * Any website may send requests from its visitor's browser to the visitor's own machine, and a name that it owns may
 * be bound anew to a loopback address (DNS rebinding). The browser says both in fields that no page can set: the name
 * in `Host` (RFC 9110 §7.2) and the website in `Origin` (RFC 6454 §7). Pictures, frames and links have no `Origin`: of
 * these `Sec-Fetch-Site` says that another website asks (Fetch Metadata), and no operation runs for one.
 */
import { wireError, type WireError } from "../wire/ErrorBody.ts"

export interface OpenServerOptions {
  /** Its host and origin are allowed too. */
  readonly publicUrl?: string | undefined
  /**
   * Host names, without port, that a server without keys is reached at; `.example.com` stands for every name below
   * it, and `*` for any, where something before this server decides who gets here. Only loopback when absent.
   */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
  /**
   * Origins, such as `https://app.example.com`, whose pages may call a server without keys besides its own; `*` for
   * every website. Only the server's own when absent.
   */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
}

/** What a request says of itself. */
export interface Caller {
  readonly host: string | undefined
  readonly origin: string | undefined
}

/** Says why a request is refused; `undefined` for one that is answered. */
export const makeOpenServerCheck = ({ allowedHosts = [], allowedOrigins = [], publicUrl }: OpenServerOptions) => {
  const own = publicUrl === undefined ? undefined : (URL.parse(publicUrl) ?? undefined)
  const hosts = allowedHosts.map((host) => host.toLowerCase())
  const origins = new Set(allowedOrigins.map((origin) => URL.parse(origin)?.origin ?? origin))
  const anyHost = hosts.includes("*")
  const anyOrigin = origins.has("*")

  const isHost = (name: string): boolean =>
    isLoopback(name) ||
    name === own?.hostname ||
    hosts.some((host) => name === host || (host.startsWith(".") && name.endsWith(host)))

  const isOrigin = (origin: string, authority: URL | undefined): boolean =>
    anyOrigin ||
    origins.has(origin) ||
    (own !== undefined && origin === own.origin) ||
    // A proxy may speak TLS before this server: the scheme is not compared.
    (authority !== undefined && URL.parse(origin)?.host === authority.host)

  return ({ host, origin }: Caller): WireError | undefined => {
    const authority = readAuthority(host)
    if (!anyHost && (authority === undefined || !isHost(nameOf(authority)))) {
      return wireError(403, `${rule}: add the host ${quote(host)} to \`allowedHosts\``, "HOST_NOT_ALLOWED")
    }
    if (origin !== undefined && !isOrigin(origin, authority)) {
      return wireError(403, `${rule}: add the origin ${quote(origin)} to \`allowedOrigins\``, "ORIGIN_NOT_ALLOWED")
    }
    return undefined
  }
}

/**
 * Says why no operation runs for the page of a request. An `Origin` was judged before; without one, all
 * pages that are not of this server look alike.
 */
export const makePageCheck =
  ({ allowedOrigins = [] }: OpenServerOptions) =>
  ({ origin, "sec-fetch-site": site = "" }: Readonly<Record<string, string | undefined>>): WireError | undefined =>
    origin === undefined && /^(?:cross|same)-site$/.test(site) && !allowedOrigins.includes("*")
      ? wireError(
          403,
          `${rule}: a page of another website (\`Sec-Fetch-Site: ${site}\`) must call it with fetch(), from an origin in \`allowedOrigins\``,
          "ORIGIN_NOT_ALLOWED"
        )
      : undefined

const rule = "This server has no API keys, so it answers only allowed hosts and origins"

const quote = (value: string | undefined): string => JSON.stringify((value ?? "").slice(0, 253))

const readAuthority = (host: string | undefined): URL | undefined =>
  host !== undefined && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
    ? (URL.parse(`http://${host}`) ?? undefined)
    : undefined

/** In lower case, without port, and without the dot that makes a name absolute. */
const nameOf = ({ hostname }: URL): string => hostname.replace(/\.$/, "")

/** Names of this machine (RFC 6761 §6.3) and its addresses. */
export const isLoopback = (name: string): boolean =>
  /^(?:.+\.)?localhost$/.test(name) || /^127(?:\.\d{1,3}){3}$/.test(name) || name === "[::1]" || name === "::1"
