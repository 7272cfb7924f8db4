/**
 * What a store does after it has erased something, such as to write its file anew. Several stores may share the file, so an
 * erasure that goes through all of them does it once, at its end.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "../model/StoreError.ts"

type Cleanup = Effect.Effect<void, StoreError>

/** Cleanups that wait for the end of the erasure, by what they clean; undefined where there is no such erasure. */
const PendingCleanups = Context.Reference<Map<object, Cleanup> | undefined>("@orbweaver/core/PendingCleanups", {
  defaultValue: () => undefined
})

/** Cleans up, or leaves that to the end of the erasure that this is part of. */
export const cleanUp = (what: object, cleanup: Cleanup): Cleanup =>
  Effect.flatMap(PendingCleanups, (pending) =>
    pending === undefined ? cleanup : Effect.sync(() => void pending.set(what, cleanup))
  )

/** Runs an erasure, and each cleanup once in the end, also where the erasure fails before it has come to all stores. */
export const cleaningUpOnce = <A, E, R>(erasure: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
  Effect.suspend(() => {
    const pending = new Map<object, Cleanup>()
    const cleanAll = Effect.suspend(() => Effect.forEach(pending.values(), (cleanup) => cleanup, { discard: true }))
    return erasure.pipe(
      Effect.provideService(PendingCleanups, pending),
      Effect.onError(() => Effect.ignore(cleanAll)),
      Effect.tap(() => cleanAll)
    )
  })
