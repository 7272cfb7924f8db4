/** An extraction as callers see it (docs/reference/v2.md §13). */
import * as Schema from "effect/Schema"
import { expiryOf, type Job, resultStatus } from "@orbweaver/core/model/Job"

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
  warning: Schema.optionalKey(Schema.String),
  madeBy: Schema.Literals(["rules", "model"]),
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int })
})
export type ExtractOutput = typeof ExtractOutput.Type

export interface ExtractStatus {
  readonly id: string
  readonly success: boolean
  readonly status: "processing" | "completed" | "failed" | "cancelled"
  /** What was extracted; absent until there is something. */
  readonly data?: Schema.Json | undefined
  /** Why there is nothing. */
  readonly error?: string | undefined
  /**
   * What went less well than asked, in sentences: what was not found, what was not followed. While it is processed, why
   * it may not get on: the store refuses what is written.
   */
  readonly warning?: string | undefined
  /** Pages that could not be read. */
  readonly errors?: ReadonlyArray<PageError> | undefined
  /** Pages that say each value, by its path; with `showSources`. */
  readonly sources?: Readonly<Record<string, ReadonlyArray<string>>> | undefined
  /** Whether a model had a part in it. */
  readonly madeBy?: "rules" | "model" | undefined
  /** Tokens of a model. */
  readonly tokensUsed?: number | undefined
  readonly creditsUsed: number
  /** ISO 8601. */
  readonly expiresAt: string
}

const isOutput = Schema.is(ExtractOutput)

/** What the job left; nothing while it runs. */
export const outputOf = ({ output }: Job): ExtractOutput | undefined => (isOutput(output) ? output : undefined)

export const statusOf = (job: Job, showSources: boolean, errors: ReadonlyArray<PageError>): ExtractStatus => {
  const status = resultStatus(job.status)
  const shown = status === "completed" ? outputOf(job) : undefined
  return {
    id: job.id,
    success: status !== "failed",
    status,
    ...(shown === undefined
      ? job.warning === undefined
        ? {}
        : { warning: job.warning }
      : {
          data: shown.data,
          madeBy: shown.madeBy,
          tokensUsed: shown.tokens.input + shown.tokens.output,
          ...(shown.warning === undefined ? {} : { warning: shown.warning }),
          ...(showSources ? { sources: shown.sources } : {})
        }),
    ...(job.error === undefined ? {} : { error: job.error }),
    ...(errors.length === 0 ? {} : { errors }),
    creditsUsed: job.creditsUsed,
    expiresAt: expiryOf(job)
  }
}
