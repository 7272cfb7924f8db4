import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isLonger, jsonPieces } from "../../src/support/jsonPieces.ts"

describe("JSON in pieces", () => {
  it.prop("is what JSON.stringify gives", [Schema.Json], ([value]) => {
    assert.strictEqual([...jsonPieces(value)].join(""), JSON.stringify(value))
  })

  it.prop("is the same where texts and lists are long", [Schema.Json, Schema.String], ([json, text]) => {
    const value = {
      text: `${text}\ud83d\ude00"\\\0\n\ud800`.repeat(12_000),
      list: Array.from({ length: 5000 }, (_, at) => ({ at, text, absent: undefined })),
      json,
      absent: undefined,
      holes: [undefined, new Date(0)],
      empty: { list: [], text: "" }
    }
    assert.strictEqual([...jsonPieces(value)].join(""), JSON.stringify(value))
  })

  it("keeps the halves of a surrogate pair together", () => {
    for (const before of ["", "x"]) {
      const text = before + "\ud83d\ude00".repeat(200_000)
      assert.strictEqual([...jsonPieces({ text })].join(""), JSON.stringify({ text }))
    }
  })

  it("comes in pieces of a bounded length", () => {
    const pieces = [...jsonPieces({ text: "\0".repeat(1_000_000), list: Array.from({ length: 100_000 }, String) })]
    assert.isAbove(pieces.length, 15)
    // An escape has six characters.
    assert.isBelow(Math.max(...pieces.map(({ length }) => length)), 7 * 65_536)
  })

  it("looks no further into a value than shows that it is long", () => {
    let reads = 0
    const list = Array.from({ length: 1000 }, () => ({
      get text() {
        reads++
        return "x".repeat(10)
      }
    }))
    assert.isTrue(isLonger(list, 50))
    assert.isBelow(reads, 10)
    assert.isFalse(isLonger(list, 1_000_000))
  })
})
