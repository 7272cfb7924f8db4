/** Dates that a text states, in the ways that pages write them: for looking a date up by its meaning. */
import { monthOf } from "@orbweaver/core/internal/evidence/monthNames"

/** Years before the first of an era of Japan, and of the calendar of Taiwan. */
const eras: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  明治: 1867,
  民國: 1911,
  民国: 1911
}

/** Keys of a date: of the day, or of the day of a month whose name is not known. */
const dayKey = (year: number, month: number, day: number): string => `${year}-${month}-${day}`
const looseKey = (year: number, day: number): string => `${year}-?-${day}`
const monthKey = (year: number, month: number): string => `${year}-${month}`

/** Whether a key is of a day, and not of a month. */
export const isDayKey = (key: string): boolean => key.split("-").length === 3

const isDay = (month: number, day: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31

/** Years that a written one may mean: 26 is 2026 or 1926, and 2569 of the Buddhist calendar is 2026. */
const yearsOf = (text: string): ReadonlyArray<number> => {
  const year = Number(text)
  if (text.length <= 2) return [2000 + year, 1900 + year]
  return year >= 2400 && year < 2700 ? [year, year - 543] : [year]
}

/**
 * Keys of all dates of a text with western digits, in lower case. `03/04/26` may be of March or April and is both; of a
 * month whose name is not known, day and year count.
 */
export function* statedDates(text: string): Generator<string> {
  for (const [, year, month, day] of text.matchAll(
    /(?<!\d)(\d{4})\s?[-/.年년]\s{0,2}(\d{1,2})\s?[-/.月월]\s{0,2}(\d{1,2})(?!\d)/g
  )) {
    yield* days([year!], [[month!, day!]])
  }
  for (const [, year, month, day] of text.matchAll(/(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)/g)) {
    yield* days([year!], [[month!, day!]])
  }
  for (const [, first, second, year] of text.matchAll(
    /(?<!\d)(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4}|\d{2})(?!\d)/g
  )) {
    yield* days(
      [year!],
      [
        [second!, first!],
        [first!, second!]
      ]
    )
  }
  for (const [, era, year, month, day] of text.matchAll(
    /(令和|平成|昭和|大正|明治|民國|民国)\s?(\d{1,3}|元)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})/g
  )) {
    const count = eras[era!]! + (year === "元" ? 1 : Number(year))
    if (isDay(Number(month), Number(day))) yield dayKey(count, Number(month), Number(day))
  }
  for (const [, day, month, year] of text.matchAll(/(\d{1,2}) tháng (\d{1,2}),? năm (\d{4})/g)) {
    yield* days([year!], [[month!, day!]])
  }
  const dayFirst =
    /(?<!\d)(\d{1,2})(?:\.|\p{L}{1,2}|º|°)?[\s-]{1,2}(?:de |of |d['’])?(\p{L}[\p{L}\p{M}]{1,20})\.?,?[\s-]{0,2}(?:del? |of )?(\d{4})(?!\d)/gu
  for (const [, day, month, year] of text.matchAll(dayFirst)) yield* named(year!, month!, day!)
  const monthFirst = /(\p{L}[\p{L}\p{M}]{1,20})\.?\s(\d{1,2})(?:\p{L}{1,2})?,?\s(\d{4})(?!\d)/gu
  for (const [, month, day, year] of text.matchAll(monthFirst)) yield* named(year!, month!, day!)
  const yearFirst = /(?<!\d)(\d{4})\.?\s(\p{L}[\p{L}\p{M}]{1,20})\.?\s(\d{1,2})(?!\d)/gu
  for (const [, year, month, day] of text.matchAll(yearFirst)) yield* named(year!, month!, day!)
  for (const [, month, year] of text.matchAll(/(\p{L}[\p{L}\p{M}]{1,20})\.?\s(?:de |of )?(\d{4})(?!\d)/gu)) {
    const number = monthOf(month!)
    if (number !== undefined) for (const one of yearsOf(year!)) yield monthKey(one, number)
  }
  for (const [, year, month] of text.matchAll(/(?<!\d)(\d{4})\s?[-/年년]\s?(\d{1,2})(?!\d)/g)) {
    yield monthKey(Number(year), Number(month))
  }
}

function* days(
  years: ReadonlyArray<string>,
  orders: ReadonlyArray<readonly [month: string, day: string]>
): Generator<string> {
  for (const year of years.flatMap(yearsOf)) {
    for (const [month, day] of orders) {
      if (isDay(Number(month), Number(day))) yield dayKey(year, Number(month), Number(day))
    }
  }
}

function* named(year: string, month: string, day: string): Generator<string> {
  const number = monthOf(month)
  if (number === undefined) for (const one of yearsOf(year)) yield looseKey(one, Number(day))
  else yield* days([year], [[String(number), day]])
}

/** Keys of which one says the ISO 8601 date, or the date of the moment; undefined for other texts. */
export const keysOfDate = (text: string): ReadonlyArray<string> | undefined => {
  const match = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ]\d\d:\d\d.{0,30})?)?$/.exec(text)
  if (match === null) return undefined
  const [, year, month, day] = match
  if (day === undefined) return [monthKey(Number(year), Number(month))]
  return [dayKey(Number(year), Number(month), Number(day)), looseKey(Number(year), Number(day))]
}
