import { assert, describe, it } from "@effect/vitest"
import { codesOf } from "../../src/tree/codes.ts"

const units = (text: string): ReadonlyArray<number> =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

describe("codesOf", () => {
  const long = 4_000_001
  it.each([
    ["a short text", "a\u00e9\u8a9e\0", 2],
    ["a long text of single bytes", `a\u00ff\0${"b".repeat(long)}`, 1],
    ["a long text with one character that needs two", `a\u00ff${"b".repeat(long)}\u0100`, 2]
  ])("has the units of %s and a zero", (_, text, bytes) => {
    const codes = codesOf(text)
    assert.strictEqual(codes.BYTES_PER_ELEMENT, bytes)
    assert.strictEqual(codes.length, text.length + 1)
    assert.strictEqual(codes[text.length], 0)
    const ends = text.length > 20 ? text.length - 10 : 0
    assert.deepStrictEqual([...codes.subarray(ends, text.length)], units(text.slice(ends)))
    assert.deepStrictEqual([...codes.subarray(0, 4)], units(text.slice(0, 4)))
  })
})
