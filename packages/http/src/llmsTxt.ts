/** llms.txt of a site (contract/v1.md §10). */
import * as Effect from "effect/Effect"
import { absent } from "./absent.ts"
import { readAddressed, reader } from "./decode.ts"
import type { Engines } from "./Engines.ts"
import { fail } from "./ErrorBody.ts"
import { ownJob } from "./jobs.ts"
import type { Operation } from "./Operation.ts"
import { LlmsTxtRequest } from "./v1/schemas.ts"

const read = reader(LlmsTxtRequest, { strict: false })

const notFound = fail(404, "llmsTxt generation job not found")

/** The header that clients of v1 know; the library writes the name of the site. */
const heading = (url: string, file: string): string => `${url} ${file}`

export const llmsTxt = (engines: Engines) => {
  const { jobs, llmsTxt: engine } = engines
  if (engine === undefined || jobs === undefined) {
    return {
      llmsTxtStart: absent("scrape", "llms.txt jobs", "json"),
      llmsTxtStatus: absent("status", "llms.txt jobs")
    }
  }
  const llmsTxtStart: Operation = {
    kind: "scrape",
    writes: true,
    body: "json",
    judged: true,
    work: ({ body, version }) =>
      Effect.gen(function* () {
        const { value } = yield* readAddressed(read, body, version, engines.egress.policy)
        const { url, ...options } = value
        const { id } = yield* engine.start(url, options)
        return { success: true, id }
      })
  }
  const llmsTxtStatus: Operation = {
    kind: "status",
    work: ({ caller, params }) =>
      Effect.gen(function* () {
        const job = yield* ownJob(jobs, params["id"], caller, notFound, notFound)
        const {
          id: _,
          status,
          ...rest
        } = yield* Effect.catchTag(engine.status(job.id, { heading }), "JobNotFound", () => Effect.fail(notFound))
        // Clients of v1 know no third ending.
        return {
          ...rest,
          status: status === "cancelled" ? "failed" : status,
          success: rest.success && status !== "cancelled"
        }
      })
  }
  return { llmsTxtStart, llmsTxtStatus }
}
