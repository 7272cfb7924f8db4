/** A parser of the application, as a plain function. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { UnreadableDocument } from "@orbweaver/core/model/CaptureError"
import type { Parsed, Parser } from "@orbweaver/core/reading/Parser"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import * as Effect from "effect/Effect"
import { define, type Defined } from "./definition.ts"
import { type Awaitable, call } from "./PageView.ts"

export interface ParserRun {
  /** The file; not a copy. */
  readonly bytes: Uint8Array
  /** Lower-case, without parameters. */
  readonly mediaType: string
  /** Charset parameter of the content type, when there was one. */
  readonly charset: string | undefined
  readonly url: URL
  readonly signal: AbortSignal
}

/** What a parser makes of a file: HTML, Markdown or both. */
export interface ParserResult {
  /** HTML that formats read; escaped Markdown when absent. */
  readonly html?: string | undefined
  /** Markdown that stands as it is; converted from the HTML when absent. */
  readonly markdown?: string | undefined
  /** The source as text, for `rawHtml`. Default: the HTML, or the Markdown. */
  readonly source?: string | undefined
  /** Nothing of it is navigation or footer, so that `onlyMainContent` leaves nothing out. Default: `true`. */
  readonly wholeIsContent?: boolean | undefined
  /** Added to `metadata` of the document. */
  readonly metadata?: Readonly<Record<string, string | number | ReadonlyArray<string>>> | undefined
  /** What went less well than asked, in sentences. */
  readonly warnings?: ReadonlyArray<string> | undefined
}

export interface ParserDefinition {
  /** For people and for errors. */
  readonly name: string
  /** Media types that it reads, such as `text/calendar`. */
  readonly mediaTypes: ReadonlyArray<string>
  /** Endings of file names that it reads where the media type says little, without the dot. Default: none. */
  readonly extensions?: ReadonlyArray<string> | undefined
  /** The media type of a file whose first bytes show that it is of this kind; `undefined` for others. */
  readonly sniff?: ((bytes: Uint8Array) => string | undefined) | undefined
  /** What it throws fails the page with `CaptureError` and the reason `UnreadableDocument`. */
  readonly parse: (file: ParserRun) => Awaitable<ParserResult>
}

/** A parser of the application. */
export interface DefinedParser extends ParserDefinition, Defined<"parser"> {}

/**
 * Defines how files of a media type are read. Throws `InvalidInput` where a member is missing or not known. For `createOrbweaver({ parsers: [calendar] })`:
 *
 * ```ts
 * const calendar = defineParser({
 *   name: "calendar",
 *   mediaTypes: ["text/calendar"],
 *   extensions: ["ics"],
 *   parse: ({ bytes }) => ({
 *     markdown: new TextDecoder().decode(bytes).replace(/^SUMMARY:/gm, "- ")
 *   })
 * })
 * ```
 */
export const defineParser = (definition: ParserDefinition): DefinedParser =>
  define("parser", schemas, definition, ["name", "mediaTypes", "parse"])

/** The parser as the engine runs it. */
export const toParser = ({ extensions = [], mediaTypes, name, parse, sniff }: DefinedParser): Parser => ({
  name,
  mediaTypes,
  extensions,
  ...defined({ sniff }),
  parse: ({ bytes, charset, mediaType, url }) =>
    Effect.map(
      call(
        (signal) => parse({ bytes, charset, mediaType, url, signal }),
        (detail) =>
          new UnreadableDocument({ mediaType, why: "damaged", detail: `the parser ${name} failed: ${detail}` })
      ),
      ({ html, markdown, metadata, source, warnings, wholeIsContent = true }): Parsed => ({
        source: source ?? html ?? markdown ?? "",
        html: html ?? `<pre>${(markdown ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`,
        wholeIsContent,
        ...defined({ markdown, metadata, warnings })
      })
    )
})

const schemas: Given.OptionSchemas<ParserDefinition> = {
  name: Given.text,
  mediaTypes: Given.texts,
  extensions: Given.texts,
  sniff: Given.callback,
  parse: Given.callback
}
