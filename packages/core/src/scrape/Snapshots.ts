/**
 * Port: the last version of a page that an account saw, for change tracking.
 *
 * One snapshot a page, account and tag; a newer one replaces it. Adapters:
 * `layerMemory` here, SQL in `@orbweaver/storage`. Contract: `SnapshotsSuite`
 * in `@orbweaver/testing`.
 * @experimental
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { StoreError } from "../model/StoreError.ts"
import { LruMap } from "../support/LruMap.ts"

export interface SnapshotKey {
  readonly accountId: string
  /** Address of the page, without fragment. */
  readonly url: string
  /** Keeps histories apart; empty when the caller named none. */
  readonly tag: string
}

export interface Snapshot {
  /** Milliseconds since the epoch. */
  readonly capturedAt: number
  readonly markdown: string
  readonly json?: Schema.Json | undefined
  /** The page had gone (404 or 410) when it was last looked at. */
  readonly gone: boolean
}

export interface Service {
  readonly latest: (key: SnapshotKey) => Effect.Effect<Option.Option<Snapshot>, StoreError>
  readonly put: (key: SnapshotKey, snapshot: Snapshot) => Effect.Effect<void, StoreError>
  /** Removes the snapshots that the predicate picks, so that nothing of them is left in the store; returns how many. */
  readonly erase: (isErased: (key: SnapshotKey) => boolean) => Effect.Effect<number, StoreError>
}

export interface MemoryOptions {
  /** Snapshots kept; the oldest written go first. 10,000 when absent. */
  readonly maxSnapshots?: number | undefined
}

export class Snapshots extends Context.Service<Snapshots, Service>()("@orbweaver/core/Snapshots") {
  static readonly layerMemory = ({ maxSnapshots = 10_000 }: MemoryOptions = {}): Layer.Layer<Snapshots> =>
    Layer.sync(Snapshots, () => {
      const snapshots = new LruMap<string, { readonly key: SnapshotKey; readonly snapshot: Snapshot }>({
        maxEntries: maxSnapshots
      })
      const name = ({ accountId, tag, url }: SnapshotKey) => JSON.stringify([accountId, tag, url])
      return {
        latest: (key) =>
          Effect.sync(() => Option.map(Option.fromUndefinedOr(snapshots.peek(name(key))), ({ snapshot }) => snapshot)),
        put: (key, snapshot) =>
          Effect.sync(() => {
            snapshots.set(name(key), { key, snapshot })
          }),
        erase: (isErased) =>
          Effect.sync(() => {
            const erased = [...snapshots.values()].filter(({ key }) => isErased(key))
            for (const { key } of erased) snapshots.delete(name(key))
            return erased.length
          })
      }
    })
}
