/** Pictures of text, and pixels to change them with. */
import { readFileSync } from "node:fs"
import type { Picture, RecognizedWord } from "@orbweaver/core/reading/Recognizer"
import { decodePng as decode, type Gray } from "../src/pixels.ts"

export type { Gray } from "../src/pixels.ts"

export const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`./pictures/${name}.png`, import.meta.url)))

export const decodePng = (bytes: Uint8Array): Gray => {
  const gray = decode(bytes)
  if (gray === undefined) throw new Error("the PNG has a palette or is interlaced")
  return gray
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
