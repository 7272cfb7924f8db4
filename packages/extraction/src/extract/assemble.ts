/**
 * The answer of an extraction out of its pages: what each says, put together,
 * with a model for the rest, and with what is missing named.
 */
import * as Effect from "effect/Effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type * as Schema from "effect/Schema"
import type { Document } from "@orbweaver/core/model/Document"
import { isUnreadable } from "@orbweaver/core/internal/jobs/documentStub"
import { allResultsOf, errorsOf } from "@orbweaver/core/internal/jobs/jobPages"
import { pointerNames } from "@orbweaver/core/internal/support/jsonValue"
import { checkText, injectionNote } from "@orbweaver/core/internal/scrape/modelInput"
import type { Job } from "@orbweaver/core/model/Job"
import { indexIfAny } from "../json/schemaIndex.ts"
import { JobStore, type StoredResult } from "@orbweaver/core/jobs/JobStore"
import { type PageForModel, generateFromPages } from "./askPages.ts"
import { fitInTurns, type FittedValue, missingInItems, missingProperties } from "./complete.ts"
import type { ExtractRequest } from "./ExtractOptions.ts"
import type { ExtractOutput, PageError } from "./ExtractStatus.ts"
import { listed } from "../json/pointers.ts"
import { mergeBounds, mergeInSteps, type PageReading } from "../json/mergeReadings.ts"
import { sourceWarnings, valueSourcesInTurns } from "../json/valueSources.ts"
import { readingsOf, titlesOf } from "./pageReadings.ts"

interface Work {
  readonly job: Job
  readonly request: ExtractRequest
  /** The schema that pages were read by: the caller's, or one made of the prompt. */
  readonly read: unknown
  readonly model: LanguageModel | undefined
  /** What went less well before, in sentences. */
  readonly notes: ReadonlyArray<string>
}

/** Failures of pages that are listed. */
const maxErrors = 100

export const assemble = Effect.fnUntraced(function* ({ job, model, notes, read, request }: Work) {
  const store = yield* JobStore
  const results = yield* allResultsOf(store, job.id)
  const pages = results.filter(({ document }) => document.metadata.statusCode < 400 && !isUnreadable(document))
  const failed = yield* store.failures(job.id, { after: 0, limit: maxErrors })
  const total = results.length + failed.length
  const failures: Array<PageError> = [
    ...errorsOf(failed),
    ...results.filter((result) => !pages.includes(result)).map(({ document, url }) => errorPage(url, document))
  ]
  if (pages.length === 0) return { nothing: `No page could be read${reasons(failures)}.` }

  const pageReadings = pages.map(readingsOf)
  const asked =
    model === undefined
      ? undefined
      : yield* generateFromPages(model, {
          jobId: job.id,
          schema: request.schema,
          prompt: request.prompt,
          guidance: request.systemPrompt,
          pages: yield* Effect.forEach(pages, (page, at) => pageForModel(request, page, pageReadings[at]!))
        })
  const index = indexIfAny(request.schema ?? (model === undefined ? read : undefined))
  const merged = yield* mergeInSteps([...pageReadings.flat(), ...(asked?.readings ?? [])])
  const fit =
    index === undefined
      ? { ...merged, dropped: { items: 0, values: 0 }, droppedItems: [], problems: [] }
      : yield* fitInTurns(index, merged)
  const errors = [...failures, ...(asked?.errors ?? [])].slice(0, maxErrors)
  if (fit.value === undefined) {
    if (fit.droppedItems.length > 0) {
      return { nothing: `Nothing that was found matches the schema: ${itemsOf(fit)}.` }
    }
    return {
      nothing: `None of the requested values was found on ${pages.length === 1 ? "the page" : `the ${pages.length} pages`}${reasons(errors)}.`
    }
  }
  const checked =
    (asked?.readings.length ?? 0) === 0
      ? undefined
      : yield* valueSourcesInTurns(
          fit.value,
          pages.map(({ document, url }, at) => ({
            url: document.metadata.url || url,
            text: document.markdown ?? "",
            evidence: [titlesOf(document), ...pageReadings[at]!.map(({ value }) => value)]
          })),
          { index }
        )
  const missing = index === undefined ? [] : missingProperties(index, fit.value)
  const incomplete = index === undefined ? [] : missingInItems(index, fit.value)
  const contributing = new Set([...fit.sources.values()].flat())
  // Pages that were found may say nothing of the subject; pages that were given should.
  const silent = pages
    .map(({ document, url }) => ({ given: url, url: document.metadata.url || url }))
    .filter(({ given, url }) => request.urls.includes(given) && !contributing.has(url))
    .map(({ url }) => url)
  const injection = model === undefined ? undefined : injectionNote(pages)
  const warnings = [
    ...notes,
    ...(injection === undefined ? [] : [injection]),
    ...(model === undefined && request.schema !== undefined && request.prompt !== undefined
      ? ["The prompt was used only to choose pages, because following it together with a schema needs a model."]
      : []),
    ...(model === undefined && request.systemPrompt !== undefined
      ? ["systemPrompt was ignored, because no model is configured."]
      : []),
    ...(merged.several
      ? ["The pages describe several items: the answer is about the one that they describe most."]
      : []),
    ...(missing.length === 0 ? [] : [`Not found on the pages: ${listed(missing)}.`]),
    ...(incomplete.length === 0 ? [] : [`Not found for each item: ${listed(incomplete)}.`]),
    ...(silent.length === 0 ? [] : [`Nothing was taken from: ${listed(silent)}.`]),
    ...(merged.disputed.length === 0 ? [] : [`Pages give conflicting values for: ${listed(merged.disputed)}.`]),
    ...(merged.cut ? [`The pages list more than ${mergeBounds.items} items: the rest was omitted.`] : []),
    ...(fit.droppedItems.length === 0 ? [] : [`Omitted because they do not match the schema: ${itemsOf(fit)}.`]),
    ...(fit.problems.length === 0
      ? []
      : [`The answer does not match the schema: ${fit.problems.slice(0, 5).join("; ")}.`]),
    ...(errors.length === 0 ? [] : [`${errors.length} of ${total} pages could not be read.`]),
    ...(checked === undefined ? [] : sourceWarnings(checked, "pages")),
    ...(asked?.warnings ?? [])
  ]
  const output: ExtractOutput = {
    data: fit.value as Schema.Json,
    sources: Object.fromEntries([...fit.sources].map(([at, urls]) => [dotted(at), urls])),
    errors,
    ...(checked === undefined || checked.unsupported.length === 0 ? {} : { unsupported: checked.unsupported }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
    madeBy: (asked?.readings.length ?? 0) > 0 ? "model" : "rules",
    tokens: asked?.tokens ?? { input: 0, output: 0 }
  }
  return { output }
})

const pageForModel = Effect.fnUntraced(function* (
  { scrapeOptions }: Pick<ExtractRequest, "scrapeOptions">,
  { document, page, url }: StoredResult,
  readings: ReadonlyArray<PageReading>
): Effect.fn.Return<PageForModel> {
  const { markdown = "" } = document
  return {
    url: document.metadata.url || url,
    page,
    markdown: scrapeOptions?.checkPromptInjection === true ? (yield* checkText(markdown)).text : markdown,
    titles: titlesOf(document),
    readings
  }
})

const errorPage = (url: string, document: Document): PageError => {
  const { code, error, statusCode } = document.metadata
  if (isUnreadable(document)) return errorsOf([{ url, error: error ?? "", code }])[0]!
  return { url, error: `The page answered ${statusCode}${error === undefined ? "" : ` ${error}`}` }
}

const reasons = (errors: ReadonlyArray<PageError>): string =>
  errors.length === 0
    ? ""
    : ` (${errors
        .slice(0, 3)
        .map(({ error, url }) => `${url}: ${error}`)
        .join("; ")}${errors.length > 3 ? ` and ${errors.length - 3} more` : ""})`

const itemsOf = ({ dropped: { items, values }, droppedItems }: FittedValue): string => {
  const counts = [
    ...(items === 0 ? [] : [`${items} list items`]),
    ...(values === 0 ? [] : [`${values} values of list items`])
  ].join(" and ")
  const more = items + values - droppedItems.length
  return `${counts} (${droppedItems.join("; ")}${more > 0 ? ` and ${more} more` : ""})`
}

/** `/products/0/name` as `products.0.name`. */
const dotted = (pointer: string): string => pointerNames(pointer).join(".")
