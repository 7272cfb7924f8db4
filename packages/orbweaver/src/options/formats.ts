/** Formats as the promise methods take them. Custom ones extend `CustomFormats`. */
import type { ScreenshotOptions } from "@orbweaver/core/model/ScrapeOptions"
import type { SchemaInput } from "./schemas.ts"

/**
 * Formats of the application, by name, and the field that each fills. What `defineFormat` makes needs no entry:
 * the instance knows it. Extend it for others:
 *
 * ```ts
 * declare module "orbweaver" {
 *   interface CustomFormats { readingTime: { minutes: number } }
 * }
 * ```
 */
export interface CustomFormats {}

/** Formats of ours that need no options. */
const namesAlone = [
  "markdown",
  "html",
  "rawHtml",
  "links",
  "images",
  "screenshot",
  "summary",
  "json",
  "changeTracking",
  "branding",
  "product",
  "menu",
  "chunks",
  "mainContentReport"
] as const
type BuiltInName = (typeof namesAlone)[number]

/** Formats that other work asks for, never a caller. */
export const internalNames: ReadonlyArray<string> = ["discovered", "facts", "headingAnchors", "reading"]

/** Names that formats of ours have: those above, those that need options, and those that other work asks for. */
export const builtInNames: ReadonlyArray<string> = [
  ...namesAlone,
  "attributes",
  "highlights",
  "query",
  "question",
  ...internalNames
]

// Empty until an application extends it.
// oxlint-disable-next-line typescript/no-redundant-type-constituents
export type FormatName<C = CustomFormats> = BuiltInName | (keyof C & string)

/** The data of a page by a schema, a prompt or both. */
export interface JsonFormat<S extends SchemaInput = SchemaInput> {
  readonly type: "json"
  /** zod 4, Effect Schema, anything with Standard JSON Schema, or a JSON Schema. The value is checked against it. */
  readonly schema?: S | undefined
  /** What to extract, described in words; followed where there is a model. */
  readonly prompt?: string | undefined
}

/** A picture of the page; needs a browser. */
export interface ScreenshotFormat extends ScreenshotOptions {
  readonly type: "screenshot"
}

/** What changed since the page was last scraped. */
export interface ChangeTrackingFormat {
  readonly type: "changeTracking"
  /** `git-diff` gives the lines, `json` compares fields. Default: the status alone. */
  readonly modes?: ReadonlyArray<"git-diff" | "json"> | undefined
  /** The fields that `json` mode compares, as a JSON Schema. */
  readonly schema?: SchemaInput | undefined
  readonly prompt?: string | undefined
  /** Names a history of its own. */
  readonly tag?: string | null | undefined
}

/** Values of attributes by CSS selector. */
export interface AttributesFormat {
  readonly type: "attributes"
  readonly selectors: ReadonlyArray<{ readonly selector: string; readonly attribute: string }>
}

/** What was left out of the main content, and by which rule. */
export interface MainContentReportFormat {
  readonly type: "mainContentReport"
  /** Also sums it up in `warning`: "comments: 7,222 characters left out". Default: false. */
  readonly note?: boolean | undefined
}

/** An answer from the page, in `answer`. */
export interface QuestionFormat {
  readonly type: "question"
  readonly question: string
}

/** The passages that speak to the query, in `highlights`. */
export interface HighlightsFormat {
  readonly type: "highlights"
  readonly query: string
}

/** The older name of `question`. */
export interface QueryFormat {
  readonly type: "query"
  readonly prompt: string
  readonly mode?: string | undefined
}

/** The Markdown in pieces for retrieval. */
export interface ChunksFormat {
  readonly type: "chunks"
  /** Most tokens of a piece, as estimated. Default: 512. */
  readonly maxTokens?: number | undefined
}

/** A format that has no options, as an object. */
export interface PlainFormat<Name extends string = Exclude<BuiltInName, keyof FormatsWithOptions>> {
  readonly type: Name
}

/** Formats of ours that have options, by name. */
interface FormatsWithOptions {
  readonly json: JsonFormat
  readonly screenshot: ScreenshotFormat
  readonly mainContentReport: MainContentReportFormat
  readonly changeTracking: ChangeTrackingFormat
  readonly attributes: AttributesFormat
  readonly question: QuestionFormat
  readonly highlights: HighlightsFormat
  readonly query: QueryFormat
  readonly chunks: ChunksFormat
}

/** A format of the application, with options of its own. */
export interface CustomFormat<Name extends string> {
  readonly type: Name
  readonly [option: string]: unknown
}

/** A format by name, or with its options. Of an object the compiler knows the options by `type`. */
export type FormatInput<C = CustomFormats> =
  | FormatName<C>
  | FormatsWithOptions[keyof FormatsWithOptions]
  | PlainFormat
  | ([keyof C & string] extends [never] ? never : CustomFormat<keyof C & string>)

/**
 * The formats of a call, whose names and schemas are inferred as `F`. An inferred type has every option that was written,
 * so that a misspelt one would pass: what is given is checked against the options of its name instead.
 */
export type CheckedFormats<F, C = CustomFormats> = { readonly [Index in keyof F]: CheckedFormat<F[Index], C> }

type CheckedFormat<Format, C> = Format extends { readonly type: infer Name extends keyof FormatsWithOptions }
  ? FormatsWithOptions[Name]
  : Format extends { readonly type: infer Name extends BuiltInName }
    ? PlainFormat<Name>
    : Format extends string
      ? FormatName<C>
      : // Formats of the application; and from here `F` is inferred.
        Format
