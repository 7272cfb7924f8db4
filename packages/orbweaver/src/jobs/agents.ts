/** Agents for code without Effect: methods with the names of the v2 SDK. */
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { Agent, type AgentStatus, decode } from "@orbweaver/extraction/agent/Agent"
import type { optionFields } from "@orbweaver/extraction/internal/agent/AgentOptions"
import * as Effect from "effect/Effect"
import type { CallOptions } from "../instance/calls.ts"
import type { InputOf, WebhookInput } from "../options/inputs.ts"
import { toEngineValues } from "../options/engineValues.ts"
import { jobIdOf } from "./jobId.ts"
import { type JobCallOptions, type Site, withSession } from "./Site.ts"
import { ended, startAndWait, type WaitOptions } from "./waiting.ts"

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
  /** Rejects with `AgentUnavailable` where there is no model, and with `InvalidInput` for bad input. */
  readonly startAgent: (input: AgentInput & JobCallOptions) => Promise<{ readonly id: string }>
  /** The steps so far, and the answer once there is one. */
  readonly getAgentStatus: (id: string, options?: CallOptions) => Promise<AgentStatus>
  /** Searches, maps and reads until it can answer; an agent that fails has `status` and `error`. */
  readonly agent: (input: AgentInput & WaitOptions & JobCallOptions) => Promise<AgentStatus>
  /** Whether the agent was still at work. */
  readonly cancelAgent: (id: string, options?: CallOptions) => Promise<boolean>
}

export const make = ({ run, started }: Site<JobStore | Agent>): AgentMethods => {
  const start = Effect.fnUntraced(function* ({ urls, ...input }: AgentInput) {
    const options = { ...(yield* toEngineValues(input)), ...(urls === undefined ? {} : { urls: urls.map(String) }) }
    const { id } = yield* (yield* Agent).start(yield* decode(options))
    yield* started(id)
    return { id }
  })
  const status = (id: string) => Agent.use((agent) => agent.status(jobIdOf(id)))

  return {
    startAgent: ({ session, signal, ...input }) => run(withSession(session, start(input)), { signal }),
    getAgentStatus: (id, call) => run(status(id), call),
    agent: ({ pollInterval, session, signal, waitTimeout, ...input }) =>
      run(
        startAndWait(
          withSession(session, start(input)),
          ({ id }) => Effect.andThen(ended(id, { pollInterval, waitTimeout }), status(id)),
          signal
        ),
        { signal }
      ),
    cancelAgent: (id, call) =>
      run(
        JobStore.use((store) => store.move(jobIdOf(id), "cancelled")),
        call
      )
  }
}
