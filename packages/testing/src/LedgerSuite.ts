/** What every `Ledger` must do. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { type Account, localAccount } from "@orbweaver/core/accounts/Account"
import { billingPeriod, type Debit, type Hold, Ledger, type Service } from "@orbweaver/core/accounts/Ledger"

const account = (id: string, changes: Partial<Account> & { readonly credits?: number } = {}): Account => {
  const { credits = 100, ...rest } = changes
  return { ...localAccount, id, billingDay: 1, plan: { ...localAccount.plan, credits, tokens: 1000 }, ...rest }
}

const debit = (accountId: string, id: string, amount: number, keyName?: string): Debit => ({
  id: `${accountId}/${id}`,
  accountId,
  unit: "credits",
  amount,
  reason: "scrape",
  keyName
})

const hold = (accountId: string, id: string, amount: number): Hold => ({
  id: `${accountId}/${id}`,
  unit: "credits",
  amount,
  expiresAfter: Duration.minutes(5)
})

/** What may happen to a handful of attempts, in any order and any number of times. */
const Step = Schema.Struct({
  kind: Schema.Literals(["reserve", "debit", "refund", "grant", "lose"]),
  attempt: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 })),
  amount: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
})

/**
 * `layer` is built once for the suite; accounts of the tests do not collide. They share one clock, which some of them set
 * months ahead, so they run one after another.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ledger, E>) =>
  describe(`Ledger (${name})`, { concurrent: false }, () => {
    tests(layer)
  })

const tests = <E>(layer: Layer.Layer<Ledger, E>) =>
  it.layer(layer, { timeout: "120 seconds" })((it) => {
    it.effect("counts a debit once, however often it is repeated", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        assert.isTrue(yield* ledger.debit(debit("once", "a", 3)))
        assert.isFalse(yield* ledger.debit(debit("once", "a", 3)))
        assert.isTrue(yield* ledger.debit(debit("once", "b", 2)))
        assert.strictEqual((yield* ledger.balance(account("once"), "credits")).used, 5)
      })
    )

    it.effect("keeps accounts and units apart", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        yield* ledger.debit(debit("apart", "a", 3))
        yield* ledger.debit({ ...debit("apart", "t", 7), unit: "tokens" })
        assert.strictEqual((yield* ledger.balance(account("apart"), "credits")).available, 97)
        assert.strictEqual((yield* ledger.balance(account("apart"), "tokens")).available, 993)
        assert.strictEqual((yield* ledger.balance(account("apart-2"), "credits")).available, 100)
      })
    )

    it.effect("writes down work already done, also beyond the plan", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        assert.isTrue(yield* ledger.debit(debit("over", "a", 150)))
        const { available, used } = yield* ledger.balance(account("over"), "credits")
        assert.strictEqual(used, 150)
        assert.strictEqual(available, 0)
      })
    )

    it.effect("holds what is reserved until it is debited", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = account("hold")
        yield* ledger.reserve(team, hold("hold", "a", 60))
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 40)
        const refused = yield* Effect.flip(ledger.reserve(team, hold("hold", "b", 41)))
        assert.strictEqual(refused._tag, "InsufficientCredits")
        yield* ledger.debit(debit("hold", "a", 10))
        const after = yield* ledger.balance(team, "credits")
        assert.strictEqual(after.held, 0)
        assert.strictEqual(after.available, 90)
      })
    )

    it.effect("gives back what is refunded, and only once", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = account("refund")
        yield* ledger.reserve(team, hold("refund", "a", 60))
        assert.isTrue(yield* ledger.refund("refund/a"))
        assert.isFalse(yield* ledger.refund("refund/a"))
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 100)
      })
    )

    it.effect("reserves an attempt once, and not again after it was debited", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = account("again")
        yield* ledger.reserve(team, hold("again", "a", 60))
        yield* ledger.reserve(team, hold("again", "a", 60))
        assert.strictEqual((yield* ledger.balance(team, "credits")).held, 60)
        yield* ledger.debit(debit("again", "a", 60))
        yield* ledger.reserve(team, hold("again", "a", 60))
        assert.strictEqual((yield* ledger.balance(team, "credits")).held, 0)
      })
    )

    it.effect("lets a hold go whose worker never came back", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = account("lost")
        yield* ledger.reserve(team, hold("lost", "a", 60))
        yield* TestClock.adjust("5 minutes")
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 100)
      })
    )

    it.effect("never holds more than there is, when reservations race", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = account("race")
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 25 }, (_, index) => hold("race", String(index), 10)),
          (wanted) => Effect.exit(ledger.reserve(team, wanted)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, 10)
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 0)
      })
    )

    it.effect("grants the plan anew in the next period", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = account("renew")
        yield* ledger.debit(debit("renew", "a", 80))
        const { period } = yield* ledger.balance(team, "credits")
        yield* TestClock.setTime(DateTime.toEpochMillis(period!.end))
        const next = yield* ledger.balance(team, "credits")
        assert.strictEqual(next.available, 100)
        assert.isTrue(DateTime.Equivalence(next.period!.start, period!.end))
      })
    )

    it.effect("grants a plan without billing day once", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = { ...account("never"), billingDay: undefined }
        yield* ledger.debit(debit("never", "a", 80))
        yield* TestClock.adjust("400 days")
        const { available, period } = yield* ledger.balance(team, "credits")
        assert.strictEqual(available, 20)
        assert.isUndefined(period)
      })
    )

    it.effect("takes coupons after the plan, and keeps what is left of them over periods", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const team = account("coupon")
        const coupon = { id: "coupon/1", accountId: "coupon", unit: "credits", amount: 50 } as const
        assert.isTrue(yield* ledger.grant(coupon))
        assert.isFalse(yield* ledger.grant(coupon))
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 150)
        yield* ledger.debit(debit("coupon", "a", 120))
        const spent = yield* ledger.balance(team, "credits")
        assert.strictEqual(spent.plan, 100)
        assert.strictEqual(spent.coupons, 30)
        yield* TestClock.setTime(DateTime.toEpochMillis(spent.period!.end))
        const next = yield* ledger.balance(team, "credits")
        assert.strictEqual(next.coupons, 30)
        assert.strictEqual(next.available, 130)
        // A smaller plan does not reach back into a period that has ended.
        const smaller = yield* ledger.balance({ ...team, plan: { ...team.plan, credits: 10 } }, "credits")
        assert.strictEqual(smaller.coupons, 30)
      })
    )

    it.effect("reports usage by key and by time", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        yield* TestClock.setTime(Date.UTC(2031, 4, 10, 12, 3))
        yield* ledger.debit(debit("history", "a", 1, "ci"))
        yield* ledger.debit(debit("history", "b", 2, "ci"))
        yield* ledger.debit(debit("history", "c", 4))
        yield* ledger.debit({ ...debit("history", "e", 16, "ci"), reason: "extract" })
        yield* TestClock.adjust("15 minutes")
        yield* ledger.debit(debit("history", "d", 8, "ci"))
        const period = billingPeriod(account("history"), yield* DateTime.now)!
        const rows = (yield* ledger.usage("history", "credits", period)).map(
          ({ amount, at, keyName, reason }) => `${DateTime.formatIso(at)} ${keyName ?? "-"} ${reason} ${amount}`
        )
        assert.sameMembers(rows, [
          "2031-05-10T12:00:00.000Z ci scrape 3",
          "2031-05-10T12:00:00.000Z ci extract 16",
          "2031-05-10T12:00:00.000Z - scrape 4",
          "2031-05-10T12:15:00.000Z ci scrape 8"
        ])
        assert.strictEqual(yield* ledger.used("history", "credits", period), 31)
      })
    )

    it.effect.prop(
      "conserves every sum, whatever is repeated, lost or out of order",
      [Schema.Array(Step).check(Schema.isMaxLength(40))],
      ([steps]) =>
        Effect.gen(function* () {
          const ledger = yield* Ledger
          const team = account(crypto.randomUUID())
          const model = makeModel(100)
          for (const step of steps) {
            const expected = model.run(step)
            assert.deepStrictEqual(yield* run(ledger, team, step), expected)
            const { available, coupons, held, plan, used } = yield* ledger.balance(team, "credits")
            assert.deepStrictEqual({ used, held }, { used: model.used(), held: model.held() })
            assert.strictEqual(available, Math.max(0, plan - used) + coupons - held)
            // What was granted is either still there or was used.
            assert.strictEqual(Math.max(plan + model.granted(), used), Math.max(0, plan - used) + coupons + used)
          }
        }),
      { arbitrary: { runs: 50 } }
    )
  })

type Step = typeof Step.Type

const run = (ledger: Service, team: Account, { amount, attempt, kind }: Step) => {
  const id = `${team.id}/${attempt}`
  switch (kind) {
    case "reserve":
      return Effect.matchEffect(
        ledger.reserve(team, { id, unit: "credits", amount, expiresAfter: Duration.minutes(5) }),
        {
          onFailure: (error) => (error._tag === "StoreError" ? Effect.die(error) : Effect.succeed(false)),
          onSuccess: () => Effect.succeed(true)
        }
      )
    case "debit":
      return ledger.debit({ id, accountId: team.id, unit: "credits", amount, reason: "scrape" })
    case "refund":
      return ledger.refund(id)
    case "grant":
      return ledger.grant({ id, accountId: team.id, unit: "credits", amount })
    case "lose":
      // Long enough for every hold to end, short enough to stay in the period.
      return Effect.as(TestClock.adjust("5 minutes"), true)
  }
}

/** A naive ledger: one period, nothing forgotten. */
const makeModel = (plan: number) => {
  const debits = new Map<number, number>()
  const holds = new Map<number, number>()
  const coupons = new Map<number, number>()
  const total = (of: ReadonlyMap<number, number>) => [...of.values()].reduce((sum, amount) => sum + amount, 0)
  const available = () =>
    Math.max(0, plan - total(debits)) + Math.max(0, total(coupons) - Math.max(0, total(debits) - plan)) - total(holds)
  return {
    used: () => total(debits),
    held: () => total(holds),
    granted: () => total(coupons),
    run: ({ amount, attempt, kind }: Step): boolean => {
      switch (kind) {
        case "reserve":
          if (debits.has(attempt) || holds.has(attempt)) return true
          if (available() < amount) return false
          holds.set(attempt, amount)
          return true
        case "debit":
          holds.delete(attempt)
          if (debits.has(attempt)) return false
          debits.set(attempt, amount)
          return true
        case "refund":
          return holds.delete(attempt)
        case "grant":
          if (coupons.has(attempt)) return false
          coupons.set(attempt, amount)
          return true
        case "lose":
          holds.clear()
          return true
      }
    }
  }
}
