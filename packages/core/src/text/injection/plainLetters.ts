/** A sentence in the letters that it means: without Markdown's escapes, look-alike letters, and spaces between letters. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { isWritten } from "./unseenCharacters.ts"

/** Letters of other scripts that look like Latin ones (Unicode TR 39), each before the one that it looks like. */
const pairs = "аaсcеeоoрpхxуyіiјjѕsԁdһhԛqԝwɡgαaοoρpνvιiτtκkυuηn"
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Array.from({ length: pairs.length / 2 }, (_, at) => [pairs[2 * at]!, pairs[2 * at + 1]!])
)

const hasOthers = /[\u0080-\uffff]/
const mixed = /\p{Script=Latin}/u
/** The sentence to match: same words, plain letters. */
export const plainLetters = (sentence: string): string => {
  let plain = sentence.includes("\\") ? sentence.replace(/\\([\\`*_{}[\]<>()#+\-.!|~$])/g, "$1") : sentence
  if (hasOthers.test(plain)) {
    plain = plain.normalize("NFKC").replace(/[‘’]/g, "'")
    // A word of Latin letters and others is a disguise; a word of one script is a word of its language.
    plain = plain.replace(/[\p{L}\p{M}]+/gu, (word) =>
      mixed.test(word) && hasOthers.test(word)
        ? [...word].map((letter) => lookAlikes.get(letter.toLowerCase()) ?? letter).join("")
        : word
    )
  }
  return plain
    .replace(/[*_]{1,3}(?=\p{L})|(?<=\p{L})[*_]{1,3}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
}

/** Letters with something between each two, which nobody writes a sentence in. */
const spaced = /(?:(?<![\p{L}\p{N}])\p{L}[\s.,:;!?'"\-_*·|/]{1,3}){19,}\p{L}(?![\p{L}\p{N}])/gu

/** What a sentence of letters one by one says, without spaces; undefined for any other. */
export const joinedLetters = (sentence: string): string | undefined => {
  const runs = sentence.match(spaced)
  return runs === null
    ? undefined
    : runs
        .join("")
        .replace(/[^\p{L}]+/gu, "")
        .toLowerCase()
}

const encoded = /(?<![\w+/,;=-])[A-Za-z0-9+/]{24,2000}={0,2}(?![\w+/])/g
/** Codes of a sentence that are read. */
const maxCodes = 3

/** What the base64 of a sentence says, where it says words. */
export const decodedTexts = (sentence: string): ReadonlyArray<string> =>
  [...sentence.matchAll(encoded)].slice(0, maxCodes).flatMap(([code]) => {
    const text = decode(code)
    return text !== undefined && /[\p{L}]{2,}\s+\p{L}/u.test(text) ? [text] : []
  })

const decode = (code: string): string | undefined => {
  const bytes = Base64.decode(padded(code))
  if (Result.isFailure(bytes)) return undefined
  const text = new TextDecoder().decode(bytes.success)
  return isWritten(text) ? text : undefined
}

const padded = (code: string): string => {
  const bare = code.replace(/=+$/, "")
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, "=")
}
