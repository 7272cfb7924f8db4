/** Flags of the formats that take options, and the formats they mean. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import type { FormatSpec } from "@orbweaver/core/model/ScrapeOptions"
import { readJson } from "./flags.ts"

export const understandingFlags = {
  question: Flag.String("question").pipe(Flag.withDescription("Answer it from the page"), Flag.optional),
  highlights: Flag.String("highlights").pipe(
    Flag.withDescription("Quote the passages of the page about this"),
    Flag.optional
  ),
  schema: Flag.String("schema").pipe(
    Flag.withDescription("JSON Schema of the json format, or a file that holds it"),
    Flag.optional
  ),
  prompt: Flag.String("prompt").pipe(
    Flag.withDescription("What the json format extracts, described in words"),
    Flag.optional
  ),
  mainContentNote: Flag.Boolean("main-content-note").pipe(
    Flag.withDescription("Add mainContentReport, and sum it up in the warning: what was left out and by which rule"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

/** What a format is asked for by its name alone: of change tracking, the lines. */
const plain = (type: string): FormatSpec => (type === "changeTracking" ? { type, modes: ["git-diff"] } : { type })

interface Input {
  readonly format: ReadonlyArray<string>
  readonly question: Option.Option<string>
  readonly highlights: Option.Option<string>
  readonly schema: Option.Option<string>
  readonly prompt: Option.Option<string>
  readonly mainContentNote: boolean
}

/** Formats by name, those of `--format` first; a flag of options asks for its format too. */
export const formatsOf = Effect.fnUntraced(function* (input: Input) {
  const specs = new Map<string, FormatSpec>(input.format.map((type) => [type, plain(type)]))
  if (input.mainContentNote) specs.set("mainContentReport", { type: "mainContentReport", note: true })
  if (Option.isSome(input.question)) specs.set("question", { type: "question", question: input.question.value })
  if (Option.isSome(input.highlights)) specs.set("highlights", { type: "highlights", query: input.highlights.value })
  if (Option.isSome(input.schema) || Option.isSome(input.prompt)) {
    specs.set("json", {
      type: "json",
      ...(Option.isSome(input.schema) ? { schema: yield* readJson("schema", input.schema.value) } : {}),
      ...(Option.isSome(input.prompt) ? { prompt: input.prompt.value } : {})
    })
  }
  return [...specs.values()]
})
