/** How long a job without anything to give is passed over. */

/** Longest that a job is parked before a claim looks at it again, in milliseconds. */
export const maxParkedMs = 60_000

/** No job is parked longer than this, in milliseconds; a later moment was written before the clock was set back. */
export const farthestMs = (maxWaitMs: number): number => 2 * Math.max(maxParkedMs, maxWaitMs)
