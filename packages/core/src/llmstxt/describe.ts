/** Titles and descriptions of pages in a model's words; what it cannot do stays as the rules made it. */
import * as Effect from "effect/Effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { CurrentAccount } from "../Account.ts"
import type { JobId } from "../Job.ts"
import { askJson } from "../json/askJson.ts"
import { isObject } from "../json/jsonValue.ts"
import { indexSchema } from "../json/schemaIndex.ts"
import type { StoredResult } from "../JobStore.ts"
import { debitOf, ensure, Ledger } from "../Ledger.ts"
import { addressOf, type Outline, type OutlinePage } from "./text.ts"

export const describeBounds = {
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

const nothing = { value: undefined, sources: {}, missing: [], unsure: [] }

export const describeByModel = Effect.fnUntraced(function* (
  model: LanguageModel,
  id: JobId,
  outline: Outline,
  results: ReadonlyArray<StoredResult>
) {
  const ledger = yield* Ledger
  const account = yield* CurrentAccount
  const index = indexSchema(schema)
  const texts = new Map(results.map((result) => [addressOf(result), result]))
  const tokens = { input: 0, output: 0 }
  let failures = 0
  let written = 0

  const one = Effect.fnUntraced(function* (page: OutlinePage, at: number) {
    const result = texts.get(page.url)
    if (result === undefined || "issues" in index || at >= describeBounds.pages) return page
    if (failures >= describeBounds.failures) return page
    const paid = yield* Effect.option(Effect.provideService(ensure(account, "tokens", 1), Ledger, ledger))
    if (paid._tag === "None") return page
    const text = (result.document.markdown ?? "").slice(0, describeBounds.page)
    const answer = yield* Effect.option(
      askJson(model, { found: nothing, index, schema, prompt: undefined, page: text })
    )
    if (answer._tag === "None") {
      failures++
      return page
    }
    failures = 0
    const { json, tokens: used = { input: 0, output: 0 } } = answer.value
    tokens.input += used.input
    tokens.output += used.output
    yield* ledger.debit(
      debitOf(account, {
        id: `llmstxt/${id}/${result.page}/tokens`,
        unit: "tokens",
        amount: used.input + used.output,
        reason: "llmstxt"
      })
    )
    if (!isObject(json)) return page
    written++
    const { description, title } = json as { readonly title: string; readonly description: string }
    return { ...page, title, description }
  })

  const pages = yield* Effect.forEach(outline.pages, one, { concurrency: describeBounds.concurrency })
  return { ...outline, pages, tokens, madeBy: written > 0 ? ("model" as const) : outline.madeBy } satisfies Outline
})
