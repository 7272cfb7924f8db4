/**
 * Times in a SQLite file are by the wall clocks of the processes that share it,
 * and a clock that was wrong for a moment leaves times behind that come much
 * too late: a page leased by a worker whose clock was an hour ahead, and which
 * died, would wait for that hour. Leases and pauses are far shorter than this,
 * so what ends later counts as over.
 */
const maxAheadMs = 30 * 60_000

/** SQL condition that a lease in `column` is over; its two parameters are those of `leaseParameters`. */
export const isOver = (column: string): string => `NOT (${column} > ? AND ${column} <= ?)`

export const leaseParameters = (now: number): readonly [now: number, farthest: number] => [now, now + maxAheadMs]
