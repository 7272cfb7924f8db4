/** Bodies of agents (docs/guide/agent.md). */
import { withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import { AgentOptions } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { AgentSource, AgentStep } from "@orbweaver/extraction/internal/agent/AgentState"
import * as Schema from "effect/Schema"
import { common, IsoDate, Success, Webhook } from "../wire/schemas.ts"
import { unsupported, unsupportedAgentFields } from "../wire/unsupportedFields.ts"

const optional = Schema.optionalKey

export const AgentRequest = Schema.Struct({
  ...AgentOptions.fields,
  webhook: withSchema(AgentOptions.fields.webhook, Webhook),
  mode: unsupported(unsupportedAgentFields.mode, Schema.String),
  model: unsupported(unsupportedAgentFields.model, Schema.String),
  effort: unsupported(unsupportedAgentFields.effort, Schema.String),
  threadId: unsupported(unsupportedAgentFields.threadId, Schema.String),
  exchange: unsupported(unsupportedAgentFields.exchange, Schema.Json),
  threatProtection: unsupported(unsupportedAgentFields.threatProtection, Schema.Json),
  auditMetadata: unsupported(unsupportedAgentFields.auditMetadata, Schema.Json),
  ...common
})

export const AgentStarted = Schema.Struct({
  success: Success,
  id: Schema.String,
  warning: optional(Schema.String)
})

export const AgentStatus = Schema.Struct({
  success: Schema.Boolean,
  status: Schema.Literals(["processing", "completed", "failed", "cancelled"]),
  data: optional(Schema.Json),
  message: optional(Schema.String),
  steps: Schema.Array(AgentStep),
  sources: Schema.Array(AgentSource),
  valueSources: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  warning: optional(Schema.String),
  error: optional(Schema.String),
  tokensUsed: Schema.Number,
  creditsUsed: Schema.Number,
  expiresAt: IsoDate
})

export const AgentCancelled = Schema.Struct({ success: Success, status: Schema.Literal("cancelled") })

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
        model: Schema.String
      })
    })
  ),
  next: optional(Schema.String)
})

/** Milliseconds since the epoch; anything else reads as left out. */
export const AgentListQuery = { before: optional(Schema.String) }
