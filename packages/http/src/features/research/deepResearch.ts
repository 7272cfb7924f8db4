/** Deep research (docs/reference/v1.md §11). */
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { researchJob } from "@orbweaver/extraction/internal/research/researchJob"
import { decode } from "@orbweaver/extraction/research/DeepResearch"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { decodeBody, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { badRequest } from "../../wire/ErrorBody.ts"
import { jobOperations } from "../jobs/resultJobs.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { DeepResearchRequest } from "../../v1/schemas.ts"

const read = reader(DeepResearchRequest, { strict: false })

const passed = ["maxDepth", "maxUrls", "timeLimit", "analysisPrompt", "systemPrompt", "formats"] as const

export const deepResearch = (engines: Engines) => {
  const { start, status } = jobOperations(engines, researchJob, {
    unknown: "Deep research job not found",
    starting: { kind: "crawl" },
    reading: "status",
    start: (research, call) =>
      Effect.gen(function* () {
        const asked = yield* decodeBody(read, call)
        const { jsonOptions, query, topic } = asked
        const options = yield* Effect.mapError(
          decode({
            ...Struct.pick(asked, passed),
            ...(jsonOptions === undefined ? {} : { jsonOptions: Struct.pick(jsonOptions, ["schema", "prompt"]) })
          }),
          toWireIssues
        )
        return yield* research
          .start(topic ?? query ?? "", options, unsupportedFieldNotes(call.body))
          .pipe(Effect.catchTag("InvalidInput", (error) => Effect.fail(toWireIssues(error))))
      }),
    find: (research, id) => research.status(id),
    answer: ({ activities, finalAnalysis, json, sources, status, ...rest }) => ({
      success: status !== "failed",
      status,
      // Old clients read these besides the data.
      data: { finalAnalysis, sources, activities, json },
      activities,
      sources,
      ...rest
    })
  })
  return { startDeepResearch: start, getDeepResearchStatus: status }
}

/** Rules between fields stand at the body itself there. */
const toWireIssues = ({ issues }: InvalidInput) =>
  badRequest(
    issues.map(({ message, path }) => ({
      code: "custom",
      message,
      path: path[0] === "query" || (path[0] === "jsonOptions" && path.length === 1) ? [] : [...path]
    }))
  )
