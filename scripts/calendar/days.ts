/** The days and zones that have broken programs elsewhere, as instants after (or a little before) now. */

export interface Day {
  readonly name: string
  /** Name of the IANA time zone. */
  readonly zone: string
  /** The instant at which a test run of a package begins. */
  readonly start: (now: Date) => Date
}

const day = 86_400_000

const isLeapYear = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29

const nextLeapDay = (now: Date): Date => {
  let year = now.getUTCFullYear()
  while (!isLeapYear(year) || Date.UTC(year, 2, 1) <= now.getTime()) year++
  return new Date(Date.UTC(year, 1, 29, 12))
}

export const days: ReadonlyArray<Day> = [
  // Beyond every lease, cache and retention that a test leaves at its default.
  { name: "in-40-days", zone: "UTC", start: (now) => new Date(now.getTime() + 40 * day) },
  { name: "leap-day", zone: "UTC", start: nextLeapDay },
  // The year ends while the tests of a package run.
  { name: "new-year", zone: "UTC", start: (now) => new Date(Date.UTC(now.getUTCFullYear(), 11, 31, 23, 59)) },
  // A quarter of an hour off the full hour, and at 18:00 UTC already the next day.
  {
    name: "chatham",
    zone: "Pacific/Chatham",
    start: (now) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 18))
  }
]
