import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { Pace } from "../../../src/scrape/inFlight/Pace.ts"

const minute = Duration.minutes(1)

describe("how long a scrape may wait", () => {
  it("is three quarters of its time while work is short, and a quarter at least", () => {
    const pace = new Pace()
    assert.deepStrictEqual(pace.longestWait(minute), Duration.seconds(45))
    for (let i = 0; i < 100; i++) pace.end(60_000, i, false)
    assert.deepStrictEqual(pace.longestWait(minute), Duration.seconds(15))
  })

  it("leaves twice of what work takes of late", () => {
    const pace = new Pace()
    for (let i = 0; i < 200; i++) pace.end(15_000, i, false)
    assert.strictEqual(Math.round(Duration.toSeconds(pace.longestWait(minute))), 30)
  })

  it("is told from the pace while others wait, between one second and thirty", () => {
    const pace = new Pace()
    assert.strictEqual(pace.retryAfterSeconds(3), 4)
    assert.strictEqual(pace.retryAfterSeconds(1000), 30)
    for (let i = 0; i < 200; i++) pace.end(0, i * 100, true)
    assert.strictEqual(pace.retryAfterSeconds(0), 1)
    assert.strictEqual(pace.retryAfterSeconds(98), 10)
  })
})
