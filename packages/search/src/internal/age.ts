/** When results were published, in the terms of engines: a period that ends now, or a range of days. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { dayMs, type SearchTime, searchTimeOf } from "@orbweaver/core/internal/model/searchTime"
import type { IgnoredOption, SearchQuery } from "@orbweaver/core/search/SearchProvider"

/** Periods that engines know, the shortest first. */
const periods = [
  ["hour", dayMs / 24],
  ["day", dayMs],
  ["week", 7 * dayMs],
  ["month", 31 * dayMs],
  ["year", 366 * dayMs]
] as const

export type Age = (typeof periods)[number][0]

export interface Period {
  /** The age, where it is one that the engine knows. */
  readonly age?: Age | undefined
  /** Otherwise the days from the first to the last one. */
  readonly range?: { readonly from: string; readonly to: string } | undefined
}

/** What an engine is asked that knows these ages and ranges of days; an age below a day becomes one. */
export const periodOf = (tbs: string | undefined, known: ReadonlyArray<Age>): Effect.Effect<Period> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const time = searchTimeOf(tbs)
    const { from, maxAgeMs, to } = time
    if (maxAgeMs !== undefined) {
      const age = ageAt(maxAgeMs)
      if (age !== undefined && known.includes(age)) return { age }
      if (maxAgeMs <= dayMs) return { age: "day" }
      return { range: { from: dayOf(Math.max(0, now - maxAgeMs)), to: dayOf(now) } }
    }
    return from === undefined && to === undefined ? {} : { range: { from: from ?? "1970-01-01", to: to ?? dayOf(now) } }
  })

const ageAt = (ms: number): Age | undefined => periods.find(([, length]) => length === ms)?.[0]

/** The shortest of these ages that has all of the time; none where the time began longer ago. */
export const coveringAge = (tbs: string | undefined, known: ReadonlyArray<Age>, now: number): Age | undefined => {
  const length = lengthUntil(searchTimeOf(tbs), now)
  return length === undefined ? undefined : periods.find(([age, ms]) => known.includes(age) && ms >= length)?.[0]
}

/** From the beginning of the time until now. */
const lengthUntil = ({ from, maxAgeMs }: SearchTime, now: number): number | undefined =>
  maxAgeMs ?? (from === undefined ? undefined : Math.max(0, now - Date.parse(`${from}T00:00:00Z`)))

export interface Dated<A> {
  readonly value: A
  /** ISO 8601, or another text; absent where the engine says none. */
  readonly date?: string | null | undefined
}

/** Leaves out what was published at another time, and sorts by date where that is asked for. Without a date a result stays. */
export const withinTime = <A>(
  results: ReadonlyArray<Dated<A>>,
  tbs: string | undefined,
  now: number
): ReadonlyArray<A> => {
  const { from, isNewestFirst, maxAgeMs, to } = searchTimeOf(tbs)
  const after = maxAgeMs === undefined ? Date.parse(`${from ?? ""}T00:00:00Z`) : now - maxAgeMs
  const before = Date.parse(`${to ?? ""}T00:00:00Z`) + dayMs
  const dated = results.map(({ date, value }) => ({ value, at: readTime(date) }))
  // Comparisons with what is no number are false.
  const kept = dated.filter(({ at }) => at === undefined || !(at < after || at >= before))
  return (isNewestFirst ? kept.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)) : kept).map(({ value }) => value)
}

/** A time without a zone is taken for UTC. */
const readTime = (text: string | null | undefined): number | undefined => {
  if (text === null || text === undefined) return undefined
  const at = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(at) ? undefined : at
}

/** What an engine does not know of a time: hours, the order by date, and filters of Google. */
export const ignoredOfTime = (
  { tbs }: SearchQuery,
  knows: { readonly hours?: boolean; readonly order?: boolean }
): ReadonlyArray<IgnoredOption> => {
  const { isNewestFirst, maxAgeMs, others } = searchTimeOf(tbs)
  return [
    ...(knows.hours !== true && maxAgeMs !== undefined && maxAgeMs < dayMs
      ? [{ option: "tbs", detail: "it knows no time shorter than a day, so results of a day were asked for" } as const]
      : []),
    ...(knows.order !== true && isNewestFirst
      ? [{ option: "tbs", detail: "it cannot sort by date (sbd:1)" } as const]
      : []),
    ...(others.length === 0 ? [] : [{ option: "tbs", detail: `it does not know ${others.join(",")}` } as const])
  ]
}

/** An option that the engine has nothing for. */
export const ignored = (
  option: IgnoredOption["option"],
  value: unknown,
  detail: string
): ReadonlyArray<IgnoredOption> => (value === undefined ? [] : [{ option, detail }])

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
