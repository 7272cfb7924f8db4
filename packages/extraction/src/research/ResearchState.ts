/**
 * How far a piece of research is: stored with its job after every step, so that clients can read it and a worker can
 * resume it after a crash.
 */
import * as Schema from "effect/Schema"
import { statusFields } from "../jobs/jobEngine.ts"

export const Activity = Schema.Struct({
  type: Schema.Literals(["search", "extract", "analyze", "reasoning", "synthesis", "thought"]),
  status: Schema.Literals(["processing", "complete", "error"]),
  message: Schema.String,
  /** ISO 8601. */
  timestamp: Schema.String,
  depth: Schema.Int
})
export type Activity = typeof Activity.Type

export const Source = Schema.Struct({
  url: Schema.String,
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  favicon: Schema.optionalKey(Schema.String)
})
export type Source = typeof Source.Type

export const Finding = Schema.Struct({
  text: Schema.String,
  /** Places in `sources`, from 1. */
  sources: Schema.Array(Schema.Int)
})
export type Finding = typeof Finding.Type

export const ResearchState = Schema.Struct({
  depth: Schema.Int,
  activities: Schema.Array(Activity),
  /** Pages that were read, in the order in which findings name them. */
  sources: Schema.Array(Source),
  /** The page of the job behind each source, and how many of them the model has read. */
  pages: Schema.Array(Schema.String),
  noted: Schema.Int,
  findings: Schema.Array(Finding),
  /** Searched for already, and next. */
  asked: Schema.Array(Schema.String),
  next: Schema.Array(Schema.String),
  /** Whether the searches of the round, or its pages, are still open: a worker that takes over begins no other round. */
  isRoundOpen: Schema.optionalKey(Schema.Boolean),
  /** Pages of the job that were looked at. */
  seen: Schema.Array(Schema.String),
  /** Answers of the model so far; names each one's tokens in the ledger. */
  calls: Schema.Int,
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int }),
  finalAnalysis: Schema.optionalKey(Schema.String),
  json: Schema.optionalKey(Schema.Json)
})
export type ResearchState = typeof ResearchState.Type

export const initialState: ResearchState = {
  depth: 0,
  activities: [],
  sources: [],
  pages: [],
  noted: 0,
  findings: [],
  asked: [],
  next: [],
  seen: [],
  calls: 0,
  tokens: { input: 0, output: 0 }
}

/** Research as callers see it. */
export const ResearchStatus = Schema.Struct({
  ...statusFields,
  currentDepth: Schema.Int,
  maxDepth: Schema.Int,
  /** Pages read. */
  totalUrls: Schema.Int,
  activities: Schema.Array(Activity),
  sources: Schema.Array(Source),
  /** What was found, one sentence or two each. */
  summaries: Schema.Array(Schema.String),
  /** Markdown; numbers in brackets are places in `sources`. */
  finalAnalysis: Schema.optionalKey(Schema.String),
  json: Schema.optionalKey(Schema.Json),
  tokensUsed: Schema.Number
})
export type ResearchStatus = typeof ResearchStatus.Type
