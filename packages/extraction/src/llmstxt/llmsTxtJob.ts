/** The llms.txt of a site as the surfaces offer it (docs/reference/v1.md §10). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jobKinds } from "@orbweaver/core/model/Job"
import { defineJob } from "../jobs/defineJob.ts"
import { defined } from "@orbweaver/core/internal/support/defined"
import { LlmsTxt, LlmsTxtStatus } from "./LlmsTxt.ts"
import { decode, LlmsTxtOptions } from "./LlmsTxtOptions.ts"

export const llmsTxtJob = defineJob({
  kind: "llmstxt",
  noun: "job",
  plural: "llms.txt jobs",
  methods: jobKinds.llmstxt.methods,
  required: { url: Schema.String },
  subject: "url",
  options: LlmsTxtOptions.fields,
  status: LlmsTxtStatus,
  engine: LlmsTxt,
  layer: (model) => LlmsTxt.layer({ model }),
  decode: ({ url, ...given }) => Effect.map(decode(given), (options) => ({ url: String(url), options })),
  start: (engine, { options, url }) => engine.start(url, options),
  command: {
    name: "llmstxt",
    text: "Write the llms.txt of a site",
    examples: [
      { command: "orbweaver llmstxt https://example.com --max-urls 50", description: "To stdout" },
      { command: "orbweaver llmstxt https://example.com --full -o public", description: "Both files into a directory" }
    ],
    arguments: { url: { name: "url", text: "Where the site begins" } },
    output: {
      text: "Directory that gets llms.txt, and with --full llms-full.txt; stdout when absent",
      files: ({ data }) => ({ "llms.txt": data.llmstxt, ...defined({ "llms-full.txt": data.llmsfulltxt }) })
    },
    answer: ({ data }) => data.llmsfulltxt ?? data.llmstxt
  }
})
