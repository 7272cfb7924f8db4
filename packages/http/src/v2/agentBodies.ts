/** Bodies of agents (docs/guide/agent.md). */
import { withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import { AgentOptions } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { AgentThread } from "@orbweaver/extraction/internal/agent/AgentThread"
import { AgentTrace } from "@orbweaver/extraction/internal/agent/agentTrace"
import * as Schema from "effect/Schema"
import { common, IsoDate, Success, Webhook } from "../wire/schemas.ts"
import { unsupported, unsupportedAgentFields } from "../wire/unsupportedFields.ts"

const optional = Schema.optionalKey

export const AgentRequest = Schema.Struct({
  ...AgentOptions.fields,
  webhook: withSchema(AgentOptions.fields.webhook, Webhook),
  model: unsupported(unsupportedAgentFields.model, Schema.String),
  exchange: unsupported(unsupportedAgentFields.exchange, Schema.Json),
  auditMetadata: unsupported(unsupportedAgentFields.auditMetadata, Schema.Json),
  ...common
})

export const AgentStarted = Schema.Struct({
  success: Success,
  id: Schema.String,
  /** Pass it to go on with the conversation. */
  threadId: Schema.String,
  /** Place in the thread, from 1. */
  threadTurn: Schema.Int,
  warning: optional(Schema.String)
})

export const AgentTraceAnswer = Schema.Struct({ success: Success, ...AgentTrace.fields })

export const AgentThreadAnswer = Schema.Struct({ success: Success, thread: AgentThread })

/** `true` for the data of each run. */
export const AgentThreadQuery = { includeData: optional(Schema.String) }

/** There are no views, whatever it says. */
export const AgentTraceQuery = { liveView: optional(Schema.String) }

export const AgentList = Schema.Struct({
  success: Success,
  /** The latest first, 20 at a time. */
  agents: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      createdAt: IsoDate,
      targetHint: Schema.String,
      origin: Schema.String,
      settings: Schema.Struct({ hidden: Schema.Boolean, starred: Schema.Boolean }),
      status: Schema.Literals(["processing", "completed", "failed"]),
      options: Schema.Struct({
        prompt: Schema.String,
        urls: Schema.Array(Schema.String),
        schema: optional(Schema.Json),
        model: Schema.String,
        effort: AgentOptions.fields.effort
      })
    })
  ),
  next: optional(Schema.String)
})

/** Milliseconds since the epoch; anything else reads as left out. */
export const AgentListQuery = { before: optional(Schema.String) }
