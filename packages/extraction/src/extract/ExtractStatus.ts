/** An extraction as callers see it (docs/reference/v2.md §13). */
import * as Schema from "effect/Schema"
import type { Job } from "@orbweaver/core/model/Job"
import { commonStatus, statusFields } from "../jobs/jobEngine.ts"
import { defined } from "@orbweaver/core/internal/support/defined"

const Strings = Schema.Array(Schema.String)

export const PageError = Schema.Struct({
  url: Schema.String,
  error: Schema.String,
  code: Schema.optionalKey(Schema.String)
})
export type PageError = typeof PageError.Type

/** What an extraction leaves in its job. */
export const ExtractOutput = Schema.Struct({
  data: Schema.Json,
  /** Pages that say each value, by its path: `products.0.name`. */
  sources: Schema.Record(Schema.String, Strings),
  errors: Schema.Array(PageError),
  /** Values that a model answered and no page states, by JSON pointer. */
  unsupported: Schema.optionalKey(Strings),
  warning: Schema.optionalKey(Schema.String),
  madeBy: Schema.Literals(["rules", "model"]),
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int })
})
export type ExtractOutput = typeof ExtractOutput.Type

export const ExtractStatus = Schema.Struct({
  ...statusFields,
  success: Schema.Boolean,
  /** What was extracted; absent until there is something. */
  data: Schema.optionalKey(Schema.Json),
  /** Pages that could not be read. */
  errors: Schema.optionalKey(Schema.Array(PageError)),
  /** Pages that say each value, by its path; with `showSources`. */
  sources: Schema.optionalKey(Schema.Record(Schema.String, Strings)),
  /** Values that a model answered and no page that was read states, as JSON pointers into `data`; absent when there are none. */
  unsupported: Schema.optionalKey(Strings),
  /** Whether a model had a part in it. */
  madeBy: Schema.optionalKey(Schema.Literals(["rules", "model"])),
  /** Tokens of a model. */
  tokensUsed: Schema.optionalKey(Schema.Number)
})
export type ExtractStatus = typeof ExtractStatus.Type

const isOutput = Schema.is(ExtractOutput)

/** What the job left; nothing while it runs. */
export const outputOf = ({ output }: Job): ExtractOutput | undefined => (isOutput(output) ? output : undefined)

export const statusOf = (job: Job, showSources: boolean, errors: ReadonlyArray<PageError>): ExtractStatus => {
  const common = commonStatus(job)
  const shown = common.status === "completed" ? outputOf(job) : undefined
  return {
    ...common,
    success: common.status !== "failed",
    ...(shown === undefined
      ? defined({ warning: job.warning })
      : {
          data: shown.data,
          madeBy: shown.madeBy,
          tokensUsed: shown.tokens.input + shown.tokens.output,
          ...defined({ unsupported: shown.unsupported, warning: shown.warning }),
          ...(showSources ? { sources: shown.sources } : {})
        }),
    ...(errors.length === 0 ? {} : { errors })
  }
}
