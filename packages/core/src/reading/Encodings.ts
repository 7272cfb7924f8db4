/**
 * Text of bytes in any encoding of the Encoding standard
 * (https://encoding.spec.whatwg.org), by the standard's names and labels.
 *
 * Node's `TextDecoder` knows nearly all of them; what it reads otherwise than
 * the standard says is mended here.
 *
 * Of EUC-KR, Node (ICU) reads 8,824 of 17,048 pairs otherwise than the standard, of
 * Big5 5,088 of 18,590: both are decoded by `@exodus/bytes`, in a quarter of the time
 * that tables of our own took.
 */
import { createMultibyteDecoder } from "@exodus/bytes/multi-byte.js"
import { TextBuffer } from "../support/TextBuffer.ts"

/** The standard's name for a label, in lower case; nothing for an unknown label. */
export const encodingOf = (label: string): string | undefined => {
  const name = label.replaceAll(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, "").toLowerCase()
  if (unknownToNode.has(name)) return name === "x-user-defined" ? name : "replacement"
  try {
    return name === "" ? undefined : new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

/** The encoding that a byte order mark at the start stands for. */
export const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  return undefined
}

/**
 * The same for files of text, which may be UTF-32 (Unicode 23.8). Browsers do not read that (WHATWG HTML §13.2.3.3), so web
 * pages never are.
 */
export const textMark = (bytes: Uint8Array): string | undefined => {
  const [a, b, c, d] = bytes
  if (bytes.length % 4 === 0 && a === 0xff && b === 0xfe && c === 0 && d === 0) return "utf-32le"
  if (bytes.length % 4 === 0 && a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be"
  return byteOrderMark(bytes)
}

/** Text of bytes in the encoding of that name; a byte order mark of the same encoding is no part of it. */
export const decode = (bytes: Uint8Array, encoding: string): string => {
  if (bytes.length <= pieceBytes) return Array.from(decodePieces(bytes, encoding)).join("")
  const buffer = new TextBuffer(bytes.length)
  for (const piece of decodePieces(bytes, encoding)) buffer.add(piece)
  return buffer.finish()
}

/** The same in pieces that take a few milliseconds each. */
export const decodePieces = (bytes: Uint8Array, encoding: string): Generator<string, void> => {
  switch (encoding) {
    case "big5":
    case "euc-kr":
      return decodeMultibyte(bytes, encoding)
    case "replacement":
      return only(bytes.length === 0 ? "" : "\ufffd")
    case "utf-8":
      return decodeUtf8(bytes, false)
    case "utf-32le":
    case "utf-32be":
      return decodeUtf32(bytes, encoding === "utf-32le")
    case "windows-1252":
      // Some versions of Node take these for control characters (nodejs/node#56542).
      return mapped(stream(bytes, encoding), (text) =>
        text.replaceAll(/[\x80-\x9f]/g, (sign) => windows1252[sign] ?? sign)
      )
    case "x-user-defined":
      return decodeUserDefined(bytes)
    default:
      return stream(bytes, encoding)
  }
}

/** UTF-8 in pieces, most pages in one; a fatal decoder throws a `TypeError` for invalid bytes. */
export function* decodeUtf8(bytes: Uint8Array, fatal: boolean): Generator<string, void> {
  if (bytes.length <= wholeBytes) return yield new TextDecoder("utf-8", { fatal }).decode(bytes)
  // Decoders keep a byte order mark only with `ignoreBOM`, and it is one at the start only.
  const first = new TextDecoder("utf-8", { fatal })
  const next = new TextDecoder("utf-8", { fatal, ignoreBOM: true })
  let at = 0
  do {
    let end = Math.min(at + pieceBytes, bytes.length)
    // A character has three bytes at most behind its first: pieces begin with one.
    for (let back = 0; back < 3 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80; back++) end--
    yield (at === 0 ? first : next).decode(bytes.subarray(at, end))
    at = end
  } while (at < bytes.length)
}

/** Bytes of UTF-8 that are decoded in one go, in a millisecond or two: to join pieces takes four times as long. */
const wholeBytes = 1_048_576

/** Bytes of a piece: less than a millisecond in the slowest of the encodings, and its text is collected cheaply. */
const pieceBytes = 32_768

function* stream(bytes: Uint8Array, encoding: string): Generator<string, void> {
  const decoder = new TextDecoder(encoding)
  if (bytes.length <= pieceBytes) return yield decoder.decode(bytes)
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
  yield decoder.decode()
}

/** Node reads a third of Big5 and half of EUC-KR otherwise than the standard says. */
function* decodeMultibyte(bytes: Uint8Array, encoding: "big5" | "euc-kr"): Generator<string, void> {
  const decoder = createMultibyteDecoder(encoding, true)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const end = at + pieceBytes
    yield decoder(bytes.subarray(at, end), end < bytes.length)
  }
}

const lastCodePoint = 0x10ffff

/** Its byte order mark is left out. */
function* decodeUtf32(bytes: Uint8Array, isLittle: boolean): Generator<string, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let piece = ""
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    const isCharacter = code <= lastCodePoint && !(code >= 0xd800 && code < 0xe000)
    piece += isCharacter ? String.fromCodePoint(code) : "\uFFFD"
    if (piece.length >= pieceBytes) {
      yield piece
      piece = ""
    }
  }
  yield piece
}

function* only(text: string): Generator<string, void> {
  yield text
}

function* mapped(pieces: Generator<string, void>, change: (text: string) => string): Generator<string, void> {
  for (const piece of pieces) yield change(piece)
}

/** Encodings that are never read, because their bytes can hide markup from others, are called replacement. */
const unknownToNode: ReadonlySet<string> = new Set([
  "csiso2022kr",
  "hz-gb-2312",
  "iso-2022-cn",
  "iso-2022-cn-ext",
  "iso-2022-kr",
  "replacement",
  "x-user-defined"
])

const windows1252: Readonly<Record<string, string>> = {
  "\x80": "\u20ac",
  "\x82": "\u201a",
  "\x83": "\u0192",
  "\x84": "\u201e",
  "\x85": "\u2026",
  "\x86": "\u2020",
  "\x87": "\u2021",
  "\x88": "\u02c6",
  "\x89": "\u2030",
  "\x8a": "\u0160",
  "\x8b": "\u2039",
  "\x8c": "\u0152",
  "\x8e": "\u017d",
  "\x91": "\u2018",
  "\x92": "\u2019",
  "\x93": "\u201c",
  "\x94": "\u201d",
  "\x95": "\u2022",
  "\x96": "\u2013",
  "\x97": "\u2014",
  "\x98": "\u02dc",
  "\x99": "\u2122",
  "\x9a": "\u0161",
  "\x9b": "\u203a",
  "\x9c": "\u0153",
  "\x9e": "\u017e",
  "\x9f": "\u0178"
}

function* decodeUserDefined(bytes: Uint8Array): Generator<string, void> {
  for (let start = 0; start < bytes.length; start += 8192) {
    const codes = Array.from(bytes.subarray(start, start + 8192), (byte) => (byte < 0x80 ? byte : 0xf700 + byte))
    yield String.fromCharCode(...codes)
  }
}
