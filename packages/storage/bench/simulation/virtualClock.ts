/**
 * A clock that stands still until it is set. All stores read the time from Effect's clock: the one in memory its wall time,
 * SQLite its monotonic time, PostgreSQL its monotonic time from the moment at which it asked the server on.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export interface VirtualClock {
  readonly clock: Clock.Clock
  /** Moves the clock to so many milliseconds after its beginning. */
  readonly set: (elapsedMs: number) => void
}

export const makeVirtualClock = (): VirtualClock => {
  const real = Clock.Clock.defaultValue()
  const wall = real.currentTimeMillisUnsafe()
  const monotonic = real.monotonicTimeNanosUnsafe()
  let elapsed = 0
  const millis = (): number => wall + elapsed
  const nanos = (): bigint => monotonic + BigInt(elapsed) * 1_000_000n
  const wallNanos = (): bigint => BigInt(millis()) * 1_000_000n
  return {
    set: (elapsedMs) => {
      elapsed = elapsedMs
    },
    clock: {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: wallNanos,
      currentTimeNanos: Effect.sync(wallNanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      // Stores sleep only while they wait for a lock or a connection, which no virtual time ends.
      sleep: (duration) => real.sleep(duration)
    }
  }
}
