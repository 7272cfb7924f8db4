/**
 * Steps of the application within a scrape, in the order in which they are given:
 *
 * ```
 * capture ─► page of each step ─► formats ─► document of each step ─► result
 * ```
 *
 * Steps run for every scrape: of single pages, of jobs, and of pages that the cache answers, which keeps
 * them as they were captured.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Document } from "../model/Document.ts"
import { discoveredName } from "../model/formats/builtInFormats.ts"
import type { Resolved } from "../model/ScrapeOptions.ts"
import type { StepError } from "../model/StepError.ts"
import { makeShared, type Page } from "../reading/Page.ts"

export interface StepContext {
  readonly options: Resolved
  /** The page as the formats read it. */
  readonly page: Page
}

export interface Step {
  /** For people, and for errors. */
  readonly name: string
  /** Between capture and conversion: gives the page that the formats read. */
  readonly page?: ((page: Page, options: Resolved) => Effect.Effect<Page, StepError>) | undefined
  /** Between conversion and result: gives the document. What names the scrape in `metadata` stays as it is. */
  readonly document?: ((document: Document, context: StepContext) => Effect.Effect<Document, StepError>) | undefined
}

/** The steps of every scrape; none unless a layer says otherwise. */
export const Pipeline = Context.Reference<ReadonlyArray<Step>>("@orbweaver/core/Pipeline", {
  defaultValue: () => []
})

export const layer = (...steps: ReadonlyArray<Step>): Layer.Layer<never> => Layer.succeed(Pipeline, steps)

/** Whether a step changes what the formats read: such a page is converted anew, and on this thread. */
export const changesPages = (steps: ReadonlyArray<Step>): boolean => steps.some(({ page }) => page !== undefined)

/** The page as the steps leave it. */
export const runPageSteps = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, page: Page, options: Resolved) {
  let current = page
  for (const step of steps) {
    if (step.page === undefined) continue
    // What was made of the page before is not of the changed one.
    current = { ...(yield* step.page(current, options)), shared: makeShared() }
  }
  return current
})

/** The document as the steps leave it. */
export const runDocumentSteps = Effect.fnUntraced(function* (
  steps: ReadonlyArray<Step>,
  document: Document,
  context: StepContext
) {
  if (steps.every((step) => step.document === undefined)) return document
  // What a job reads of the page for itself is no part of the document.
  const { [discoveredName]: discovered, ...rest } = document as Document & { readonly [discoveredName]?: unknown }
  let current: Document = rest
  for (const step of steps) {
    if (step.document !== undefined) current = yield* step.document(current, context)
  }
  const { creditsUsed, scrapeId, sourceURL, statusCode, url } = document.metadata
  const metadata = { ...current.metadata, sourceURL, url, statusCode, creditsUsed, scrapeId }
  return { ...current, ...(discovered === undefined ? {} : { [discoveredName]: discovered }), metadata } as Document
})
