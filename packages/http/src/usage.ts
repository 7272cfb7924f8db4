/** What an account has left, as both versions report it (contract/v2.md §14, v1.md §12). */
import type { Account, Ledger } from "@orbweaver/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { fail, type WireError } from "./ErrorBody.ts"

export interface Usage {
  readonly plan: number
  readonly remaining: number
  /** ISO 8601; `null` for a plan without limit, which has no billing period. */
  readonly start: string | null
  readonly end: string | null
}

/** Stands for "no limit", since the wire has whole numbers only. */
const unlimited = 99_999_999

export const usageOf = (
  ledger: Ledger.Service,
  account: Account.Account,
  unit: Ledger.Unit
): Effect.Effect<Usage, WireError> => {
  if (account.plan[unit] === Infinity) {
    return Effect.succeed({ plan: unlimited, remaining: unlimited, start: null, end: null })
  }
  return Effect.mapBoth(ledger.balance(account, unit), {
    onFailure: () => fail(500, `Internal server error while fetching ${unit === "credits" ? "credit" : "token"} usage`),
    onSuccess: ({ available, period, plan }) => ({
      plan,
      remaining: Math.max(0, available),
      start: period === undefined ? null : DateTime.formatIso(period.start),
      end: period === undefined ? null : DateTime.formatIso(period.end)
    })
  })
}
