/**
 * Which pages a batch scrape visits; field names are those of the v2 API
 * (docs/reference/v2.md §9).
 */
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import type * as Effect from "effect/Effect"
import { DataName } from "./Job.ts"
import { ScrapeOptions } from "./ScrapeOptions.ts"
import { WebhookOptions } from "./WebhookOptions.ts"

export const BatchOptions = Schema.Struct({
  /** Leave out addresses that are none, and list them; otherwise they are an error. True when absent. */
  ignoreInvalidURLs: Schema.optionalKey(Schema.Boolean),
  /** Address that is told of the job, or an object with `url`, `headers`, `metadata` and `events`. Default: none. */
  webhook: Schema.optionalKey(WebhookOptions),
  /** A batch of the same account that these pages are added to. Default: a new one. */
  appendToId: Schema.optionalKey(Schema.String),
  /** Pages of this batch at once. Default: as many as the workers have room for, 10 in each process. */
  maxConcurrency: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  /** Of two waiting jobs of one account the higher goes first. Default: 0. */
  priority: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: -100, maximum: 100 }))),
  scrapeOptions: Schema.optionalKey(ScrapeOptions)
})
export type BatchOptions = typeof BatchOptions.Type

/** A batch as it is stored. */
export const BatchRequest = Schema.Struct({
  ...BatchOptions.fields,
  /** Addresses that did not become pages at once, because there are very many. */
  rest: Schema.optionalKey(Schema.Array(Schema.String)),
  dataName: DataName
})
export type BatchRequest = typeof BatchRequest.Type

export const decode: (input: unknown) => Effect.Effect<BatchOptions, InvalidInput> = reader(
  "batch options",
  BatchOptions
)
