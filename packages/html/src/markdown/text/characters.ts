/**
 * What the converter needs to know about single characters: how HTML treats them as space, and how CommonMark classes
 * them next to a delimiter (CommonMark 0.31, 2.1).
 */

/** Bits of `traits[code]`, for code units below 128. */
export const Trait = {
  /** White space that collapses (CSS Text 3, 4.1.1). */
  space: 1,
  /** Not shown: control characters. */
  dropped: 2,
  /** May be markup in the middle of a line. */
  special: 4,
  /** ASCII punctuation. */
  punctuation: 8
} as const

export const traits = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  if (code < 32 || code === 127) traits[code] = Trait.dropped
  const letterOrDigit = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  if (code > 32 && code < 127 && !letterOrDigit) traits[code] = Trait.punctuation
}
for (const space of " \t\n\r\f") traits[space.charCodeAt(0)] = Trait.space
for (const special of "\\`*_[]<&~|!$#") traits[special.charCodeAt(0)]! |= Trait.special

/**
 * Characters that only say where a line may break, or mark bytes (soft hyphen, zero width space, word joiner, BOM), and
 * those for private use, which pages use for the pictures of icon fonts.
 */
export const isInvisible = (code: number): boolean =>
  code === 0xad || code === 0x200b || code === 0x2060 || code === 0xfeff || (code >= 0xe000 && code <= 0xf8ff)

/** ASCII letter or digit. */
export const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122)

/** ASCII punctuation: what a backslash escapes. */
export const isAsciiPunctuation = (code: number): boolean => code < 128 && (traits[code]! & Trait.punctuation) !== 0

/** Unicode white space: the category Zs and the ASCII spaces. */
export const isUnicodeSpace = (code: number): boolean => {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13 && code !== 11)
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
}

const punctuation = /\p{P}/u
const symbol = /\p{S}/u

/** Unicode punctuation in every version of CommonMark: the category P, and all ASCII signs. */
export const isPunctuation = (code: number): boolean => {
  if (code < 128) return (traits[code]! & Trait.punctuation) !== 0
  return code >= 0xa1 && (code < 0xd800 || code > 0xdfff) && punctuation.test(String.fromCharCode(code))
}

/**
 * Unicode punctuation in some version or to some reader: the category S too, which 0.31 added, and half of a surrogate
 * pair, which is most often an emoji and which not every reader puts together.
 */
export const isPerhapsPunctuation = (code: number): boolean => {
  if (code < 128) return (traits[code]! & Trait.punctuation) !== 0
  if (code < 0xa1) return false
  if (code >= 0xd800 && code <= 0xdfff) return true
  const character = String.fromCharCode(code)
  return punctuation.test(character) || symbol.test(character)
}
