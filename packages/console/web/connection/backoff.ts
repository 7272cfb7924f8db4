/** How long to wait before the next try. */
const firstMs = 500
const maxMs = 30_000
/** A server that asks for more is asked again after this time all the same. */
const maxRetryAfterMs = 300_000

/**
 * Doubles with each failure in a row, up to half a minute. Half of it is random, so that the visitors of a server that
 * restarts do not all come back at once. `random` is from 0 to 1.
 */
export const backoffMs = (failures: number, random: number, retryAfterMs = 0): number => {
  const full = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  const wait = Math.round(full / 2 + (full / 2) * random)
  const asked = Math.min(maxRetryAfterMs, retryAfterMs)
  // Whoever is told the same time comes back over a second.
  return asked === 0 ? wait : Math.max(wait, asked + Math.round(1000 * random))
}
