/** Reads the bytes of one family of media types into HTML or text, which every format then reads. */
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CaptureReason } from "../model/CaptureError.ts"
import type { ParserSpec } from "../model/ScrapeOptions.ts"
import type { OffThreadPage } from "./PageReader.ts"

export interface ParseInput {
  readonly bytes: Uint8Array
  /** Lower-case media type without parameters; from the header, or sniffed where that says nothing. */
  readonly mediaType: string
  /** Charset parameter of the content type, when there was one. */
  readonly charset: string | undefined
  readonly url: URL
  /** The caller's options for this parser, if any. */
  readonly spec: Exclude<ParserSpec, string> | undefined
  /** The source is returned, so all of it can be read; otherwise a parser may cut what formats read, with a warning. */
  readonly wholeSource?: boolean | undefined
}

export interface Parsed {
  /** The page's source as text. */
  readonly source: string
  /** All of the source, where `source` is only its start: decoded when the `rawHtml` format asks for it. */
  readonly wholeSource?: Effect.Effect<string> | undefined
  /** HTML that formats read; the source itself for a web page. */
  readonly html: string
  /** Markdown that the parser itself made and that stands as it is. */
  readonly markdown?: string | undefined
  /** The whole is content: main-content selection has nothing to remove. */
  readonly wholeIsContent: boolean
  /** Fields for `Document.metadata`, such as `numPages`. */
  readonly metadata?: Readonly<Record<string, string | number | ReadonlyArray<string>>> | undefined
  /** HTML of each page, for files that have pages. */
  readonly pages?: ReadonlyArray<{ readonly pageNumber: number; readonly html: string }> | undefined
  /** Blocks of each page with their places, as the document's `blocks` field has them; when asked for. */
  readonly blocks?: Schema.Json | undefined
  readonly warnings?: ReadonlyArray<string> | undefined
  /** What another thread found when it read the page. */
  readonly read?: OffThreadPage | undefined
}

export interface Parser {
  /** For people and for `parsers` in options, such as `pdf`. */
  readonly name: string
  /** Media types and file extensions (without dot) it reads. */
  readonly mediaTypes: ReadonlyArray<string>
  readonly extensions: ReadonlyArray<string>
  /**
   * Media type of a file whose content shows that this parser reads it, such as
   * an office file, which is a ZIP container. Asked for every page whose declared
   * type says little (nothing, text, XML, JSON, ZIP), is unknown, or belongs to a
   * parser whose own `sniff` says no; so it looks at a few kilobytes only. Text comes
   * without its byte order mark, and the first kilobytes of UTF-16 come as UTF-8.
   */
  readonly sniff?: ((bytes: Uint8Array) => string | undefined) | undefined
  readonly parse: (input: ParseInput) => Effect.Effect<Parsed, CaptureReason>
}
