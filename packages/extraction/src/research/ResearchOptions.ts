/** What a piece of research is asked for (docs/reference/v1.md §11). */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { indexSchema } from "../json/schemaIndex.ts"
import { limits as scrapeLimits } from "@orbweaver/core/model/ScrapeOptions"

export const defaults = { maxDepth: 7, maxUrls: 20, timeLimit: 300, formats: ["markdown"] } as const

/** Longest question, in characters. */
export const maxQuery = 10_000

const Words = Schema.String.check(Schema.isMaxLength(scrapeLimits.prompt))
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const JsonOptions = Schema.Struct({
  schema: Schema.optionalKey(
    Schema.Unknown.check(
      Schema.makeFilter((schema) => {
        const index = indexSchema(schema)
        return "issues" in index ? index.issues.map(({ message, path }) => ({ path, issue: message })) : undefined
      })
    )
  ),
  prompt: Schema.optionalKey(Words)
})

export const ResearchOptions = Schema.Struct({
  /** Rounds of searching and reading. */
  maxDepth: Schema.optionalKey(between(1, 12)),
  /** Most pages read. */
  maxUrls: Schema.optionalKey(between(1, 1000)),
  /** Seconds for all of it. */
  timeLimit: Schema.optionalKey(between(30, 600)),
  /** What the report should look like. */
  analysisPrompt: Schema.optionalKey(Words),
  /** What to heed on the way. */
  systemPrompt: Schema.optionalKey(Words),
  formats: Schema.optionalKey(Schema.Array(Schema.Literals(["markdown", "json"])).check(Schema.isMinLength(1))),
  /** Needed for the format `json`, and for it alone. */
  jsonOptions: Schema.optionalKey(JsonOptions)
})
export type ResearchOptions = typeof ResearchOptions.Type

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
