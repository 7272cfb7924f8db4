/** Pictures of text, and pixels to change them with. */
import { readFileSync } from "node:fs"
import { inflateSync } from "node:zlib"
import type { Picture, RecognizedWord } from "@orbweaver/core/reading/Recognizer"

export const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`./pictures/${name}.png`, import.meta.url)))

export interface Gray {
  readonly width: number
  readonly height: number
  /** A byte for a pixel, row by row. */
  readonly pixels: Uint8Array
}

/** Decodes a PNG of gray with one bit or one byte for a pixel, or of colors with bytes, without interlacing (W3C PNG, §9). */
export const decodePng = (bytes: Uint8Array): Gray => {
  const file = Buffer.from(bytes)
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  const channels = [1, 0, 3, 0, 2, 0, 4][file[25]!] ?? 1
  const depth = file[24]! * channels
  const data: Array<Buffer> = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const packed = inflateSync(Buffer.concat(data))
  const rowBytes = Math.ceil((width * depth) / 8)
  let before = new Uint8Array(rowBytes)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1)
    const row = new Uint8Array(packed.subarray(start + 1, start + 1 + rowBytes))
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
  for (let at = 0; at < row.length; at++) {
    const left = row[at - step] ?? 0
    const above = before[at]!
    const corner = before[at - step] ?? 0
    const guess = left + above - corner
    const [byLeft, byAbove, byCorner] = [left, above, corner].map((value) => Math.abs(guess - value))
    const nearest = byLeft! <= byAbove! && byLeft! <= byCorner! ? left : byAbove! <= byCorner! ? above : corner
    row[at]! += [0, left, above, (left + above) >> 1, nearest][filter] ?? 0
  }
}

/** Turns the picture about its middle; white shows at the corners. */
export const turned = ({ height, pixels, width }: Gray, degrees: number): Gray => {
  const quarter = degrees % 90 === 0 && degrees % 180 !== 0
  const size = quarter ? { width: height, height: width } : { width, height }
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  const out = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const dx = x - (size.width - 1) / 2
      const dy = y - (size.height - 1) / 2
      const fromX = Math.round(cos * dx + sin * dy + (width - 1) / 2)
      const fromY = Math.round(cos * dy - sin * dx + (height - 1) / 2)
      if (fromX >= 0 && fromY >= 0 && fromX < width && fromY < height)
        out[y * size.width + x] = pixels[fromY * width + fromX]!
    }
  }
  return { ...size, pixels: out }
}

export const pngPicture = (bytes: Uint8Array, { height, width }: Pick<Gray, "height" | "width">): Picture => ({
  bytes,
  mediaType: "image/png",
  width,
  height
})

export const linesOf = (words: ReadonlyArray<RecognizedWord>): ReadonlyArray<string> =>
  [...Map.groupBy(words, ({ line }) => line).values()].map((line) => line.map(({ text }) => text).join(" "))
