/** What an agent is asked for, and how far it may go. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"
import { indexSchema } from "../json/schemaIndex.ts"

export const defaults = { maxCredits: 100, maxSteps: 20, timeLimit: 300, strictConstrainToURLs: false } as const

export const limits = { prompt: 10_000, urls: 100 } as const

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

export const AgentOptions = Schema.Struct({
  /** What is wanted, in words. */
  prompt: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(limits.prompt)),
  /** Where to begin; the web is searched when absent. */
  urls: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(limits.urls))),
  /** JSON Schema of the data. */
  schema: Schema.optionalKey(
    Schema.Json.check(
      Schema.makeFilter((schema) => {
        const index = indexSchema(schema)
        return "issues" in index ? index.issues.map(({ message, path }) => ({ path, issue: message })) : undefined
      })
    )
  ),
  /** Credits that it may use. Default: 100. */
  maxCredits: Schema.optionalKey(between(1, 1_000_000)),
  /** Tools that it may call. Default: 20. */
  maxSteps: Schema.optionalKey(between(1, 100)),
  /** Seconds for all of it. Default: 300. */
  timeLimit: Schema.optionalKey(between(10, 3600)),
  /** Read pages below the given addresses only, and do not search. Default: false. */
  strictConstrainToURLs: Schema.optionalKey(Schema.Boolean),
  webhook: Schema.optionalKey(WebhookOptions)
})
export type AgentOptions = typeof AgentOptions.Type

export const decode: (input: unknown) => Effect.Effect<AgentOptions, InvalidInput> = reader(
  "agent options",
  AgentOptions.check(
    Schema.makeFilter(({ strictConstrainToURLs, urls = [] }) =>
      strictConstrainToURLs === true && urls.length === 0
        ? { path: ["strictConstrainToURLs"], issue: "Expected urls to stay below" }
        : undefined
    )
  )
)
