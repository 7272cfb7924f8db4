/**
 * Requests a minute, counted by account and kind of operation in fixed windows
 * of 60 seconds (contract/v2.md §1.6). Counted in this process: several
 * processes behind one address each grant the plan's number.
 */
import type * as Account from "@orbweaver/core/Account"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { WireError } from "./ErrorBody.ts"

export interface Service {
  /** Counts one request; fails with 429 and `Retry-After` beyond the plan's number. */
  readonly consume: (account: Account.Account, kind: Account.RequestKind) => Effect.Effect<void, WireError>
}

const windowMs = 60_000

interface Window {
  readonly startedAt: number
  count: number
}

export class RateLimits extends Context.Service<RateLimits, Service>()("@orbweaver/http/RateLimits") {
  static readonly layerMemory: Layer.Layer<RateLimits> = Layer.sync(RateLimits, () => {
    const windows = new Map<string, Window>()
    let sweptAt = 0

    /** Windows that ended are dropped once a window, so that the map holds active accounts only. */
    const sweep = (now: number) => {
      if (now - sweptAt < windowMs) return
      sweptAt = now
      for (const [key, { startedAt }] of windows) if (now - startedAt >= windowMs) windows.delete(key)
    }

    return {
      consume: (account, kind) => {
        const limit = account.plan.requestsPerMinute?.[kind]
        if (limit === undefined || limit === Infinity) return Effect.void
        return Effect.flatMap(Clock.currentTimeMillis, (now) => {
          sweep(now)
          const key = `${kind}/${account.id}`
          let window = windows.get(key)
          if (window === undefined || now - window.startedAt >= windowMs) {
            window = { startedAt: now, count: 0 }
            windows.set(key, window)
          }
          window.count++
          return window.count > limit ? Effect.fail(exceeded(window, limit, now)) : Effect.void
        })
      }
    }
  })
}

const exceeded = ({ count, startedAt }: Window, limit: number, now: number): WireError => {
  const seconds = Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000))
  const resets = new Date(startedAt + windowMs)
  return new WireError({
    status: 429,
    error: `Rate limit exceeded. Consumed (req/min): ${count}, Remaining (req/min): 0. Please retry after ${seconds}s, resets at ${resets.toUTCString()}`,
    headers: {
      "retry-after": String(seconds),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(resets.getTime() / 1000))
    }
  })
}
