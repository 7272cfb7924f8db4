import { assert, describe, it } from "@effect/vitest"
import { ClaimAhead } from "../../../src/crawl/worker/ClaimAhead.ts"

describe("pages claimed ahead", () => {
  it("are half as many as fibers at first, and never fewer than eight", () => {
    assert.strictEqual(new ClaimAhead(100, 0).pages, 50)
    assert.strictEqual(new ClaimAhead(1, 0).pages, 8)
  })

  it("are four times what ends during an exchange once exchanges are slow, and at most eight for each fiber", () => {
    const ahead = new ClaimAhead(10, 0)
    // A page every 10 ms, and exchanges of 100 ms: ten pages end during one.
    for (let now = 100; now <= 20_000; now += 100) ahead.fit(10, now - 100, now)
    assert.strictEqual(ahead.pages, 40)
    for (let now = 21_000; now <= 60_000; now += 1000) ahead.fit(1000, now - 1000, now)
    assert.strictEqual(ahead.pages, 80)
  })

  it("are few again once the store answers at once", () => {
    const ahead = new ClaimAhead(10, 0)
    for (let now = 1000; now <= 10_000; now += 1000) ahead.fit(1000, now - 1000, now)
    for (let now = 10_001; now <= 10_100; now++) ahead.fit(1, now, now)
    assert.strictEqual(ahead.pages, 8)
  })

  it("survive a clock that does not move between two exchanges", () => {
    const ahead = new ClaimAhead(10, 5)
    ahead.fit(3, 5, 5)
    assert.strictEqual(ahead.pages, 8)
  })
})
