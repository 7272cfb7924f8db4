/** Agents (docs/guide/agent.md). */
import { type Job, resultStatus } from "@orbweaver/core/model/Job"
import { Agent, type AgentOptions, type AgentThread, decode } from "@orbweaver/extraction/agent/Agent"
import { agentJob } from "@orbweaver/extraction/internal/agent/agentJob"
import { AgentOptions as Options } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { wireError } from "../../wire/ErrorBody.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { offered } from "../notImplemented.ts"
import { ownJob } from "../jobs/pageJobs.ts"
import { jobOperations } from "../jobs/resultJobs.ts"
import { AgentRequest } from "../../v2/agentBodies.ts"
import { unsupportedAgentFields, unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { withNotes } from "../../wire/warning.ts"
import { webhookOf } from "../jobs/webhooks.ts"

const read = reader(AgentRequest)

const options = Struct.omit(Options.fields, ["webhook"])
const optionNames = Object.keys(options) as ReadonlyArray<keyof typeof options>

export const agentOperations = (engines: Engines) => {
  const { cancel, start, status } = jobOperations(engines, agentJob, {
    unknown: "Agent job not found",
    starting: { kind: "extract" },
    reading: "extractStatus",
    start: (agent, call) =>
      Effect.gen(function* () {
        const { webhook, ...rest } = yield* decodeBody(read, call)
        const options = yield* decode({ ...Struct.pick(rest, optionNames), ...webhookOf(engines, webhook) })
        const notes = unsupportedFieldNotes(call.body, unsupportedAgentFields)
        const { id, ...thread } = yield* agent.start(options, notes)
        return { id, extraFields: { ...thread, ...withNotes({}, notes) } }
      }),
    find: (agent, id) => agent.status(id),
    answer: ({ status, ...rest }) => ({ success: status !== "failed", status, ...rest })
  })
  const { base, engineOf, jobs } = engines
  const list = offered(engineOf(Agent) === undefined ? undefined : jobs, agentJob.plural)(
    { kind: "status" },
    (jobs, call) =>
      Effect.gen(function* () {
        const { caller, query } = call
        const before = Option.getOrElse(number(query["before"]), () => Infinity)
        const all = yield* jobs.list({ accountId: caller.account.id, kind: "agent" })
        const earlier = all.filter(({ createdAt }) => createdAt < before).toReversed()
        const agents = earlier.slice(0, listed).map(itemOf)
        const last = earlier.length > listed ? earlier[listed - 1]?.createdAt : undefined
        return {
          success: true,
          agents,
          ...(last === undefined ? {} : { next: `${base(call)}/v2/agent?before=${last}` })
        }
      })
  )
  const agent = engineOf(Agent)
  const operation = offered(agent === undefined || jobs === undefined ? undefined : { agent, jobs }, agentJob.plural)
  const thread = operation({ kind: "extractStatus" }, ({ agent }, { params, query }) =>
    Effect.map(agent.thread(params["id"] ?? ""), (thread) => ({
      success: true,
      thread: query["includeData"] === "true" ? thread : withoutData(thread)
    }))
  )
  const trace = operation({ kind: "extractStatus" }, ({ agent, jobs }, { caller, params }) =>
    Effect.gen(function* () {
      const { id, kind } = yield* ownJob(jobs, params["id"], caller, unknown, unknown)
      if (kind !== "agent") return yield* Effect.fail(unknown)
      const trace = yield* Effect.catchTag(agent.trace(id), "JobNotFound", () => Effect.fail(unknown))
      return { success: true, ...trace }
    })
  )
  return {
    startAgent: start,
    getAgentStatus: status,
    cancelAgent: cancel,
    listAgents: list,
    getAgentThread: thread,
    getAgentTrace: trace
  }
}

const unknown = wireError(404, "Agent job not found")

const withoutData = ({ runs, ...thread }: AgentThread) => ({
  ...thread,
  runs: runs.map((run) => Struct.omit(run, ["data"]))
})

/** Runs of one answer. */
const listed = 20

const number = Schema.decodeUnknownOption(Schema.NumberFromString)

const itemOf = ({ createdAt, id, request, status }: Job): object => {
  const { effort, prompt = "", schema, urls = [] } = (request ?? {}) as Partial<AgentOptions>
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    targetHint: (urls[0] ?? prompt).slice(0, 100),
    origin: "api",
    settings: { hidden: false, starred: false },
    status: status === "cancelled" ? "failed" : resultStatus(status),
    options: { prompt, urls, ...defined({ schema, effort }), model: "configured" }
  }
}
