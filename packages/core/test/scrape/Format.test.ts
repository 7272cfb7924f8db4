import { assert, describe, it } from "@effect/vitest"
import * as Format from "@orbweaver/core/scrape/Format"
import { Effect, Schema } from "effect"

const format = (name: string, rest: Partial<Format.Format> = {}): Format.Format => ({
  name,
  needs: [],
  uses: [],
  run: () => Effect.succeed({}),
  ...rest
})

const formats = Format.make([
  format("summary", { uses: ["markdown"] }),
  format("markdown"),
  format("deep", { uses: ["summary", "links"] }),
  format("links"),
  format("metadata", { always: true }),
  format("screenshot", { options: Schema.Struct({ quality: Schema.optionalKey(Schema.Int) }), needs: ["screenshot"] })
])

const names = (plan: ReadonlyArray<Format.PlannedFormat>) =>
  plan.map(({ asked, format }) => `${format.name}${asked ? "!" : ""}`)

describe("the plan of a scrape", () => {
  it.effect("runs what a format uses before it, once, without giving it to the caller", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(names(yield* formats.plan([{ type: "deep" }, { type: "links" }])), [
        "metadata",
        "markdown",
        "summary",
        "links!",
        "deep!"
      ])
    })
  )

  it.effect("takes a format asked twice once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(names(yield* formats.plan([{ type: "links" }, { type: "links" }])), ["metadata", "links!"])
    })
  )

  it.effect("may be empty but for what every document has", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(names(yield* formats.plan([])), ["metadata"])
    })
  )

  it.effect("fails on an unknown format and lists the known ones", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(formats.plan([{ type: "markdwon" }]))
      assert.strictEqual(error._tag, "UnknownFormat")
      assert.include(error.message, "markdwon")
      assert.include(error.message, "markdown, deep, links")
    })
  )

  it.effect("checks the options of a format and names the field", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(formats.plan([{ type: "links" }, { type: "screenshot", quality: "high" }]))
      assert.strictEqual(error._tag, "InvalidInput")
      assert.deepStrictEqual((error as { issues: ReadonlyArray<{ path: unknown }> }).issues[0]!.path, [
        "formats",
        1,
        "quality"
      ])
    })
  )

  it.effect("allows one screenshot", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(formats.plan([{ type: "screenshot" }, { type: "screenshot", quality: 3 }]))
      assert.include(error.message, "You may only specify one screenshot format")
    })
  )

  it.effect("loads a format when it is first asked for, and not before", () =>
    Effect.gen(function* () {
      let loads = 0
      const registry = Format.make([
        format("markdown"),
        Format.lazily("json", async () => {
          loads++
          return format("json", { uses: ["markdown"], options: Schema.Struct({ prompt: Schema.String }) })
        })
      ])
      assert.deepStrictEqual([...registry.names], ["markdown", "json"])
      yield* registry.plan([{ type: "markdown" }])
      assert.strictEqual(loads, 0)
      assert.deepStrictEqual(names(yield* registry.plan([{ type: "json", prompt: "x" }])), ["markdown", "json!"])
      const error = yield* Effect.flip(registry.plan([{ type: "json", prompt: 1 }]))
      assert.strictEqual(error._tag, "InvalidInput")
    })
  )

  it.effect("loads a format that another one uses, though nobody asked for it", () =>
    Effect.gen(function* () {
      const real = format("summary", { run: () => Effect.succeed({ summary: "short" }) })
      const registry = Format.make([
        Format.lazily("summary", async () => real),
        format("teaser", { uses: ["summary"] })
      ])
      const plan = yield* registry.plan([{ type: "teaser" }])
      assert.deepStrictEqual(names(plan), ["summary", "teaser!"])
      assert.strictEqual(plan[0]!.format, real)
    })
  )

  it.effect("prefers the application's format of two with one name", () =>
    Effect.gen(function* () {
      const mine = format("markdown", { run: () => Effect.succeed({ markdown: "mine" }) })
      const [planned] = yield* Format.make([format("markdown"), mine]).plan([{ type: "markdown" }])
      assert.strictEqual(planned!.format, mine)
    })
  )
})
