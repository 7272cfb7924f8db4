/**
 * Character maps (ISO 32000-2 §9.7.5, §9.10.3) that say far more than they hold: a range of a few bytes maps millions
 * of codes, or each of its codes to a long text. pdf.js writes all of it out, so such a map is emptied before it reads
 * the file; the text of its fonts is then what their codes say.
 *
 * Found are maps that are plain or packed by Flate alone, as producers write them. What hides otherwise is stopped by
 * the memory and time that a thread may take.
 */
import { inflateSync, constants } from "node:zlib"

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

/** Empties them in these bytes, and says so. */
export const emptyHugeMaps = (bytes: Uint8Array): ReadonlyArray<string> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let emptied = 0
  for (const { content, dictionary } of streamsOf(file)) {
    if (!isHugeMap(content, dictionary)) continue
    // Blanks are no Flate data either: pdf.js takes the stream for an empty one.
    content.fill(" ")
    emptied++
  }
  return emptied === 0
    ? []
    : [
        `Character maps are left out (${emptied}): they map more than ${maxCodes} codes, or to more than ${maxCharacters} characters, or have more than ${maxBytes} bytes.`
      ]
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

const isHugeMap = (content: Buffer, dictionary: string): boolean => {
  const filters = /\/F(?:ilter)?\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]
  if (filters === undefined) return mapsTooMuch(content)
  if (!/^\[?\s*\/(?:FlateDecode|Fl)\s*\]?$/.test(filters)) return false
  const whole = content.length <= maxPackedBytes ? unpack(content) : "larger"
  if (whole !== "larger") return mapsTooMuch(whole)
  const head = unpack(content.subarray(0, headBytes))
  return head !== "larger" && head.includes("begincmap")
}

const unpack = (packed: Buffer): Buffer | "larger" => {
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes })
  } catch (error) {
    return error instanceof RangeError ? "larger" : Buffer.alloc(0)
  }
}

const mapsTooMuch = (map: Buffer): boolean => {
  if (!map.includes("beginbfrange") && !map.includes("begincidrange")) return false
  let codes = 0
  let characters = 0
  for (const [, ranges = ""] of map.toString("latin1").matchAll(/begin(?:bf|cid)range(.*?)(?=end|begin|$)/gs)) {
    for (const [, low = "", high = "", text = ""] of ranges.matchAll(
      /<([^<>]*)>\s*<([^<>]*)>\s*(?:<([^<>]*)>|\d+|(?=\[))/g
    )) {
      const count = Math.max(0, codeOf(high) - codeOf(low) + 1)
      codes += count
      characters += count * (text.length / 4)
      if (codes > maxCodes || characters > maxCharacters) return true
    }
  }
  return false
}

/** The last four bytes count. */
const codeOf = (hex: string): number => Number.parseInt(hex.replaceAll(/\s/g, "").slice(-8), 16) || 0
