/**
 * Addresses of links and images, absolute and written as Markdown destinations.
 *
 * The answer is that of the URL standard. Most addresses of a page are plain already, or plain paths below the origin:
 * for those the parser would change nothing and is not called. An address that cannot be parsed is kept as it is.
 */

/** Addresses that lead out of the document; others (`javascript:`, `data:`) are no link. */
const linkable = /^(?!javascript:|data:|vbscript:|about:|blob:)/i

export class Addresses {
  private readonly base: string
  private readonly origin: string
  private readonly seen = new Map<string, string>()

  constructor(base: URL) {
    this.base = base.href
    this.origin = /^https?:$/.test(base.protocol) ? base.origin : ""
  }

  /** The destination of a link, `""` when it leads nowhere. */
  link(raw: string | undefined): string {
    if (raw === undefined) return ""
    const known = this.seen.get(raw)
    if (known !== undefined) return known
    const destination = escapeDestination(this.target(raw))
    this.seen.set(raw, destination)
    return destination
  }

  /** The absolute address of a link, `""` when it leads nowhere. */
  target(raw: string): string {
    const absolute = this.resolve(raw)
    return linkable.test(absolute) ? absolute : ""
  }

  /** The absolute address, `""` for an empty one. */
  resolve(raw: string): string {
    if (isPlainAbsolute(raw)) return raw
    if (this.origin !== "" && isPlainPath(raw)) return this.origin + raw
    const trimmed = raw.trim()
    if (trimmed === "") return ""
    return URL.parse(trimmed, this.base)?.href ?? trimmed
  }
}

/** Code units that the URL parser copies in a path: not `%`, which may hide a dot, and not `.` after `/`. */
const plain = new Uint8Array(128)
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&()*+,;=:@/%") {
  plain[letter.charCodeAt(0)] = 1
}

/** `/path?query#fragment` that the parser would return unchanged behind an origin. */
const isPlainPath = (raw: string): boolean =>
  raw.charCodeAt(0) === 47 && raw.charCodeAt(1) !== 47 && isPlainFrom(raw, 0)

/** The part from the first slash of the path on. */
const isPlainFrom = (raw: string, from: number): boolean => {
  let inPath = true
  for (let i = from; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code === 63 || code === 35) {
      inPath = false
      continue
    }
    if (code >= 128 || plain[code] === 0) return false
    // `/.` and `/%2e` may be dot segments.
    if (inPath && code === 47) {
      const next = raw.charCodeAt(i + 1)
      if (next === 46 || next === 37) return false
    }
  }
  return true
}

const host = /^https?:\/\/(?:[a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9]*\//

/** `https://host/…` that the parser would return unchanged: a lower-case name that is no number and no encoded one. */
const isPlainAbsolute = (raw: string): boolean => {
  if (raw.charCodeAt(0) !== 104) return false
  const found = host.exec(raw)
  return found !== null && !found[0].includes("xn--") && isPlainFrom(raw, found[0].length - 1)
}

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
