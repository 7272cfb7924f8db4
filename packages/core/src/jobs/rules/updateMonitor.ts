/**
 * Compare and set for monitors: a change is made to a monitor as it was read, and written only if nobody else has written
 * it since. Otherwise the change is made again to what the other one wrote.
 * @experimental
 */
import * as Effect from "effect/Effect"
import { StoreError } from "../../model/StoreError.ts"
import type { MonitorChange, StoredMonitor } from "../MonitorStore.ts"

/** A monitor, and how a store recognizes what it was read as. */
export interface ReadMonitor<V> {
  readonly monitor: StoredMonitor
  readonly version: V
}

export interface MonitorAccess<V> {
  /** Nothing when the monitor is gone. */
  readonly read: Effect.Effect<ReadMonitor<V> | undefined, StoreError>
  /** Nothing when the monitor has another version by now, or is gone. */
  readonly write: (version: V, change: MonitorChange) => Effect.Effect<StoredMonitor | undefined, StoreError>
}

/** Each attempt that fails is one in which another change was written: more than these is no accident. */
const maxAttempts = 100

export const updateMonitor = Effect.fnUntraced(function* <V, E, R>(
  { read, write }: MonitorAccess<V>,
  change: (monitor: StoredMonitor) => Effect.Effect<MonitorChange, E, R>
) {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = yield* read
    if (found === undefined) return undefined
    const written = yield* write(found.version, yield* change(found.monitor))
    if (written !== undefined) return written
  }
  const cause = new Error(`Others changed the monitor at each of ${maxAttempts} attempts`)
  return yield* new StoreError({ operation: "MonitorStore.update", cause })
})
