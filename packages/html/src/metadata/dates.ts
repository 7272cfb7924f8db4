/**
 * Dates as pages write them, in any of many languages, as ISO 8601: `2024-01-02`, with the time and its zone where the
 * page gives both in a machine's form. What is ISO 8601 already stays as it is.
 */
import { monthOf } from "@orbweaver/core/internal/evidence/monthNames"

/** Characters of a text that are read. */
const maxText = 400
const minYear = 1900
const maxYear = 2100

const iso =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2}|[+-]\d{1,2})?)?$/i

/**
 * The date that a value of an attribute, a `<meta>` or structured data gives; undefined when it gives none. Epochs count
 * in seconds or milliseconds.
 */
export const dateOfValue = (value: string, language = ""): string | undefined => {
  const text = value.slice(0, maxText).trim()
  const parts = iso.exec(text)
  if (parts !== null) return isDay(Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 1)) ? text : undefined
  if (/^\d{8}$/.test(text)) return day(text.slice(0, 4), text.slice(4, 6), text.slice(6))
  if (/^\d{4}$/.test(text)) return isDay(Number(text), 1, 1) ? text : undefined
  const epoch = /^(\d{10})(\d{3})?$/.exec(text)
  if (epoch !== null) return new Date(Number(epoch[1]) * 1000).toISOString()
  return (zoned.test(text) ? instant(text) : undefined) ?? datesIn(text, language)[0]?.date
}

/** `Tue Nov 19 2019 08:41:00 GMT+0000 (UTC)`, `Mon, 18 Nov 2019 17:19:53 GMT`, `2019-11-18 17:19:53 GMT`. */
const zoned = /\d:\d{2}:\d{2}\s*(?:Z|UTC|GMT)(?:[+-]\d{4})?(?:\s*\([\w ]+\))?$/

const instant = (text: string): string | undefined => {
  const time = Date.parse(text.replace(/\s*\([\w ]+\)$/, ""))
  const year = Number.isNaN(time) ? 0 : new Date(time).getUTCFullYear()
  return year < minYear || year > maxYear ? undefined : new Date(time).toISOString()
}

interface FoundDate {
  readonly date: string
  readonly start: number
  readonly end: number
}

const words = String.raw`(\p{L}[\p{L}\p{M}]{1,13})`
type Read = (match: RegExpExecArray, language: string) => string | undefined

/** Each form, with what every text in it has: searched for first, since most lines have none of it. */
const forms: ReadonlyArray<readonly [needs: RegExp, form: RegExp, read: Read]> = [
  // 2024-01-02, 2024/1/2, 2024.01.02, 2024年1月2日, 2024년 1월 2일
  [
    /\d{4} ?[-/.年년]/,
    /(?<![\d./-])(\d{4}) ?(?:([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})|[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일])(?![\d-])/gu,
    (m) => day(m[1]!, (m[3] ?? m[5])!, (m[4] ?? m[6])!)
  ],
  // 2 January 2024, 2. Januar 2024, 2 de enero de 2024, 2nd of January, 2024
  [
    /[ ,-]\d{4}/,
    new RegExp(
      String.raw`(?<![\d.:/-])(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|-?го)?\.?[ -](?:de |of |d['’])?${words}\.?,?[ -](?:de |del |, ?)?(\d{4})(?!\d)`,
      "giu"
    ),
    (m) => named(m[3]!, m[2]!, m[1]!)
  ],
  // January 2, 2024, Nov. 19th 2019
  [
    / \d{1,2}(?:st|nd|rd|th)?,? ?(?:at )?\d{4}/iu,
    new RegExp(String.raw`(?<![\p{L}\d])${words}\.? (\d{1,2})(?:st|nd|rd|th)?,? ?(?:at )?(\d{4})(?!\d)`, "giu"),
    (m) => named(m[3]!, m[1]!, m[2]!)
  ],
  // 2012 Nov 26, 2019. november 20.
  [
    /\d{4}\.?,? \p{L}/u,
    new RegExp(String.raw`(?<!\d)(\d{4})\.?,? ${words}\.? (\d{1,2})(?!\d)`, "giu"),
    (m) => named(m[1]!, m[2]!, m[3]!)
  ],
  // ngày 2 tháng 1 năm 2024, 2 tháng 1, 2024
  [/\d th/i, /(?<!\d)(\d{1,2}) tháng (\d{1,2})(?:,| năm)? (\d{4})(?!\d)/giu, (m) => day(m[3]!, m[2]!, m[1]!)],
  // 2.1.2024, 2/1/2024, 1/2/2024, 11/18/19
  [
    /\d[./-] ?\d/,
    /(?<![\d./-])(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?![\d./-]\d|\d)/gu,
    (m, language) => numeric(m[1]!, m[3]!, m[4]!, m[2]!, language)
  ]
]

/** Every date in a text, in the order of the text. */
export const datesIn = (whole: string, language = ""): ReadonlyArray<FoundDate> => {
  const text = whole.slice(0, maxText)
  if (!/\d{2}/.test(text)) return []
  const found: Array<FoundDate> = []
  for (const [needs, form, read] of forms) {
    if (!needs.test(text)) continue
    for (const match of text.matchAll(form)) {
      const start = match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && end > other.start)) continue
      const date = read(match, language)
      if (date !== undefined) found.push({ date, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

const named = (year: string, month: string, date: string): string | undefined => {
  const number = monthOf(month)
  return number === undefined ? undefined : day(year, String(number), date)
}

/** Languages whose `1/2/2024` is the second of January. */
const monthFirst = /^en(?:-(?:us|ca|ph))?$/i

const numeric = (a: string, b: string, year: string, sign: string, language: string): string | undefined => {
  if (year.length === 2 && sign === "-") return undefined
  const full = year.length === 2 ? `20${year}` : year
  const isMonthFirst = Number(b) > 12 || (Number(a) <= 12 && sign === "/" && monthFirst.test(language))
  return isMonthFirst ? day(full, a, b) : day(full, b, a)
}

/** The month that a text names and nothing else: `November 2015`, `2015年11月`. */
export const monthAlone = (text: string): string | undefined => {
  const parts =
    /^\p{P}?(?:(\p{L}[\p{L}\p{M}]{1,13})\.?,?(?: de| del)? (\d{4})|(\d{4}) ?[年년] ?(\d{1,2}) ?[月월])\p{P}?$/u.exec(
      text
    )
  if (parts === null) return undefined
  const month = parts[1] === undefined ? Number(parts[4]) : monthOf(parts[1])
  const year = parts[2] ?? parts[3]!
  return month === undefined || !isDay(Number(year), month, 1) ? undefined : `${year}-${String(month).padStart(2, "0")}`
}

/** The day that a text as `03-09-2026` names as well, with day and month the other way round. */
export const otherReading = (written: string, value: string): string | undefined => {
  const parts = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}(?!\d)/.exec(written)
  const [year, month, date] = value.split("-")
  return parts === null || month === date ? undefined : day(year!, date!, month!)
}

const day = (year: string, month: string, date: string): string | undefined =>
  isDay(Number(year), Number(month), Number(date))
    ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`
    : undefined

const isDay = (year: number, month: number, date: number): boolean =>
  year >= minYear &&
  year <= maxYear &&
  month >= 1 &&
  date >= 1 &&
  new Date(Date.UTC(year, month - 1, date)).getUTCMonth() === month - 1 &&
  month <= 12

/** The day that an address names: `/2024/01/02/`, `/2024-01-02-`, `/20240102/`, `/2019/nov/18/`. */
export const dateInAddress = (url: URL): string | undefined => {
  const path = url.pathname.slice(0, maxText)
  const match =
    /[/_-](?:(19|20)(\d{2})[/_.-](\d{1,2}|[a-z]{3,9})[/_.-](\d{1,2})|(19|20)(\d{2})(\d{2})(\d{2}))(?=[/_.-]|$)/i.exec(
      path
    )
  if (match === null) return undefined
  const [, century, year, month, date, century2, year2, month2, date2] = match
  if (century === undefined) return day(`${century2}${year2}`, month2!, date2!)
  const number = /\d/.test(month!) ? month! : String(monthOf(month!) ?? 0)
  return day(`${century}${year}`, number, date!)
}
