/**
 * Milliseconds from `now` that a `Retry-After` header asks to wait: seconds or an HTTP date (RFC 9110 §10.2.3), a past
 * date being 0. Undefined for a header that is absent or neither.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const wait = Date.parse(text) - now
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
