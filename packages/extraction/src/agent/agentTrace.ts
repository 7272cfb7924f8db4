/** What an agent did, as events in the order in which they happened: made of its steps, whenever it is asked for. */
import * as Schema from "effect/Schema"
import { isFinal, type Job } from "@orbweaver/core/model/Job"
import { type AgentState, AgentStatus } from "./AgentState.ts"

const TraceError = Schema.Struct({
  code: Schema.Literals(["cancelled", "internal"]),
  source: Schema.Literals(["agent", "system"]),
  retryable: Schema.Boolean,
  message: Schema.String
})

const outcome = Schema.Literals(["succeeded", "failed", "cancelled"])

/** The members that each type has. */
const members = {
  "run.started": {},
  "agent.started": {},
  /** Why a step is taken. */
  "reasoning.summary": { text: Schema.String },
  "tool_call.started": { toolCallId: Schema.String, toolName: Schema.String, parameters: Schema.Json },
  /** `text` of the result, `pages` that could be read, and `isRepeated` for a step that was not taken again. */
  "tool_call.finished": { toolCallId: Schema.String, toolName: Schema.String, result: Schema.Json },
  "agent.finished": { outcome, durationMs: Schema.Number, error: Schema.NullOr(TraceError) },
  "run.finished": { outcome, error: Schema.NullOr(TraceError) }
} as const

/** The members that all have. */
const common = {
  schemaVersion: Schema.Literal(1),
  eventId: Schema.String,
  runId: Schema.String,
  /** ISO 8601. */
  occurredAt: Schema.String,
  /** Place among the events, from 0. */
  producerSequence: Schema.Int,
  agent: Schema.Struct({ id: Schema.String, role: Schema.Literal("orchestrator"), name: Schema.String })
}

export const AgentTraceEvent = Schema.Union([
  Schema.Struct({ ...common, type: Schema.Literal("run.started"), ...members["run.started"] }),
  Schema.Struct({ ...common, type: Schema.Literal("agent.started"), ...members["agent.started"] }),
  Schema.Struct({ ...common, type: Schema.Literal("reasoning.summary"), ...members["reasoning.summary"] }),
  Schema.Struct({ ...common, type: Schema.Literal("tool_call.started"), ...members["tool_call.started"] }),
  Schema.Struct({ ...common, type: Schema.Literal("tool_call.finished"), ...members["tool_call.finished"] }),
  Schema.Struct({ ...common, type: Schema.Literal("agent.finished"), ...members["agent.finished"] }),
  Schema.Struct({ ...common, type: Schema.Literal("run.finished"), ...members["run.finished"] })
])

export const AgentTrace = Schema.Struct({
  id: Schema.String,
  events: Schema.Array(AgentTraceEvent),
  creditsUsed: Schema.Number,
  /** Pages that were read. */
  sources: AgentStatus.fields.sources,
  /** Pages that say each value of the data, by its JSON pointer. */
  valueSources: AgentStatus.fields.valueSources,
  unsupported: AgentStatus.fields.unsupported
})
export type AgentTrace = typeof AgentTrace.Type

type TraceEvent = typeof AgentTraceEvent.Type
type Own<Event> = Event extends TraceEvent ? Omit<Event, keyof typeof common> : never

/** The trace of an agent as far as it is. */
export const traceOf = (job: Job, { sources, steps, unsupported, valueSources = {} }: AgentState): AgentTrace => {
  const events: Array<TraceEvent> = []
  const add = (at: string, own: Own<TraceEvent>) => {
    const sequence = events.length
    const shared = {
      schemaVersion: 1,
      eventId: `${job.id}/${sequence}`,
      runId: job.id,
      occurredAt: at,
      producerSequence: sequence,
      agent: { id: job.id, role: "orchestrator", name: "agent" }
    } as const
    events.push({ ...shared, ...own })
  }
  const created = new Date(job.createdAt).toISOString()
  add(created, { type: "run.started" })
  add(created, { type: "agent.started" })
  for (const [index, { input, isRepeated, pages, reason, result, timestamp, tool }] of steps.entries()) {
    const call = { toolCallId: `step-${index + 1}`, toolName: tool }
    add(timestamp, { type: "reasoning.summary", text: reason })
    add(timestamp, { type: "tool_call.started", ...call, parameters: { input } })
    add(timestamp, {
      type: "tool_call.finished",
      ...call,
      result: {
        text: result,
        ...(pages === undefined ? {} : { pages }),
        ...(isRepeated === undefined ? {} : { isRepeated })
      }
    })
  }
  if (isFinal(job.status)) {
    const end = job.finishedAt ?? job.createdAt
    const ended = { outcome: outcomeOf(job), error: errorOf(job) }
    const at = new Date(end).toISOString()
    add(at, { type: "agent.finished", ...ended, durationMs: end - job.createdAt })
    add(at, { type: "run.finished", ...ended })
  }
  return {
    id: job.id,
    events,
    creditsUsed: job.creditsUsed,
    sources,
    valueSources,
    ...(unsupported === undefined ? {} : { unsupported })
  }
}

const outcomeOf = ({ status }: Job): typeof outcome.Type =>
  status === "completed" ? "succeeded" : status === "cancelled" ? "cancelled" : "failed"

const errorOf = (job: Job): typeof TraceError.Type | null => {
  if (job.status === "completed") return null
  return job.status === "cancelled"
    ? { code: "cancelled", source: "system", retryable: false, message: "The agent was cancelled" }
    : { code: "internal", source: "agent", retryable: false, message: job.error ?? "The agent failed" }
}
