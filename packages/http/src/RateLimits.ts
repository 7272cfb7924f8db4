/**
 * Requests a minute, counted by account and kind of operation in windows of 60
 * seconds (contract/v2.md §1.6), over all servers that share a `RequestStore`.
 */
import type * as Account from "@orbweaver/core/Account"
import type * as RequestStore from "@orbweaver/core/RequestStore"
import type { StoreError } from "@orbweaver/core/StoreError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { WireError } from "./ErrorBody.ts"

const span = Duration.minutes(1)
const spanMs = Duration.toMillis(span)

/** Counts one request; fails with 429 and `Retry-After` beyond the plan's number. */
export const consume = (
  requests: RequestStore.Service,
  { id, plan }: Account.Account,
  kind: Account.RequestKind
): Effect.Effect<void, WireError | StoreError> => {
  const limit = plan.requestsPerMinute?.[kind]
  if (limit === undefined || limit === Infinity) return Effect.void
  return Effect.flatMap(requests.count(`${kind}/${id}`, span), (window) =>
    window.count <= limit
      ? Effect.void
      : Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(exceeded(window, limit, now)))
  )
}

const exceeded = ({ count, startedAt }: RequestStore.Window, limit: number, now: number): WireError => {
  const seconds = Math.max(1, Math.ceil((startedAt + spanMs - now) / 1000))
  const resets = new Date(startedAt + spanMs)
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
