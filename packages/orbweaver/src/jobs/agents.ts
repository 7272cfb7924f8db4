/** Agents for code without Effect: methods with the names of the v2 SDK. */
import type { AgentStatus } from "@orbweaver/extraction/agent/Agent"
import type { optionFields } from "@orbweaver/extraction/internal/agent/AgentOptions"
import type { CallOptions } from "../instance/calls.ts"
import type { InputOf, WebhookInput } from "../options/inputs.ts"
import type { JobCallOptions } from "./Site.ts"
import type { WaitOptions } from "./waiting.ts"

export type { AgentStatus }

/** What an agent is to find out, and how far it may go. */
export interface AgentInput extends Omit<InputOf<typeof optionFields>, "urls" | "webhook"> {
  /** What is wanted, in words. */
  readonly prompt: string
  /** Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`. Default: none. */
  readonly webhook?: WebhookInput | undefined
  /** Where to begin; the web is searched when absent. */
  readonly urls?: ReadonlyArray<string | URL> | undefined
}

export interface AgentMethods {
  /** Starts an agent and gives its id at once. Rejects with `AgentUnavailable` where there is no model, and with `InvalidInput` for bad input. */
  readonly startAgent: (input: AgentInput & JobCallOptions) => Promise<{ readonly id: string }>
  /** The steps so far, and the answer once there is one. */
  readonly getAgentStatus: (id: string, options?: CallOptions) => Promise<AgentStatus>
  /** Searches, maps and reads until it can answer; an agent that fails has `status` and `error`. */
  readonly agent: (input: AgentInput & WaitOptions & JobCallOptions) => Promise<AgentStatus>
  /** Stops an agent. Gives whether it was still at work. */
  readonly cancelAgent: (id: string, options?: CallOptions) => Promise<boolean>
}
