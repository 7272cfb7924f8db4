/**
 * Long work in short turns of the event loop. Work is a generator that pauses
 * wherever it can, as often as it likes: others come to their turn when a few
 * milliseconds have gone by, on a slow machine as on a fast one.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Steps } from "./steps.ts"

/** Nanoseconds of a turn; it ends with the first pause after them. */
const turn = 4_000_000n

/** `begin` makes the work, anew each time it is run. */
export const inTurns = Effect.fnUntraced(function* <A>(begin: () => Steps<A>) {
  const clock = yield* Clock.Clock
  const steps = begin()
  for (;;) {
    const until = clock.monotonicTimeNanosUnsafe() + turn
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (clock.monotonicTimeNanosUnsafe() < until)
    yield* Effect.yieldNow
  }
})
