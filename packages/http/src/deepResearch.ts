/** Deep research (contract/v1.md §11). */
import type { InvalidInput } from "@orbweaver/core/InvalidInput"
import { decode } from "@orbweaver/core/research/DeepResearch"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { absent } from "./absent.ts"
import { reader } from "./decode.ts"
import type { Engines } from "./Engines.ts"
import { badRequest, fail } from "./ErrorBody.ts"
import { ownJob } from "./jobs.ts"
import type { Operation } from "./Operation.ts"
import { DeepResearchRequest } from "./v1/schemas.ts"

const read = reader(DeepResearchRequest, { strict: false })

const notFound = fail(404, "Deep research job not found")

const passed = ["maxDepth", "maxUrls", "timeLimit", "analysisPrompt", "systemPrompt", "formats"] as const

export const deepResearch = ({ jobs, research }: Engines) => {
  if (research === undefined || jobs === undefined) {
    return {
      deepResearchStart: absent("crawl", "Deep research jobs", "json"),
      deepResearchStatus: absent("status", "Deep research jobs")
    }
  }
  const deepResearchStart: Operation = {
    kind: "crawl",
    writes: true,
    body: "json",
    price: () => ({ unit: "credits", amount: 1 }),
    work: ({ body, version }) =>
      Effect.gen(function* () {
        const checked = read(body, version)
        if (Result.isFailure(checked)) return yield* badRequest(checked.failure)
        const { jsonOptions, query, topic } = checked.success
        const options = yield* Effect.mapError(
          decode({
            ...Struct.pick(checked.success, passed),
            ...(jsonOptions === undefined ? {} : { jsonOptions: Struct.pick(jsonOptions, ["schema", "prompt"]) })
          }),
          inWordsOfTheWire
        )
        const { id } = yield* research.start(topic ?? query ?? "", options).pipe(
          Effect.catchTags({
            ResearchUnavailable: ({ message }) => Effect.fail(fail(501, message, "NOT_IMPLEMENTED")),
            InvalidInput: (error) => Effect.fail(inWordsOfTheWire(error))
          })
        )
        return { success: true, id }
      })
  }
  const deepResearchStatus: Operation = {
    kind: "status",
    work: ({ caller, params }) =>
      Effect.gen(function* () {
        const { id } = yield* ownJob(jobs, params["id"], caller, notFound, notFound)
        const found = yield* Effect.catchTag(research.status(id), "JobNotFound", () => Effect.fail(notFound))
        const { activities, currentDepth, error, expiresAt, finalAnalysis, json, maxDepth, sources, status } = found
        return {
          success: status !== "failed",
          status,
          // Old clients read these beside the data.
          data: { finalAnalysis, sources, activities, json },
          activities,
          sources,
          summaries: found.summaries,
          currentDepth,
          maxDepth,
          totalUrls: found.totalUrls,
          creditsUsed: found.creditsUsed,
          tokensUsed: found.tokensUsed,
          expiresAt,
          ...(error === undefined ? {} : { error })
        }
      })
  }
  return { deepResearchStart, deepResearchStatus }
}

/** Rules between fields stand at the body itself there. */
const inWordsOfTheWire = ({ issues }: InvalidInput) =>
  badRequest(
    issues.map(({ message, path }) => ({
      code: "custom",
      message,
      path: path[0] === "query" || (path[0] === "jsonOptions" && path.length === 1) ? [] : [...path]
    }))
  )
