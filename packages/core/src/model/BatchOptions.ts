/**
 * Which pages a batch scrape visits; field names are those of the v2 API
 * (docs/reference/v2.md §9).
 */
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import type * as Effect from "effect/Effect"
import { DataName, Notes } from "./Job.ts"
import { jobFields } from "./JobOptions.ts"
import { defaultsOf, option } from "./optionDefinition.ts"
import { ScrapeOptions } from "./ScrapeOptions.ts"

export const BatchOptions = Schema.Struct({
  /** Leave out addresses that are invalid, and list them; otherwise they are an error. Default: `true`. */
  ignoreInvalidURLs: jobFields.ignoreInvalidURLs,
  /**
   * Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`. Default:
   * none.
   */
  webhook: jobFields.webhook,
  /** Id of a batch of the same account that these pages are added to. Default: a new batch. */
  appendToId: option(Schema.String, {
    text: "Id of a batch of the same account that these pages are added to",
    otherwise: "a new batch",
    tool: false
  }),
  /** Maximum number of pages of this job at once. Default: as many as the workers have room for, 10 in each process. */
  maxConcurrency: jobFields.maxConcurrency,
  /** Of two waiting jobs of one account the higher goes first. Default: 0. */
  priority: jobFields.priority,
  /** How each page is scraped: the options of a page. Default: as a scrape without options. */
  scrapeOptions: option(ScrapeOptions, {
    text: "How each page is scraped: the options of a page",
    otherwise: "as a scrape without options",
    flag: false,
    tool: false
  })
})
export type BatchOptions = typeof BatchOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(BatchOptions.fields)

/** A batch as it is stored. */
export const BatchRequest = Schema.Struct({
  ...BatchOptions.fields,
  /** Addresses that did not become pages at once, because there are very many. */
  rest: Schema.optionalKey(Schema.Array(Schema.String)),
  dataName: DataName,
  notes: Notes
})
export type BatchRequest = typeof BatchRequest.Type

export const decode: (input: unknown) => Effect.Effect<BatchOptions, InvalidInput> = reader(
  "batch options",
  BatchOptions
)
