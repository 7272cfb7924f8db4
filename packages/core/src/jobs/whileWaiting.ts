/**
 * Looks for something in a store, with the wait for it already begun: what is added while the store is being read wakes
 * the wait that follows. A wait that begins after the look misses it, and lasts until the next poll.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** `look` gets the wait, for when it finds nothing. The wait is given up when the look ends. */
export const whileWaiting = <A, E, R>(
  wait: Effect.Effect<void>,
  look: (woken: Effect.Effect<void>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.forkDetach(wait, { startImmediately: true }),
    (waiting) => look(Fiber.join(waiting)),
    Fiber.interrupt
  )
