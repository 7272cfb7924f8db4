/**
 * Port: reads the bytes of one family of media types into HTML or text, which
 * every format then reads.
 *
 * Core reads HTML, XML, JSON, Markdown and plain text; `@orbweaver/documents`
 * adds PDF, office, e-book and feed files. A parser loads its heavy parts on
 * the first page of its type, never before.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { CaptureReason } from "../model/CaptureError.ts"
import type { ReadElsewhere } from "./PageReader.ts"
import type { ParserSpec } from "../model/ScrapeOptions.ts"
import {
  extensionOf,
  isTextual,
  isVague,
  kindOfText,
  looksBinary,
  saysLittle,
  signatureOf,
  startsAsHtml
} from "./detect.ts"
import { builtin } from "./textParsers.ts"

export interface ParseInput {
  readonly bytes: Uint8Array
  /** Lower-case media type without parameters; from the header, or sniffed where that says nothing. */
  readonly mediaType: string
  /** Charset parameter of the content type, when there was one. */
  readonly charset: string | undefined
  readonly url: URL
  /** The caller's wishes for this parser, when there are any. */
  readonly spec: Exclude<ParserSpec, string> | undefined
}

export interface Parsed {
  /** The page's source as text; what the `rawHtml` format gives. */
  readonly source: string
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
  readonly read?: ReadElsewhere | undefined
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
   * parser whose own `sniff` says no; so it looks at a few kilobytes only.
   */
  readonly sniff?: ((bytes: Uint8Array) => string | undefined) | undefined
  readonly parse: (input: ParseInput) => Effect.Effect<Parsed, CaptureReason>
}

export interface Service {
  readonly parsers: ReadonlyArray<Parser>
  /**
   * The parser for a file: by what its content shows, then by media type, then by the extension of its
   * name or address. What the server says nothing of is a web page, XML or plain text by its look.
   */
  readonly find: (file: {
    readonly mediaType: string
    readonly bytes: Uint8Array
    readonly url: URL
    /** Name of the file where the server gives one (`content-disposition`). */
    readonly name?: string | undefined
  }) => Found | undefined
}

export class Parsers extends Context.Service<Parsers, Service>()("@orbweaver/core/Parsers") {
  /** Registry of ours and the given parsers; of two for one media type the last wins. */
  static readonly layer = (...parsers: ReadonlyArray<Parser>): Layer.Layer<Parsers> =>
    Layer.succeed(Parsers, make([...builtin, ...parsers]))
}

export const make = (parsers: ReadonlyArray<Parser>): Service => {
  // The last wins here too.
  const sniffers = parsers.filter(({ sniff }) => sniff !== undefined).toReversed()
  const byType = new Map<string, Parser>()
  const byExtension = new Map<string, Found>()
  for (const parser of parsers) {
    for (const type of parser.mediaTypes) byType.set(type, parser)
    for (const extension of parser.extensions) {
      byExtension.set(extension, { parser, mediaType: parser.mediaTypes[0]! })
    }
  }
  const ofType = (mediaType: string, shown = mediaType): Found | undefined => {
    const parser = byType.get(mediaType)
    return parser === undefined ? undefined : { parser, mediaType: shown }
  }
  const byContent = (bytes: Uint8Array): Found | undefined => {
    for (const parser of sniffers) {
      const mediaType = parser.sniff?.(bytes)
      if (mediaType !== undefined) return { parser, mediaType }
    }
    return undefined
  }

  const find: Service["find"] = ({ bytes, mediaType, name, url }) => {
    const declared = declaredParser(mediaType)
    // A file that shows what it is outweighs a server that says another thing, or little.
    if (declared === undefined || saysLittle(mediaType)) {
      const shown = byContent(bytes)
      if (shown !== undefined) return shown
    } else if (declared.parser.sniff !== undefined && declared.parser.sniff(bytes) === undefined) {
      return byContent(bytes) ?? (startsAsHtml(bytes) ? ofType("text/html") : declared)
    }
    const extension = extensionOf(name ?? url.pathname) ?? extensionOf(url.pathname)
    const claimed = extension === undefined ? undefined : byExtension.get(extension)
    // Text under the name of a kind of file that would show itself is none of that kind.
    const named = claimed?.parser.sniff !== undefined && !looksBinary(bytes) ? undefined : claimed
    const signed = signatureOf(bytes)
    if (signed !== undefined && (isVague(mediaType) || mediaType.startsWith("text/"))) {
      return signed === "application/zip" && named !== undefined ? named : ofType(signed)
    }
    if (isVague(mediaType)) return named ?? (looksBinary(bytes) ? undefined : ofType(kindOfText(bytes)))
    // Repositories and file servers call all text plain; a table or Markdown is known by its name.
    if (mediaType === "text/plain" && named !== undefined && !isMarkup(named.mediaType)) return named
    return declared
  }

  const declaredParser = (mediaType: string): Found | undefined =>
    ofType(mediaType) ??
    (mediaType.endsWith("+json")
      ? ofType("application/json", mediaType)
      : mediaType.endsWith("+xml")
        ? ofType("application/xml", mediaType)
        : isTextual(mediaType)
          ? ofType("text/plain", mediaType)
          : undefined)

  return { parsers, find }
}

interface Found {
  readonly parser: Parser
  readonly mediaType: string
}

/** What a server that calls it plain text means to be read as it stands. */
const isMarkup = (mediaType: string): boolean => /html|xml/.test(mediaType)
