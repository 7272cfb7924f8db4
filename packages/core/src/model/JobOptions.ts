/** Options that jobs with pages have in common. */
import * as Schema from "effect/Schema"
import { option } from "./optionDefinition.ts"
import { WebhookOptions } from "./WebhookOptions.ts"

export const jobFields = {
  webhook: option(WebhookOptions, {
    text: "Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  maxConcurrency: option(Schema.Int.check(Schema.isGreaterThan(0)), {
    text: "Maximum number of pages of this job at once",
    otherwise: "as many as the workers have room for, 10 in each process",
    flag: { name: "concurrency" },
    tool: false
  }),
  priority: option(Schema.Int.check(Schema.isBetween({ minimum: -100, maximum: 100 })), {
    text: "Of two waiting jobs of one account the higher goes first",
    default: 0,
    tool: false
  }),
  ignoreInvalidURLs: option(Schema.Boolean, {
    text: "Leave out addresses that are invalid, and list them; otherwise they are an error",
    default: true,
    tool: false
  })
} as const
