/**
 * Which number formats of a workbook show dates (ECMA-376 part 1 §18.8.30 and
 * §18.8.31), and serial numbers as ISO 8601.
 */

/** Built-in formats that show dates, times or both. */
const builtIn: ReadonlyMap<number, DateKind> = new Map([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, "date"] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, "time"] as const),
  [46, "elapsed"],
  [22, "both"]
])

/** Excel takes no longer ones. */
const longestCode = 255

/** `elapsed`: a count of hours, minutes or seconds, which is no time of a day. */
export type DateKind = "date" | "time" | "both" | "elapsed"

export const dateKind = (id: number, code: string | undefined): DateKind | undefined => {
  if (code === undefined) return builtIn.get(id)
  // Literals, colours and conditions are no placeholders; elapsed time is.
  const bare = code
    .slice(0, longestCode)
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, "")
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "")
    .split(";")[0]!
  if (/general/i.test(bare)) return undefined
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return "elapsed"
  const date = /[dy]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare))
  const time = /[hs]/i.test(bare)
  if (date && time) return "both"
  return date ? "date" : time ? "time" : undefined
}

/** ISO 8601 of a serial day number; nothing for numbers that are no date. */
export const serialToIso = (
  serial: number,
  kind: Exclude<DateKind, "elapsed">,
  from1904: boolean
): string | undefined => {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return undefined
  const seconds = Math.round((serial % 1) * 86_400)
  // Day 60 of the 1900 system is the 29th of February that never was.
  const days = Math.floor(serial) + (from1904 ? 1462 : Math.floor(serial) < 60 ? 1 : 0)
  const moment = new Date(Date.UTC(1899, 11, 30) + (days * 86_400 + seconds) * 1000).toISOString()
  if (kind === "date" && seconds === 0) return moment.slice(0, 10)
  const time = moment.slice(11, 19)
  if (kind === "time") return time
  return seconds === 0 ? moment.slice(0, 10) : `${moment.slice(0, 10)}T${time}`
}
