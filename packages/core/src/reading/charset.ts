/**
 * Which encoding a page is in, and its text (WHATWG HTML §13.2.3, Encoding
 * standard): byte order mark, then the header, then a prescan of the first
 * 1024 bytes for `<meta>`, then UTF-8 if the bytes are that, then windows-1252.
 */
import { decode as read, encodingOf } from "./Encodings.ts"

export interface Decoded {
  readonly text: string
  /** Name of the encoding, lower case. */
  readonly encoding: string
  /** The declared encoding cannot be what the bytes are in, or is one that is never read (`replacement`). */
  readonly mislabelled: boolean
}

export const decodeHtml = (bytes: Uint8Array, charset: string | undefined): Decoded =>
  decode(bytes, byteOrderMark(bytes), normalize(charset), () => prescan(bytes))

/** XML says its encoding in its declaration; without one it is UTF-8 (XML 1.0 §4.3.3). */
export const decodeXml = (bytes: Uint8Array, charset: string | undefined): Decoded =>
  decode(bytes, byteOrderMark(bytes), normalize(charset), () => {
    const head = ascii(bytes, 1024)
    return wideXml(head) ?? xmlEncoding(head)
  })

export const decodeText = (bytes: Uint8Array, charset: string | undefined): Decoded =>
  decode(bytes, byteOrderMark(bytes), normalize(charset), () => undefined)

const decode = (
  bytes: Uint8Array,
  mark: string | undefined,
  header: string | undefined,
  declared: () => string | undefined
): Decoded => {
  if (mark !== undefined) return { text: read(bytes, mark), encoding: mark, mislabelled: false }
  const label = header ?? declared()
  const utf8 = label === undefined || label === "utf-8" || neverUtf8.test(label) ? validUtf8(bytes) : undefined
  if (label !== undefined && label !== "utf-8") {
    // Text of these encodings is never UTF-8 by accident, unless it is ASCII.
    const wrong = utf8 !== undefined && utf8.length !== bytes.length
    if (wrong) return { text: utf8, encoding: "utf-8", mislabelled: true }
    return { text: read(bytes, label), encoding: label, mislabelled: label === "replacement" }
  }
  if (utf8 !== undefined) return { text: utf8, encoding: "utf-8", mislabelled: false }
  if (label === undefined) return { text: read(bytes, "windows-1252"), encoding: "windows-1252", mislabelled: false }
  // The header is wrong: a different <meta> is the better witness.
  const second = header === undefined ? undefined : declared()
  if (second !== undefined && second !== "utf-8") {
    return { text: read(bytes, second), encoding: second, mislabelled: true }
  }
  return { text: read(bytes, "utf-8"), encoding: "utf-8", mislabelled: true }
}

/** One byte a letter, or seven bits a byte. */
const neverUtf8 = /^(?:windows-|iso-8859-|koi8-|macintosh$|x-mac-|ibm866$|replacement$)/

const validUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  return undefined
}

/** The standard's name for a label; nothing for an unknown one, which is as good as none. */
const normalize = (label: string | undefined): string | undefined =>
  label === undefined ? undefined : encodingOf(label)

const ascii = (bytes: Uint8Array, length: number): string =>
  String.fromCharCode(...bytes.subarray(0, Math.min(length, bytes.length)))

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13 && code !== 11)

/** WHATWG HTML §13.2.3.2: looks for a `<meta>`, or else a declaration of XML, in the first 1024 bytes. */
const prescan = (bytes: Uint8Array): string | undefined => {
  const head = ascii(bytes, 1024)
  return wideXml(head) ?? findMeta(head) ?? xmlEncoding(head)
}

/** A declaration of XML whose letters are two bytes each. */
const wideXml = (head: string): string | undefined =>
  head.startsWith("<\0?\0x\0") ? "utf-16le" : head.startsWith("\0<\0?\0x") ? "utf-16be" : undefined

/** The encoding that an XML declaration at the start names; its bytes could be read, so they are no UTF-16. */
const xmlEncoding = (head: string): string | undefined => {
  const name = normalize(/^\s*<\?xml[^>]*?encoding[\0-\x20]*=[\0-\x20]*["']([^"'>]+)["']/.exec(head)?.[1])
  return name === "utf-16be" || name === "utf-16le" ? "utf-8" : name
}

const findMeta = (head: string): string | undefined => {
  let position = 0
  while (position < head.length) {
    if (head.startsWith("<!--", position)) {
      const end = head.indexOf("-->", position + 2)
      if (end < 0) return undefined
      position = end + 3
      continue
    }
    if (head.charCodeAt(position) === 0x3c) {
      const meta = /^<meta[\s/]/i.exec(head.slice(position, position + 6))
      const tag = meta === null ? /^<\/?[a-z]/i.exec(head.slice(position, position + 3)) : null
      if (meta !== null || tag !== null) {
        const attributes = readAttributes(head, position + (meta === null ? nameLength(head, position) : 5))
        const charset = meta === null ? undefined : charsetOf(attributes.found)
        if (charset !== undefined) return charset
        position = attributes.end
        continue
      }
      if (/^<[!/?]/.test(head.slice(position, position + 2))) {
        const end = head.indexOf(">", position)
        if (end < 0) return undefined
        position = end + 1
        continue
      }
    }
    position++
  }
  return undefined
}

const nameLength = (head: string, start: number): number => {
  let end = start + 1
  while (end < head.length && head.charCodeAt(end) !== 0x3e && !isSpace(head.charCodeAt(end))) end++
  return end - start
}

const charsetOf = (attributes: ReadonlyMap<string, string>): string | undefined => {
  const direct = attributes.get("charset")
  const content = attributes.get("content")
  const label =
    direct ??
    (attributes.get("http-equiv")?.toLowerCase() === "content-type" && content !== undefined
      ? /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i
          .exec(content)
          ?.slice(1)
          .find((part) => part !== undefined)
      : undefined)
  const name = normalize(label)
  // Bytes that could be read this far are no UTF-16, whatever they say.
  if (name === "utf-16be" || name === "utf-16le") return "utf-8"
  return name === "x-user-defined" ? "windows-1252" : name
}

/** Attributes up to the tag's `>`; the first of a name counts. */
const readAttributes = (head: string, start: number): { found: Map<string, string>; end: number } => {
  const found = new Map<string, string>()
  const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?|[\s/]*>/gy
  attribute.lastIndex = start
  for (;;) {
    const before = attribute.lastIndex
    const match = attribute.exec(head)
    if (match === null) return { found, end: Math.max(before, start) + 1 }
    if (match[1] === undefined) return { found, end: attribute.lastIndex }
    const name = match[1].toLowerCase()
    if (!found.has(name)) found.set(name, match[2] ?? match[3] ?? match[4] ?? "")
  }
}
