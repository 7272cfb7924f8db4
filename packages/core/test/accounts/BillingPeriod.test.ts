/** Days as an account counts them. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { recentDays, sumByDay } from "../../src/accounts/BillingPeriod.ts"

const vienna = { timeZone: "Europe/Vienna" }
const time = DateTime.makeUnsafe

describe("the last days of an account", () => {
  it("go from midnight to midnight where the account is, over months and the end of summer time", () => {
    // Half past midnight of 1 November in Vienna; the clocks were put back on 25 October 2026.
    const { days, period } = recentDays(vienna, time("2026-10-31T23:30:00Z"), 9)
    assert.deepStrictEqual(days, [
      "2026-10-24",
      "2026-10-25",
      "2026-10-26",
      "2026-10-27",
      "2026-10-28",
      "2026-10-29",
      "2026-10-30",
      "2026-10-31",
      "2026-11-01"
    ])
    assert.strictEqual(DateTime.formatIso(period.start), "2026-10-23T22:00:00.000Z")
    assert.strictEqual(DateTime.formatIso(period.end), "2026-11-01T23:00:00.000Z")
  })

  it("are those of UTC without a time zone", () => {
    const { days, period } = recentDays({}, time("2028-03-01T00:00:00Z"), 2)
    assert.deepStrictEqual(days, ["2028-02-29", "2028-03-01"])
    assert.strictEqual(DateTime.formatIso(period.end), "2028-03-02T00:00:00.000Z")
  })

  it("have the sum of what was used on each, 0 included, and nothing of other days", () => {
    const rows = [
      { at: time("2026-10-30T22:59:59Z"), amount: 100 },
      { at: time("2026-10-30T23:00:00Z"), amount: 1 },
      { at: time("2026-10-31T22:45:00Z"), amount: 2 },
      { at: time("2026-11-02T12:00:00Z"), amount: 4 }
    ]
    assert.deepStrictEqual(sumByDay(vienna, ["2026-10-31", "2026-11-01", "2026-11-02"], rows), [
      { day: "2026-10-31", amount: 3 },
      { day: "2026-11-01", amount: 0 },
      { day: "2026-11-02", amount: 4 }
    ])
  })
})
