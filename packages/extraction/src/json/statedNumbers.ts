/** Numbers that a text states, in the ways that pages write them: for looking a number up by its meaning. */

/** Text with digits of any script as 0 to 9 and the signs of Arabic numbers as full stop and comma. */
export const westernDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String(digitOf(digit.codePointAt(0)!)))
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")

/** Blocks of ten digits begin at a code point that ends in 0 or 6. */
const digitOf = (code: number): number => {
  const start = code & ~0xf
  return /\p{Nd}/u.test(String.fromCodePoint(start)) ? code - start : code - start - 6
}

/** Numbers below thirteen, as words of five languages. */
const words: ReadonlyMap<string, number> = new Map(
  [
    "zero null cero",
    "one eins ein eine einen un une uno una",
    "two zwei deux dos due",
    "three drei trois tres tre",
    "four vier quatre cuatro quattro",
    "five fünf cinq cinco cinque",
    "six sechs seis sei",
    "seven sieben sept siete sette",
    "eight acht huit ocho otto",
    "nine neun neuf nueve nove",
    "ten zehn dix diez dieci",
    "eleven elf onze once undici",
    "twelve zwölf douze doce dodici dozen dutzend"
  ].flatMap((names, number) => names.split(" ").map((name) => [name, number] as const))
)

/** Words behind a number that multiply it. */
const scales: ReadonlyArray<readonly [RegExp, number]> = [
  [/^(?:k|thousand|tausend|tsd|mille|mil|тыс|ألف|हज़ार|千|천)(?![a-z])/u, 1e3],
  [/^(?:万|萬|만)/u, 1e4],
  [/^(?:lakh|lac|लाख)/u, 1e5],
  [
    /^(?:m|mn|mio|million|millionen|millions|millón|millones|milione|milioni|milhão|milhões|miljoen|млн|مليون)(?![a-z])/u,
    1e6
  ],
  [/^(?:crore|करोड़)/u, 1e7],
  [/^(?:億|亿|억)/u, 1e8],
  [/^(?:bn|b|billion|billions|mrd|milliarde|milliarden|milliard|milliards|miljard|млрд|مليار)(?![a-z])/u, 1e9],
  [/^(?:trillion|trillions|bio|billionen|兆|조)(?![a-z])/u, 1e12]
]

/** The same for equal numbers, whatever their last binary digits. */
export const numberKey = (value: number): string => String(Number(Math.abs(value).toPrecision(12)))

/**
 * Keys of all numbers of a text that has western digits, in lower case. `1.234` may be 1234 or 1.234, and is both; `1,299`
 * is not 299, and parts of dates and versions are numbers of their own.
 */
export function* statedNumbers(text: string): Generator<string> {
  for (const match of text.matchAll(/\d{1,40}(?:[.,'’]\d{1,40}|[ \u00a0\u202f]\d{3}(?!\d)){0,12}/g)) {
    const scaled = text.slice(match.index + match[0].length, match.index + match[0].length + 14).replace(/^[\s-]/, "")
    const scale = scales.find(([pattern]) => pattern.test(scaled))?.[1]
    for (const number of readings(match[0])) {
      yield numberKey(number)
      if (scale !== undefined) yield numberKey(number * scale)
      if (scaled.startsWith("%")) yield numberKey(number / 100)
    }
  }
  for (const [word] of text.matchAll(/\p{L}{2,10}/gu)) {
    const number = words.get(word)
    if (number !== undefined) yield numberKey(number)
  }
}

const readings = (run: string): ReadonlyArray<number> => {
  const spaced = run.split(/[ \u00a0\u202f]/)
  const joined = spaced.length > 1 ? [Number(spaced.join("").replaceAll(/[.,'’]/g, ""))] : []
  const inGroups = spaced.length > 1 ? /^(.*)[.,](\d+)$/.exec(spaced.join("")) : null
  if (inGroups !== null && /^\d+$/.test(inGroups[1]!)) joined.push(Number(`${inGroups[1]}.${inGroups[2]}`))
  return [...joined, ...spaced.flatMap(readingsOfPart)]
}

const readingsOfPart = (part: string): ReadonlyArray<number> => {
  if (/^\d+$/.test(part)) return [Number(part)]
  const whole = part.replaceAll(/[.,'’]/g, "")
  // Groups of three, or of two before the last as in India; a fraction has the other mark.
  const grouped = /^\d{1,3}([.,'’])(?:\d{2}\1)*\d{3}(?:\1\d{3})*(?:([.,])(\d+))?$/.exec(part)
  if (grouped !== null && grouped[2] !== grouped[1]) {
    const fraction = grouped[3]
    const number =
      fraction === undefined ? Number(whole) : Number(`${whole.slice(0, whole.length - fraction.length)}.${fraction}`)
    const single = /^\d+[.,]\d+$/.exec(part)
    return single === null ? [number] : [number, Number(part.replace(",", "."))]
  }
  if (/^\d+[.,]\d+$/.test(part)) return [Number(part.replace(",", "."))]
  return part.split(/[.,'’]/).map(Number)
}
