/**
 * Port: keys that one of several servers takes for a time: idempotency keys, downloads that work once, ticks of a schedule.
 *
 * Adapters: `ClaimedKeys.layerMemory` for one process, SQL in `@orbweaver/storage` for several. Contract:
 * `ClaimedKeysSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../model/StoreError.ts"

export interface Service {
  /** Takes the key for so long; false when it is taken. Of racing claims one succeeds. */
  readonly claim: (key: string, keepFor: Duration.Duration) => Effect.Effect<boolean, StoreError>
}

export interface MemoryOptions {
  /** Keys remembered at most, the oldest going first; 100,000 when absent. */
  readonly maxKeys?: number | undefined
}

export class ClaimedKeys extends Context.Service<ClaimedKeys, Service>()("@orbweaver/core/ClaimedKeys") {
  /** For one process, as long as it lives. */
  static readonly layerMemory = (options: MemoryOptions = {}): Layer.Layer<ClaimedKeys> =>
    Layer.sync(ClaimedKeys, () => makeMemory(options))
}

export const makeMemory = ({ maxKeys = 100_000 }: MemoryOptions = {}): Service => {
  // Maps keep insertion order: the first entry is the oldest.
  const claims = new Map<string, number>()
  return {
    claim: (key, keepFor) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const [oldest, endsAt] of claims) {
          if (endsAt > now && claims.size < maxKeys) break
          claims.delete(oldest)
        }
        const taken = claims.get(key)
        if (taken !== undefined && taken > now) return false
        claims.delete(key)
        claims.set(key, now + Duration.toMillis(keepFor))
        return true
      })
  }
}
