/** Titles and descriptions of pages in a model's words; what it cannot do stays as the rules made it. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { makeMeteredModel, toOutcome } from "../model/meteredModel.ts"
import type { JobId } from "@orbweaver/core/model/Job"
import { answerOf, generateJson } from "../json/askJson.ts"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import { indexSchema } from "../json/schemaIndex.ts"
import type { StoredResult } from "@orbweaver/core/jobs/JobStore"
import { addressOf, type Outline, type OutlinePage } from "./text.ts"

const describeBounds = {
  /** Pages that a model describes. */
  pages: 200,
  concurrency: 3,
  /** Characters of a page that it gets to read. */
  page: 20_000,
  /** Failures one after another until it is asked no more. */
  failures: 3
} as const

const schema = {
  type: "object",
  properties: {
    title: { type: "string", maxLength: 80, description: "Title of the page in a few words" },
    description: { type: "string", maxLength: 300, description: "What the page says, in one sentence" }
  },
  required: ["title", "description"],
  additionalProperties: false
}

const noDescription = { value: undefined, sources: {}, missing: [], unsure: [] }

export const describeByModel = Effect.fnUntraced(function* (
  model: LanguageModel,
  id: JobId,
  outline: Outline,
  results: ReadonlyArray<StoredResult>
) {
  const index = indexSchema(schema)
  const texts = new Map(results.map((result) => [addressOf(result), result]))
  const meteredModel = yield* makeMeteredModel(describeBounds)
  let written = 0

  const one = Effect.fnUntraced(function* (page: OutlinePage, at: number) {
    const result = texts.get(page.url)
    if (result === undefined || "issues" in index || at >= describeBounds.pages) return page
    const text = (result.document.markdown ?? "").slice(0, describeBounds.page)
    const answer = yield* meteredModel.ask(
      { id: `llmstxt/${id}/${result.page}/tokens`, reason: "llmstxt" },
      toOutcome(answerOf(generateJson(model, { found: noDescription, index, schema, prompt: undefined, page: text })))
    )
    if (typeof answer === "string" || Result.isFailure(answer)) return page
    const { json } = answer.success
    if (!isObject(json)) return page
    written++
    const { description, title } = json as { readonly title: string; readonly description: string }
    return { ...page, title, description }
  })

  const pages = yield* Effect.forEach(outline.pages, one, { concurrency: describeBounds.concurrency })
  const madeBy = written > 0 ? ("model" as const) : outline.madeBy
  return { ...outline, pages, tokens: meteredModel.tokens(), madeBy } satisfies Outline
})
