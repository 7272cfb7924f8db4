import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { boundsOf } from "../../src/wire/inputBounds.ts"
import { client } from "../fixtures.ts"

const page = "http://site.test/b"
const many = (length: number, value: unknown) => Array.from({ length }, () => value)

describe("the bounds of a field", () => {
  const find = boundsOf(
    Schema.Struct({
      names: Schema.Array(Schema.String).check(Schema.isMaxLength(2, { message: "Two names at most" })),
      other: Schema.Union([Schema.String, Schema.Array(Schema.Struct({ text: Schema.String }))]),
      any: Schema.Json
    }).ast
  )

  it("are those of its schema, with their message", () => {
    assert.isUndefined(find({ names: ["a", "b"] }))
    assert.deepInclude(find({ names: ["a", "b", "c"] }), { path: ["names"], message: "Two names at most", maximum: 2 })
  })

  it("are the usual ones where its schema has none", () => {
    assert.isUndefined(find({ other: "x".repeat(100_000) }))
    assert.deepInclude(find({ other: "x".repeat(100_001) }), { code: "too_big", type: "string", path: ["other"] })
    assert.deepInclude(find({ other: many(1001, {}) }), { code: "too_big", type: "array", path: ["other"] })
    assert.deepInclude(find({ other: [{}, { text: "x".repeat(100_001) }] }), { path: ["other", 1, "text"] })
    assert.deepInclude(find({ any: { a: many(10_001, 1) } }), { maximum: 10_000, path: ["any", "a"] })
  })

  it("hold of fields that have another type than they should", () => {
    assert.deepInclude(find({ names: { a: many(10_001, 1) } }), { type: "array", path: ["names", "a"] })
    assert.deepInclude(find({ unknown: "x".repeat(100_001) }), { path: ["unknown"] })
  })

  it("hold of names", () => {
    assert.match(find({ any: { ["k".repeat(100_001)]: 1 } })?.message ?? "", /name of a member/)
    const members = Object.fromEntries(many(1001, 0).map((_, index) => [`k${index}`, 1]))
    assert.deepInclude(find(members), {
      type: "object",
      maximum: 1000,
      message: "Object must contain at most 1000 member(s)"
    })
  })
})

describe("an answer to a bad body", () => {
  it.live("lists at most 20 faults, in 2 KB", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { url: page, excludeTags: many(1000, 1) })
      assert.strictEqual(status, 400)
      assert.isAtMost(body.details.length, 21)
      assert.isAtMost(JSON.stringify(body.details).length, 2300)
      assert.deepStrictEqual(body.details[0].path, ["excludeTags", 0])
      assert.match(body.details.at(-1).message, /More is wrong/)
    })
  )

  it.live("cuts what it quotes", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const bad of [
        { ["k".repeat(50_000)]: 1 },
        Object.fromEntries(many(900, 0).map((_, index) => [`key${"y".repeat(80)}${index}`, 1])),
        { proxy: "p".repeat(90_000) },
        { headers: { ["h h".repeat(20_000)]: 1 } },
        { url: `http://${"a .".repeat(30_000)}test/` },
        { formats: [{ type: "f".repeat(90_000) }] }
      ]) {
        const { body, status } = yield* call("POST", "/v2/scrape", { url: page, ...bad })
        assert.isAtLeast(status, 400)
        assert.isAtMost(JSON.stringify(body).length, 4096, Object.keys(bad)[0]?.slice(0, 20))
      }
    })
  )

  it.live("still lists few faults whole", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("POST", "/v2/scrape", { url: page, mobile: 1, nonsense: 2, formats: [3] })
      assert.strictEqual(body.details.length, 3)
    })
  )
})
