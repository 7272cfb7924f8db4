/** What a piece of research is asked for (docs/reference/v1.md §11). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { invalid, type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { defaultsOf, option } from "@orbweaver/core/internal/model/optionDefinition"
import { JsonSchema } from "../json/schemaIndex.ts"
import { limits as scrapeLimits } from "@orbweaver/core/model/ScrapeOptions"

/** Longest question, in characters. */
const maxQuery = 10_000

/** The question without the space around it. Programs without types may give anything. */
export const readQuery = (given: unknown): Effect.Effect<string, InvalidInput> => {
  if (typeof given !== "string") return Effect.fail(invalid("research", ["query"], "Expected string", "invalid_type"))
  const query = given.trim()
  if (query === "") return Effect.fail(invalid("research", ["query"], "Either query or topic must be provided"))
  return query.length <= maxQuery
    ? Effect.succeed(query)
    : Effect.fail(invalid("research", ["query"], `A question has at most ${maxQuery} characters`, "too_big"))
}

const Words = Schema.String.check(Schema.isMaxLength(scrapeLimits.prompt))
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const JsonOptions = Schema.Struct({
  schema: Schema.optionalKey(JsonSchema),
  prompt: Schema.optionalKey(Words)
})

export const ResearchOptions = Schema.Struct({
  /** Rounds of searching and reading. Default: 7. */
  maxDepth: option(between(1, 12), {
    text: "Rounds of searching and reading",
    default: 7,
    flag: { name: "depth" }
  }),
  /** Maximum number of pages that are read. Default: 20. */
  maxUrls: option(between(1, 1000), {
    text: "Maximum number of pages that are read",
    default: 20,
    flag: { name: "pages" }
  }),
  /** Limit for the whole work, in seconds. Default: 300 seconds. */
  timeLimit: option(between(30, 600), {
    text: "Limit for the whole work",
    default: 300,
    unit: "seconds",
    flag: { name: "time" }
  }),
  /** What the report should look like, in words. Default: none. */
  analysisPrompt: option(Words, {
    text: "What the report should look like, in words",
    otherwise: "none",
    flag: { name: "style" }
  }),
  /** What to heed on the way. Default: none. */
  systemPrompt: option(Words, {
    text: "What to heed on the way",
    otherwise: "none"
  }),
  /** Formats of the report. Default: `["markdown"]`. */
  formats: option(Schema.Array(Schema.Literals(["markdown", "json"])).check(Schema.isMinLength(1)), {
    text: "Formats of the report",
    default: ["markdown"],
    flag: false
  }),
  /** Schema and prompt of the format `json`, which needs one of them. Default: none. */
  jsonOptions: option(JsonOptions, {
    text: "Schema and prompt of the format `json`, which needs one of them",
    otherwise: "none",
    flag: false
  })
})
export type ResearchOptions = typeof ResearchOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(ResearchOptions.fields)

export const decode: (input: unknown) => Effect.Effect<ResearchOptions, InvalidInput> = reader(
  "research options",
  ResearchOptions.check(
    Schema.makeFilter(({ formats = [], jsonOptions }) =>
      formats.includes("json") === (jsonOptions !== undefined)
        ? undefined
        : {
            path: ["jsonOptions"],
            issue: "When 'json' format is specified, jsonOptions must be provided, and vice versa"
          }
    )
  )
)
