/**
 * One look at all watched jobs of a process, for stores that other processes write too.
 *
 * Those who wait for events of jobs ask nothing of the store themselves: one fiber asks for the last event of all their
 * jobs at once, and wakes those whose job has a later one than they know. It looks at once at a job that somebody begins
 * to watch or that this process has changed. Otherwise it looks soon after a change and less and less often while nothing
 * happens, but as often as the least patient of those who wait asks for.
 */
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { JobId } from "../model/Job.ts"
import type { StoreError } from "../model/StoreError.ts"

/** Reads the number of the last event of each of these jobs, in one query; leaves out jobs that are gone. */
export type Look = (ids: ReadonlyArray<JobId>) => Effect.Effect<ReadonlyMap<string, number>, StoreError>

export interface EventLook {
  /** The job has changed: wakes those who wait for it. */
  readonly notify: (id: string) => void
  /** Any job may have changed: looks at all of them at once. */
  readonly lookAgain: () => void
  /** `JobStore.awaitEvent`. */
  readonly awaitEvent: (id: JobId, after: number, atMost: Duration.Duration) => Effect.Effect<boolean, StoreError>
  /** Looks for as long as the scope is open. */
  readonly start: (look: Look) => Effect.Effect<void, never, Scope.Scope>
}

interface Waiter {
  readonly after: number
  readonly atMostMs: number
  readonly woken: Deferred.Deferred<boolean, StoreError>
}

interface WatchedJob {
  readonly id: JobId
  /** Number of the last event that a look saw. */
  events: number
  /** Whether a look has begun since the job was last known to change. */
  isCurrent: boolean
  readonly waiters: Set<Waiter>
}

/** Pause after a look that saw something new; it doubles with each that did not. */
const minPauseMs = 250
/** Longest pause, also where everybody waits more patiently. */
const maxPauseMs = 5000

export const make = (): EventLook => {
  const jobs = new Map<string, WatchedJob>()
  /** Open when the fiber that looks has something to do before its pause is over. */
  const nudge = Latch.makeUnsafe(false)
  let pauseMs = minPauseMs
  let isClosed = false

  const watched = (id: JobId): WatchedJob => {
    const known = jobs.get(id)
    if (known !== undefined) return known
    const job: WatchedJob = { id, events: 0, isCurrent: false, waiters: new Set() }
    jobs.set(id, job)
    pauseMs = minPauseMs
    return job
  }

  const wake = (waiters: ReadonlyArray<Waiter>, exit: Exit.Exit<boolean, StoreError>): void => {
    for (const { woken } of waiters) Deferred.doneUnsafe(woken, exit)
  }

  const atMostMs = (): number => {
    let least = maxPauseMs
    for (const { waiters } of jobs.values()) for (const waiter of waiters) least = Math.min(least, waiter.atMostMs)
    return least
  }

  const onFailure = (cause: Cause.Cause<StoreError>, looked: ReadonlyArray<WatchedJob>): void => {
    for (const job of looked) {
      job.isCurrent = false
      wake([...job.waiters], Exit.failCause(cause))
    }
  }

  /** Wakes those whose job has a later event than they know, or is gone; returns whether there was anything new. */
  const onSeen = (seen: ReadonlyMap<string, number>, looked: ReadonlyArray<WatchedJob>): boolean => {
    let hasNews = false
    for (const job of looked) {
      const events = seen.get(job.id)
      if (events === undefined) jobs.delete(job.id)
      hasNews ||= events === undefined || events > job.events
      const last = events ?? Infinity
      job.events = last
      wake(
        [...job.waiters].filter(({ after }) => last > after),
        Exit.succeed(true)
      )
    }
    return hasNews
  }

  const lookForever = Effect.fnUntraced(function* (look: Look) {
    let lastLook = -Infinity
    for (;;) {
      nudge.closeUnsafe()
      for (const job of jobs.values()) if (job.waiters.size === 0) jobs.delete(job.id)
      if (jobs.size === 0) {
        yield* nudge.await
        continue
      }
      const now = yield* Clock.currentTimeMillis
      const pauseLeft = lastLook + Math.min(pauseMs, atMostMs()) - now
      const changed = [...jobs.values()].filter(({ isCurrent }) => !isCurrent)
      if (changed.length === 0 && pauseLeft > 0) {
        yield* Effect.timeoutOption(nudge.await, Duration.millis(pauseLeft))
        continue
      }
      const looked = pauseLeft > 0 ? changed : [...jobs.values()]
      // Before the look: what changes during it is looked at again.
      for (const job of looked) job.isCurrent = true
      const exit = yield* Effect.exit(look(looked.map(({ id }) => id)))
      if (pauseLeft <= 0) lastLook = now
      if (Exit.isFailure(exit)) onFailure(exit.cause, looked)
      else if (onSeen(exit.value, looked)) pauseMs = minPauseMs
      else if (pauseLeft <= 0) pauseMs = Math.min(2 * pauseMs, Math.max(minPauseMs, atMostMs()))
    }
  })

  return {
    notify: (id) => {
      const job = jobs.get(id)
      if (job === undefined) return
      job.isCurrent = false
      wake([...job.waiters], Exit.succeed(true))
    },
    lookAgain: () => {
      for (const job of jobs.values()) job.isCurrent = false
      nudge.openUnsafe()
    },
    awaitEvent: (id, after, atMost) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const job = watched(id)
          const waiter: Waiter = { after, atMostMs: Duration.toMillis(atMost), woken: Deferred.makeUnsafe() }
          if (isClosed || job.events > after) {
            wake([waiter], Exit.succeed(true))
            return { job, waiter }
          }
          job.waiters.add(waiter)
          if (!job.isCurrent || waiter.atMostMs < pauseMs) nudge.openUnsafe()
          return { job, waiter }
        }),
        // Waiters resume in a later turn of the event loop, because the notifier may be in the middle of a change.
        ({ waiter }) => Effect.tap(Effect.timeoutOption(Deferred.await(waiter.woken), atMost), () => Effect.yieldNow),
        ({ job, waiter }) => Effect.sync(() => job.waiters.delete(waiter))
      ).pipe(Effect.map(Option.getOrElse(() => false))),
    start: Effect.fnUntraced(function* (look) {
      yield* Effect.forkScoped(lookForever(look))
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          // Those who still wait read again, and the store says that it is closed.
          isClosed = true
          for (const { waiters } of jobs.values()) wake([...waiters], Exit.succeed(true))
        })
      )
    })
  }
}
