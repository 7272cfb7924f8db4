/** What jobs share in which a model finds something out on the web: agents and research. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { awaitSettled, resultsOf } from "@orbweaver/core/internal/jobs/jobPages"
import type { Candidate, Service as Frontier } from "@orbweaver/core/jobs/Frontier"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobId } from "@orbweaver/core/model/Job"
import type { Tokens } from "@orbweaver/core/network/ModelClient"
import { type SearchProvider, searchWithDeadline } from "@orbweaver/core/search/SearchProvider"
import { generateJson } from "../json/askJson.ts"
import { indexSchema } from "../json/schemaIndex.ts"

/** Longest wait for one search, and for pages that are read together, in milliseconds. */
const searchWait = Duration.seconds(20)
const pagesWait = 60_000

/** The hits, or why there are none. */
export const searchWeb = (provider: SearchProvider["Service"], text: string, limit: number) =>
  Effect.result(searchWithDeadline(provider, { text, source: "web", limit, timeout: searchWait }))

/** Reads pages as pages of the job, until the time in milliseconds at the latest, and gives all that it has by then. */
export const readInJob = Effect.fnUntraced(function* (
  { frontier, store }: { readonly frontier: Frontier; readonly store: JobStore },
  id: JobId,
  pages: ReadonlyArray<Candidate>,
  until: number
) {
  yield* frontier.admit(id, pages)
  yield* awaitSettled(store, id, Math.min(until, (yield* Clock.currentTimeMillis) + pagesWait))
  return yield* resultsOf(store, id)
})

/** Texts of pages with their headings, as long as there is room: in characters of a page, and of all. */
export const pageTexts = (
  pages: ReadonlyArray<{ readonly heading: string; readonly text: string }>,
  bounds: { readonly page: number; readonly pages: number }
): string => {
  let left = bounds.pages
  return pages
    .map(({ heading, text }) => {
      const shown = text.slice(0, Math.min(bounds.page, left))
      left -= shown.length
      return `${heading}\n${shown}`
    })
    .join("\n\n")
}

/** The answers of a model that a state counts. */
interface Answers {
  /** Answers of the model so far; names each one's tokens in the ledger. */
  readonly calls: number
  readonly tokens: Tokens
}

export const countAnswer = <State extends Answers>(state: State, { input, output }: Tokens): State => ({
  ...state,
  calls: state.calls + 1,
  tokens: { input: state.tokens.input + input, output: state.tokens.output + output }
})

export const tokensOf = ({ tokens }: Answers): number => tokens.input + tokens.output

/** How a model makes data of a text by the caller's schema; `undefined` where the schema cannot be used. */
export const dataFrom = (
  model: LanguageModel,
  { page, prompt, schema }: { readonly page: string; readonly prompt: string; readonly schema: unknown }
) => {
  const index = schema === undefined ? undefined : indexSchema(schema)
  if (index !== undefined && "issues" in index) return undefined
  const found = { value: undefined, sources: {}, missing: [], unsure: [] }
  return Effect.map(
    generateJson(model, { found, index, schema, prompt, page }),
    ({ json = null, tokens = { input: 0, output: 0 } }): { readonly value: Schema.Json; readonly tokens: Tokens } => ({
      value: json,
      tokens
    })
  )
}
