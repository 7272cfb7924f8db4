import { assert, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import { Effect, Option } from "effect"
import { formatsOf } from "../../src/cli/flags/formats.ts"

const none = {
  format: [],
  question: Option.none(),
  highlights: Option.none(),
  schema: Option.none(),
  prompt: Option.none(),
  mainContentNote: false
}

it.effect("--main-content-note asks for the report with its note, next to what --format names", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* formatsOf({ ...none, format: ["markdown"], mainContentNote: true }), [
      { type: "markdown" },
      { type: "mainContentReport", note: true }
    ])
    assert.deepStrictEqual(yield* formatsOf(none), [])
  }).pipe(Effect.provide(NodeFileSystem.layer))
)
