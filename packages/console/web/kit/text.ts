/** Figures, times and sizes as people say them, in the reader's locale. */

export const number = (value: number): string => value.toLocaleString()

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** `412 ms`, `12.9 s`, `2 min 5 s`, `1 h 12 min`. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (ms < hourMs - 500) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(ms / minuteMs)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const kibi = 1024

/** `412 B`, `12.9 KiB`, `3.4 MiB`. */
export const bytes = (value: number): string => {
  if (value < kibi) return `${value} B`
  return value < kibi * kibi ? `${(value / kibi).toFixed(1)} KiB` : `${(value / kibi / kibi).toFixed(1)} MiB`
}

/** A day and a minute, such as `Nov 28, 2026, 11:07 AM`. */
export const dateTime = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })

const date = (at: number): string => new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" })

/** How long ago; the date beyond a day. */
export const ago = (at: number, now = Date.now()): string => {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : date(at)
}

/** How long until then. */
export const until = (at: number, now = Date.now()): string => (at <= now ? "now" : `in ${duration(at - now)}`)

/** A value of JSON as a text. */
export const plainText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)

/** `1 page`, `2 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`
