/** llms.txt of a site (docs/reference/v1.md §10). */
import { llmsTxtJob } from "@orbweaver/extraction/internal/llmstxt/llmsTxtJob"
import * as Effect from "effect/Effect"
import { readAddressed, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { jobOperations } from "../jobs/resultJobs.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { LlmsTxtRequest } from "../../v1/schemas.ts"

const read = reader(LlmsTxtRequest, { strict: false })

/** The header that clients of v1 know; the library writes the name of the site. */
const heading = (url: string, file: string): string => `${url} ${file}`

export const llmsTxt = (engines: Engines) => {
  const { start, status } = jobOperations(engines, llmsTxtJob, {
    unknown: "llmsTxt generation job not found",
    starting: { kind: "scrape", judged: true },
    reading: "status",
    start: (engine, { body, version }) =>
      Effect.gen(function* () {
        const { value } = yield* readAddressed(read, body, version, engines.egress.policy)
        const { url, ...options } = value
        return yield* engine.start(url, options, unsupportedFieldNotes(body))
      }),
    find: (engine, id) => engine.status(id, { heading }),
    // Clients of v1 know no third ending.
    answer: ({ status, ...rest }) => ({
      ...rest,
      status: status === "cancelled" ? "failed" : status,
      success: rest.success && status !== "cancelled"
    })
  })
  return { startLlmsTxt: start, getLlmsTxtStatus: status }
}
