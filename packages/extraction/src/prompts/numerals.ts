/**
 * Numbers as people write them, in digits (`50`, `1,000`, `5k`, `1e9`) and in
 * words of English, German, French and Spanish, on folded text (`fold.ts`).
 */

const ones = {
  1: "one un une uno una ein eine einer einem einen eins",
  2: "two zwei deux dos",
  3: "three drei trois tres",
  4: "four vier quatre cuatro",
  5: "five funf fuenf cinq cinco",
  6: "six sechs seis",
  7: "seven sieben sept siete",
  8: "eight acht huit ocho",
  9: "nine neun neuf nueve",
  10: "ten zehn dix diez",
  11: "eleven elf onze once",
  12: "twelve zwolf douze doce dozen dutzend douzaine docena",
  13: "thirteen dreizehn treize trece",
  14: "fourteen vierzehn quatorze catorce",
  15: "fifteen funfzehn quinze quince",
  16: "sixteen sechzehn seize dieciseis",
  17: "seventeen siebzehn diecisiete",
  18: "eighteen achtzehn dieciocho",
  19: "nineteen neunzehn diecinueve",
  20: "twenty zwanzig vingt veinte",
  25: "veinticinco",
  30: "thirty dreissig trente treinta",
  40: "forty vierzig quarante cuarenta",
  50: "fifty funfzig fuenfzig cinquante cincuenta",
  60: "sixty sechzig soixante sesenta",
  70: "seventy siebzig setenta",
  80: "eighty achtzig quatre-vingts quatre-vingt ochenta",
  90: "ninety neunzig noventa",
  100: "hundred hundert cent cents cien ciento",
  200: "doscientos doscientas",
  300: "trescientos trescientas",
  500: "quinientos quinientas",
  1000: "thousand tausend mille mil"
} as const

const values: ReadonlyMap<string, number> = new Map(
  Object.entries(ones).flatMap(([value, words]) => words.split(" ").map((word) => [word, Number(value)] as const))
)

const word = [...values.keys()].toSorted((a, b) => b.length - a.length).join("|")
const joint = "(?:[ -](?:and |et |y )?|und)?"

/** Source of a regular expression for one number; ends at the end of a word. */
export const numeral = `(?:\\d{1,3}(?:[.,' ]\\d{3})+|\\d{1,15}(?:[.,]\\d{1,3})?(?:e\\+?\\d{1,2})?(?: ?k(?![a-z]))?|(?:${word})(?:${joint}(?:${word})){0,5})(?![\\p{L}\\p{N}])`

/** Half of what is measured, as people say it. */
export const half = "(?:half an?|(?:eine[rnm]? )?halben?|(?:une )?demi-?|medi[oa])"

/** What a text that `numeral` or `half` matched says. */
export const numberOf = (text: string): number => {
  if (/^(?:half|(?:eine[rnm]? )?halb|(?:une )?demi|medi)/.test(text)) return 0.5
  if (!/^\d/.test(text)) return wordsToNumber(text)
  const thousands = /^(\d{1,3}(?:[.,' ]\d{3})+)$/.exec(text)
  if (thousands !== null) return Number(thousands[1]!.replace(/[.,' ]/g, ""))
  const [, digits = "", kilo] = /^(.*?)( ?k)?$/.exec(text.replace(",", ".")) ?? []
  return Number(digits) * (kilo === undefined ? 1 : 1000)
}

const pieces = new RegExp(`und|${word}`, "g")

const wordsToNumber = (text: string): number => {
  let total = 0
  let current = 0
  for (const [piece] of text.matchAll(pieces)) {
    const value = values.get(piece) ?? 0
    if (value === 1000) {
      total += (current === 0 ? 1 : current) * 1000
      current = 0
    } else if (value === 100) current = (current === 0 ? 1 : current) * 100
    else if (value === 12 && current > 0) current *= 12
    else current += value
  }
  return total + current
}
