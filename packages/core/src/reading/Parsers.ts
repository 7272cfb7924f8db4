/**
 * Port: reads the bytes of one family of media types into HTML or text, which
 * every format then reads.
 *
 * Core reads HTML, XML, JSON, Markdown and plain text; `@orbweaver/documents`
 * adds PDF, office, e-book and feed files. A parser loads its heavy parts on
 * the first page of its type, never before.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import {
  extensionOf,
  isTextual,
  isVague,
  kindOfText,
  looksBinary,
  isGenericType,
  signatureOf,
  startsAsHtml,
  withoutMark
} from "./detect.ts"
import type { Parser } from "./Parser.ts"
import { builtin } from "./textParsers.ts"

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
  }) => ParserMatch | undefined
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
  const byExtension = new Map<string, ParserMatch>()
  for (const parser of parsers) {
    for (const type of parser.mediaTypes) byType.set(type, parser)
    for (const extension of parser.extensions) {
      byExtension.set(extension, { parser, mediaType: parser.mediaTypes[0]! })
    }
  }
  const ofType = (mediaType: string, shown = mediaType): ParserMatch | undefined => {
    const parser = byType.get(mediaType)
    return parser === undefined ? undefined : { parser, mediaType: shown }
  }
  const byContent = (bytes: Uint8Array): ParserMatch | undefined => {
    for (const parser of sniffers) {
      const mediaType = parser.sniff?.(bytes)
      if (mediaType !== undefined) return { parser, mediaType }
    }
    return undefined
  }

  const find: Service["find"] = ({ bytes, mediaType, name, url }) => {
    const declared = declaredParser(mediaType)
    const content = withoutMark(bytes)
    // A file that shows what it is outweighs a server that says another thing, or little.
    if (declared === undefined || isGenericType(mediaType)) {
      const shown = byContent(content)
      if (shown !== undefined) return shown
    } else if (declared.parser.sniff !== undefined && declared.parser.sniff(content) === undefined) {
      return byContent(content) ?? (startsAsHtml(bytes) ? ofType("text/html") : declared)
    }
    const extension = extensionOf(name ?? url.pathname) ?? extensionOf(url.pathname)
    const claimed = extension === undefined ? undefined : byExtension.get(extension)
    // If the extension belongs to a format that shows itself in its bytes and these are text, the extension is ignored.
    const named = claimed?.parser.sniff !== undefined && !looksBinary(bytes) ? undefined : claimed
    const signed = signatureOf(content)
    if (signed !== undefined && (isVague(mediaType) || mediaType.startsWith("text/"))) {
      return signed === "application/zip" && named !== undefined ? named : ofType(signed)
    }
    if (isVague(mediaType)) return named ?? (looksBinary(bytes) ? undefined : ofType(kindOfText(bytes)))
    // Repositories and file servers call all text plain; a table or Markdown is known by its name.
    if (mediaType === "text/plain" && named !== undefined && !isMarkup(named.mediaType)) return named
    return declared
  }

  const declaredParser = (mediaType: string): ParserMatch | undefined =>
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

interface ParserMatch {
  readonly parser: Parser
  readonly mediaType: string
}

/** What a server that calls it plain text means to be read as it stands. */
const isMarkup = (mediaType: string): boolean => /html|xml/.test(mediaType)
