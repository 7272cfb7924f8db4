/**
 * Character maps (ISO 32000-2 §9.7.5, §9.10.3) that say far more than they hold: a range of a few bytes maps millions
 * of codes, or each of its codes to a long text. pdf.js writes all of it out, so such ranges are taken out before it reads
 * the file, and the rest of the map stays; the text of their codes is then what the codes say.
 *
 * Found are maps that are plain or packed by Flate alone, as producers write them. What hides otherwise is stopped by
 * the memory and time that a thread may take.
 */
import { constants, deflateSync, inflateSync } from "node:zlib"

/** Codes that the ranges of one map may map, counted each time: four times those of two bytes. */
const maxCodes = 262_144
/** Characters that they may map to together. */
const maxCharacters = 1_000_000
/** Bytes of a map, unpacked. */
const maxBytes = 4 * 1024 * 1024
/** Packed bytes of a stream that is unpacked to look for a map in it: larger ones hold contents, fonts and pictures. */
const maxPackedBytes = 256 * 1024
/** Packed bytes at the start of a larger one that are. */
const headBytes = 1024
/** Streams that are looked into. */
const maxStreams = 50_000

/** Takes them out of these bytes, and says so. */
export const boundMaps = (bytes: Uint8Array): ReadonlyArray<string> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let emptied = 0
  let ranges = 0
  for (const { content, dictionary } of streamsOf(file)) {
    const map = mapOf(content, dictionary)
    if (map === undefined) continue
    const bounded = map === "larger" ? undefined : withoutHugeRanges(map.text)
    if (bounded?.dropped === 0) continue
    const fits = map !== "larger" && bounded !== undefined && putBack(content, bounded.map, map.isPacked)
    if (fits) ranges += bounded.dropped
    else {
      // Blanks are no Flate data either: pdf.js takes the stream for an empty one.
      content.fill(" ")
      emptied++
    }
  }
  const warnings: Array<string> = []
  if (ranges > 0)
    warnings.push(
      `Ranges of character maps are left out (${ranges}): with them a map has more than ${maxCodes} codes, or they stand for more than ${maxCharacters} characters.`
    )
  if (emptied > 0) warnings.push(`Character maps are left out (${emptied}): they have more than ${maxBytes} bytes.`)
  return warnings
}

interface Stream {
  readonly content: Buffer
  /** The end of its dictionary. */
  readonly dictionary: string
}

function* streamsOf(file: Buffer): Generator<Stream> {
  let count = 0
  let end = 0
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    const before = file.toString("latin1", Math.max(0, at - 512), at)
    if (!/>>\s*$/.test(before)) continue
    let start = at + "stream".length
    if (file[start] === 13) start++
    if (file[start] === 10) start++
    if (end < start) end = file.indexOf("endstream", start)
    if (end < 0 || ++count > maxStreams) return
    yield { content: file.subarray(start, end), dictionary: before.slice(before.lastIndexOf("obj")) }
  }
}

interface CharacterMap {
  readonly text: Buffer
  readonly isPacked: boolean
}

/** The map in a stream, `"larger"` for one that is not unpacked, nothing for streams that hold none. */
const mapOf = (content: Buffer, dictionary: string): CharacterMap | "larger" | undefined => {
  const filters = /\/F(?:ilter)?\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]
  if (filters === undefined) return hasRanges(content) ? { text: content, isPacked: false } : undefined
  if (!/^\[?\s*\/(?:FlateDecode|Fl)\s*\]?$/.test(filters)) return undefined
  const whole = content.length <= maxPackedBytes ? unpack(content) : "larger"
  if (whole !== "larger") return hasRanges(whole) ? { text: whole, isPacked: true } : undefined
  const head = unpack(content.subarray(0, headBytes))
  return head !== "larger" && head.includes("begincmap") ? "larger" : undefined
}

const hasRanges = (map: Buffer): boolean => map.includes("beginbfrange") || map.includes("begincidrange")

const unpack = (packed: Buffer): Buffer | "larger" => {
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes })
  } catch (error) {
    return error instanceof RangeError ? "larger" : Buffer.alloc(0)
  }
}

/** Writes a map in the place of the stream it is from; false when it does not fit. */
const putBack = (content: Buffer, map: Buffer, isPacked: boolean): boolean => {
  const written = isPacked ? deflateSync(map, { level: 9 }) : map
  if (written.length > content.length) return false
  // What follows the end of packed data is not read.
  written.copy(content.fill(" "))
  return true
}

/** One of a section: a comment, a code in hexadecimal, the bounds of a list, anything else. */
const token = /%[^\r\n]*|<([^<>]*)>|\[|\]|[^\s<>[\]%]+/g

/**
 * The map with blanks in the place of the ranges that it cannot hold: `<low> <high>` and where they begin, as a code, a
 * number, or a list with a text for each code, which maps no more codes than it has texts.
 */
const withoutHugeRanges = (map: Buffer): { readonly map: Buffer; readonly dropped: number } => {
  const text = map.toString("latin1")
  const rest = { codes: maxCodes, characters: maxCharacters }
  const kept = Buffer.from(map)
  let dropped = 0
  for (const section of text.matchAll(/begin(?:bf|cid)range(.*?)(?=end|begin|$)/gs)) {
    const base = section.index + section[0].length - section[1]!.length
    for (const { characters, codes, from, to } of rangesOf(section[1]!)) {
      if (codes <= rest.codes && characters <= rest.characters) {
        rest.codes -= codes
        rest.characters -= characters
      } else {
        kept.fill(" ", base + from, base + to)
        dropped++
      }
    }
  }
  return { map: kept, dropped }
}

interface CodeRange {
  /** Codes that it maps, and characters that they stand for together. */
  readonly codes: number
  readonly characters: number
  /** Its place in the section. */
  readonly from: number
  readonly to: number
}

function* rangesOf(section: string): Generator<CodeRange> {
  let bounds: Array<number> = []
  let from = 0
  /** The texts of an open list. */
  let list: { texts: number; characters: number } | undefined
  for (const { 0: word, 1: hex, index } of section.matchAll(token)) {
    if (word.startsWith("%")) continue
    if (list !== undefined) {
      if (word !== "]") {
        list.texts++
        list.characters += (hex?.length ?? 0) / 4
        continue
      }
      const codes = Math.min(list.texts, codesOf(bounds))
      yield { codes, characters: list.characters, from, to: index + 1 }
      list = undefined
      bounds = []
    } else if (bounds.length < 2) {
      if (hex === undefined) continue
      if (bounds.length === 0) from = index
      bounds.push(codeOf(hex))
    } else if (word === "[") list = { texts: 0, characters: 0 }
    else {
      const codes = codesOf(bounds)
      yield { codes, characters: (codes * (hex?.length ?? 0)) / 4, from, to: index + word.length }
      bounds = []
    }
  }
}

const codesOf = ([low = 0, high = 0]: ReadonlyArray<number>): number => Math.max(0, high - low + 1)

/** The last four bytes count. */
const codeOf = (hex: string): number => Number.parseInt(hex.replaceAll(/\s/g, "").slice(-8), 16) || 0
