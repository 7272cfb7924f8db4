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
import type { CaptureReason } from "./CaptureError.ts"
import type { ReadElsewhere } from "./PageReader.ts"
import type { ParserSpec } from "./ScrapeOptions.ts"
import { builtin } from "./internal/textParsers.ts"

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
   * an office file, which is a ZIP container. Asked when the declared type says
   * little (nothing, text, XML, JSON, ZIP), for every such page, so it looks at
   * a few kilobytes only.
   */
  readonly sniff?: ((bytes: Uint8Array) => string | undefined) | undefined
  readonly parse: (input: ParseInput) => Effect.Effect<Parsed, CaptureReason>
}

export interface Service {
  readonly parsers: ReadonlyArray<Parser>
  /** The parser for a file, by media type, then by signature bytes, then by the extension of its address. */
  readonly find: (file: {
    readonly mediaType: string
    readonly bytes: Uint8Array
    readonly url: URL
  }) => { readonly parser: Parser; readonly mediaType: string } | undefined
}

export class Parsers extends Context.Service<Parsers, Service>()("@orbweaver/core/Parsers") {
  /** Registry of ours and the given parsers; of two for one media type the last wins. */
  static readonly layer = (...parsers: ReadonlyArray<Parser>): Layer.Layer<Parsers> =>
    Layer.succeed(Parsers, make([...builtin, ...parsers]))
}

/** First bytes that give a file away, for servers that say `application/octet-stream` or nothing. */
const signatures: ReadonlyArray<readonly [mediaType: string, bytes: ReadonlyArray<number>]> = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["application/rtf", [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["application/gzip", [0x1f, 0x8b]],
  ["application/zip", [0x50, 0x4b, 0x03, 0x04]]
]

/** Media types that say nothing about the file. */
const vague = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
  "unknown/unknown"
])

/** Media types that many kinds of file share. */
const saysLittle = (mediaType: string): boolean =>
  vague.has(mediaType) ||
  mediaType.startsWith("text/") ||
  /^application\/(?:x-)?(?:xml|json|zip(?:-compressed)?)$/.test(mediaType)

export const make = (parsers: ReadonlyArray<Parser>): Service => {
  // The last wins here too.
  const sniffers = parsers.filter(({ sniff }) => sniff !== undefined).toReversed()
  const byType = new Map<string, Parser>()
  const byExtension = new Map<string, { readonly parser: Parser; readonly mediaType: string }>()
  for (const parser of parsers) {
    for (const type of parser.mediaTypes) byType.set(type, parser)
    for (const extension of parser.extensions) {
      byExtension.set(extension, { parser, mediaType: parser.mediaTypes[0]! })
    }
  }

  const signature = (bytes: Uint8Array) =>
    signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0]

  const find: Service["find"] = ({ bytes, mediaType, url }) => {
    if (saysLittle(mediaType)) {
      for (const parser of sniffers) {
        const sniffed = parser.sniff?.(bytes)
        if (sniffed !== undefined) return { parser, mediaType: sniffed }
      }
    }
    const extension = /\.([a-z0-9]{1,8})$/i.exec(url.pathname)?.[1]?.toLowerCase()
    const signed = signature(bytes)
    // A file that shows what it is outweighs a server that calls it text.
    if (signed !== undefined && (vague.has(mediaType) || mediaType.startsWith("text/"))) {
      const named = extension === undefined ? undefined : byExtension.get(extension)
      if (signed === "application/zip" && named !== undefined) return named
      const parser = byType.get(signed)
      return parser === undefined ? undefined : { parser, mediaType: signed }
    }
    const typed = byType.get(mediaType)
    if (typed !== undefined) return { parser: typed, mediaType }
    if (mediaType.endsWith("+json")) return both(byType.get("application/json"), mediaType)
    if (mediaType.endsWith("+xml")) return both(byType.get("application/xml"), mediaType)
    if (vague.has(mediaType)) {
      const named = extension === undefined ? undefined : byExtension.get(extension)
      if (named !== undefined) return named
      return looksBinary(bytes) ? undefined : both(byType.get("text/html"), "text/html")
    }
    if (mediaType.startsWith("text/")) return both(byType.get("text/plain"), mediaType)
    return undefined
  }

  return { parsers, find }
}

const both = (parser: Parser | undefined, mediaType: string) =>
  parser === undefined ? undefined : { parser, mediaType }

/** Whether the first bytes hold a binary data byte (WHATWG MIME Sniffing §3, "binary data byte"). */
const looksBinary = (bytes: Uint8Array): boolean => {
  const end = Math.min(bytes.length, 1445)
  for (let index = 0; index < end; index++) {
    const byte = bytes[index]!
    if (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)) {
      // UTF-16 text has NUL in every other byte; its byte order mark says so.
      return !((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    }
  }
  return false
}
