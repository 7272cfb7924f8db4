/**
 * Which encoding a page is in, and its text (WHATWG HTML §13.2.3, Encoding
 * standard): byte order mark, then the header, then a prescan of the first
 * 1024 bytes for `<meta>`, then UTF-8 if the bytes are that, then a later `<meta>`. Where nothing says it the caller may
 * guess (`isUndeclared`, `guessEncoding`); windows-1252 otherwise.
 */
import type { Steps } from "../support/steps.ts"
import { TextBuffer, textOfAscii } from "../support/TextBuffer.ts"
import { wideShare } from "./maxHtmlLength.ts"
import { byteOrderMark, decodePieces, decodeUtf8, encodingOf, textMark } from "./Encodings.ts"

interface Decoded {
  readonly text: string
  /** Name of the encoding, lower case. */
  readonly encoding: string
  /** The declared encoding cannot be what the bytes are in, or is one that is never read (`replacement`). */
  readonly mislabelled: boolean
  /** The text ends before the bytes do: it has as many characters as were asked for. */
  readonly isCut: boolean
}

/** Reads at most `maxLength` UTF-16 units of text, fewer where they need two bytes; pauses every few milliseconds. */
export type Decode = (bytes: Uint8Array, charset: string | undefined, maxLength?: number) => Steps<Decoded>

export const decodeHtml: Decode = (bytes, charset, maxLength = Infinity) =>
  decode(bytes, charset, maxLength, { first: () => prescan(bytes), later: () => lateMeta(bytes), mark: byteOrderMark })

/** XML says its encoding in its declaration; without one it is UTF-8 (XML 1.0 §4.3.3). */
export const decodeXml: Decode = (bytes, charset, maxLength = Infinity) =>
  decode(bytes, charset, maxLength, {
    first: () => {
      const head = ascii(bytes, 1024)
      return wideXml(head) ?? xmlEncoding(head)
    },
    later: noDeclaration,
    mark: textMark
  })

export const decodeText: Decode = (bytes, charset, maxLength = Infinity) =>
  decode(bytes, charset, maxLength, { first: noDeclaration, later: noDeclaration, mark: textMark })

/** Whether neither the page nor its headers say what encoding it is in, and it is not UTF-8. */
export const isUndeclared = (bytes: Uint8Array, charset: string | undefined): boolean =>
  normalize(charset) === undefined &&
  textMark(bytes) === undefined &&
  prescan(bytes) === undefined &&
  (hasEscapes(bytes) || !isUtf8(bytes)) &&
  lateMeta(bytes) === undefined

/** Seven bits a byte, with the escapes of ISO-2022-JP. */
const hasEscapes = (bytes: Uint8Array): boolean => {
  const at = bytes.indexOf(0x1b)
  return at >= 0 && bytes[at + 1] === 0x24
}

/** Pieces of a large file by which it is judged. */
const judgedPieces = 16

const isUtf8 = (bytes: Uint8Array): boolean => {
  let pieces = 0
  try {
    for (const _ of decodeUtf8(bytes, true)) if (++pieces >= judgedPieces) break
    return true
  } catch {
    return false
  }
}

/** All of the text in an encoding that was found out. */
export function* decodeAll(bytes: Uint8Array, encoding: string): Steps<string> {
  if (encoding === "utf-8" && (yield* areAscii(bytes, bytes.length))) return textOfAscii(bytes, bytes.length)
  return (yield* gather(decodePieces(bytes, encoding), bytes.length, Infinity)).text
}

const noDeclaration = () => undefined

/** Where a file may name its encoding itself. */
interface CharsetDeclaration {
  readonly first: () => string | undefined
  /** Asked for when nothing else says what the bytes are. */
  readonly later: () => string | undefined
  /** What a byte order mark says. */
  readonly mark: (bytes: Uint8Array) => string | undefined
}

function* decode(
  bytes: Uint8Array,
  charset: string | undefined,
  maxLength: number,
  declared: CharsetDeclaration
): Steps<Decoded> {
  const mark = declared.mark(bytes)
  const header = normalize(charset)
  function* as(encoding: string, mislabelled = false): Steps<Decoded> {
    const { isCut, text } = yield* gather(decodePieces(bytes, encoding), bytes.length, maxLength)
    return { text, encoding, mislabelled, isCut }
  }
  if (mark !== undefined) return yield* as(mark)
  const label = header ?? declared.first()
  const mayBeUtf8 = label === undefined || label === "utf-8" || neverUtf8.test(label)
  const utf8 = mayBeUtf8 ? yield* validUtf8(bytes, maxLength) : undefined
  if (label !== undefined && label !== "utf-8") {
    // Text of these encodings is never UTF-8 by accident, unless it is ASCII.
    if (utf8 !== undefined && !utf8.isAscii) return { ...utf8.decoded, mislabelled: true }
    return yield* as(label, label === "replacement")
  }
  // Encodings of seven bits a byte are no different from ASCII but for their escapes.
  const late = label === undefined && (utf8 === undefined || (utf8.isAscii && bytes.includes(27)))
  const named = late ? declared.later() : undefined
  if (named !== undefined && named !== "utf-8") return yield* as(named, named === "replacement")
  if (utf8 !== undefined) return utf8.decoded
  if (label === undefined) return yield* as("windows-1252")
  // The header is wrong: a different <meta> is the better witness.
  const second = header === undefined ? undefined : declared.first()
  if (second !== undefined && second !== "utf-8") return yield* as(second, true)
  return yield* as("utf-8", true)
}

/** UTF-16 units of a piece at most; a longer one only takes more memory. */
const maxPieceLength = 65_536

/** Joins pieces of text until there are enough. Hardly an encoding makes more UTF-16 units than there are bytes. */
function* gather(
  pieces: Generator<string, void>,
  bytes: number,
  maxLength: number
): Steps<{ readonly text: string; readonly isCut: boolean }> {
  // Most pages are one piece.
  let first: string | undefined
  let buffer: TextBuffer | undefined
  for (const piece of pieces) {
    if (first === undefined && piece.length <= maxLength * wideShare) {
      first = piece
      continue
    }
    if (buffer === undefined) {
      buffer = new TextBuffer(Math.min(bytes, maxLength + maxPieceLength))
      buffer.add(first ?? "")
    }
    buffer.add(piece)
    if (buffer.length > maxLength * (buffer.isWide ? wideShare : 1)) break
    yield
  }
  if (buffer === undefined) return { text: first ?? "", isCut: false }
  const max = maxLength * (buffer.isWide ? wideShare : 1)
  return { isCut: buffer.length > max, text: buffer.finish(max) }
}

/** One byte a letter, or seven bits a byte. */
const neverUtf8 = /^(?:windows-|iso-8859-|koi8-|macintosh$|x-mac-|ibm866$|replacement$)/

function* validUtf8(
  bytes: Uint8Array,
  maxLength: number
): Steps<{ readonly decoded: Decoded; readonly isAscii: boolean } | undefined> {
  const length = Math.min(bytes.length, maxLength)
  if (length > maxPieceLength && (yield* areAscii(bytes, length))) {
    const text = textOfAscii(bytes, length)
    return { decoded: { text, encoding: "utf-8", mislabelled: false, isCut: length < bytes.length }, isAscii: true }
  }
  try {
    const read = yield* gather(decodeUtf8(bytes, true), bytes.length, maxLength)
    const isAscii = read.isCut ? isOneByte(bytes, maxLength) : read.text.length === bytes.length
    return { decoded: { ...read, encoding: "utf-8", mislabelled: false }, isAscii }
  } catch {
    return undefined
  }
}

/** Whether the first bytes are ASCII, four at a time; pauses after each megabyte. */
function* areAscii(bytes: Uint8Array, length: number): Steps<boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  const whole = length - (length % 4)
  for (let at = 0; at < whole;) {
    const end = Math.min(whole, at + 1_048_576)
    let bits = 0
    for (; at < end; at += 4) bits |= view.getInt32(at)
    if ((bits & 0x80808080) !== 0) return false
    yield
  }
  for (let at = whole; at < length; at++) if (bytes[at]! > 127) return false
  return true
}

/** Whether each of the first characters is one byte. */
const isOneByte = (bytes: Uint8Array, length: number): boolean => {
  for (let at = 0; at < length; at++) if (bytes[at]! > 127) return false
  return true
}

/** The standard's name for a label; nothing for an unknown one, which is as good as none. */
const normalize = (label: string | undefined): string | undefined =>
  label === undefined ? undefined : encodingOf(label)

const ascii = (bytes: Uint8Array, length: number, from = 0): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(from + length, bytes.length)))

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13 && code !== 11)

/** WHATWG HTML §13.2.3.2: looks for a `<meta>`, or else a declaration of XML, in the first 1024 bytes. */
const prescan = (bytes: Uint8Array): string | undefined => {
  const head = ascii(bytes, 1024)
  return wideXml(head) ?? findMeta(head) ?? xmlEncoding(head)
}

/** Bytes in which a `<meta>` is looked for that stands too late for the prescan. */
const lateBytes = 262_144

/**
 * A `<meta>` behind the first 1024 bytes: a browser meets it while parsing and reads the page anew (WHATWG HTML
 * §13.2.3.5). Scripts and styles are passed over, as its parser does.
 */
const lateMeta = (bytes: Uint8Array): string | undefined => {
  let head = ""
  for (let at = 0; at < Math.min(bytes.length, lateBytes); at += 8192) head += ascii(bytes, 8192, at)
  return findMeta(head.slice(0, lateBytes), true)
}

/** A declaration of XML whose letters are two bytes each. */
const wideXml = (head: string): string | undefined =>
  head.startsWith("<\0?\0x\0") ? "utf-16le" : head.startsWith("\0<\0?\0x") ? "utf-16be" : undefined

/** The encoding that an XML declaration at the start names; its bytes could be read, so they are no UTF-16. */
const xmlEncoding = (head: string): string | undefined => {
  const name = normalize(/^\s*<\?xml[^>]*?encoding[\0-\x20]*=[\0-\x20]*["']([^"'>]+)["']/.exec(head)?.[1])
  return name === "utf-16be" || name === "utf-16le" ? "utf-8" : name
}

const findMeta = (head: string, skipsRawText = false): string | undefined => {
  const lower = skipsRawText ? head.toLowerCase() : ""
  let position = 0
  while (position < head.length) {
    if (head.startsWith("<!--", position)) {
      const end = head.indexOf("-->", position + 2)
      if (end < 0) return undefined
      position = end + 3
      continue
    }
    if (head.charCodeAt(position) === 0x3c) {
      const tagStart = position
      const meta = /^<meta[\s/]/i.exec(head.slice(position, position + 6))
      const tag = meta === null ? /^<\/?[a-z]/i.exec(head.slice(position, position + 3)) : null
      if (meta !== null || tag !== null) {
        const attributes = readAttributes(head, position + (meta === null ? nameLength(head, position) : 5))
        const charset = meta === null ? undefined : charsetOf(attributes.found)
        if (charset !== undefined) return charset
        position = attributes.end
        const raw = skipsRawText
          ? /^<(script|style|title|textarea|noscript)\b/.exec(lower.slice(tagStart, tagStart + 12))
          : null
        if (raw !== null) {
          const end = lower.indexOf(`</${raw[1]}`, position)
          if (end < 0) return undefined
          position = end
        }
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
