/**
 * Port: counts the requests of an account in the running minute, over all servers of one API.
 *
 * Adapters: `RateCounter.layerMemory` for one process, SQL in `@orbweaver/storage` for several. Contract:
 * `RateCounterSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../model/StoreError.ts"

/** A span in which requests are counted; it starts with the first of them. */
export interface RequestWindow {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Requests in it so far, this one included. */
  readonly count: number
}

export interface Service {
  /** Counts one request under the key, atomically over all servers. */
  readonly count: (key: string, span: Duration.Duration) => Effect.Effect<RequestWindow, StoreError>
}

export class RateCounter extends Context.Service<RateCounter, Service>()("@orbweaver/core/RateCounter") {
  /** For one process, as long as it lives. */
  static readonly layerMemory: Layer.Layer<RateCounter> = Layer.sync(RateCounter, () => makeMemory())
}

interface UsageCounter {
  startedAt: number
  endsAt: number
  count: number
}

export const makeMemory = (): Service => {
  const windows = new Map<string, UsageCounter>()
  let sweptAt = 0

  /** Windows that ended are dropped once a minute, so that the map holds active accounts only. */
  const sweep = (now: number): void => {
    if (now - sweptAt < 60_000) return
    sweptAt = now
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
  }

  return {
    count: (key, span) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        sweep(now)
        let window = windows.get(key)
        if (window === undefined || window.endsAt <= now) {
          window = { startedAt: now, endsAt: now + Duration.toMillis(span), count: 0 }
          windows.set(key, window)
        }
        window.count++
        return { startedAt: window.startedAt, count: window.count }
      })
  }
}
