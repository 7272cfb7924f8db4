/** What the header of a picture says: its type, its size in pixels and, for TIFF, its pages. No pixel is decoded. */
import { latin } from "./latin.ts"

export type PictureType = "image/png" | "image/jpeg" | "image/tiff" | "image/webp" | "image/gif" | "image/bmp"

export interface PicturePage {
  /** The page as a file of its own; made when asked for, so that one copy is held at a time. */
  readonly file: () => Uint8Array
  readonly width: number
  readonly height: number
}

/** The type by the first bytes (WHATWG MIME Sniffing §6.1; TIFF 6.0 §2). */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | undefined => {
  const start = latin(bytes, 0, 12)
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png"
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg"
  if (/^(?:II\*\0|MM\0\*)/.test(start)) return "image/tiff"
  if (/^RIFF[\s\S]{4}WEBP$/.test(start)) return "image/webp"
  if (/^GIF8[79]a/.test(start)) return "image/gif"
  // Text may begin with these two letters; the size of the header tells.
  if (start.startsWith("BM") && [12, 40, 52, 56, 108, 124].includes(bytes[14] ?? 0) && bytes[15] === 0) {
    return "image/bmp"
  }
  return undefined
}

/** The pages of a picture, at most `maxPages`, and how many there are; nothing where the header is damaged. */
export const picturePages = (
  bytes: Uint8Array,
  type: PictureType,
  maxPages: number
): { readonly pages: ReadonlyArray<PicturePage>; readonly total: number } | undefined => {
  if (type === "image/tiff") return tiffPages(bytes, maxPages)
  const size = sizeOf(bytes, type)
  if (size === undefined || !(size.width > 0 && size.height > 0)) return undefined
  return { pages: [{ file: () => bytes, ...size }], total: 1 }
}

interface Size {
  readonly width: number
  readonly height: number
}

const sizeOf = (bytes: Uint8Array, type: Exclude<PictureType, "image/tiff">): Size | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    switch (type) {
      case "image/png":
        return { width: view.getUint32(16), height: view.getUint32(20) }
      case "image/gif":
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
      case "image/bmp":
        return view.getUint32(14, true) === 12
          ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
          : { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
      case "image/webp":
        return webpSize(view)
      case "image/jpeg":
        return jpegSize(view)
    }
  } catch {
    // The file ends within its header.
    return undefined
  }
}

/** RFC 9649 §2: a lossy picture, a lossless one, or a canvas with either of them. */
const webpSize = (view: DataView): Size | undefined => {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503858: {
      const threeBytes = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
      return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 }
    }
    default:
      return undefined
  }
}

/** ITU-T T.81, B.2.2: the frame header says the size. */
const jpegSize = (view: DataView): Size | undefined => {
  for (let at = 2; ;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (marker === 0xda || marker === 0xd9) return undefined
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
}

/** Pages that are counted; a list may lead to itself. */
const maxCounted = 10_000

/**
 * Pages of a TIFF (TIFF 6.0 §2): a list of directories, each with the place of the next one. A page is the same file with
 * another directory first.
 */
const tiffPages = (bytes: Uint8Array, maxPages: number): ReturnType<typeof picturePages> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  const pages: Array<PicturePage> = []
  const seen = new Set<number>()
  try {
    for (let at = view.getUint32(4, little); at !== 0 && !seen.has(at) && seen.size < maxCounted;) {
      seen.add(at)
      const count = view.getUint16(at, little)
      if (pages.length < maxPages) {
        const size = tiffSize(view, at + 2, count, little)
        if (size === undefined) break
        const directory = at
        pages.push({ file: () => withFirst(bytes, directory, little), ...size })
      }
      at = view.getUint32(at + 2 + count * 12, little)
    }
  } catch {
    // The file ends within a directory: the pages before it are there.
  }
  return pages.length === 0 ? undefined : { pages, total: Math.max(pages.length, seen.size) }
}

const tiffSize = (view: DataView, start: number, count: number, little: boolean): Size | undefined => {
  let width = 0
  let height = 0
  for (let at = start; at < start + count * 12; at += 12) {
    const tag = view.getUint16(at, little)
    if (tag !== 256 && tag !== 257) continue
    const value = view.getUint16(at + 2, little) === 3 ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little)
    if (tag === 256) width = value
    else height = value
  }
  return width > 0 && height > 0 ? { width, height } : undefined
}

const withFirst = (bytes: Uint8Array, directory: number, little: boolean): Uint8Array => {
  const copy = new Uint8Array(bytes)
  new DataView(copy.buffer).setUint32(4, directory, little)
  return copy
}
