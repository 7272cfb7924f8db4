/** Dates as pages write them, in English, German, French and Spanish, as ISO 8601. */
import { formats } from "./formats.ts"

const months: ReadonlyMap<string, number> = new Map(
  [
    "january jan januar janner janvier janv enero ene",
    "february feb februar fevrier fevr febrero",
    "march mar marz mars marzo mrz",
    "april apr avril avr abril abr",
    "may mai mayo",
    "june jun juni juin junio",
    "july jul juli juillet juil julio",
    "august aug aout agosto ago",
    "september sep sept septembre septiembre",
    "october oct oktober okt octobre octubre",
    "november nov novembre noviembre",
    "december dec dezember dez decembre diciembre dic"
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const))
)

/** The month that a word in lower case names. */
export const monthOf = (word: string): number | undefined => months.get(word.normalize("NFKD").replace(/\p{M}+/gu, ""))

const isDate = formats.get("date")!
const isDateTime = formats.get("date-time")!

/** `format` is `date` or `date-time`; undefined when the text is no date, or could be two. */
export const readDate = (
  text: string,
  format: "date" | "date-time",
  language: string | undefined
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
  return format === "date" && text.length <= 60 ? spelledOutDate(text, language) : undefined
}

const spelledOutDate = (text: string, language: string | undefined): string | undefined => {
  const figures = /(?:^|\s)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:\D|$)/.exec(text)
  if (figures !== null) {
    const [, first, mark, second, year] = figures
    const [a, b] = [Number(first), Number(second)]
    const dayFirst = mark === "." || a > 12 || (b <= 12 && isDayFirst(language))
    const monthFirst = mark !== "." && (b > 12 || language?.toLowerCase() === "en-us")
    if (a !== b && dayFirst === monthFirst) return undefined
    return made(year!, dayFirst || a === b ? b : a, dayFirst || a === b ? a : b)
  }
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
  const dayMonth =
    /(?:^|[^\d])(\d{1,2})(?:\.|st|nd|rd|th|er)?\s+(?:de\s+)?([a-z]+)\.?,?\s+(?:de[l]?\s+)?(\d{4})(?!\d)/.exec(plain)
  if (dayMonth !== null) return made(dayMonth[3]!, months.get(dayMonth[2]!), Number(dayMonth[1]))
  const monthDay = /([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/.exec(plain)
  return monthDay === null ? undefined : made(monthDay[3]!, months.get(monthDay[1]!), Number(monthDay[2]))
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
