/** Headers of pictures, each with its size; the pixels are left out. */

const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))))
  )

const big16 = (value: number) => [value >> 8, value & 255]
const big32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]
const little16 = (value: number) => big16(value).toReversed()
const little32 = (value: number) => big32(value).toReversed()
const little24 = (value: number) => little32(value).slice(0, 3)

export const png = (width: number, height: number) =>
  bytes("\x89PNG\r\n\x1a\n", big32(13), "IHDR", big32(width), big32(height), [8, 0, 0, 0, 0])

/** With a segment before the frame, and a fill byte. */
export const jpeg = (width: number, height: number, frame = 0xc2) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0],
    big16(6),
    "JFIF",
    [0xff, 0xff, frame],
    big16(11),
    [8],
    big16(height),
    big16(width),
    [1, 1, 17, 0]
  )

export const gif = (width: number, height: number) => bytes("GIF89a", little16(width), little16(height), [0, 0, 0])

export const bmp = (width: number, height: number) =>
  bytes("BM", little32(100), little32(0), little32(54), little32(40), little32(width), little32(-height), little32(0))

export const webpLossy = (width: number, height: number) =>
  bytes("RIFF", little32(100), "WEBPVP8 ", little32(90), [0, 0, 0, 0x9d, 1, 0x2a], little16(width), little16(height))

export const webpLossless = (width: number, height: number) =>
  bytes("RIFF", little32(100), "WEBPVP8L", little32(90), [0x2f], little32((width - 1) | ((height - 1) << 14)))

export const webpCanvas = (width: number, height: number) =>
  bytes("RIFF", little32(100), "WEBPVP8X", little32(10), little32(0), little24(width - 1), little24(height - 1))

/** Pages in the order of their directories; `loops`: the last one leads to the first again. */
export const tiff = (
  sizes: ReadonlyArray<readonly [width: number, height: number]>,
  { big = false, loops = false }: { readonly big?: boolean; readonly loops?: boolean } = {}
) => {
  const [two, four] = big ? [big16, big32] : [little16, little32]
  const length = 2 + 2 * 12 + 4
  return bytes(
    big ? "MM\0*" : "II*\0",
    four(8),
    ...sizes.map(([width, height], index) => {
      const next = index + 1 < sizes.length ? 8 + (index + 1) * length : loops ? 8 : 0
      return [
        ...two(2),
        ...two(256),
        ...two(3),
        ...four(1),
        ...two(width),
        0,
        0,
        ...two(257),
        ...two(4),
        ...four(1),
        ...four(height),
        ...four(next)
      ]
    })
  )
}
