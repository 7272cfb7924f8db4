/**
 * A file that the caller has, read like a page (docs/reference/v2.md §15): the bytes of
 * an upload, of a disk, or of a page that something else fetched.
 */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { Document, Metadata } from "../model/Document.ts"
import { hasFormat } from "../model/formats/builtInFormats.ts"
import { invalid } from "../model/InvalidInput.ts"
import type { ScrapeOptions } from "../model/ScrapeOptions.ts"
import { inTurns } from "../support/turns.ts"
import type { Steps } from "../support/steps.ts"
import { type GivenFile, type Scraped, type ScrapeError, Scraper } from "./Scraper.ts"

export interface FileInput extends GivenFile {
  /** Its name without a folder; the extension decides where the bytes do not show the type. */
  readonly filename: string
  /** Where it is from, for relative links, snapshots and the local index; absent for a file of nowhere. */
  readonly url?: string | undefined
}

/** A document without an address of its own, unless the file came with one. */
export interface FileDocument extends Omit<Document, "metadata"> {
  readonly metadata: Partial<Metadata> & { readonly sourceFile: string }
}

export interface ParsedFile extends Omit<Scraped, "document"> {
  readonly document: FileDocument
}

/** Where a file of nowhere seems to be, so that its links are read like others. */
const placeholderBase = "https://upload.invalid/"
const folder = `${placeholderBase}-/`

/** A name may hold halves of surrogate pairs, which no address can. */
const addressOf = (filename: string): string => folder + encodeURIComponent(filename.toWellFormed())

/**
 * On the web, markup that is called plain text is shown as it stands. Who uploads a file has named it, and systems that
 * know no better type call all text plain.
 */
const typeOf = (contentType: string | undefined, filename: string): string | undefined =>
  contentType !== undefined && /^text\/plain\s*(?:;|$)/i.test(contentType) && /\.(?:x?html?|xml)$/i.test(filename)
    ? undefined
    : contentType

/** Nothing is fetched, so options of browsers and caches say nothing here. Costs what a page costs. */
export const parseFile = Effect.fn("ParseFile.parseFile")(function* (
  { bytes, contentType, filename, status, url }: FileInput,
  options: ScrapeOptions = {}
): Effect.fn.Return<ParsedFile, ScrapeError, Scraper> {
  const { formats = [] } = options
  const missing = formats.findIndex((format) => !hasFormat(typeof format === "string" ? format : format.type, url))
  if (missing >= 0)
    return yield* invalid("file options", ["formats", missing], "This format is not available for files")
  const scraper = yield* Scraper
  const { document, ...scraped } = yield* scraper.scrape(
    url ?? new URL(addressOf(filename)),
    { ...options, maxAge: 0, ...(url === undefined ? { storeInCache: false } : {}) },
    { file: { bytes, contentType: typeOf(contentType, filename), filename, status } }
  )
  const metadata = Struct.omit(document.metadata, ["proxyUsed", "outcome"])
  const shown =
    url === undefined ? yield* inTurns(() => withOriginalAddresses(document, addressOf(filename))) : document
  return {
    ...scraped,
    document: {
      ...shown,
      metadata: {
        ...(url === undefined ? Struct.omit(metadata, ["url", "sourceURL"]) : metadata),
        sourceFile: filename
      }
    }
  }
})

/** The document with its relative addresses as the file has them. */
function* withOriginalAddresses(document: Document, own: string): Steps<Document> {
  const { metadata, ...fields } = document
  return { ...((yield* restoreValue(fields, own)) as typeof fields), metadata }
}

function* restoreValue(value: unknown, own: string): Steps<unknown> {
  if (typeof value === "string") return yield* restoreText(value, own)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    const all: Array<unknown> = []
    for (const one of value) all.push(yield* restoreValue(one, own))
    return all
  }
  const all: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value)) all[key] = yield* restoreValue(one, own)
  return all
}

/** Characters of a text that are replaced in one go. */
const pieceLength = 262_144

function* restoreText(text: string, own: string): Steps<string> {
  yield
  // The address of nowhere is the start of all three.
  let next = text.indexOf(placeholderBase)
  if (next < 0) return text
  const parts: Array<string> = []
  for (let at = 0; at < text.length;) {
    // A piece ends before an address, or where none begins before its end.
    const wanted = at + pieceLength
    let end = wanted
    if (next >= 0 && next < wanted && wanted < text.length) {
      const last = text.lastIndexOf(placeholderBase, wanted - 1)
      end = last > at && last > wanted - own.length - 1 ? last : wanted
    }
    const piece = text.slice(at, end)
    parts.push(
      next >= 0 && next < end
        ? piece.replaceAll(`${own}#`, "#").replaceAll(folder, "").replaceAll(placeholderBase, "/")
        : piece
    )
    at = end
    if (next < at) next = next < 0 ? -1 : text.indexOf(placeholderBase, at)
    yield
  }
  return parts.join("")
}
