/**
 * Accents that a file draws over a letter as a glyph of their own, as TeX does with fonts that have no accented letters
 * (its OT1 encoding), and as typewriters did.
 */

/** Accents that stand alone, and those that combine with the letter before them (Unicode, chapter 7.9). */
const combining: Readonly<Record<string, string>> = {
  "\u0060": "\u0300",
  "\u00b4": "\u0301",
  "\u02ca": "\u0301",
  "\u005e": "\u0302",
  "\u02c6": "\u0302",
  "\u007e": "\u0303",
  "\u02dc": "\u0303",
  "\u00af": "\u0304",
  "\u02d8": "\u0306",
  "\u02d9": "\u0307",
  "\u00a8": "\u0308",
  "\u02da": "\u030a",
  "\u02dd": "\u030b",
  "\u02c7": "\u030c",
  "\u00b8": "\u0327",
  "\u02db": "\u0328"
}

/** The letter with its accent, whichever of two glyphs that overlap is drawn first; nothing when neither is an accent. */
export const withAccent = (before: string, after: string): string | undefined =>
  combine(after, combining[before]) ?? combine(before, combining[after])

const combine = (letter: string, accent: string | undefined): string | undefined => {
  if (accent === undefined || !/^\p{L}$/u.test(letter)) return undefined
  // The letters without a dot are made for accents.
  return ((dotless[letter] ?? letter) + accent).normalize("NFC")
}

const dotless: Readonly<Record<string, string>> = { "\u0131": "i", "\u0237": "j" }
