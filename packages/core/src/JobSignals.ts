/**
 * Wakes those who wait for an event of a job within this process; stores call
 * `notify` after they have written. Other processes find out by looking.
 */
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { JobId } from "./Job.ts"

export interface JobSignals {
  readonly notify: (id: JobId) => void
  /** Ends at the next `notify` of the job, or after the time given. */
  readonly wait: (id: JobId, atMost: Duration.Duration) => Effect.Effect<void>
}

export const make = (): JobSignals => {
  const waiting = new Map<JobId, Deferred.Deferred<void>>()
  return {
    notify: (id) => {
      const signal = waiting.get(id)
      if (signal === undefined) return
      waiting.delete(id)
      Deferred.doneUnsafe(signal, Effect.void)
    },
    wait: (id, atMost) =>
      Effect.suspend(() => {
        let signal = waiting.get(id)
        if (signal === undefined) waiting.set(id, (signal = Deferred.makeUnsafe()))
        return Effect.asVoid(Effect.timeoutOption(Deferred.await(signal), atMost))
      })
  }
}
