/**
 * Requests a minute, counted by account and kind of operation in windows of 60
 * seconds (docs/reference/v2.md §1.6), over all servers that share a `RateCounter`.
 */
import type * as Account from "@orbweaver/core/accounts/Account"
import type * as RateCounter from "@orbweaver/core/accounts/RateCounter"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { WireError } from "../wire/ErrorBody.ts"

const span = Duration.minutes(1)
const spanMs = Duration.toMillis(span)

export type Headers = Readonly<Record<string, string>>

const none: Headers = {}

/** Counts one request, and gives what its answer says of it; fails with 429 and `Retry-After` beyond the plan's number. */
export const consume = (
  rates: RateCounter.Service,
  { id, plan }: Account.Account,
  kind: Account.RequestKind
): Effect.Effect<Headers, WireError | StoreError> => {
  const limit = plan.requestsPerMinute?.[kind]
  if (limit === undefined || limit === Infinity) return Effect.succeed(none)
  return Effect.flatMap(rates.count(`${kind}/${id}`, span), (window) =>
    window.count <= limit
      ? Effect.succeed(headersOf(window, limit))
      : Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(exceeded(window, limit, now)))
  )
}

const headersOf = ({ count, startedAt }: RateCounter.RequestWindow, limit: number): Headers => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(Math.max(0, limit - count)),
  "x-ratelimit-reset": String(Math.ceil((startedAt + spanMs) / 1000))
})

const exceeded = (window: RateCounter.RequestWindow, limit: number, now: number): WireError => {
  const endsAt = window.startedAt + spanMs
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
  return new WireError({
    status: 429,
    error: `Rate limit exceeded. Consumed (req/min): ${window.count}, Remaining (req/min): 0. Please retry after ${seconds}s, resets at ${new Date(endsAt).toUTCString()}`,
    headers: { "retry-after": String(seconds), ...headersOf(window, limit) }
  })
}
