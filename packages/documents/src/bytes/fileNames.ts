/**
 * Names of files in archives that do not say which encoding they are in. A ZIP without the flag of UTF-8 has them in the code
 * page of the machine that made it (APPNOTE 6.3.10, appendix D), and so has a tar without extended headers.
 */
import { eastAsianEncoding } from "@orbweaver/core/internal/reading/guessEncoding"
import { decodeAs } from "./decode.ts"

interface NameDecoder {
  readonly decode: (name: Uint8Array) => string
  /** Names the encoding where it had to be guessed. */
  readonly warnings: ReadonlyArray<string>
}

/** Bytes of names by which their encoding is judged. */
const maxJudged = 65_536

/** All names of an archive speak for one encoding: UTF-8 where they fit, else what they look like. */
export const nameDecoder = (names: ReadonlyArray<Uint8Array>): NameDecoder => {
  const foreign = names.filter((name) => name.some((byte) => byte > 127))
  if (foreign.every((name) => isUtf8(name))) return { decode: (name) => decodeAs("utf-8", name), warnings: [] }
  const judged: Array<number> = []
  for (const name of foreign) if (judged.length + name.length < maxJudged) judged.push(...name, 0x0a)
  const sample = Uint8Array.from(judged)
  const encoding = eastAsian(sample) ?? cyrillic(sample) ?? "CP437"
  return {
    decode: (name) =>
      isUtf8(name) ? decodeAs("utf-8", name) : encoding === "CP437" ? western(name) : decodeAs(encoding, name),
    warnings: [
      `The names of the files do not say what encoding they are in; they were read as ${encoding}, which their bytes look like.`
    ]
  }
}

const isUtf8 = (name: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(name)
    return true
  } catch {
    return false
  }
}

/** Letters of one script in a row. A single one amid Latin letters is a Latin letter of another code page. */
const runsOf = (text: string, letters: RegExp): number =>
  [...text.matchAll(letters)].reduce((sum, [run]) => sum + (run.length > 1 ? run.length : 0), 0)

const countForeign = (text: string): number => text.match(/[^\0-\x7f]/g)?.length ?? 0

const eastAsianLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb\u30fc\uff00-\uff5e]+/gu

/** Of the characters of East Asian names, those that are everyday ones. */
const minEveryday = 0.7

const eastAsian = (sample: Uint8Array): string | undefined => {
  const found = eastAsianEncoding(sample)
  if (found === undefined || found.everyday < minEveryday) return undefined
  const text = decodeAs(found.encoding, sample)
  return runsOf(text, eastAsianLetters) >= 0.8 * countForeign(text) ? found.encoding : undefined
}

const cyrillic = (sample: Uint8Array): string | undefined =>
  ["ibm866", "windows-1251"].find((encoding) => {
    const text = decodeAs(encoding, sample)
    return runsOf(text, /(?<![a-z])\p{Script=Cyrillic}+(?![a-z])/giu) >= 0.9 * countForeign(text)
  })

/** The upper halves of the code pages of MS-DOS in the United States and in Western Europe. */
const cp437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"
const cp850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0"

/** A Latin letter of either: names have letters, and hardly ever lines of boxes. */
const western = (name: Uint8Array): string =>
  Array.from(name, (byte) => {
    if (byte < 128) return String.fromCharCode(byte)
    const [first, second] = [cp437[byte - 128]!, cp850[byte - 128]!]
    return !isLatin(first) && isLatin(second) ? second : first
  }).join("")

const isLatin = (sign: string): boolean => /\p{Script=Latin}/u.test(sign)
