/**
 * `tbs`, in which searches say when results were published, as addresses of Google have it: parts `name:value` between
 * commas. `qdr:d` is the last day and `qdr:h12` the last twelve hours; `cdr:1,cd_min:1/31/2026,cd_max:2/15/2026` is a range
 * of days, either end of which may be absent; `sbd:1` sorts by date. Other parts are filters of Google itself.
 */

export interface SearchTime {
  /** Milliseconds before now. */
  readonly maxAgeMs?: number | undefined
  /** The first and the last day, such as `2026-01-31`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly isNewestFirst: boolean
  /** Parts that mean something to Google alone. */
  readonly others: ReadonlyArray<string>
}

export const dayMs = 86_400_000

const units: Readonly<Record<string, number>> = {
  s: 1000,
  n: 60_000,
  h: 3_600_000,
  d: dayMs,
  w: 7 * dayMs,
  m: 31 * dayMs,
  y: 366 * dayMs
}

/** Verbatim, languages, and size, kind, color, shape and licence of pictures. */
const googleFilters: ReadonlySet<string> = new Set(
  "li lr lf il isz islt iszw iszh ic isc itp iar ift sur qft nws vid dur srcf".split(" ")
)

const noTime: SearchTime = { isNewestFirst: false, others: [] }

/** What the text says, or what is wrong with it. */
export const readSearchTime = (tbs: string | undefined): SearchTime | { readonly problem: string } => {
  if (tbs === undefined || tbs.trim() === "") return noTime
  const found: { maxAgeMs?: number; from?: string; to?: string } = {}
  const others: Array<string> = []
  let isNewestFirst = false
  let isRange = false
  for (const part of tbs.split(",").map((text) => text.trim())) {
    const [, name = "", value = ""] = /^([a-z_]+):(.*)$/.exec(part) ?? []
    if (name === "qdr") {
      const [, unit = "", count = "1"] = /^([snhdwmy])(\d{1,4})?$/.exec(value) ?? []
      if (unit === "" || Number(count) < 1) {
        return { problem: `"${part}" is no age: expected qdr: and h, d, w, m or y, such as qdr:d or qdr:h12` }
      }
      found.maxAgeMs = units[unit]! * Number(count)
    } else if (name === "cd_min" || name === "cd_max") {
      const day = readDay(value)
      if (day === undefined) return { problem: `"${part}" is no day: expected ${name}:MM/DD/YYYY` }
      found[name === "cd_min" ? "from" : "to"] = day
    } else if (name === "cdr" && value === "1") isRange = true
    else if (name === "sbd" && /^[01]$/.test(value)) isNewestFirst = value === "1"
    else if (googleFilters.has(name) && value !== "") others.push(part)
    else
      return {
        problem: `"${part.slice(0, 50)}" is unknown: expected qdr:d, cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY or sbd:1`
      }
  }
  const { from, maxAgeMs, to } = found
  if (isRange && from === undefined && to === undefined) return { problem: "cdr:1 needs cd_min or cd_max" }
  if (from !== undefined && to !== undefined && from > to) return { problem: "cd_min is after cd_max" }
  if (maxAgeMs !== undefined && (from !== undefined || to !== undefined)) {
    return { problem: "qdr and cdr exclude each other" }
  }
  return { ...found, isNewestFirst, others }
}

/** Of a query that was checked: what cannot be read says nothing. */
export const searchTimeOf = (tbs: string | undefined): SearchTime => {
  const read = readSearchTime(tbs)
  return "problem" in read ? noTime : read
}

const readDay = (american: string): string | undefined => {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(american) ?? []
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const date = new Date(`${text}T00:00:00Z`)
  // 30 February would become a day of March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text
}
