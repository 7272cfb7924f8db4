/** Research as the surfaces offer it (docs/reference/v1.md §11). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jobKinds } from "@orbweaver/core/model/Job"
import { defineJob } from "../jobs/defineJob.ts"
import { DeepResearch } from "./DeepResearch.ts"
import { decode, readQuery, ResearchOptions } from "./ResearchOptions.ts"
import { ResearchStatus } from "./ResearchState.ts"

export const researchJob = defineJob({
  kind: "deepResearch",
  noun: "research",
  plural: "Deep research jobs",
  methods: jobKinds.deepResearch.methods,
  required: { query: Schema.String },
  subject: "query",
  options: ResearchOptions.fields,
  status: ResearchStatus,
  engine: DeepResearch,
  layer: DeepResearch.layer,
  decode: ({ query, ...given }) =>
    Effect.flatMap(decode(given), (options) => Effect.map(readQuery(query), (query) => ({ query, options }))),
  start: (research, { options, query }) => research.start(query, options),
  command: {
    name: "research",
    text: "Research a question on the web, with sources; needs a model",
    examples: [
      { command: "orbweaver research 'How do orb weavers hear?' --pages 10", description: "A report in Markdown" }
    ],
    arguments: { query: { name: "question", text: "What to find out" } },
    printsStatus: true,
    searches: true,
    steps: ({ activities }) =>
      activities.map(({ message, status }) => (status === "error" ? `warning: ${message}` : message)),
    answer: ({ finalAnalysis = "", sources }) =>
      [finalAnalysis, "", ...sources.map(({ title, url }, index) => `[${index + 1}] ${title ?? url} ${url}`)].join("\n")
  }
})
