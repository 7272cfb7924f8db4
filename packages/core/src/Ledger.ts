/**
 * Port: what accounts have used, in credits and in LLM tokens.
 *
 * Entries are appended, never changed. An entry's id makes its debit happen
 * once: repeating it, after a retry or by a second worker, changes nothing.
 *
 * Adapters: `Ledger.layerMemory`, and SQL in `@orbweaver/storage`.
 * Contract: `LedgerSuite` in `@orbweaver/core/testing`.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Account } from "./Account.ts"
import type { StoreError } from "./StoreError.ts"

export type Unit = "credits" | "tokens"

/** A half-open span of time, `start` included and `end` excluded. */
export interface Period {
  readonly start: DateTime.Utc
  readonly end: DateTime.Utc
}

export interface Debit {
  /** Unique over all accounts, such as `scrape/<id>/json`. */
  readonly id: string
  readonly accountId: string
  readonly unit: Unit
  /** Whole and not negative. */
  readonly amount: number
  /** What it was for, such as `scrape` or `extract`. */
  readonly reason: string
}

export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()("InsufficientCredits", {
  unit: Schema.Literals(["credits", "tokens"]),
  remaining: Schema.Finite,
  wanted: Schema.Finite
}) {
  override get message() {
    return `Insufficient ${this.unit}: ${this.wanted} wanted, ${this.remaining} left`
  }
}

export class Ledger extends Context.Service<
  Ledger,
  {
    /** Returns whether the debit was new. Never refuses: work already done is always written down. */
    readonly debit: (debit: Debit) => Effect.Effect<boolean, StoreError>
    /** Total of the account's debits within the period. */
    readonly used: (accountId: string, unit: Unit, period: Period) => Effect.Effect<number, StoreError>
  }
>()("@orbweaver/core/Ledger") {
  static readonly layerMemory: Layer.Layer<Ledger> = Layer.sync(Ledger, () => {
    const debits = new Map<string, Debit & { readonly at: DateTime.Utc }>()
    return {
      debit: (debit) =>
        Effect.map(DateTime.now, (at) => {
          if (debits.has(debit.id)) return false
          debits.set(debit.id, { ...debit, at })
          return true
        }),
      used: (accountId, unit, period) =>
        Effect.sync(() => {
          let sum = 0
          for (const debit of debits.values()) {
            if (debit.accountId !== accountId || debit.unit !== unit) continue
            if (contains(period, debit.at)) sum += debit.amount
          }
          return sum
        })
    }
  })
}

/** Whether the moment lies in the period. */
export const contains = (period: Period, at: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(at, period.start) && DateTime.isLessThan(at, period.end)

/** The billing period of the account that contains `now`. */
export const billingPeriod = (account: Account, now: DateTime.Utc): Period => {
  const parts = DateTime.toPartsUtc(now)
  const anchor = DateTime.setPartsUtc(DateTime.startOf(now, "month"), { day: account.billingDay })
  const start = parts.day >= account.billingDay ? anchor : DateTime.subtract(anchor, { months: 1 })
  return { start, end: DateTime.add(start, { months: 1 }) }
}

/**
 * Fails unless the account can still pay `wanted`. Check before the work and
 * debit after it: two racing requests may overdraw by at most what they cost.
 */
export const ensure = Effect.fnUntraced(function* (account: Account, unit: Unit, wanted: number) {
  const granted = account.plan[unit]
  if (granted === Infinity) return
  const ledger = yield* Ledger
  const used = yield* ledger.used(account.id, unit, billingPeriod(account, yield* DateTime.now))
  const remaining = Math.max(0, granted - used)
  if (remaining < wanted) {
    return yield* new InsufficientCredits({ unit, remaining, wanted })
  }
})
