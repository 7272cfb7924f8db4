import { describe, expect, it } from "vitest"
import { makePace } from "../src/internal/pace.ts"

describe("the pace of a host that asks for a delay", () => {
  it("lets one of several pages begin that were claimed before anybody knew of the delay", () => {
    const pace = makePace()
    expect([0, 1, 2].map((at) => pace.mayBegin("site.test", 1000, at))).toEqual([true, false, false])
    expect(pace.mayBegin("other.test", 1000, 2)).toBe(true)
  })

  it("does not put back a page that was claimed in time and came a little early", () => {
    const pace = makePace()
    expect([40, 1000, 2030].map((at) => pace.mayBegin("site.test", 1000, at))).toEqual([true, true, true])
  })

  it("goes on when the clock was set back", () => {
    const pace = makePace()
    expect([5000, 100].map((at) => pace.mayBegin("site.test", 1000, at))).toEqual([true, true])
  })
})
