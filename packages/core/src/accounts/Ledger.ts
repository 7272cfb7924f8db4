/**
 * Port: what accounts have used, hold and own, in credits and in LLM tokens.
 *
 * ```
 *  reserve ─► (work) ─► debit      the hold becomes a debit of what it really cost
 *                  └──► refund     the work failed: the hold is let go
 * ```
 *
 * Debits are appended, never changed. The id of an attempt makes each step
 * happen once: repeating it, after a retry or by a second worker, changes
 * nothing. A hold whose worker died ends by itself when its time is over.
 *
 * An account owns its plan's amount anew in each billing period, and coupons
 * once: what a period uses beyond the plan comes out of the coupons.
 *
 * Adapters: `Ledger.layerMemory`, and SQL in `@orbweaver/storage`.
 * Contract: `LedgerSuite` in `@orbweaver/testing`.
 */
import { knowEveryCopy } from "../model/errorMark.ts"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Account } from "./Account.ts"
import { allTime, billingPeriod, contains, type Period } from "./BillingPeriod.ts"
import type { StoreError } from "../model/StoreError.ts"
import { LruMap } from "../support/LruMap.ts"

export { allTime, billingPeriod, contains, type Period } from "./BillingPeriod.ts"

export type Unit = "credits" | "tokens"

export interface Debit {
  /** Unique over all accounts, such as `scrape/<id>/json`. Ends the hold of the same id. */
  readonly id: string
  readonly accountId: string
  readonly unit: Unit
  /** Whole and not negative. */
  readonly amount: number
  /** What it was for, such as `scrape` or `extract`. */
  readonly reason: string
  /** Name of the API key that asked, for usage by key. */
  readonly keyName?: string | undefined
}

/** A debit from the account, under the key that asked. */
export const debitOf = (
  { id: accountId, keyName }: Account,
  debit: Pick<Debit, "id" | "unit" | "amount" | "reason">
): Debit => ({ ...debit, accountId, keyName })

export interface Hold {
  /** The id of the debit that will follow. */
  readonly id: string
  readonly unit: Unit
  /** Most that the work is expected to cost. */
  readonly amount: number
  /** The hold ends by itself after this long. */
  readonly expiresAfter: Duration.Duration
}

export interface Coupon {
  /** Granting the same id twice grants once. */
  readonly id: string
  readonly accountId: string
  readonly unit: Unit
  readonly amount: number
}

export interface Balance {
  /** Granted by the plan for the period; `Infinity` for no limit. */
  readonly plan: number
  /** Debited in the period, from the plan and from coupons. */
  readonly used: number
  /** What is left of all coupons. */
  readonly coupons: number
  /** Set aside for work that is running. */
  readonly held: number
  /** What new work may cost: the rest of the plan and the coupons, without what is held. */
  readonly available: number
  /** Absent for a plan that is granted once. */
  readonly period: Period | undefined
}

/** Debits of one key for one reason within a quarter of an hour. */
export interface UsageRow {
  /** Start of the quarter of an hour, in UTC. */
  readonly at: DateTime.Utc
  readonly keyName: string | undefined
  /** What they were for, such as `scrape`. */
  readonly reason: string
  readonly amount: number
}

/** The account has fewer credits or tokens left than the work costs. */
export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()("InsufficientCredits", {
  unit: Schema.Literals(["credits", "tokens"]),
  remaining: Schema.Finite,
  wanted: Schema.Finite,
  /** Set aside for other work of the account, which may come back; absent when it was not determined. */
  held: Schema.optionalKey(Schema.Finite)
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `Insufficient ${this.unit}: ${this.wanted} wanted, ${this.remaining} left`
  }
}

/** The ledger knows no such account: it was removed, or never was. */
export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {
  accountId: Schema.String
}) {
  override get message() {
    return `There is no account ${this.accountId}`
  }
}

export interface Service {
  /**
   * Sets an amount aside, or fails and sets nothing aside. Atomic: racing
   * reservations never hold more together than is available. Reserving an id
   * that is held, or was debited already, changes nothing and succeeds.
   */
  readonly reserve: (account: Account, hold: Hold) => Effect.Effect<void, InsufficientCredits | StoreError>
  /** Returns whether the debit was new. Never refuses: work already done is always written down. */
  readonly debit: (debit: Debit) => Effect.Effect<boolean, StoreError>
  /** Lets a hold go; returns whether there was one. */
  readonly refund: (id: string) => Effect.Effect<boolean, StoreError>
  /** Returns whether the coupon was new. */
  readonly grant: (coupon: Coupon) => Effect.Effect<boolean, StoreError>
  /** A ledger that keeps accounts of its own says when it has none of this id; those of ours know every id. */
  readonly balance: (account: Account, unit: Unit) => Effect.Effect<Balance, StoreError | AccountNotFound>
  /** Total of the account's debits within the period. */
  readonly used: (accountId: string, unit: Unit, period: Period) => Effect.Effect<number, StoreError>
  /** The account's debits within the period, oldest first. */
  readonly usage: (accountId: string, unit: Unit, period: Period) => Effect.Effect<ReadonlyArray<UsageRow>, StoreError>
}

export class Ledger extends Context.Service<Ledger, Service>()("@orbweaver/core/Ledger") {
  /**
   * Keeps sums, not entries, so its size follows the accounts and not the work.
   * Ids of the last 100,000 debits are remembered: an older attempt repeated is
   * charged again.
   */
  static readonly layerMemory: Layer.Layer<Ledger> = Layer.sync(Ledger, () => makeMemory())
}

/**
 * Fails unless the account can still pay `wanted`. To hold the amount against
 * work that runs at the same time, `reserve` it.
 */
export const ensure = Effect.fnUntraced(function* (account: Account, unit: Unit, wanted: number) {
  if (account.plan[unit] === Infinity) return
  const ledger = yield* Ledger
  const { available } = yield* Effect.catchTag(ledger.balance(account, unit), "AccountNotFound", () =>
    Effect.succeed({ available: 0 })
  )
  if (available < wanted) {
    return yield* new InsufficientCredits({ unit, remaining: Math.max(0, available), wanted })
  }
})

/**
 * Runs work that costs up to `hold.amount`: reserves before it, and lets the
 * hold go when it fails or is interrupted. The work debits by the hold's id.
 */
export const withHold = <A, E, R>(
  ledger: Service,
  account: Account,
  hold: Hold,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | InsufficientCredits | StoreError, R> =>
  account.plan[hold.unit] === Infinity
    ? work
    : Effect.flatMap(reserveWithReason(ledger, account, hold), () =>
        // A refund that fails is no reason to fail for: the hold ends by itself.
        Effect.onError(work, () => Effect.ignore(ledger.refund(hold.id)))
      )

/** Says, when there is too little, what other work has set aside. */
const reserveWithReason = (ledger: Service, account: Account, hold: Hold) =>
  Effect.catchTag(ledger.reserve(account, hold), "InsufficientCredits", ({ remaining, unit, wanted }) =>
    ledger.balance(account, unit).pipe(
      Effect.catchTag("AccountNotFound", () => Effect.succeed({ held: 0 })),
      Effect.flatMap(({ held }) => Effect.fail(new InsufficientCredits({ unit, remaining, wanted, held })))
    )
  )

/** What is left of a grant, given the sums of an adapter. */
export const balanceOf = (sums: {
  readonly plan: number
  readonly period: Period | undefined
  readonly used: number
  readonly held: number
  /** Sum of all coupons. */
  readonly granted: number
  /** What earlier periods took out of the coupons. */
  readonly drawn: number
}): Balance => {
  const { drawn, granted, held, period, plan, used } = sums
  const coupons = Math.max(0, granted - drawn - Math.max(0, used - plan))
  return { plan, used, coupons, held, available: Math.max(0, plan - used) + coupons - held, period }
}

/** Every time zone's midnight falls on one of these. */
const bucketMs = 15 * 60_000
const rememberedDebits = 100_000

interface Book {
  /** By start of the bucket, then by key name and reason; insertion order is time order. */
  readonly buckets: Map<number, Map<string, Omit<UsageRow, "at" | "amount"> & { amount: number }>>
  readonly holds: Map<string, { readonly amount: number; readonly endsAt: number }>
  granted: number
  /** What earlier periods took out of the coupons, by start of the period. */
  readonly drawn: Map<number, number>
  /** When the first coupon was granted. */
  couponsSince: DateTime.Utc | undefined
}

const makeMemory = (): Service => {
  const books = new Map<string, Book>()
  const settled = new LruMap<string, true>({ maxEntries: rememberedDebits })
  const coupons = new Set<string>()
  /** Which book holds an id. */
  const holders = new Map<string, Book>()

  const book = (accountId: string, unit: Unit): Book => {
    const key = `${unit}/${accountId}`
    let found = books.get(key)
    if (found === undefined) {
      found = { buckets: new Map(), holds: new Map(), granted: 0, drawn: new Map(), couponsSince: undefined }
      books.set(key, found)
    }
    return found
  }

  const release = (id: string): boolean => {
    const holder = holders.get(id)
    holders.delete(id)
    return holder?.holds.delete(id) ?? false
  }

  const heldIn = ({ holds }: Book, now: number): number => {
    let sum = 0
    for (const [id, { amount, endsAt }] of holds) {
      if (endsAt <= now) release(id)
      else sum += amount
    }
    return sum
  }

  const balanceAt = (account: Account, unit: Unit, now: DateTime.Utc): Balance => {
    const entries = book(account.id, unit)
    const plan = account.plan[unit]
    const period = billingPeriod(account, now)
    if (period !== undefined) freezeDraws(entries, account, unit, period)
    return balanceOf({
      plan,
      period,
      used: sum(entries, period ?? allTime),
      held: heldIn(entries, DateTime.toEpochMillis(now)),
      granted: entries.granted,
      drawn: [...entries.drawn.values()].reduce((total, amount) => total + amount, 0)
    })
  }

  return {
    reserve: (account, hold) =>
      Effect.flatMap(DateTime.now, (now) => {
        if (settled.peek(hold.id) === true || holders.has(hold.id)) return Effect.void
        const { available } = balanceAt(account, hold.unit, now)
        if (available < hold.amount) {
          const remaining = Math.max(0, available)
          return Effect.fail(new InsufficientCredits({ unit: hold.unit, remaining, wanted: hold.amount }))
        }
        if (available === Infinity) return Effect.void
        const entries = book(account.id, hold.unit)
        const endsAt = DateTime.toEpochMillis(now) + Duration.toMillis(hold.expiresAfter)
        entries.holds.set(hold.id, { amount: hold.amount, endsAt })
        holders.set(hold.id, entries)
        return Effect.void
      }),
    debit: ({ accountId, amount, id, keyName, reason, unit }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        release(id)
        if (settled.peek(id) === true) return false
        settled.set(id, true)
        const at = now - (now % bucketMs)
        const { buckets } = book(accountId, unit)
        let bucket = buckets.get(at)
        if (bucket === undefined) {
          bucket = new Map()
          buckets.set(at, bucket)
        }
        const name = JSON.stringify([keyName, reason])
        const entry = bucket.get(name)
        if (entry === undefined) bucket.set(name, { keyName, reason, amount })
        else entry.amount += amount
        return true
      }),
    refund: (id) => Effect.sync(() => release(id)),
    grant: ({ accountId, amount, id, unit }) =>
      Effect.map(DateTime.now, (now) => {
        if (coupons.has(id)) return false
        coupons.add(id)
        const entries = book(accountId, unit)
        entries.granted += amount
        entries.couponsSince ??= now
        return true
      }),
    balance: (account, unit) => Effect.map(DateTime.now, (now) => balanceAt(account, unit, now)),
    used: (accountId, unit, period) => Effect.sync(() => sum(book(accountId, unit), period)),
    usage: (accountId, unit, period) => Effect.sync(() => rows(book(accountId, unit), period))
  }
}

/**
 * Writes down what the periods that ended since the first coupon took out of
 * the coupons, so that a plan changed later does not change the past.
 */
const freezeDraws = (entries: Book, account: Account, unit: Unit, current: Period): void => {
  if (entries.couponsSince === undefined) return
  let period = current
  while (DateTime.isGreaterThan(period.start, entries.couponsSince)) {
    period = billingPeriod(account, DateTime.subtract(period.start, { milliseconds: 1 }))!
    const start = DateTime.toEpochMillis(period.start)
    if (entries.drawn.has(start)) return
    entries.drawn.set(start, Math.max(0, sum(entries, period) - account.plan[unit]))
  }
}

const sum = ({ buckets }: Book, period: Period): number => {
  const start = DateTime.toEpochMillis(period.start)
  const end = DateTime.toEpochMillis(period.end)
  let total = 0
  for (const [at, entries] of buckets) {
    if (at < start || at >= end) continue
    for (const { amount } of entries.values()) total += amount
  }
  return total
}

const rows = ({ buckets }: Book, period: Period): ReadonlyArray<UsageRow> =>
  [...buckets].flatMap(([at, entries]) => {
    const moment = DateTime.makeUnsafe(at)
    return contains(period, moment) ? [...entries.values()].map((entry) => ({ at: moment, ...entry })) : []
  })
