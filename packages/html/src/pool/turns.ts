/**
 * Turns of the event loop for work that holds it: one piece in each, so that
 * many pages which arrive together do not hold the loop for the sum of them.
 */
import * as Effect from "effect/Effect"

interface Turns {
  /** At once when nothing has run in this turn of the loop, in a later turn otherwise; in the order asked. */
  readonly next: Effect.Effect<void>
  /** Whether `next` would wait now. */
  readonly areTaken: () => boolean
}

export const makeTurns = (): Turns => {
  const waiting = new Set<() => void>()
  let taken = false

  const turn = (): void => {
    for (const go of waiting) {
      waiting.delete(go)
      setImmediate(turn)
      go()
      return
    }
    taken = false
  }

  const wait = Effect.callback<void>((resume) => {
    const go = () => resume(Effect.void)
    waiting.add(go)
    return Effect.sync(() => void waiting.delete(go))
  })

  return {
    areTaken: () => taken,
    next: Effect.suspend(() => {
      if (taken) return wait
      taken = true
      setImmediate(turn)
      return Effect.void
    })
  }
}
