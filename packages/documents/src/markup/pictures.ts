/**
 * Pictures inside office files have no address; small ones are written into
 * the page as `data:` addresses, of larger ones only the description stays.
 */
import { type Inline, image } from "./html.ts"

const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  bmp: "image/bmp"
}

const largest = 1024 * 1024
const largestSum = 8 * 1024 * 1024

export type PictureMaker = (path: string, bytes: () => Uint8Array | undefined, alt: string) => Inline | undefined

export const makePictures = (): PictureMaker => {
  let left = largestSum
  return (path, bytes, alt) => {
    const type = types[path.slice(path.lastIndexOf(".") + 1).toLowerCase()]
    const content = type === undefined || left <= 0 ? undefined : bytes()
    if (type === undefined || content === undefined || content.byteLength > Math.min(largest, left)) {
      return alt.trim() === "" ? undefined : { text: alt.trim(), marks: 0 }
    }
    left -= content.byteLength
    return image(
      `data:${type};base64,${Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("base64")}`,
      alt
    )
  }
}
