import { assert, describe, it } from "@effect/vitest"
import { jsonKey } from "../../src/support/jsonKey.ts"

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

describe("the key of a value", () => {
  it("is the same for equal values, whoever made them", () => {
    const make = () => ({ formats: ["markdown", { type: "json", schema: { a: [1, null, true] } }], maxAge: 0 })
    assert.strictEqual(jsonKey(make(), 1000), jsonKey(make(), 1000))
    assert.notStrictEqual(jsonKey({ ...make(), maxAge: 1 }, 1000), jsonKey(make(), 1000))
    assert.strictEqual(jsonKey(Object.assign(Object.create(null), { a: 1 }), 1000), '{"a":1}')
  })

  it("is absent where JSON would make two different values the same", () => {
    class Custom {
      readonly a = 1
    }
    const values = [
      () => 1,
      Symbol("a"),
      10n,
      undefined,
      NaN,
      Infinity,
      { a: undefined },
      { a: () => 1 },
      [undefined],
      new Date(0),
      /a/,
      new Map([["a", 1]]),
      new Custom(),
      { toJSON: () => ({ a: 1 }) }
    ]
    for (const value of values) assert.isUndefined(jsonKey({ value }, 1000))
  })

  it("is absent for what is long, deep or endless, which is not read to its end", () => {
    assert.isUndefined(jsonKey("x".repeat(1001), 1000))
    assert.isUndefined(
      jsonKey(
        Array.from({ length: 2000 }, () => 1),
        1000
      )
    )
    assert.isUndefined(jsonKey(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`name${i}`, i])), 1000))
    assert.isDefined(jsonKey(nested(60), 1000))
    assert.isUndefined(jsonKey(nested(70), 1000))
    const endless: Record<string, unknown> = {}
    endless["self"] = endless
    assert.isUndefined(jsonKey(endless, 1_000_000))
    let read = 0
    const counting = new Proxy([] as Array<number>, {
      get: (_, name) => {
        read++
        return name === "length" ? 1_000_000 : 1
      }
    })
    assert.isUndefined(jsonKey(counting, 1000))
    assert.isBelow(read, 3000)
  })
})
