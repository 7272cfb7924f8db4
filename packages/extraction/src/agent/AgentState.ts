/** How far an agent is: stored with its job after every step, so that callers see it and another worker can go on. */
import * as Schema from "effect/Schema"
import { AgentOptions } from "./AgentOptions.ts"
import { JobState } from "../jobs/jobEngine.ts"

export const toolNames = ["search", "map", "read", "extract", "interact", "answer"] as const

export const AgentStep = Schema.Struct({
  tool: Schema.Literals(toolNames),
  /**
   * Words that were searched for, the addresses that were read, or the addresses that something was done with, and in words
   * what.
   */
  input: Schema.String,
  /** What came of it, in a line or a list of addresses. */
  result: Schema.String,
  /** Why it was done, as the model says. */
  reason: Schema.String,
  /** Addresses of the pages that could be read. */
  pages: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Whether it was not taken, because it had been before. */
  isRepeated: Schema.optionalKey(Schema.Boolean),
  /** ISO 8601. */
  timestamp: Schema.String
})
export type AgentStep = typeof AgentStep.Type

export const AgentSource = Schema.Struct({ url: Schema.String, title: Schema.String })
export type AgentSource = typeof AgentSource.Type

export const AgentState = Schema.Struct({
  steps: Schema.Array(AgentStep),
  /** Pages that were read. */
  sources: Schema.Array(AgentSource),
  /** Pages that were operated in a browser, as they were at the end. */
  interactions: Schema.optionalKey(Schema.Array(Schema.Struct({ url: Schema.String, text: Schema.String }))),
  /** Answers of the model so far; names each one's tokens in the ledger. */
  calls: Schema.Int,
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int }),
  /** The answer in words. */
  message: Schema.optionalKey(Schema.String),
  data: Schema.optionalKey(Schema.Json),
  /** Pages that say each value of the data, by its JSON pointer; a value that no page states is absent. */
  valueSources: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  /** Values of the data that no page that was read states, by JSON pointer; absent when there are none. */
  unsupported: Schema.optionalKey(Schema.Array(Schema.String)),
  warning: Schema.optionalKey(Schema.String)
})
export type AgentState = typeof AgentState.Type

export const initialState: AgentState = { steps: [], sources: [], calls: 0, tokens: { input: 0, output: 0 } }

/** An agent as callers see it. */
export const AgentStatus = Schema.Struct({
  id: Schema.String,
  status: JobState,
  /** Pass it to `startAgent` to go on with the conversation. */
  threadId: Schema.String,
  /** Place in the thread, from 1. */
  threadTurn: Schema.Int,
  mode: AgentOptions.fields.mode,
  effort: AgentOptions.fields.effort,
  /** By the schema, or `{ answer }`. */
  data: AgentState.fields.data,
  message: AgentState.fields.message,
  steps: AgentState.fields.steps,
  sources: AgentState.fields.sources,
  valueSources: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  unsupported: AgentState.fields.unsupported,
  warning: Schema.optionalKey(Schema.String),
  error: Schema.optionalKey(Schema.String),
  tokensUsed: Schema.Number,
  creditsUsed: Schema.Number,
  /** ISO 8601. */
  expiresAt: Schema.String
})
export type AgentStatus = typeof AgentStatus.Type
