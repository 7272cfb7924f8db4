/** Gray pixels, from the PNG files that the engine writes, and as a file that it reads. */
import { inflateSync } from "node:zlib"

export interface Gray {
  readonly width: number
  readonly height: number
  /** A byte for a pixel, 255 for white, row by row. */
  readonly pixels: Uint8Array
}

/**
 * Decodes a PNG of gray with one bit or one byte for a pixel, or of colors with bytes, without a palette and interlacing (W3C
 * PNG, third edition, §9). Nothing where it is another one.
 */
export const decodePng = (bytes: Uint8Array): Gray | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  const channels = [1, 0, 3, 0, 2, 0, 4][file[25]!] ?? 0
  const depth = file[24]! * channels
  if (channels === 0 || file[28] !== 0 || (file[24] !== 8 && depth !== 1)) return undefined
  const data: Array<Buffer> = []
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") {
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
    }
  }
  const rowBytes = Math.ceil((width * depth) / 8)
  const packed = inflateSync(Buffer.concat(data), { maxOutputLength: (rowBytes + 1) * height + 1 })
  const pixels = new Uint8Array(width * height)
  let before = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1)
    const row = packed.subarray(start + 1, start + 1 + rowBytes)
    unfilter(packed[start]!, row, before, Math.max(1, depth >> 3))
    for (let x = 0; x < width; x++) {
      const at = x * channels
      pixels[y * width + x] =
        depth === 1
          ? ((row[x >> 3]! >> (7 - (x & 7))) & 1) * 255
          : channels < 3
            ? row[at]!
            : (row[at]! * 77 + row[at + 1]! * 150 + row[at + 2]! * 29) >> 8
    }
    before = row
  }
  return { width, height, pixels }
}

const unfilter = (filter: number, row: Uint8Array, before: Uint8Array, step: number): void => {
  if (filter === 0) return
  for (let at = 0; at < row.length; at++) {
    const left = at < step ? 0 : row[at - step]!
    const above = before[at]!
    if (filter === 1) row[at]! += left
    else if (filter === 2) row[at]! += above
    else if (filter === 3) row[at]! += (left + above) >> 1
    else row[at]! += nearest(left, above, at < step ? 0 : before[at - step]!)
  }
}

const nearest = (left: number, above: number, corner: number): number => {
  const byLeft = Math.abs(above - corner)
  const byAbove = Math.abs(left - corner)
  const byCorner = Math.abs(left + above - 2 * corner)
  return byLeft <= byAbove && byLeft <= byCorner ? left : byAbove <= byCorner ? above : corner
}

/** A file of gray pixels that needs no packing (Netpbm, PGM). */
export const pgm = ({ height, pixels, width }: Gray): Uint8Array =>
  new Uint8Array(Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1"), pixels]))
