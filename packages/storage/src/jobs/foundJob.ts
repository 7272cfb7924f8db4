/** Fails where a job is gone, with what was made of it otherwise. */
import { type JobId, JobNotFound } from "@orbweaver/core/model/Job"
import * as Effect from "effect/Effect"

export const foundJob =
  (id: JobId) =>
  <A, E>(found: Effect.Effect<{ readonly result: A } | undefined, E>): Effect.Effect<A, E | JobNotFound> =>
    Effect.flatMap(found, (made) =>
      made === undefined ? Effect.fail(new JobNotFound({ id })) : Effect.succeed(made.result)
    )
