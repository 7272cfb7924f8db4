/**
 * When keys of a store were last used, written off the path of requests: at once for the first use, then at most once a
 * minute and key, so a time is up to a minute old. What a store that is away or a full queue costs is made up for by the
 * next use a minute later.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { LruMap } from "../support/LruMap.ts"
import type { StoreError } from "../model/StoreError.ts"

/** Between two writes of a key, in milliseconds. */
const minInterval = 60_000
/** Keys whose last write is remembered; one that was forgotten is written once more. */
const maxKeys = 10_000
/** Writes that wait. */
const maxWaiting = 1000

/** What the store is asked to write: a digest, and when the key was used in milliseconds since 1970. */
type Write = (digest: string, at: number) => Effect.Effect<void, StoreError>

/** Records a use of a key that is in the store, by its digest. Returns at once and never fails; ends with the scope. */
export const make = Effect.fnUntraced(function* (
  write: Write
): Effect.fn.Return<(digest: string) => Effect.Effect<void>, never, Scope.Scope> {
  const lastWrites = new LruMap<string, number>({ maxEntries: maxKeys })
  const uses = yield* Queue.dropping<{ readonly digest: string; readonly at: number }>(maxWaiting)
  yield* Queue.take(uses).pipe(
    Effect.flatMap(({ at, digest }) => write(digest, at)),
    Effect.catchTag("StoreError", (error) => Effect.logWarning("The use of a key could not be stored", error)),
    Effect.forever,
    Effect.forkScoped
  )
  return (digest) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      if (at < (lastWrites.get(digest) ?? -Infinity) + minInterval) return
      lastWrites.set(digest, at)
      Queue.offerUnsafe(uses, { digest, at })
    })
})
