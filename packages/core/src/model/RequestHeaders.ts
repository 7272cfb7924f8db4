/**
 * Headers that a caller adds to a request: which can be sent, and which may
 * follow a redirect to another origin.
 */

/** Bounds that keep a caller from making a request no server accepts. */
export const limits = { count: 200, bytes: 64 * 1024 }

/**
 * Fields that belong to the connection or to the engine (RFC 9110 section
 * 7.6.1): what is framed, spoken and decoded is not the caller's to say.
 */
const ownedByEngine: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Fields that describe the client and carry no secret of one site. */
const describesClient: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "cache-control",
  "dnt",
  "pragma",
  "priority",
  "save-data",
  "sec-gpc",
  "upgrade-insecure-requests",
  "user-agent"
])

export type Checked =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  /** `problem` names the field and the rule. */
  | { readonly ok: false; readonly problem: string }

/**
 * The headers with lower-case names, without those the engine owns; or why they
 * cannot be sent: a name that is no token, a value with control characters or
 * characters above U+00FF (RFC 9110 section 5), or too many of them.
 */
export const check = (headers: Readonly<Record<string, string>>): Checked => {
  const kept: Record<string, string> = {}
  let count = 0
  let bytes = 0
  for (const name in headers) {
    const value = headers[name]!
    count += 1
    bytes += name.length + value.length
    if (count > limits.count) return { ok: false, problem: `more than ${limits.count} headers` }
    if (bytes > limits.bytes) return { ok: false, problem: `more than ${limits.bytes} bytes of headers` }
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) {
      return { ok: false, problem: `${JSON.stringify(name.slice(0, 100))} is not a header name` }
    }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return { ok: false, problem: `the value of ${name} contains characters that are not allowed in a header` }
    }
    const lower = name.toLowerCase()
    if (!ownedByEngine.has(lower)) kept[lower] = value.trim()
  }
  return { ok: true, headers: kept }
}

/**
 * Whether credentials given for `from` may go to `to`: the same origin, or the
 * same host reached by https on the standard ports after http.
 */
export const mayKeepCredentials = (from: URL, to: URL): boolean =>
  from.origin === to.origin ||
  (from.protocol === "http:" &&
    to.protocol === "https:" &&
    from.hostname === to.hostname &&
    from.port === "" &&
    to.port === "")

/** What is left of `headers` (lower-case names) on another origin: any other field may be a secret. */
export const withoutCredentials = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => describesClient.has(name) || name.startsWith("sec-ch-ua"))
  )
