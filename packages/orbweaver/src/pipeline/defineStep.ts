/** A step of the application, as plain functions. */
import { StepError } from "@orbweaver/core/model/StepError"
import type { Document as PlainDocument } from "@orbweaver/core/model/Document"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import type { Step } from "@orbweaver/core/scrape/Pipeline"
import * as Effect from "effect/Effect"
import type { Document } from "../options/documents.ts"
import { define, type Defined } from "./definition.ts"
import { asDocument } from "../options/prepare.ts"
import { type Awaitable, call, type PageView, viewOf } from "./PageView.ts"

/** What a step changes of a page; what is absent stays. */
export interface PageChange {
  /** The HTML that formats read from here on. Links that it loses are not followed by a crawl. */
  readonly html?: string | undefined
  /** Added to `metadata` of the document. */
  readonly metadata?: Readonly<Record<string, string | number | ReadonlyArray<string>>> | undefined
}

/** The document that a step leaves: fields of its own may be added, and those of others changed or left out. */
export type StepResult = { readonly [K in keyof Document]?: Document[K] | undefined } & {
  readonly [field: string]: unknown
}

export interface StepDefinition {
  /** For people, and for errors. */
  readonly name: string
  /** Between capture and conversion: gives what changes of the page, or nothing. */
  readonly page?:
    | ((page: PageView, call: { readonly signal: AbortSignal }) => Awaitable<PageChange | undefined | void>)
    | undefined
  /**
   * Between conversion and result: gives the document, changed or as it is. `url`, `sourceURL`, `statusCode`, `scrapeId`
   * and `creditsUsed` of its metadata stay what they are.
   */
  readonly document?:
    | ((document: Document, call: { readonly page: PageView; readonly signal: AbortSignal }) => Awaitable<StepResult>)
    | undefined
}

/** A step of the application. */
export interface DefinedStep extends StepDefinition, Defined<"step"> {}

/**
 * Defines a step, for `createOrbweaver({ steps: [withoutPhones] })`. What it throws fails the page with `StepError`.
 * Throws `InvalidInput` where a member is missing or not known.
 *
 * ```ts
 * const withoutPhones = defineStep({
 *   name: "withoutPhones",
 *   page: ({ html }) => ({ html: html.replace(/\+\d[\d ]{6,}/g, "[phone]") })
 * })
 * ```
 */
export const defineStep = (definition: StepDefinition): DefinedStep => define("step", schemas, definition, ["name"])

/** The step as the engine runs it. */
export const toStep = ({ document, name, page }: DefinedStep): Step => {
  const failed = (url: URL) => (detail: string, cause: unknown) =>
    new StepError({ step: name, url: url.href, detail, cause })
  return {
    name,
    ...(page === undefined
      ? {}
      : {
          page: (captured) =>
            Effect.map(
              call((signal) => page(viewOf(captured), { signal }), failed(captured.response.url)),
              (change) => {
                if (change === undefined) return captured
                const { html = captured.content.html, metadata } = change
                // Markdown that a parser made is of the HTML as it was.
                const markdown = html === captured.content.html ? captured.content.markdown : undefined
                return {
                  ...captured,
                  content: {
                    ...captured.content,
                    html,
                    markdown,
                    metadata: { ...captured.content.metadata, ...metadata }
                  }
                }
              }
            )
        }),
    ...(document === undefined
      ? {}
      : {
          document: (made, { page: captured }) =>
            Effect.flatMap(
              call(
                (signal) => document(asDocument(made), { page: viewOf(captured), signal }),
                failed(captured.response.url)
              ),
              (changed: unknown) =>
                typeof changed === "object" && changed !== null
                  ? Effect.succeed(changed as PlainDocument)
                  : Effect.fail(failed(captured.response.url)("it gave no document", undefined))
            )
        })
  }
}

const schemas: Given.OptionSchemas<StepDefinition> = {
  name: Given.text,
  page: Given.callback,
  document: Given.callback
}
