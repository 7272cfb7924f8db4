/** Long work, watched by another fiber to see that it lets others come to their turn. */
import { Clock, Effect, Fiber } from "effect"

/** By a clock on which half a millisecond goes by between any two looks: the work pauses every so many steps, on any machine. */
const hurried = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    let now = 0n
    return Effect.provideService(work, Clock.Clock, {
      ...clock,
      monotonicTimeNanosUnsafe: () => (now += 500_000n)
    })
  })

/** What the work comes to, and how often another fiber came to its turn meanwhile. */
export const withTurns = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  let turns = 0
  const other = yield* Effect.forkChild(
    Effect.forever(
      Effect.andThen(
        Effect.sync(() => turns++),
        Effect.yieldNow
      )
    )
  )
  const value = yield* hurried(work)
  yield* Fiber.interrupt(other)
  return { value, turns }
})
