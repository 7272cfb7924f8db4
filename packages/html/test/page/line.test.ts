import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { collapsed, firstWordOf, normalise } from "../../src/page/line.ts"

const letters = Array.from("abZ 12.,:'’#@-_/é©\u00a0\n\t \u3000Kß日")

describe("a line", () => {
  it.prop(
    "is read the same by code and by expressions",
    [Schema.Array(Schema.Literals(letters))],
    ([parts]) => {
      const line = parts.join("")
      assert.strictEqual(collapsed(line), line.replaceAll(/\s+/g, " ").trim())
      assert.strictEqual(
        normalise(line),
        line
          .toLowerCase()
          .replaceAll("’", "'")
          .replaceAll(/\d[\d.,:]*/g, "#")
          .replaceAll(/[^\p{L}\p{M}#'@©]+/gu, " ")
          .trim()
      )
      const first = firstWordOf(line)
      if (first !== undefined) assert.strictEqual(first, normalise(line).split(" ")[0])
    },
    { arbitrary: { runs: 1000 } }
  )

  it("may be long", () => {
    assert.strictEqual(normalise("A 1 ".repeat(200_000)).length, 799_999)
  })
})
