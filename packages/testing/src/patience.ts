/**
 * Deadlines for tests of what happens when the time is up. How long it takes to
 * get to the point depends on the machine; what happens there does not.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const first = Duration.seconds(1)
const last = Duration.seconds(32)

/** What `attempt` gives with a deadline that is doubled until `gotThere`; with the last one, whatever it gives. */
export const withEnoughTime = <A, E, R>(
  attempt: (limit: Duration.Duration) => Effect.Effect<A, E, R>,
  isDone: (given: A) => boolean,
  limit: Duration.Duration = first
): Effect.Effect<A, E, R> =>
  Effect.flatMap(attempt(limit), (given) =>
    isDone(given) || Duration.isGreaterThanOrEqualTo(limit, last)
      ? Effect.succeed(given)
      : withEnoughTime(attempt, isDone, Duration.times(limit, 2))
  )
