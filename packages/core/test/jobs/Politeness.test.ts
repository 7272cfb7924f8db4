/** When a host is asked slower than a new one. */
import { assert, describe, it } from "@effect/vitest"
import { defaults, type HostState, isSlow, newHostState } from "@orbweaver/core/jobs/Politeness"

const now = 1_000_000
const fresh = newHostState(defaults)

describe("a host", () => {
  it.each<readonly [name: string, expected: boolean, state: Partial<HostState>]>([
    ["that is new", false, {}],
    ["with as many pages as it may have", false, { active: defaults.concurrency, streak: 7 }],
    ["whose pause is over", false, { nextAt: now }],
    ["whose robots.txt asks for a delay", true, { delayMs: 5000 }],
    ["that pauses", true, { nextAt: now + 1000 }],
    ["that was refused last", true, { refusals: 1 }],
    ["with a lower cap", true, { cap: defaults.concurrency - 1, streak: 3 }],
    ["that is asked for more step by step", true, { streak: -5 }]
  ])("%s is slow: %s", (_name, expected, state) => {
    assert.strictEqual(isSlow({ ...fresh, ...state }, now, defaults), expected)
  })
})
