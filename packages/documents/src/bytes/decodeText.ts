/** Text of a file that may not say what encoding it is in. */
import { decode, textMark } from "@orbweaver/core/internal/reading/Encodings"
import { guessEncoding } from "@orbweaver/core/internal/reading/guessEncoding"
import { decodeAs } from "./decode.ts"

interface DecodedText {
  readonly text: string
  /** Names the encoding where it had to be guessed. */
  readonly warnings: ReadonlyArray<string>
}

/** The start of a text that is read, the source that is returned of it, and a warning where there is more. */
export const startOf = (text: string, maxLength: number, wholeSource: boolean | undefined) => {
  const start = text.slice(0, maxLength)
  return {
    text: start,
    source: wholeSource === true ? text : start,
    warnings: text.length > maxLength ? [`Only the first ${maxLength} characters were read.`] : []
  }
}

/**
 * By a byte order mark (UTF-32 included), the declared charset, UTF-8 where it fits, and else by what the bytes look
 * like, with a warning.
 */
export const decodeText = async (bytes: Uint8Array, charset?: string): Promise<DecodedText> => {
  const mark = textMark(bytes)
  if (mark !== undefined) return { text: decode(bytes, mark), warnings: [] }
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
