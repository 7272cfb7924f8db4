/**
 * One rule of a filter list in the common syntax of EasyList: what a request
 * must look like, and on which pages. Matching is linear: patterns know `*`,
 * `^`, `|` and `||`, and rules that are regular expressions are left out.
 */

/** Kinds of requests, as CDP names them, by the name of the option that selects them. */
const types: Readonly<Record<string, ReadonlyArray<string>>> = {
  document: ["Document"],
  subdocument: ["Document"],
  script: ["Script"],
  image: ["Image"],
  stylesheet: ["Stylesheet"],
  font: ["Font"],
  media: ["Media"],
  xmlhttprequest: ["XHR", "Fetch", "EventSource"],
  xhr: ["XHR", "Fetch", "EventSource"],
  websocket: ["WebSocket"],
  ping: ["Ping"],
  other: ["Other", "Preflight", "Manifest", "TextTrack", "Prefetch", "SignedExchange"],
  object: ["Other"]
}

export interface NetworkRule {
  readonly exception: boolean
  readonly important: boolean
  /** Literal parts between `*`, in which `^` stands for a separator. */
  readonly parts: ReadonlyArray<string>
  /** The host that `||` anchors to; the first part then begins behind it. */
  readonly host: string | undefined
  readonly anchoredStart: boolean
  readonly anchoredEnd: boolean
  readonly thirdParty: boolean | undefined
  /** CDP resource types; undefined for all. */
  readonly types: ReadonlySet<string> | undefined
  /** Domains of pages it is for, and is not for. */
  readonly domains: ReadonlyArray<string>
  readonly notDomains: ReadonlyArray<string>
}

/** Undefined for a rule that is not understood in full: half a rule would block too much. */
export const parseNetworkRule = (line: string): NetworkRule | undefined => {
  const exception = line.startsWith("@@")
  let pattern = exception ? line.slice(2) : line
  const dollar = optionsAt(pattern)
  const options = dollar < 0 ? [] : pattern.slice(dollar + 1).split(",")
  if (dollar >= 0) pattern = pattern.slice(0, dollar)
  if (pattern.length > 1 && pattern.startsWith("/") && pattern.endsWith("/")) return undefined

  let thirdParty: boolean | undefined
  let important = false
  const wanted = new Set<string>()
  const unwanted = new Set<string>()
  let domains: ReadonlyArray<string> = []
  let notDomains: ReadonlyArray<string> = []
  for (const option of options) {
    const negated = option.startsWith("~")
    const name = (negated ? option.slice(1) : option).toLowerCase()
    const selected = types[name]
    if (name === "third-party" || name === "3p") thirdParty = !negated
    else if (name === "first-party" || name === "1p") thirdParty = negated
    else if (name === "important") important = true
    else if (name === "match-case" || name === "all") continue
    else if (name.startsWith("domain=")) {
      const all = name.slice(7).split("|")
      domains = all.filter((domain) => !domain.startsWith("~"))
      notDomains = all.filter((domain) => domain.startsWith("~")).map((domain) => domain.slice(1))
    } else if (selected !== undefined) for (const type of selected) (negated ? unwanted : wanted).add(type)
    else return undefined
  }
  const everything = new Set(Object.values(types).flat())
  const selected =
    wanted.size > 0
      ? wanted
      : unwanted.size > 0
        ? new Set([...everything].filter((type) => !unwanted.has(type)))
        : undefined

  const anchored = anchors(pattern.toLowerCase())
  if (anchored === undefined) return undefined
  return { exception, important, ...anchored, thirdParty, types: selected, domains, notDomains }
}

/** Where the options begin: at the last `$` that is followed by nothing but option letters. */
const optionsAt = (pattern: string): number => {
  const at = pattern.lastIndexOf("$")
  return at > 0 && /^[\w~,=|.\-*]+$/.test(pattern.slice(at + 1)) ? at : -1
}

const anchors = (
  pattern: string
): Pick<NetworkRule, "parts" | "host" | "anchoredStart" | "anchoredEnd"> | undefined => {
  let rest = pattern
  let host: string | undefined
  if (rest.startsWith("||")) {
    const name = /^[a-z0-9.-]+/.exec(rest.slice(2))?.[0]
    // `||ads.` and `||example.*` do not end with a host; they are matched nowhere rather than everywhere.
    const next = name === undefined ? "*" : (rest[2 + name.length] ?? "^")
    if (name === undefined || name.endsWith(".") || !["^", "/", ":", "|"].includes(next)) return undefined
    host = name
    rest = rest.slice(2 + name.length)
  }
  const anchoredStart = host === undefined && rest.startsWith("|")
  if (anchoredStart) rest = rest.slice(1)
  const anchoredEnd = rest.endsWith("|")
  if (anchoredEnd) rest = rest.slice(0, -1)
  const parts = rest.split("*")
  if (host === undefined && parts.every((part) => part.length < 3)) return undefined
  return { parts, host, anchoredStart, anchoredEnd }
}

export interface FilterRequest {
  /** Lower case. */
  readonly url: string
  readonly host: string
  /** Where the path begins in `url`: behind host and port. */
  readonly pathAt: number
  /** CDP `Network.ResourceType`. */
  readonly type: string
  readonly thirdParty: boolean
  /** Host of the page and each parent domain. */
  readonly pageDomains: ReadonlySet<string>
}

export const matches = (rule: NetworkRule, asked: FilterRequest): boolean => {
  if (rule.thirdParty !== undefined && rule.thirdParty !== asked.thirdParty) return false
  if (rule.types !== undefined && !rule.types.has(asked.type)) return false
  // A page that was asked for is never an advertisement, but for rules that say so.
  if (rule.types === undefined && asked.type === "Document" && !asked.thirdParty) return false
  if (rule.domains.length > 0 && !rule.domains.some((domain) => asked.pageDomains.has(domain))) return false
  if (rule.notDomains.some((domain) => asked.pageDomains.has(domain))) return false
  if (rule.host === undefined) return matchesParts(rule, asked.url, 0, rule.anchoredStart)
  const { host } = rule
  if (asked.host !== host && !asked.host.endsWith(`.${host}`)) return false
  return matchesParts(rule, asked.url, asked.pathAt, true)
}

/** Each part is looked for behind the one before; the first fit of a part leaves most room for the rest. */
const matchesParts = ({ anchoredEnd, parts }: NetworkRule, url: string, from: number, anchored: boolean): boolean => {
  let at = from
  for (const [index, part] of parts.entries()) {
    const isFirst = index === 0 && anchored
    const isLast = index === parts.length - 1 && anchoredEnd
    if (part === "") continue
    const found = isLast && !isFirst ? lastFit(part, url, at) : fit(part, url, at, isFirst)
    if (found < 0) return false
    at = found
    if (isLast && at !== url.length) return false
  }
  return true
}

/** End of the first place at or behind `from` where the part fits; -1 when there is none. */
const fit = (part: string, url: string, from: number, onlyHere: boolean): number => {
  if (!part.includes("^")) {
    if (onlyHere) return url.startsWith(part, from) ? from + part.length : -1
    const at = url.indexOf(part, from)
    return at < 0 ? -1 : at + part.length
  }
  for (let at = from; at <= url.length; at++) {
    const end = fitsAt(part, url, at)
    if (end >= 0) return end
    if (onlyHere) return -1
  }
  return -1
}

const lastFit = (part: string, url: string, from: number): number => {
  for (let at = url.length - part.length; at <= url.length; at++) {
    if (at >= from && fitsAt(part, url, at) === url.length) return url.length
  }
  return -1
}

/** `^` is one character that is no letter, digit or one of `_-.%`, or the end. */
const fitsAt = (part: string, url: string, at: number): number => {
  let position = at
  for (let index = 0; index < part.length; index++) {
    const wanted = part[index]!
    const char = url[position]
    if (wanted !== "^") {
      if (char !== wanted) return -1
      position++
    } else if (char !== undefined) {
      if (/[\w\-.%]/.test(char)) return -1
      position++
    }
  }
  return position
}
