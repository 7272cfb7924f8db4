/** Flags of the formats that take options, and the formats they mean. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { FormatSpec } from "@orbweaver/core/model/ScrapeOptions"
import { optionalText, readJson, toggle } from "./flags.ts"

export const understandingFlags = {
  question: optionalText("question", "Answer it from the page"),
  highlights: optionalText("highlights", "Quote the passages of the page about this"),
  schema: optionalText("schema", "JSON Schema of the json format, or a file that holds it"),
  prompt: optionalText("prompt", "What the json format extracts, described in words"),
  mainContentNote: toggle(
    "main-content-note",
    "Add mainContentReport, and sum it up in the warning: what was left out and by which rule"
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
