/** The packed RTF of Outlook messages ([MS-OXRTFCP]): references into the last 4096 bytes that were written. */
import { viewOf } from "../bytes/viewOf.ts"

const window = 4096
const packedMark = 0x75465a4c
const plainMark = 0x414c454d
const header = 16
/** Texts are packed at most so far. */
const maxRatio = 64

/** What the window holds at first (§3.1.1.1). */
const dictionary =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"

/** Nothing when it is not packed so. */
export const unpackRtf = (bytes: Uint8Array): Uint8Array | undefined => {
  if (bytes.length < header) return undefined
  const view = viewOf(bytes)
  const size = view.getUint32(4, true)
  const mark = view.getUint32(8, true)
  if (mark === plainMark) return bytes.subarray(header, header + size)
  if (mark !== packedMark) return undefined
  const out = new Uint8Array(Math.min(size, bytes.length * maxRatio))
  const recent = new Uint8Array(window)
  for (let index = 0; index < dictionary.length; index++) recent[index] = dictionary.charCodeAt(index)
  let place = dictionary.length
  let written = 0
  const write = (byte: number): void => {
    if (written < out.length) out[written++] = byte
    recent[place] = byte
    place = (place + 1) % window
  }
  let at = header
  while (at < bytes.length && written < out.length) {
    const flags = bytes[at++]!
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        write(bytes[at++]!)
        continue
      }
      if (at + 2 > bytes.length) return out.subarray(0, written)
      const reference = (bytes[at]! << 8) | bytes[at + 1]!
      at += 2
      const from = reference >> 4
      if (from === place) return out.subarray(0, written)
      for (let count = (reference & 15) + 2, offset = 0; offset < count; offset++)
        write(recent[(from + offset) % window]!)
    }
  }
  return out.subarray(0, written)
}
