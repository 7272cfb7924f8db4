/**
 * Cookies that a site sets while it redirects: many pages answer only once the
 * cookie they just set comes back. They live as long as the one exchange and go
 * only to the very host that set them (a `Domain` attribute widens nothing).
 */
export class RedirectCookies {
  readonly #hosts = new Map<string, Map<string, { readonly value: string; readonly secure: boolean }>>()

  set(url: URL, lines: ReadonlyArray<string>): void {
    const jar = this.#hosts.get(url.hostname) ?? new Map()
    this.#hosts.set(url.hostname, jar)
    for (const line of lines.slice(0, maxCookies)) {
      const [pair = "", ...attributes] = line.split(";")
      const equals = pair.indexOf("=")
      const name = pair.slice(0, Math.max(equals, 0)).trim()
      const value = pair.slice(equals + 1).trim()
      if (equals < 0 || pair.length > maxBytes || !sendable.test(pair)) continue
      const gone = attributes.some((attribute) => /^\s*max-age\s*=\s*(?:0|-\d+)\s*$/i.test(attribute))
      if (gone) jar.delete(name)
      else if (jar.size < maxCookies) {
        jar.set(name, { value, secure: attributes.some((attribute) => /^\s*secure\s*$/i.test(attribute)) })
      }
    }
  }

  /** The `cookie` header for `url`: the caller's own cookies, then those that the site set. */
  header(url: URL, given: string | undefined): string | undefined {
    const jar = this.#hosts.get(url.hostname)
    if (jar === undefined) return given
    const own = (given ?? "")
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair !== "" && !jar.has(pair.slice(0, Math.max(pair.indexOf("="), 0)).trim()))
    for (const [name, { secure, value }] of jar) {
      if (!secure || url.protocol === "https:") own.push(`${name}=${value}`)
    }
    return own.length === 0 ? undefined : own.join("; ")
  }
}

/** RFC 6265 section 6.1 asks for at least 50 cookies of 4096 bytes. */
const maxCookies = 50
const maxBytes = 4096
const sendable = /^[\x20-\x7e\x80-\xff]*$/
