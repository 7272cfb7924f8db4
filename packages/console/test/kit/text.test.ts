// Figures as people say them.
import { assert, it } from "vitest"
import { ago, bytes, counted, duration, until } from "../../web/kit/text.ts"

it("says durations in the unit that fits", () => {
  const said: Readonly<Record<number, string>> = {
    412.4: "412 ms",
    12_900: "12.9 s",
    59_960: "1 min 0 s",
    125_000: "2 min 5 s",
    3_599_900: "1 h 0 min",
    4_320_000: "1 h 12 min"
  }
  for (const [ms, text] of Object.entries(said)) assert.strictEqual(duration(Number(ms)), text)
})

it("says how long ago and until when", () => {
  assert.strictEqual(ago(1000, 31_000), "30 s ago")
  assert.strictEqual(ago(0, 7_300_000), "2 h ago")
  assert.notMatch(ago(0, 90_000_000), /ago/)
  assert.strictEqual(until(61_000, 1000), "in 1 min 0 s")
  assert.strictEqual(until(0, 1000), "now")
})

it("says sizes and counts", () => {
  assert.strictEqual(bytes(412), "412 B")
  assert.strictEqual(bytes(13_210), "12.9 KiB")
  assert.strictEqual(counted(1, "page"), "1 page")
  assert.strictEqual(counted(2, "address", "addresses"), "2 addresses")
})
