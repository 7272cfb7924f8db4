import { assert, describe, it } from "@effect/vitest"
import { LruMap } from "../../src/support/LruMap.ts"

describe("a map of the most recently used", () => {
  it("drops what was used longest ago, and says so", () => {
    const map = new LruMap<string, number>({ maxEntries: 2 })
    map.set("a", 1)
    map.set("b", 2)
    assert.strictEqual(map.get("a"), 1)
    assert.deepStrictEqual(map.set("c", 3), [["b", 2]])
    assert.deepStrictEqual([...map.values()], [1, 3])
  })

  it("does not count a look as a use", () => {
    const map = new LruMap<string, number>({ maxEntries: 2 })
    map.set("a", 1)
    map.set("b", 2)
    map.peek("a")
    assert.deepStrictEqual(map.set("c", 3), [["a", 1]])
  })

  it("keeps its weight when values are replaced and removed", () => {
    const map = new LruMap<string, string>({ maxWeight: 10, weigh: ({ length }) => length })
    map.set("a", "1234")
    map.set("a", "12345678")
    map.delete("a")
    map.set("b", "12345")
    assert.deepStrictEqual(map.set("c", "12345"), [])
    assert.deepStrictEqual(map.set("d", "1"), [["b", "12345"]])
  })

  it("does not empty itself for a value that is larger than all of it", () => {
    const map = new LruMap<string, string>({ maxWeight: 4, weigh: ({ length }) => length })
    map.set("a", "12")
    assert.deepStrictEqual(map.set("b", "12345"), [["b", "12345"]])
    assert.strictEqual(map.get("a"), "12")
    assert.deepStrictEqual(map.set("a", "12345"), [["a", "12345"]])
    assert.strictEqual(map.size, 0)
  })
})
