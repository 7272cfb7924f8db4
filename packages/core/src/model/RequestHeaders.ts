/**
 * Headers that a caller adds to a request: which can be sent, and to which
 * origins.
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

/**
 * What `fetch` takes as headers (WHATWG Fetch, section 5.1, `HeadersInit`): an object of texts, `Headers`, or pairs, such as
 * a `Map` gives them.
 */
export type HeadersInput = Readonly<Record<string, string>> | Iterable<readonly [name: string, value: string]>

export type Checked =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  /** `problem` names the field and the rule. */
  | { readonly ok: false; readonly problem: string }

/**
 * The headers as an object: one is given back as it is, and names of pairs are in lower case, the values of a repeated name
 * joined by a comma (RFC 9110 section 5.3). Other instances of classes have their headers where nobody can read them.
 */
export const fromInput = (input: HeadersInput): Checked => {
  if (!(Symbol.iterator in input)) {
    const prototype: unknown = Object.getPrototypeOf(input)
    return prototype === null || Object.getPrototypeOf(prototype) === null
      ? { ok: true, headers: input }
      : { ok: false, problem: expectedHeaders }
  }
  const headers: Record<string, string> = {}
  let count = 0
  for (const pair of input as Iterable<unknown>) {
    if (++count > limits.count) return { ok: false, problem: tooMany }
    if (!isPair(pair)) return { ok: false, problem: expectedHeaders }
    const [name, value] = pair
    const lower = name.toLowerCase()
    headers[lower] = Object.hasOwn(headers, lower) ? `${headers[lower]}, ${value}` : value
  }
  return { ok: true, headers }
}

const tooMany = `more than ${limits.count} headers`

const expectedHeaders = "Expected an object of texts, `Headers`, a `Map` or pairs of name and value"

const isPair = (pair: unknown): pair is readonly [string, string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string")

/** What `check` gives for headers that a caller names as an option: those the engine owns are refused. */
export const checkGiven = (input: HeadersInput): Checked => {
  const checked = check(input)
  if (!checked.ok) return checked
  const read = fromInput(input)
  const owned = Object.keys(read.ok ? read.headers : {}).find((name) => ownedByEngine.has(name.toLowerCase()))
  return owned === undefined
    ? checked
    : { ok: false, problem: `the header ${owned} is set for each connection and cannot be given: leave it out` }
}

/** Why headers cannot be sent, at their place in the options. */
export const headersProblem = (headers: HeadersInput | undefined, path: ReadonlyArray<string>) => {
  const checked = checkGiven(headers ?? {})
  return checked.ok ? undefined : { path, issue: checked.problem }
}

/**
 * The headers with lower-case names, without those the engine owns; or why they
 * cannot be sent: a name that is no token, a value with control characters or
 * characters above U+00FF (RFC 9110 section 5), or too many of them.
 */
export const check = (input: HeadersInput): Checked => {
  const read = fromInput(input)
  if (!read.ok) return read
  const { headers } = read
  const kept: Record<string, string> = {}
  let count = 0
  let bytes = 0
  for (const name in headers) {
    const value = headers[name]!
    count += 1
    bytes += name.length + value.length
    if (count > limits.count) return { ok: false, problem: tooMany }
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
 * The headers that may be sent to `url`: all of them to the origins of `addresses`, and to every other origin those that
 * describe the client. The same host on https after http counts as the same origin where both are on their default ports.
 *
 * This decides for every request that carries headers of a caller: first requests, redirects and what a browser loads.
 */
export const headersFor = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  addresses: ReadonlyArray<string | URL>
): Readonly<Record<string, string>> => {
  if (Object.keys(headers).length === 0 || belongsTo(url, addresses)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isOfClient(name)))
}

/** Names of the headers that `headersFor` leaves out for `url`, in lower case. */
export const withheldHeaders = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  addresses: ReadonlyArray<string | URL>
): ReadonlyArray<string> => {
  const names = Object.keys(headers)
  if (names.length === 0 || belongsTo(url, addresses)) return []
  return names.filter((name) => !isOfClient(name)).map((name) => name.toLowerCase())
}

/** Whether a header only describes the client: every other one may be a secret of one site. */
export const isOfClient = (name: string): boolean => {
  const lower = name.toLowerCase()
  return describesClient.has(lower) || lower.startsWith("sec-ch-ua")
}

const belongsTo = (url: URL, addresses: ReadonlyArray<string | URL>): boolean =>
  addresses.some((address) => {
    const given = typeof address === "string" ? URL.parse(address) : address
    return given !== null && (given.origin === url.origin || isUpgrade(given, url))
  })

const isUpgrade = (from: URL, to: URL): boolean =>
  from.protocol === "http:" &&
  to.protocol === "https:" &&
  from.hostname === to.hostname &&
  from.port === "" &&
  to.port === ""
