/** Dates as pages write them, in the languages of `monthOf` and in figures, as ISO 8601. */
import { monthOf } from "@orbweaver/core/internal/evidence/monthNames"
import { formats } from "./formats.ts"

const isDate = formats.get("date")!
const isDateTime = formats.get("date-time")!

/** `format` is `date` or `date-time`; undefined when the text is no date, or could be two. */
export const readDate = (
  text: string,
  format: "date" | "date-time",
  language: string | undefined,
  /** Of two days, the last one is meant. */
  isEnd = false
): string | undefined => {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)?)?/i.exec(text)
  if (iso !== null) {
    const [whole, date, time, seconds = ":00", zone] = iso
    // Years of three digits are what empty fields of databases look like.
    if (!isDate(date!) || date! < "1000" || (whole.length < text.length && /\d/.test(text.slice(whole.length))))
      return undefined
    if (format === "date") return date
    if (time === undefined || zone === undefined) return undefined
    const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
    const made = `${date}T${time}${seconds}${offset}`
    return isDateTime(made) ? made : undefined
  }
  // A day without its hour and zone is no moment.
  return format === "date" && text.length <= 60 ? spelledOutDate(oneDay(text, isEnd), language) : undefined
}

/** `12.–14. Juni 2026`, `June 12–14, 2026`: the days of one month with one of them left out. */
const oneDay = (text: string, isEnd: boolean): string =>
  text.replace(
    /(?<![\d./:-])(\d{1,2})(\.|st|nd|rd|th|er)?\s*(?:[-–—]|\bto\b|\bbis\b|\bau\b|\bal?\b)\s*(\d{1,2})(\.|st|nd|rd|th)?(?=,? (?:de )?\p{L}{3}|,? \d{4})(?!:)/u,
    (_, first: string, firstMark = "", last: string, lastMark = "") =>
      isEnd ? last + lastMark : first + (firstMark || lastMark)
  )

const spelledOutDate = (text: string, language: string | undefined): string | undefined => {
  // 2026年4月3日, 2026년 4월 3일
  const eastern = /(?<!\d)(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일号]/.exec(text)
  if (eastern !== null) return made(eastern[1]!, Number(eastern[2]), Number(eastern[3]))
  // 2026/4/3, 2026.04.03: the year leads, so the month follows
  const yearFirst = /(?<![\d./-])(\d{4})([./-]) ?(\d{1,2})\2 ?(\d{1,2})(?![\d./-]*\d)/.exec(text)
  if (yearFirst !== null) return made(yearFirst[1]!, Number(yearFirst[3]), Number(yearFirst[4]))
  const figures = /(?:^|\s)(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})(?:\D|$)/.exec(text)
  if (figures !== null) {
    const [, first, mark, second, year] = figures
    const [a, b] = [Number(first), Number(second)]
    const dayFirst = mark === "." || a > 12 || (b <= 12 && isDayFirst(language))
    const monthFirst = mark !== "." && (b > 12 || language?.toLowerCase() === "en-us")
    if (a !== b && dayFirst === monthFirst) return undefined
    return made(year!, dayFirst || a === b ? b : a, dayFirst || a === b ? a : b)
  }
  const dayMonth =
    /(?:^|[^\d])(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?\s+(?:de\s+|d['’])?(\p{L}[\p{L}\p{M}]+)\.?,?\s+(?:de[l]?\s+)?(\d{4})(?!\d)/iu.exec(
      text
    )
  if (dayMonth !== null) return made(dayMonth[3]!, monthOf(dayMonth[2]!), Number(dayMonth[1]))
  const monthDay = /(\p{L}[\p{L}\p{M}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu.exec(text)
  return monthDay === null ? undefined : made(monthDay[3]!, monthOf(monthDay[1]!), Number(monthDay[2]))
}

/** Plain `en` could be either. */
const isDayFirst = (language: string | undefined): boolean => {
  const tag = language?.toLowerCase()
  return tag !== undefined && tag !== "en" && tag !== "en-us"
}

const made = (year: string, month: number | undefined, day: number): string | undefined => {
  if (month === undefined) return undefined
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  return isDate(date) ? date : undefined
}
