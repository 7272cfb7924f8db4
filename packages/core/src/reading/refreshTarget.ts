/**
 * Where an answer sends its visitors by itself: by a `Refresh` header or by `<meta http-equiv=refresh>` (HTML §4.2.5.3 and
 * §7.4.6.2, "shared declarative refresh steps"). Found in the bytes, without a tree and in one pass.
 */
import { readRefresh, type Refresh } from "./refresh.ts"
import { visibleText } from "./visibleText.ts"

export interface RefreshingAnswer {
  readonly url: URL
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Bytes of a page in which its refresh is looked for. A page that only leads elsewhere is short. */
const window = 128 * 1024
/** Up to this many seconds nobody is meant to read the page. */
const atOnce = 1
/** Longer than this a page is to be read, or reloaded from time to time. */
const maxSeconds = 5
/** Characters of text of a page that is there to be read before it is left. */
const minReading = 2000

/**
 * The address that visitors are sent to within seconds; undefined where the page is to be read, is an error, or reloads
 * itself. Of a page that leaves time to read it, only a short one counts.
 */
export const refreshTarget = ({ body, headers, status, url }: RefreshingAnswer): URL | undefined => {
  if (status < 200 || status >= 300) return undefined
  const found = refreshOf({ body, headers, url })
  return found === undefined ? undefined : chosen(found, url, () => textOf(body))
}

/**
 * The address that visitors are sent to at some time, which is a link of the page where nobody followed it: it leaves them time
 * to read, or a way has an end. Undefined where the page reloads itself.
 */
export const refreshLink = ({ body, headers, status, url }: RefreshingAnswer): URL | undefined => {
  const target = status < 400 ? refreshOf({ body, headers, url })?.url : undefined
  return target === undefined || withoutHash(target) === withoutHash(url) ? undefined : target
}

/** Of several the first counts, and the header comes before the page. */
const refreshOf = ({ body, headers, url }: Omit<RefreshingAnswer, "status">): Target | undefined => {
  const header = headers["refresh"]
  const ofHeader = header === undefined ? undefined : targetOf(readRefresh(header), url)
  if (ofHeader !== undefined) return ofHeader
  if (!/^\s*(?:text\/html|application\/xhtml\+xml|$)/i.test(headers["content-type"] ?? "")) return undefined
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, window))
  // Nearly no page has one, and this is much faster than reading it.
  if (!mayRefresh(bytes, "efresh") && !mayRefresh(bytes, "EFRESH")) return undefined
  return metaRefresh(bytes.toString("latin1"), url)
}

/** Characters between the name `http-equiv` and its value at most: a sign, quotes, white space. */
const beforeValue = 64

/** Whether the word stands where it could be the value of `http-equiv`: scripts have it too. */
const mayRefresh = (bytes: Buffer, word: string): boolean => {
  for (let at = bytes.indexOf(word, 0, "latin1"); at >= 0; at = bytes.indexOf(word, at + 1, "latin1"))
    if (/equiv/i.test(bytes.toString("latin1", Math.max(0, at - beforeValue), at))) return true
  return false
}

interface Target {
  readonly seconds: number
  readonly url: URL | undefined
}

const chosen = ({ seconds, url: target }: Target, from: URL, html: () => string): URL | undefined => {
  if (target === undefined || seconds > maxSeconds || withoutHash(target) === withoutHash(from)) return undefined
  return seconds <= atOnce || visibleText(html(), 2 * minReading).text.length < minReading ? target : undefined
}

const targetOf = (refresh: Refresh | undefined, base: URL): Target | undefined => {
  if (refresh === undefined) return undefined
  const url = refresh.target === "" ? null : URL.parse(utf8(refresh.target), base.href)
  const isPage = url !== null && (url.protocol === "http:" || url.protocol === "https:")
  return { seconds: refresh.seconds, url: isPage ? url : undefined }
}

const withoutHash = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length)

const textOf = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, window)).toString("latin1")

/** Bytes that were read as Latin-1 are UTF-8 where they are valid UTF-8. */
export const utf8 = (value: string): string => {
  if (!/[\x80-\xff]/.test(value)) return value
  const text = Buffer.from(value, "latin1").toString("utf8")
  return text.includes("\ufffd") ? value : text
}

/** Elements whose content is text, another document, or for browsers without scripts. */
const skipped = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "noscript",
  "template",
  "iframe",
  "noembed",
  "noframes",
  "xmp"
])

/** The first refresh of the page. Every character is passed once: what nothing closes ends the page. */
const metaRefresh = (html: string, url: URL): Target | undefined => {
  let base: URL | undefined
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 2)
      if (end < 0) return undefined
      at = end + 3
      continue
    }
    const name = tagName(html, at + 1)
    if (name === "") {
      at++
      continue
    }
    const { attributes, end } = readAttributes(html, at + 1 + name.length, name === "meta" || name === "base")
    if (end < 0) return undefined
    at = end
    if (name === "base" && base === undefined) base = URL.parse(attributes.get("href") ?? "", url.href) ?? undefined
    if (name === "meta" && attributes.get("http-equiv")?.trim().toLowerCase() === "refresh") {
      const found = targetOf(readRefresh(attributes.get("content") ?? ""), base ?? url)
      if (found !== undefined) return found
    }
    if (skipped.has(name)) {
      const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi")
      closing.lastIndex = at
      const found = closing.exec(html)
      if (found === null) return undefined
      at = found.index + 2
    }
  }
  return undefined
}

const longestName = 31

const tagName = (html: string, from: number): string => {
  let end = from
  while (end < from + longestName && /[a-z\d-]/i.test(html[end] ?? "")) end++
  return /[a-z]/i.test(html[from] ?? "") ? html.slice(from, end).toLowerCase() : ""
}

/** Attributes of a tag as HTML tokenizes them; `end` is the place after its `>`, or -1 where there is none. */
const readAttributes = (html: string, from: number, isWanted: boolean) => {
  const attributes = new Map<string, string>()
  let at = from
  while (at < html.length) {
    at = skip(html, at, isBetween)
    if (html[at] === ">") return { attributes, end: at + 1 }
    const nameAt = at
    // A name may begin with an equals sign.
    at = skip(html, at + 1, isOfName)
    const name = isWanted ? html.slice(nameAt, at).toLowerCase() : ""
    let valueAt = skip(html, at, isSpace)
    if (html[valueAt] !== "=") {
      if (isWanted && !attributes.has(name)) attributes.set(name, "")
      continue
    }
    valueAt = skip(html, valueAt + 1, isSpace)
    const quote = html[valueAt]
    if (quote === '"' || quote === "'") {
      at = html.indexOf(quote, valueAt + 1)
      if (at < 0) return { attributes, end: -1 }
      valueAt++
    } else at = skip(html, valueAt, isOfValue)
    if (isWanted && !attributes.has(name)) attributes.set(name, withCharacters(html.slice(valueAt, at)))
    if (quote === '"' || quote === "'") at++
  }
  return { attributes, end: -1 }
}

const skip = (html: string, from: number, while_: (code: number) => boolean): number => {
  let at = from
  while (at < html.length && while_(html.charCodeAt(at))) at++
  return at
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11)
/** Spaces and `/`. */
const isBetween = (code: number): boolean => isSpace(code) || code === 47
/** Not a space, `/`, `>` or `=`. */
const isOfName = (code: number): boolean => !isBetween(code) && code !== 62 && code !== 61
/** Neither a space nor `>`. */
const isOfValue = (code: number): boolean => !isSpace(code) && code !== 62

const named: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" }

/** References to characters that addresses and their delimiters are written with. */
const withCharacters = (value: string): string =>
  value.replaceAll(/&(?:#(\d{1,3})|#x([\da-f]{1,2})|(amp|quot|apos|lt|gt));/gi, (whole, decimal, hex, name) => {
    if (typeof name === "string") return named[name.toLowerCase()] ?? whole
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code < 128 ? String.fromCharCode(code) : whole
  })
