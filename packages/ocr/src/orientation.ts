/** How a camera held the picture: the tag `Orientation` of EXIF (CIPA DC-008, 4.6.5) in a JPEG; 1 where there is none. */
export const orientationOf = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return 1
  for (let at = 2; at + 4 <= view.byteLength;) {
    const marker = view.getUint16(at)
    if (marker < 0xff00 || marker === 0xffda) return 1
    const length = view.getUint16(at + 2)
    if (marker === 0xffe1 && isExif(view, at + 4)) {
      return tagIn(new DataView(bytes.buffer, bytes.byteOffset + at + 10, Math.max(0, room(view, at, length))))
    }
    at += 2 + Math.max(2, length)
  }
  return 1
}

const isExif = (view: DataView, at: number): boolean =>
  at + 6 <= view.byteLength && view.getUint32(at) === 0x45786966 && view.getUint16(at + 4) === 0

/** Bytes of the segment behind its header, as far as there are any. */
const room = (view: DataView, at: number, length: number): number => Math.min(length - 8, view.byteLength - at - 10)

const orientationTag = 0x0112

const tagIn = (tiff: DataView): number => {
  if (tiff.byteLength < 8) return 1
  const little = tiff.getUint16(0) === 0x4949
  const start = tiff.getUint32(4, little)
  if (start + 2 > tiff.byteLength) return 1
  const count = tiff.getUint16(start, little)
  for (let index = 0; index < count; index++) {
    const entry = start + 2 + index * 12
    if (entry + 12 > tiff.byteLength) return 1
    if (tiff.getUint16(entry, little) !== orientationTag) continue
    const value = tiff.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
