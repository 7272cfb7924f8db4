/**
 * Addresses of links and images, absolute and written as Markdown destinations.
 *
 * The answer is that of the URL standard. Most addresses of a page are plain already, or plain paths below the origin:
 * for those the parser would change nothing and is not called. An address that cannot be parsed is kept as it is.
 */

/** Addresses that lead to no document and no person. */
const leadsNowhere = /^(?:javascript|data|vbscript|about|blob):/i

export class Addresses {
  private readonly base: string
  /** Scheme, host and port of the page, `""` for a page that is not on the web. */
  readonly origin: string
  /** What addresses that start with two slashes get in front. */
  private readonly scheme: string
  /** What relative paths are appended to, `""` where they must be parsed. */
  private folder: string
  /** Destinations of the addresses that had to be parsed. */
  private readonly seen = new Map<string, string>()

  constructor(base: URL) {
    this.base = base.href
    const onWeb = base.protocol === "https:" || base.protocol === "http:"
    this.origin = onWeb ? base.origin : ""
    this.scheme = onWeb ? base.protocol : ""
    this.folder = onWeb ? base.origin + base.pathname.slice(0, base.pathname.lastIndexOf("/") + 1) : ""
    if (escapeDestination(this.folder) !== this.folder) this.folder = ""
  }

  /**
   * The destination of a link, `""` when it cannot be followed; one that starts with a single slash is below `origin`.
   */
  link(raw: string | undefined): string {
    if (raw === undefined) return ""
    if (this.isBelowOrigin(raw)) return raw
    const plain = this.plain(raw)
    if (plain !== "") return plain
    const known = this.seen.get(raw)
    if (known !== undefined) return known
    const destination = escapeDestination(this.target(raw))
    this.seen.set(raw, destination)
    return destination
  }

  /** The absolute address of a link, `""` when it cannot be followed. */
  target(raw: string): string {
    const absolute = this.resolve(raw)
    return leadsNowhere.test(absolute) ? "" : absolute
  }

  /** The absolute address, `""` for an empty one. */
  resolve(raw: string): string {
    const plain = this.plain(raw)
    if (plain !== "") return plain
    const trimmed = raw.trim()
    if (trimmed === "") return ""
    return URL.parse(trimmed, this.base)?.href ?? trimmed
  }

  /** `/path?query#fragment` that the parser would return unchanged behind the origin. */
  private isBelowOrigin(raw: string): boolean {
    return raw.charCodeAt(0) === 47 && this.origin !== "" && raw.charCodeAt(1) !== 47 && isPlainFrom(raw, 0)
  }

  /** The absolute address where that is found without parsing, otherwise `""`. */
  plain(raw: string): string {
    const first = raw.charCodeAt(0)
    if (first === 47) {
      if (raw.charCodeAt(1) === 47) return this.scheme === "" ? "" : plainAbsolute(this.scheme + raw)
      return this.isBelowOrigin(raw) ? this.origin + raw : ""
    }
    if (first === 104) {
      const absolute = plainAbsolute(raw)
      if (absolute !== "") return absolute
    }
    return this.folder !== "" && isPlainRelative(raw) ? this.folder + raw : ""
  }
}

const none = 0
/** Copied by the URL parser wherever it stands, and no markup in a destination. */
const plain = 1
const slash = 2
/** Starts the query or the fragment. */
const mark = 3

const classes = new Uint8Array(128)
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&*+,=:@%") {
  classes[letter.charCodeAt(0)] = plain
}
classes[47] = slash
classes[63] = classes[35] = mark

/** `folder/name` that the parser would return unchanged behind the folder of the base: it starts with no sign and no scheme. */
const isPlainRelative = (raw: string): boolean => {
  const first = raw.charCodeAt(0) | 32
  return first >= 97 && first <= 122 && !raw.includes(":") && isPlainFrom(raw, 0)
}

/** A path from `from` on, with query and fragment. */
const isPlainFrom = (raw: string, from: number): boolean => {
  let inPath = true
  for (let i = from; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    const found = code < 128 ? classes[code]! : none
    if (found === plain) continue
    if (found === none) return false
    if (found === mark) inPath = false
    else if (inPath) {
      // `/.` and `/%2e` may be dot segments.
      const next = raw.charCodeAt(i + 1)
      if (next === 46 || next === 37) return false
    }
  }
  return true
}

/**
 * What the parser makes of `https://host/…`, `""` where that has to be asked: anything but a lower-case name that is no
 * number and no encoded one, with a plain path.
 */
const plainAbsolute = (raw: string): string =>
  raw.startsWith("https://") ? plainFromHost(raw, 8) : raw.startsWith("http://") ? plainFromHost(raw, 7) : ""

const plainFromHost = (raw: string, start: number): string => {
  let label = start
  let at = start
  for (; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code === 47) break
    if (code === 46) {
      if (at === label) return ""
      label = at + 1
    } else if (code === 45) {
      // `xn--`, and names with a dash at the edge of a label.
      if (at === label || raw.charCodeAt(at + 1) === 45 || raw.charCodeAt(at + 1) === 46) return ""
    } else if (!isLowerLetter(code) && !(code >= 48 && code <= 57)) return ""
  }
  if (label === start || at === label || !isLowerLetter(raw.charCodeAt(label))) return ""
  return at === raw.length ? `${raw}/` : isPlainFrom(raw, at) ? raw : ""
}

const isLowerLetter = (code: number): boolean => code >= 97 && code <= 122

/**
 * An address as it stands between `(` and `)`. Balanced parentheses may stay (CommonMark 6.3); others, back-slashes and
 * what looks like a character reference get a backslash, spaces and angle brackets their percent codes.
 */
export const escapeDestination = (address: string): string => {
  if (!/[\s\\()<>&|`]/.test(address)) return address
  const encoded = address.replace(/[\s<>|`]/g, (found) => encodeURIComponent(found))
  const escaped = encoded.replace(/\\|&(?=#?\w+;)/g, "\\$&")
  return isBalanced(escaped) ? escaped : escaped.replace(/[()]/g, "\\$&")
}

/** Parentheses in pairs, no deeper than a renderer must follow. */
const isBalanced = (text: string): boolean => {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 40 && ++depth > 8) return false
    if (code === 41 && --depth < 0) return false
  }
  return depth === 0
}
