// What `orbweaver` exports where Node loads it stands for what its modules export.
import * as library from "../../src/index.ts"
import * as names from "../../src/standalone/index.ts"
import { holdsEffect } from "../../src/standalone/holdsEffect.ts"
import { Effect, Layer, Logger, Redacted } from "effect"
import { describe, expect, it } from "vitest"

describe("the names of the packed library", () => {
  it("are those of the library", () => {
    expect(Object.keys(names).toSorted()).toEqual(Object.keys(library).toSorted())
  })

  it("know errors of the library, and no others", () => {
    const error = new library.InvalidInput({ what: "options", issues: [] })
    const asked = [error, { _tag: "InvalidInput" }].map((value) => [
      value instanceof names.InvalidInput,
      value instanceof names.StoreError
    ])
    expect(asked).toEqual([
      [true, false],
      [false, false]
    ])
  })
})

describe("what is made with Effect", () => {
  const format = { name: "words", run: () => Effect.succeed({}) }

  it.each([
    ["a layer", { stores: Layer.empty }],
    ["a logger", { logger: Logger.consolePretty() }],
    ["a secret", { webhookSecret: Redacted.make("secret") }],
    ["a model", { model: { "~effect/ai/LanguageModel": true } }],
    ["a format", { formats: [format] }],
    ["a format among others", { formats: [library.defineFormat({ name: "letters", run: () => 1 }), format] }],
    ["a step", { steps: [{ name: "step", page: () => Effect.void }] }],
    ["a parser", { parsers: [{ name: "parser", mediaTypes: [], parse: () => Effect.void }] }]
  ])("is %s", (_, options) => {
    expect(holdsEffect(options)).toBe(true)
  })

  it.each([
    ["nothing", undefined],
    ["what is no object", 3],
    ["an egress policy", { egress: { allowLocal: true, ports: [80] } }],
    ["proxies", { proxies: ["http://one.example", new URL("http://two.example")] }],
    ["an object to log with", { logger: { info() {}, warn() {}, error() {} } }],
    ["functions", { onRequest: () => undefined, logger: () => undefined }],
    ["a model of the AI SDK", { model: { specificationVersion: "v3", doGenerate() {} } }],
    [
      "definitions",
      {
        formats: [library.defineFormat({ name: "words", run: () => 1 })],
        steps: [library.defineStep({ name: "step", page: () => ({}) })],
        parsers: [library.defineParser({ name: "parser", mediaTypes: ["a/b"], parse: () => ({}) })]
      }
    ]
  ])("is not %s", (_, options) => {
    expect(holdsEffect(options)).toBe(false)
  })
})
