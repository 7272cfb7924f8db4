/**
 * What a Word file of 1997 to 2003 says of ranges of its text ([MS-DOC]): pages of 512 bytes that map places in the file
 * to properties of paragraphs (PAPX) and of characters (CHPX).
 */
import { viewOf } from "../../bytes/viewOf.ts"

/** A range of places in the stream, and the properties of it. */
export interface PropertyRun {
  readonly from: number
  readonly to: number
  /** Style of the paragraph; 0 for characters. */
  readonly style: number
  /** Numeric operands by property number. */
  readonly values: ReadonlyMap<number, number>
}

/** Property numbers (§2.6). */
export const property = {
  inTable: 0x2416,
  rowEnd: 0x2417,
  listLevel: 0x260a,
  list: 0x460b,
  outlineLevel: 0x2640,
  deleted: 0x0800,
  bold: 0x0835,
  italic: 0x0836,
  strike: 0x0837,
  hidden: 0x083c
} as const

const page = 512
const maxPages = 200_000

/** `table` holds places and page numbers at `at`, `size` bytes long. */
export const readRuns = (
  stream: Uint8Array,
  table: Uint8Array,
  at: number,
  size: number,
  kind: "paragraph" | "character"
): ReadonlyArray<PropertyRun> => {
  const runs: Array<PropertyRun> = []
  if (size < 8 || at + size > table.length) return runs
  const list = viewOf(table)
  const view = viewOf(stream)
  const count = Math.min(maxPages, Math.floor((size - 4) / 8))
  for (let index = 0; index < count; index++) {
    const start = (list.getUint32(at + (count + 1) * 4 + index * 4, true) & 0x3fffff) * page
    if (start + page > stream.length) continue
    const own = stream[start + page - 1]!
    const width = kind === "paragraph" ? 13 : 1
    for (let run = 0; run < own && (run + 2) * 4 < page; run++) {
      const place = start + (own + 1) * 4 + run * width
      if (place >= start + page) break
      const offset = stream[place]! * 2
      runs.push({
        from: view.getUint32(start + run * 4, true),
        to: view.getUint32(start + (run + 1) * 4, true),
        ...(offset === 0
          ? noProperties()
          : kind === "paragraph"
            ? paragraphProperties(stream, start + offset, start + page)
            : characterProperties(stream, start + offset, start + page))
      })
    }
  }
  return runs.sort((a, b) => a.from - b.from)
}

const noProperties = () => ({ style: 0, values: new Map<number, number>() })

const paragraphProperties = (stream: Uint8Array, at: number, end: number) => {
  const short = stream[at]!
  const start = short === 0 ? at + 2 : at + 1
  const size = short === 0 ? (stream[at + 1] ?? 0) * 2 : short * 2 - 1
  if (start + 2 > end) return noProperties()
  const style = stream[start]! | (stream[start + 1]! << 8)
  return { style, values: readProperties(stream, start + 2, Math.min(end, start + size)) }
}

const characterProperties = (stream: Uint8Array, at: number, end: number) => ({
  style: 0,
  values: readProperties(stream, at + 1, Math.min(end, at + 1 + stream[at]!))
})

/** Sizes of operands by the last three bits of a property's number (§2.2.5.1); 6 says its own. */
const operandSizes = [1, 1, 2, 4, 2, 2, 0, 3]

export const readProperties = (bytes: Uint8Array, from: number, to: number): ReadonlyMap<number, number> => {
  const values = new Map<number, number>()
  for (let at = from; at + 3 <= to;) {
    const number = bytes[at]! | (bytes[at + 1]! << 8)
    at += 2
    const kind = number >> 13
    if (kind === 6) {
      // The definition of a table says its length in two bytes.
      at += number === 0xd608 ? ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) + 1 : (bytes[at] ?? 0) + 1
      continue
    }
    const size = operandSizes[kind]!
    let value = 0
    for (let index = Math.min(size, to - at) - 1; index >= 0; index--) value = (value << 8) | bytes[at + index]!
    values.set(number, value)
    at += size
  }
  return values
}
