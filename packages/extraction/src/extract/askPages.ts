/**
 * Asks a model for what the evidence of the pages does not say: page by page,
 * best page first, until nothing is missing. Lists may go on on every page, so
 * for them every page is asked.
 *
 * A page that fails costs only itself; a model that fails again and again, or
 * takes too long over all pages, is asked no more. The tokens of a page are
 * debited once, however often the work is repeated.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { makeMeteredModel, toOutcome, skipMessages } from "../model/meteredModel.ts"
import { answerOf, generateJson, relaxed } from "../json/askJson.ts"
import { indexIfAny } from "../json/schemaIndex.ts"
import { hasLists, missingProperties } from "./complete.ts"
import { mergeReadings, type PageReading } from "../json/mergeReadings.ts"

export const questionBounds = {
  /** Pages that a model is asked about. */
  pages: 50,
  /** Pages asked about at once, for lists. */
  concurrency: 3,
  /** Failures one after another until the model is given up. */
  failures: 3,
  /** All the time that the questions of one extraction may take. */
  whole: Duration.minutes(10)
} as const

/** One page as a model gets to read it. */
export interface PageForModel {
  readonly url: string
  /** Names the page within the job. */
  readonly page: string
  readonly markdown: string
  readonly titles: string
  /** What its evidence says. */
  readonly readings: ReadonlyArray<PageReading>
}

interface ModelQuestion {
  readonly jobId: string
  readonly pages: ReadonlyArray<PageForModel>
  /** Undefined when the model chooses the shape. */
  readonly schema: unknown
  readonly prompt: string | undefined
  /** How the caller wants it done. */
  readonly guidance?: string | undefined
}

interface PagesAnswer {
  readonly readings: ReadonlyArray<PageReading>
  readonly errors: ReadonlyArray<{ readonly url: string; readonly error: string }>
  readonly tokens: { readonly input: number; readonly output: number }
  readonly warnings: ReadonlyArray<string>
}

export const generateFromPages = Effect.fnUntraced(function* (
  model: LanguageModel,
  { jobId, guidance: instructions, pages, prompt, schema }: ModelQuestion
) {
  // One page must say everything that is required; of several, each says its part.
  const wanted = schema !== undefined && pages.length > 1 ? relaxed(schema) : schema
  const index = indexIfAny(wanted)
  const whole = indexIfAny(schema)
  const lists = whole === undefined || hasLists(whole)
  const meteredModel = yield* makeMeteredModel(questionBounds)

  const readings: Array<PageReading> = []
  const errors: Array<{ readonly url: string; readonly error: string }> = []
  const warnings = new Set<string>()

  /** Whether there is nothing to ask this page for. */
  const isComplete = (page: PageForModel): boolean => {
    if (prompt !== undefined || whole === undefined) return false
    const known = lists ? page.readings : [...pages.flatMap((one) => one.readings), ...readings]
    return known.length > 0 && missingProperties(whole, mergeReadings(known).value).length === 0
  }

  const ask = Effect.fnUntraced(function* (page: PageForModel) {
    if (isComplete(page)) return
    const known = mergeReadings(page.readings)
    const found = { value: known.value, sources: {}, missing: [], unsure: [] }
    const answer = yield* meteredModel.ask(
      { id: `extract/${jobId}/${page.page}/tokens`, reason: "extract" },
      toOutcome(
        answerOf(
          generateJson(model, { found, index, schema: wanted, prompt, guidance: instructions, page: page.markdown })
        )
      )
    )
    if (typeof answer === "string") return void warnings.add(skipMessages[answer])
    if (Result.isFailure(answer)) return void errors.push({ url: page.url, error: answer.failure.message })
    const { json, warning } = answer.success
    if (warning !== undefined) warnings.add(warning)
    readings.push({ url: page.url, value: json, sources: {}, titles: page.titles })
  })

  const asked = pages.slice(0, questionBounds.pages)
  if (asked.length < pages.length) {
    warnings.add(`The model was asked about the best ${asked.length} of ${pages.length} pages.`)
  }
  yield* Effect.forEach(asked, ask, { concurrency: lists ? questionBounds.concurrency : 1, discard: true })
  const result: PagesAnswer = { readings, errors, tokens: meteredModel.tokens(), warnings: [...warnings] }
  return result
})
