/** Agents as the surfaces offer them (docs/guide/agent.md). */
import * as Schema from "effect/Schema"
import { jobKinds } from "@orbweaver/core/model/Job"
import { defineJob } from "../jobs/defineJob.ts"
import { Agent } from "./Agent.ts"
import { decode, optionFields } from "./AgentOptions.ts"
import { AgentStatus } from "./AgentState.ts"

export const agentJob = defineJob({
  kind: "agent",
  noun: "agent",
  plural: "Agents",
  methods: jobKinds.agent.methods,
  required: { prompt: Schema.String },
  options: optionFields,
  status: AgentStatus,
  engine: Agent,
  layer: Agent.layer,
  decode,
  start: (agent, request) => agent.start(request),
  command: {
    name: "agent",
    text: "Let a model search and read until it can answer; needs a model",
    examples: [
      { command: "orbweaver agent 'Who founded the company?' https://example.com", description: "Begins at a site" }
    ],
    arguments: {
      prompt: { name: "prompt", text: "What to find out" },
      urls: { name: "url", text: "Where to begin (default: the web is searched)", isList: true }
    },
    printsStatus: true,
    searches: true,
    steps: ({ steps }) => steps.map(({ input, reason, tool }) => `${tool} ${input}: ${reason}`),
    notes: ({ warning }) => (warning === undefined ? [] : [`warning: ${warning}`]),
    answer: ({ data, message = "", sources }, { schema }) =>
      schema === undefined
        ? [message, "", ...sources.map(({ title, url }) => `${url} ${title}`)].join("\n")
        : JSON.stringify(data, null, 2)
  },
  tool: {
    title: "Let a model find something out",
    text: "A model of this server searches, maps and reads by itself until it can answer, with the pages that say each value. agent_status asks again. Needs a server with a model.",
    statusTitle: "Look at an agent",
    statusText: "Steps of an agent, and its answer.",
    answer: ({ data, message, sources, steps }, head, json) =>
      [
        ...head,
        ...(message === undefined ? [] : [message]),
        ...(data === undefined ? [] : [json(data)]),
        "Steps:",
        ...steps.map(({ input, reason, tool }) => `${tool} ${input}: ${reason}`),
        "Sources:",
        ...sources.map(({ title, url }) => `${url} ${title}`)
      ].join("\n")
  }
})
