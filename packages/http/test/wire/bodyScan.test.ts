import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type BodyScan, scanForm, scanJson, scanParts, scanValue } from "../../src/wire/bodyScan.ts"

const bounds = { maxItems: 100 }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const list = (length: number, value = "1") => `[${Array.from({ length }, () => value).join(",")}]`

/** The error of a text that arrives in parts of this many bytes. */
const errorOf = (scan: BodyScan, text: string, size = text.length + 1): string | undefined => {
  const bytes = bytesOf(text)
  for (let from = 0; from < bytes.length; from += size) {
    const error = scan.write(bytes.subarray(from, from + size))
    if (error !== undefined) return error.code
  }
  return undefined
}

describe("counting a body of JSON", () => {
  it("takes as many values as the bound has, and no more", () => {
    assert.isUndefined(errorOf(scanJson(bounds), list(101)))
    assert.strictEqual(errorOf(scanJson(bounds), list(102)), "BAD_REQUEST")
  })

  it("counts what is nested, and what has a name", () => {
    assert.strictEqual(errorOf(scanJson({ maxItems: 1e6 }), list(20_001, "[]")), "BAD_REQUEST")
    assert.strictEqual(errorOf(scanJson({ maxItems: 1e6 }), list(10_001, '{"a":1}')), "BAD_REQUEST")
    assert.isUndefined(errorOf(scanJson({ maxItems: 1e6 }), list(500_000)))
  })

  it("finds no signs within texts", () => {
    assert.isUndefined(errorOf(scanJson(bounds), JSON.stringify(['[{,:"\\'.repeat(5000)])))
  })

  it("takes texts of a megabyte", () => {
    assert.isUndefined(errorOf(scanJson(bounds), JSON.stringify(["x".repeat(999_999)])))
    assert.strictEqual(errorOf(scanJson(bounds), JSON.stringify(["x".repeat(1_000_001)])), "BAD_REQUEST")
  })

  it("calls malformed what is nested beyond 512", () => {
    assert.isUndefined(errorOf(scanJson(bounds), "[".repeat(512)))
    assert.strictEqual(errorOf(scanJson(bounds), "[".repeat(513)), "BAD_REQUEST_INVALID_JSON")
  })

  it.prop(
    "gives the same however the body is cut on its way",
    [
      Schema.Json,
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
    ],
    ([value, size, maxItems]) => {
      const text = JSON.stringify(value)
      const whole = errorOf(scanJson({ maxItems }), text)
      assert.strictEqual(errorOf(scanJson({ maxItems }), text, size), whole)
      // A host that parsed it gets the same answer.
      assert.strictEqual(scanValue(value, { maxItems })?.code, whole)
    }
  )
})

describe("counting a form", () => {
  it("takes 1,000 fields, and no more", () => {
    assert.isUndefined(errorOf(scanForm(), "a=1&".repeat(1000)))
    assert.strictEqual(errorOf(scanForm(), "a=1&".repeat(1001)), "BAD_REQUEST")
  })

  it("takes 100 parts, wherever the body is cut", () => {
    const form = (parts: number) => `${"--a-a-b\r\n\r\n--a-a-\r\n".repeat(parts)}--a-a-b--`
    for (const size of [1, 3, 1000]) {
      assert.isUndefined(errorOf(scanParts("a-a-b"), form(100), size))
      assert.strictEqual(errorOf(scanParts("a-a-b"), form(101), size), "BAD_REQUEST")
    }
  })

  it("finds a delimiter that begins within another's beginning", () => {
    assert.strictEqual(errorOf(scanParts("--x"), "-----x\r\n".repeat(102)), "BAD_REQUEST")
  })
})
