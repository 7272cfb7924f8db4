/** Long work, watched to see that it lets others come to their turn. */
import { Clock, Effect, Fiber } from "effect"

/** By a clock on which half a millisecond goes by between any two looks: the work pauses every so many steps, on any machine. */
const withFastClock = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    let now = 0n
    return Effect.provideService(work, Clock.Clock, {
      ...clock,
      monotonicTimeNanosUnsafe: () => (now += 500_000n)
    })
  })

/** What the work comes to, and how often the event loop turned meanwhile. */
export const withTurns = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  let turns = 0
  const counting = yield* Effect.forkChild(
    Effect.callback<never>(() => {
      const count = () => {
        turns++
        next = setImmediate(count)
      }
      let next = setImmediate(count)
      return Effect.sync(() => clearImmediate(next))
    }),
    { startImmediately: true }
  )
  const value = yield* withFastClock(work)
  yield* Fiber.interrupt(counting)
  return { value, turns }
})
