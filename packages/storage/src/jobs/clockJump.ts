/**
 * The time of a SQLite file is that of the process which opened it alone
 * (`fileClock`). When it was opened under a clock that was an hour ahead, and
 * again under the right one, leases and pauses are left that end much too late.
 * All are far shorter than this, so what ends later counts as over.
 */
const maxAheadMs = 30 * 60_000

/** SQL condition that a lease in `column` is over; its two parameters are those of `leaseParameters`. */
export const isOver = (column: string): string => `NOT (${column} > ? AND ${column} <= ?)`

export const leaseParameters = (now: number): readonly [now: number, farthest: number] => [now, now + maxAheadMs]
