/**
 * What a file is by its first bytes and its name, for servers that say nothing
 * or something else (after WHATWG MIME Sniffing).
 */
import { decode, textMark } from "./Encodings.ts"

/** First bytes that give a file away. */
const signatures: ReadonlyArray<readonly [mediaType: string, bytes: ReadonlyArray<number>]> = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["application/rtf", [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["application/gzip", [0x1f, 0x8b]],
  ["application/zip", [0x50, 0x4b, 0x03, 0x04]]
]

export const signatureOf = (bytes: Uint8Array): string | undefined =>
  signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0]

/** Media types that say nothing about the file. */
export const isVague = (mediaType: string): boolean =>
  mediaType === "" ||
  /^(?:(?:application|binary)\/(?:x-)?(?:octet-stream|download|force-download|unknown|binary)|unknown\/unknown)$/.test(
    mediaType
  )

/** Media types that many kinds of file share. */
export const isGenericType = (mediaType: string): boolean =>
  isVague(mediaType) ||
  mediaType.startsWith("text/") ||
  /^application\/(?:x-)?(?:xml|json|zip(?:-compressed)?)$/.test(mediaType)

/** Text under the name of an application: code, configuration, subtitles. */
export const isTextual = (mediaType: string): boolean =>
  mediaType.startsWith("text/") ||
  /^application\/(?:x-)?(?:javascript|ecmascript|typescript|yaml|toml|sh|sql|graphql|tex|latex|subrip|perl|python|php|httpd-php)$/.test(
    mediaType
  )

/** Bytes that WHATWG MIME Sniffing looks at. */
const sniffedBytes = 1445

/** Whether the first bytes hold a binary data byte (WHATWG MIME Sniffing §3, "binary data byte"). */
export const looksBinary = (bytes: Uint8Array): boolean => {
  const end = Math.min(bytes.length, sniffedBytes)
  for (let index = 0; index < end; index++) {
    const byte = bytes[index]!
    if (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)) {
      // UTF-16 and UTF-32 text has NUL in every other byte and more; its byte order mark says so.
      return !/^utf-(?:16|32)/.test(textMark(bytes) ?? "")
    }
  }
  return false
}

/** Bytes of UTF-16 and UTF-32 text that are narrowed: as many as the parsers' own sniffing reads of a text. */
const narrowedBytes = 8192

/**
 * The bytes that signatures are compared with. Text does not start with its signature when it has a byte order mark,
 * which editors write and which every JavaScript string gets: UTF-8 loses the mark, and the start of UTF-16 and UTF-32
 * becomes UTF-8.
 */
export const withoutMark = (bytes: Uint8Array): Uint8Array => {
  const encoding = textMark(bytes)
  if (encoding === undefined) return bytes
  if (encoding === "utf-8") return bytes.subarray(3)
  return new TextEncoder().encode(decode(bytes.subarray(0, narrowedBytes), encoding))
}

const headOf = (bytes: Uint8Array): string =>
  String.fromCharCode(...withoutMark(bytes).subarray(0, sniffedBytes))
    .replaceAll("\0", "")
    .trimStart()

/**
 * Starts as a web page does (WHATWG MIME Sniffing §7.1). A comment must not be able to take the next one in:
 * there would be 2^n ways to read n of them.
 */
export const startsAsHtml = (bytes: Uint8Array): boolean =>
  /^(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype html|html|head|body|title|meta|link|script|style|iframe|h1|div|font|table|a|b|br|p)[\s/>]/i.test(
    headOf(bytes)
  )

/** What text is of which the server says nothing: a web page, XML, or nothing but text. */
export const kindOfText = (bytes: Uint8Array): "text/html" | "application/xml" | "text/plain" => {
  const head = headOf(bytes)
  if (
    /<(?:!doctype html|html|head|body|title|meta|script|style|div|p|br|h[1-6]|ul|ol|table|a|span|img)[\s/>]/i.test(head)
  )
    return "text/html"
  return head.startsWith("<?xml") ? "application/xml" : "text/plain"
}

/** Extension of a file's name in lower case, without the dot. */
export const extensionOf = (name: string): string | undefined => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase()

/** Name of the file that a `content-disposition` header gives (RFC 6266). */
export const fileNameOf = (disposition: string | undefined): string | undefined => {
  if (disposition === undefined) return undefined
  const extended = /;\s*filename\*\s*=\s*[\w-]*'[\w-]*'([^;]*)/i.exec(disposition)?.[1]
  return (
    extended?.trim() ??
    /;\s*filename\s*=\s*(?:"([^"]*)"|([^;]*))/i
      .exec(disposition)
      ?.slice(1)
      .find((part) => part !== undefined)
      ?.trim()
  )
}
