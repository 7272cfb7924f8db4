/** Deadlines by the wall clock, whatever time it is for jobs. */
import * as Effect from "effect/Effect"
import { ConnectionError, SqlError } from "effect/sql/SqlError"

export interface Watch {
  /** Fails when nothing has called `restart` for the time. */
  readonly expired: Effect.Effect<never, SqlError>
  readonly restart: () => void
}

/** A deadline that begins anew with every step of the work. */
export const makeWatch = (millis: number, what: string): Watch => {
  let timer: NodeJS.Timeout | undefined
  return {
    restart: () => void timer?.refresh(),
    expired: Effect.callback<never, SqlError>((resume) => {
      timer = setTimeout(() => resume(Effect.fail(timedOut(millis, what))), millis)
      return Effect.sync(() => clearTimeout(timer))
    })
  }
}

/** Interrupts the effect and fails when it takes longer. */
export const within = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
  what: string
): Effect.Effect<A, E | SqlError, R> => Effect.raceFirst(effect, makeWatch(millis, what).expired)

const timedOut = (millis: number, what: string): SqlError => {
  const message = `${what} took longer than ${millis} ms`
  return new SqlError({ reason: new ConnectionError({ cause: new Error(message), message, operation: what }) })
}
