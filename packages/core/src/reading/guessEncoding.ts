/**
 * The encoding of a page that names none and is not UTF-8. The Encoding and HTML standards leave the guess to the reader
 * (WHATWG HTML §13.2.3.2, step 7); browsers weigh bytes, language and domain, and so does this.
 *
 * Statistics of letters are those of `chardet`, which knows little of short texts. What it says is corrected by what
 * bytes cannot be by chance: East Asian text is written in everyday characters, Japanese has kana, Korean hangul.
 */
import type { Match } from "chardet"
import { decode } from "./Encodings.ts"

/** Bytes of text that are looked at: their statistics take a few milliseconds. */
const sampleBytes = 12_288

/** Bytes of the page in which text is looked for. */
const searchedBytes = 524_288

/** The standard's name of the encoding that the page is most likely in; windows-1252 where nothing speaks for another. */
export const guessEncoding = async (bytes: Uint8Array, url?: URL): Promise<string> => {
  const text = textBytes(bytes.subarray(0, searchedBytes))
  if (text.length === 0) return fallback
  if (isNearlyUtf8(text)) return "utf-8"
  const { analyse } = await import("chardet")
  const language = languageOf(bytes) ?? languages[url?.hostname.split(".").at(-1) ?? ""]
  const expected = encodingsOf[language ?? ""] ?? []
  const points = new Map<string, number>([[fallback, leastPoints]])
  const give = (encoding: string, value: number) => points.set(encoding, Math.max(value, points.get(encoding) ?? 0))
  for (const [encoding, value] of matched(analyse(text)))
    give(
      encoding,
      encoding === fallback ? value + usual : encoding in pairs ? value : value * lettersOf(text, encoding) ** 3
    )
  for (const encoding of Object.keys(pairs)) {
    const seen = pairsOf(text, pairs[encoding]!)
    if (seen === undefined) points.delete(encoding)
    else give(encoding, (points.get(encoding) ?? 0) * seen.everyday ** 2 + (seen.telling ? certain : 0))
  }
  for (const encoding of expected)
    if (points.has(encoding) || !(encoding in pairs)) give(encoding, (points.get(encoding) ?? 0) + certain)
  return Array.from(points).reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** What is meant by most pages that say nothing, and what browsers take in most languages. */
const fallback = "windows-1252"
/** Points of the fallback without any evidence. */
const leastPoints = 25
/** Points that the fallback is ahead of other Latin alphabets: the statistics take few accents for any of them. */
const usual = 12
/** Points of what is no chance. */
const certain = 60

/** Whether the text is UTF-8 but for a wrong byte here and there, such as a letter that was cut in half. */
const isNearlyUtf8 = (text: Uint8Array): boolean => {
  const decoded = new TextDecoder().decode(text)
  const wrong = decoded.split("\uFFFD").length - 1
  const right = decoded.match(/[\u0080-\uFFFC]/g)?.length ?? 0
  return right >= 4 && wrong <= 2 + right / 50
}

/** The share of letters among what the encoding makes of the bytes above 127: another alphabet's letters are signs in it. */
const lettersOf = (text: Uint8Array, encoding: string): number => {
  const signs = decode(text, encoding).match(/[^\0-\x7F]/gu) ?? []
  return signs.length === 0
    ? 0
    : signs.filter((sign) => /[\p{L}\p{M}\u2018-\u201F\u00AB\u00BB\u2013\u2014]/u.test(sign)).length / signs.length
}

/** The names of the Encoding standard for those of `chardet`, with their points from 0 to 100. */
const matched = (matches: ReadonlyArray<Match>): ReadonlyArray<readonly [encoding: string, points: number]> =>
  matches.flatMap(({ confidence, name }) => {
    const encoding = standardNames[name]
    return encoding === undefined ? [] : [[encoding, confidence] as const]
  })

const standardNames: Readonly<Record<string, string>> = {
  Big5: "big5",
  "EUC-JP": "euc-jp",
  "EUC-KR": "euc-kr",
  GB18030: "gb18030",
  "ISO-2022-JP": "iso-2022-jp",
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "iso-8859-2",
  "ISO-8859-5": "iso-8859-5",
  "ISO-8859-6": "iso-8859-6",
  "ISO-8859-7": "iso-8859-7",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-9": "windows-1254",
  "KOI8-R": "koi8-r",
  Shift_JIS: "shift_jis",
  "UTF-8": "utf-8",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
  "windows-1257": "windows-1257",
  "windows-874": "windows-874"
}

/** Encodings in which a language is written, by its subtag (BCP 47). */
const encodingsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  ar: ["windows-1256", "iso-8859-6"],
  be: ["windows-1251", "koi8-r", "iso-8859-5"],
  bg: ["windows-1251", "koi8-r", "iso-8859-5"],
  cs: ["windows-1250", "iso-8859-2"],
  el: ["windows-1253", "iso-8859-7"],
  et: ["windows-1257"],
  fa: ["windows-1256"],
  he: ["windows-1255"],
  hr: ["windows-1250", "iso-8859-2"],
  hu: ["windows-1250", "iso-8859-2"],
  ja: ["shift_jis", "euc-jp", "iso-2022-jp"],
  ko: ["euc-kr"],
  lt: ["windows-1257"],
  lv: ["windows-1257"],
  pl: ["windows-1250", "iso-8859-2"],
  ro: ["windows-1250", "iso-8859-2"],
  ru: ["windows-1251", "koi8-r", "iso-8859-5"],
  sk: ["windows-1250", "iso-8859-2"],
  sl: ["windows-1250", "iso-8859-2"],
  sr: ["windows-1251", "iso-8859-5", "windows-1250"],
  th: ["windows-874"],
  tr: ["windows-1254"],
  uk: ["windows-1251", "koi8-r", "iso-8859-5"],
  zh: ["gb18030", "big5"]
}

/** Languages of the domains of countries. */
const languages: Readonly<Record<string, string>> = {
  ae: "ar",
  bg: "bg",
  by: "be",
  cn: "zh",
  cz: "cs",
  ee: "et",
  eg: "ar",
  gr: "el",
  hk: "zh",
  hr: "hr",
  hu: "hu",
  il: "he",
  ir: "fa",
  jp: "ja",
  kr: "ko",
  lt: "lt",
  lv: "lv",
  pl: "pl",
  ro: "ro",
  rs: "sr",
  ru: "ru",
  sa: "ar",
  si: "sl",
  sk: "sk",
  su: "ru",
  th: "th",
  tr: "tr",
  tw: "zh",
  ua: "uk"
}

const languageOf = (bytes: Uint8Array): string | undefined =>
  /<html\b[^>]*?\blang\s*=\s*["']?([a-z]{2,3})\b/i.exec(oneByteEach(bytes.subarray(0, 2048)))?.[1]?.toLowerCase()

/** An encoding of two bytes a character: what a pair begins with, and what begins the characters that texts are made of. */
interface Pairs {
  /** Whether these bytes are a pair. */
  readonly isPair: (lead: number, trail: number) => boolean
  /** Whether the pair that the lead begins is one that everyday texts have: kana, signs, the first level of the standard. */
  readonly isEveryday: (lead: number) => boolean
  /** Whether the pair is of the script that only this language has. */
  readonly isOwnScript?: (lead: number) => boolean
  /** Share of pairs in its own script that tells the language. */
  readonly tellingShare?: number
  /** Whether a byte above 127 is a character by itself. */
  readonly isSingle?: (byte: number) => boolean
}

const between = (from: number, to: number) => (byte: number) => byte >= from && byte <= to
const high = between(0xa1, 0xfe)

const pairs: Readonly<Record<string, Pairs>> = {
  // JIS X 0208: signs and kana in rows 1 to 5, the first level of kanji in rows 16 to 47.
  shift_jis: {
    isPair: (lead, trail) =>
      (between(0x81, 0x9f)(lead) || between(0xe0, 0xfc)(lead)) && between(0x40, 0xfc)(trail) && trail !== 0x7f,
    isEveryday: between(0x81, 0x98),
    isOwnScript: between(0x82, 0x83),
    tellingShare: 0.25,
    isSingle: between(0xa1, 0xdf)
  },
  "euc-jp": {
    isPair: (lead, trail) => (high(lead) || lead === 0x8e) && high(trail),
    isEveryday: (lead) => between(0xa1, 0xa5)(lead) || between(0xb0, 0xcf)(lead),
    isOwnScript: between(0xa4, 0xa5),
    tellingShare: 0.25
  },
  // GB 2312: signs in rows 1 to 3, the first level of hanzi in rows 16 to 55.
  gb18030: {
    isPair: (lead, trail) =>
      between(0x81, 0xfe)(lead) && between(0x30, 0xfe)(trail) && trail !== 0x7f && !between(0x3a, 0x3f)(trail),
    isEveryday: (lead) => between(0xa1, 0xa3)(lead) || between(0xb0, 0xd7)(lead)
  },
  big5: {
    isPair: (lead, trail) => between(0x81, 0xfe)(lead) && (between(0x40, 0x7e)(trail) || high(trail)),
    isEveryday: between(0xa1, 0xc6)
  },
  // KS X 1001: signs in rows 1 to 3, hangul in rows 16 to 40.
  "euc-kr": {
    isPair: (lead, trail) => between(0x81, 0xfe)(lead) && between(0x41, 0xfe)(trail),
    isEveryday: (lead) => between(0xa1, 0xa3)(lead) || between(0xb0, 0xc8)(lead),
    isOwnScript: between(0xb0, 0xc8),
    tellingShare: 0.9
  }
}

/** Fewer pairs tell nothing. */
const leastPairs = 3

/** How the bytes read as pairs; undefined if they are no pairs. */
const pairsOf = (
  text: Uint8Array,
  { isEveryday, isOwnScript, isPair, isSingle, tellingShare = 1 }: Pairs
): { readonly everyday: number; readonly telling: boolean } | undefined => {
  let all = 0
  let everyday = 0
  let own = 0
  for (let at = 0; at < text.length; at++) {
    const lead = text[at]!
    if (lead < 0x80) continue
    if (at + 1 < text.length && isPair(lead, text[at + 1]!)) {
      all++
      if (isEveryday(lead)) everyday++
      if (isOwnScript?.(lead) === true) own++
      at++
    } else if (isSingle?.(lead) === true) all++
    else return undefined
  }
  return {
    everyday: all === 0 ? 0 : everyday / all,
    telling: isOwnScript !== undefined && all >= leastPairs && own / all >= tellingShare
  }
}

/**
 * The East Asian encoding whose everyday characters the bytes are, and their share, for texts as short as names; undefined
 * where they are pairs of none. A script that only one language has decides.
 */
export const eastAsianEncoding = (
  bytes: Uint8Array
): { readonly encoding: string; readonly everyday: number } | undefined =>
  Object.entries(pairs)
    .flatMap(([encoding, rules]) => {
      const seen = pairsOf(bytes, rules)
      // Only kana tell it from the others, which have the same pairs.
      return seen === undefined || (encoding === "euc-jp" && !seen.telling) ? [] : [{ encoding, ...seen }]
    })
    .toSorted((one, other) => Number(other.telling) - Number(one.telling) || other.everyday - one.everyday)[0]

/** The bytes of the page's text that are not ASCII, with the words around them: without tags, scripts and styles. */
const textBytes = (bytes: Uint8Array): Uint8Array => {
  const source = oneByteEach(bytes)
  const found = new Uint8Array(sampleBytes)
  let length = 0
  let at = 0
  while (at < source.length && length < sampleBytes) {
    const less = source.indexOf("<", at)
    const piece = bytes.subarray(at, Math.min(less < 0 ? source.length : less, at + sampleBytes - length))
    if (piece.some((byte) => byte > 127 || byte === 27)) {
      found.set(piece, length)
      length += piece.length
      if (length < sampleBytes) found[length++] = 32
    }
    if (less < 0) break
    const raw = /^<(script|style)\b/i.exec(source.slice(less, less + 8))?.[1]
    const close = source.indexOf(raw === undefined ? ">" : `</${raw}`, less + 1)
    // Nothing of the page is text behind a tag that is never closed.
    if (close < 0) break
    at = raw === undefined ? close + 1 : close + 2
  }
  return found.subarray(0, length)
}

/** One character a byte, ASCII as it is. */
const oneByteEach = (bytes: Uint8Array): string => new TextDecoder("windows-1252").decode(bytes)
