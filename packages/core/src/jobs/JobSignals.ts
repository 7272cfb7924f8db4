/**
 * Wakes those who wait, within this process, for an event of a job or for work;
 * stores call `notify` after they have written. Other processes find out by
 * looking, or by what their store tells them of others.
 */
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The topic of those who look for pages; the id of a job is the topic of its events. */
export const workTopic = "work"
/** The topic of those who look for tasks. */
export const tasks = "tasks"
/** The topic of those who must stop at once: a job was cancelled, paused or failed. */
export const stopTopic = "stop"

export interface JobSignals {
  readonly notify: (topic: string) => void
  /** Wakes everybody, where it is not known what has changed. */
  readonly notifyAll: () => void
  /** Ends at the next `notify` of the topic, or after the time given. */
  readonly wait: (topic: string, atMost: Duration.Duration) => Effect.Effect<void>
}

export const make = (): JobSignals => {
  const waiting = new Map<string, Deferred.Deferred<void>>()
  const notify = (topic: string): void => {
    const signal = waiting.get(topic)
    if (signal === undefined) return
    waiting.delete(topic)
    Deferred.doneUnsafe(signal, Effect.void)
  }
  return {
    notify,
    notifyAll: () => [...waiting.keys()].forEach(notify),
    wait: (topic, atMost) =>
      Effect.suspend(() => {
        let signal = waiting.get(topic)
        if (signal === undefined) waiting.set(topic, (signal = Deferred.makeUnsafe()))
        // Waiters resume in a later turn of the event loop, because the notifier may be in the middle of a change.
        return Effect.andThen(Effect.timeoutOption(Deferred.await(signal), atMost), Effect.yieldNow)
      })
  }
}
