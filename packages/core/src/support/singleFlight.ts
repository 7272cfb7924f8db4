/**
 * Single flight: concurrent callers of the same key share one run. The run continues while any caller waits for it, and
 * is interrupted when the last one leaves.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

interface Flight<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  waiting: number
}

interface SingleFlight<A, E> {
  /** Joins the run of this key, or begins one. */
  readonly join: <R>(key: string, run: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export const makeSingleFlight = <A, E>(): Effect.Effect<SingleFlight<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const flights = new Map<string, Flight<A, E>>()
    const land = (key: string, flight: Flight<A, E>) => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    return {
      join: (key, run) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            let flight = flights.get(key)
            if (flight === undefined) {
              const newFlight: Flight<A, E> = { fiber: yield* Effect.forkIn(restore(run), scope), waiting: 0 }
              newFlight.fiber.addObserver(() => land(key, newFlight))
              flights.set(key, newFlight)
              flight = newFlight
            }
            const joined = flight
            joined.waiting++
            return yield* restore(Fiber.join(joined.fiber)).pipe(
              Effect.onInterrupt(() =>
                Effect.suspend(() => {
                  if (joined.waiting > 1) return Effect.void
                  land(key, joined)
                  return Fiber.interrupt(joined.fiber)
                })
              ),
              Effect.ensuring(
                Effect.sync(() => {
                  joined.waiting--
                })
              )
            )
          })
        )
    }
  })
