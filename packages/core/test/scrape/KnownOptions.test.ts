import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeKnownOptions, type OptionsMemo } from "../../src/scrape/KnownOptions.ts"

const read = makeKnownOptions()
const secret = () => ({ headers: { authorization: "Bearer secret" }, maxAge: 0 })

describe("options of scrapes", () => {
  it.effect("are read once for all that are equal, and have one key where they mean the same", () =>
    Effect.gen(function* () {
      const known = yield* read({ formats: ["markdown"], maxAge: 1 })
      assert.strictEqual(yield* read({ formats: ["markdown"], maxAge: 1 }), known)
      const usual = yield* read({ maxAge: 1 })
      assert.notStrictEqual(usual, known)
      assert.strictEqual(usual.key, known.key)
      assert.notStrictEqual((yield* read({ maxAge: 2 })).key, known.key)
    })
  )

  it.effect("do not change with what the caller gave", () =>
    Effect.gen(function* () {
      const given = { includeTags: ["main"] }
      const known = yield* read(given)
      given.includeTags[0] = "aside"
      assert.deepStrictEqual(known.options.includeTags, ["main"])
      assert.deepStrictEqual((yield* read(given)).options.includeTags, ["aside"])
      const schema = { type: "object", properties: { price: { type: "number" } } }
      const { options } = yield* read({ formats: [{ type: "json", schema }] })
      schema.properties.price.type = "string"
      assert.deepInclude(options.formats[0], { schema: { type: "object", properties: { price: { type: "number" } } } })
    })
  )

  it.effect("with headers have no key, and are remembered by nobody but the caller", () =>
    Effect.gen(function* () {
      const first = yield* read(secret())
      assert.isUndefined(first.key)
      assert.notStrictEqual(yield* read(secret()), first)
      const memo: OptionsMemo = {}
      const known = yield* read(secret(), memo)
      assert.strictEqual(yield* read(secret(), memo), known)
      assert.notStrictEqual(yield* read(secret()), known)
      assert.notStrictEqual(yield* read(secret(), {}), known)
    })
  )

  it.effect("with other headers are read anew, whatever the memo has", () =>
    Effect.gen(function* () {
      const memo: OptionsMemo = {}
      yield* read(secret(), memo)
      const other = yield* read({ ...secret(), headers: { authorization: "Bearer other" } }, memo)
      assert.deepStrictEqual(other.options.headers, { authorization: "Bearer other" })
      assert.strictEqual(memo.known, other)
    })
  )

  it.effect("that are wrong are refused each time", () =>
    Effect.gen(function* () {
      for (const given of [{ maxAge: -1 }, { maxAge: -1 }, { headers: { "bad name": "x" } }]) {
        const error = yield* Effect.flip(read(given))
        assert.strictEqual(error._tag, "InvalidInput")
      }
    })
  )
})
