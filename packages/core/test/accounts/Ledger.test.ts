import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Fiber, Schema } from "effect"
import * as Account from "@orbweaver/core/accounts/Account"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { LedgerSuite } from "@orbweaver/testing"

LedgerSuite.suite("memory", Ledger.Ledger.layerMemory)

const periodAt = (now: string, billing: Pick<Account.Account, "billingDay" | "timeZone">) => {
  const period = Ledger.billingPeriod({ ...Account.localAccount, ...billing }, DateTime.makeUnsafe(now))!
  return [DateTime.formatIso(period.start), DateTime.formatIso(period.end)]
}

describe("a billing period", () => {
  const cases: ReadonlyArray<
    readonly [name: string, now: string, day: number, zone: string | undefined, start: string, end: string]
  > = [
    [
      "starts on the billing day",
      "2026-03-20T10:00Z",
      15,
      undefined,
      "2026-03-15T00:00:00.000Z",
      "2026-04-15T00:00:00.000Z"
    ],
    [
      "before the day belongs to the month before",
      "2026-03-14T23:59:59.999Z",
      15,
      undefined,
      "2026-02-15T00:00:00.000Z",
      "2026-03-15T00:00:00.000Z"
    ],
    ["crosses the year", "2026-01-02T00:00Z", 15, undefined, "2025-12-15T00:00:00.000Z", "2026-01-15T00:00:00.000Z"],
    [
      "ends on the last day of a short month",
      "2026-02-10T00:00Z",
      31,
      undefined,
      "2026-01-31T00:00:00.000Z",
      "2026-02-28T00:00:00.000Z"
    ],
    [
      "goes back to its own day after a short month",
      "2026-03-01T00:00Z",
      31,
      undefined,
      "2026-02-28T00:00:00.000Z",
      "2026-03-31T00:00:00.000Z"
    ],
    ["knows leap years", "2028-02-29T12:00Z", 30, undefined, "2028-02-29T00:00:00.000Z", "2028-03-30T00:00:00.000Z"],
    [
      "starts at midnight of its time zone",
      "2026-06-20T00:00Z",
      1,
      "America/New_York",
      "2026-06-01T04:00:00.000Z",
      "2026-07-01T04:00:00.000Z"
    ],
    [
      "follows summer time",
      "2026-03-20T00:00Z",
      1,
      "Europe/Berlin",
      "2026-02-28T23:00:00.000Z",
      "2026-03-31T22:00:00.000Z"
    ],
    [
      "may begin the day before in UTC",
      "2026-05-31T15:00Z",
      1,
      "Asia/Tokyo",
      "2026-05-31T15:00:00.000Z",
      "2026-06-30T15:00:00.000Z"
    ]
  ]
  for (const [name, now, billingDay, timeZone, start, end] of cases) {
    it.effect(name, () =>
      Effect.sync(() => {
        assert.deepStrictEqual(periodAt(now, { billingDay, timeZone }), [start, end])
      })
    )
  }

  it.effect.prop(
    "contains its moment, and the next one begins where it ends",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_000_000_000 })),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 })),
      Schema.Literals(["UTC", "America/St_Johns", "Asia/Kathmandu", "Pacific/Chatham", "Europe/Berlin"])
    ],
    ([seconds, billingDay, timeZone]) =>
      Effect.sync(() => {
        const account = { ...Account.localAccount, billingDay, timeZone }
        const now = DateTime.makeUnsafe(seconds * 1000)
        const period = Ledger.billingPeriod(account, now)!
        assert.isTrue(Ledger.contains(period, now))
        const next = Ledger.billingPeriod(account, period.end)!
        assert.isTrue(DateTime.Equivalence(next.start, period.end))
        const days = Duration.toDays(DateTime.distance(period.start, period.end))
        assert.isTrue(days > 27.9 && days < 31.1, `${days} days`)
      })
  )
})

describe("withHold", () => {
  const team: Account.Account = {
    ...Account.localAccount,
    id: "team",
    billingDay: 1,
    plan: { ...Account.localAccount.plan, credits: 10 }
  }
  const hold: Ledger.Hold = { id: "work", unit: "credits", amount: 10, expiresAfter: Duration.minutes(5) }
  const program = <A, E>(work: (ledger: Ledger.Service) => Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      const ledger = yield* Ledger.Ledger
      return yield* work(ledger)
    }).pipe(Effect.provide(Ledger.Ledger.layerMemory))

  it.effect("lets the amount go when the work fails", () =>
    program((ledger) =>
      Effect.gen(function* () {
        yield* Effect.flip(Ledger.withHold(ledger, team, hold, Effect.fail("broken")))
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 10)
      })
    )
  )

  it.effect("lets the amount go when the work is interrupted", () =>
    program((ledger) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Ledger.withHold(ledger, team, hold, Effect.never), {
          startImmediately: true
        })
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 0)
        yield* Fiber.interrupt(fiber)
        assert.strictEqual((yield* ledger.balance(team, "credits")).available, 10)
      })
    )
  )

  it.effect("does no work that cannot be paid", () =>
    program((ledger) =>
      Effect.gen(function* () {
        yield* ledger.debit({ id: "x", accountId: "team", unit: "credits", amount: 1, reason: "scrape" })
        const error = yield* Effect.flip(Ledger.withHold(ledger, team, hold, Effect.die("worked")))
        assert.strictEqual(error.message, "Insufficient credits: 10 wanted, 9 left")
      })
    )
  )
})
