/** When an account's plan is granted anew: calendar months from its billing day, in its time zone. */
import * as DateTime from "effect/DateTime"
import type { Account } from "./Account.ts"

/** A half-open span of time, `start` included and `end` excluded. */
export interface Period {
  readonly start: DateTime.Utc
  readonly end: DateTime.Utc
}

/** Whether the moment lies in the period. */
export const contains = (period: Period, at: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(at, period.start) && DateTime.isLessThan(at, period.end)

/**
 * The billing period of the account that contains `now`: from midnight of its
 * billing day, in its time zone, to the same in the next month. A day that a
 * month does not have is that month's last. Absent without a billing day.
 */
export const billingPeriod = (account: Account, now: DateTime.Utc): Period | undefined => {
  const { billingDay, timeZone = "UTC" } = account
  if (billingDay === undefined) return undefined
  const { month, year } = DateTime.toParts(DateTime.setZoneNamedUnsafe(now, timeZone))
  const anchor = (offset: number) => anchorOf(year, month + offset, billingDay, timeZone)
  const current = anchor(0)
  return DateTime.isGreaterThanOrEqualTo(now, current)
    ? { start: current, end: anchor(1) }
    : { start: anchor(-1), end: current }
}

/** `month` counts from 1 and may leave its year on either side. */
const anchorOf = (year: number, month: number, day: number, timeZone: string): DateTime.Utc => {
  const first = new Date(Date.UTC(year, month - 1, 1))
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return midnightOf(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(day, days), timeZone)
}

const midnightOf = (year: number, month: number, day: number, timeZone: string): DateTime.Utc =>
  DateTime.toUtc(DateTime.makeZonedUnsafe({ year, month, day }, { timeZone, adjustForTimeZone: true }))

/** Everything: the period of a plan that is granted once. */
export const allTime: Period = {
  start: DateTime.makeUnsafe(0),
  end: DateTime.makeUnsafe(8_640_000_000_000_000)
}

/** The calendar day of a moment as the account dates it: in its time zone, such as `2026-11-01`. */
export const dayOf = ({ timeZone = "UTC" }: Pick<Account, "timeZone">, at: DateTime.Utc): string =>
  DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(at, timeZone))

/** The first and the last day of a period, both included. */
export const daysOf = (account: Pick<Account, "timeZone">, { end, start }: Period) => ({
  first: dayOf(account, start),
  last: dayOf(account, DateTime.subtract(end, { milliseconds: 1 }))
})

const dayMs = 86_400_000

/** The last `count` calendar days of the account, today included and oldest first, and the time that they span. */
export const recentDays = (
  account: Pick<Account, "timeZone">,
  now: DateTime.Utc,
  count: number
): { readonly days: ReadonlyArray<string>; readonly period: Period } => {
  const today = Date.parse(dayOf(account, now))
  const dayAt = (offset: number) => new Date(today + offset * dayMs)
  const midnight = (offset: number) => {
    const day = dayAt(offset)
    return midnightOf(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate(), account.timeZone ?? "UTC")
  }
  return {
    days: Array.from({ length: count }, (_, n) =>
      dayAt(n + 1 - count)
        .toISOString()
        .slice(0, 10)
    ),
    period: { start: midnight(1 - count), end: midnight(1) }
  }
}

/** What was used on each of the days; 0 on a day without use. */
export const sumByDay = (
  account: Pick<Account, "timeZone">,
  days: ReadonlyArray<string>,
  rows: ReadonlyArray<{ readonly at: DateTime.Utc; readonly amount: number }>
): ReadonlyArray<{ readonly day: string; readonly amount: number }> => {
  const sums = new Map(days.map((day) => [day, 0]))
  for (const { amount, at } of rows) {
    const day = dayOf(account, at)
    const sum = sums.get(day)
    if (sum !== undefined) sums.set(day, sum + amount)
  }
  return [...sums].map(([day, amount]) => ({ day, amount }))
}
