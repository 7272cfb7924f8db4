/** Text of a file that may not say what encoding it is in. */
import { byteOrderMark } from "@orbweaver/core/internal/reading/Encodings"
import { guessEncoding } from "@orbweaver/core/internal/reading/guessEncoding"
import { decodeAs } from "./decode.ts"

interface DecodedText {
  readonly text: string
  /** Names the encoding where it had to be guessed. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * By a byte order mark (UTF-32 included), the declared charset, UTF-8 where it fits, and else by what the bytes look
 * like, with a warning.
 */
export const decodeText = async (bytes: Uint8Array, charset?: string): Promise<DecodedText> => {
  const wide = utf32Order(bytes)
  if (wide !== undefined) return { text: decodeUtf32(bytes, wide), warnings: [] }
  const mark = byteOrderMark(bytes)
  if (mark !== undefined) return { text: decodeAs(mark, bytes), warnings: [] }
  if (charset !== undefined && charset !== "" && !/^utf-?8$/i.test(charset))
    return { text: decodeAs(charset, bytes), warnings: [] }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), warnings: [] }
  } catch {
    const encoding = await guessEncoding(bytes)
    return {
      text: decodeAs(encoding, bytes),
      warnings: [`The text does not say what encoding it is in; it was read as ${encoding}, which its bytes look like.`]
    }
  }
}

/** Byte order of UTF-32 text by its mark (Unicode 23.8), which the Encoding standard does not read. */
const utf32Order = (bytes: Uint8Array): "little" | "big" | undefined => {
  const [a, b, c, d] = bytes
  if (bytes.length < 4 || bytes.length % 4 !== 0) return undefined
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return "little"
  return a === 0 && b === 0 && c === 0xfe && d === 0xff ? "big" : undefined
}

const lastCodePoint = 0x10ffff

const decodeUtf32 = (bytes: Uint8Array, order: "little" | "big"): string => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: Array<string> = []
  let piece = ""
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, order === "little")
    piece += code <= lastCodePoint ? String.fromCodePoint(code) : "\uFFFD"
    if (piece.length >= 65_536) {
      pieces.push(piece)
      piece = ""
    }
  }
  return (pieces.join("") + piece).toWellFormed()
}
