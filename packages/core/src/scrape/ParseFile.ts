/**
 * A file that the caller has, read like a page (docs/reference/v2.md §15): the bytes of
 * an upload, of a disk, or of a page that something else fetched.
 */
import * as Effect from "effect/Effect"
import * as Records from "effect/Record"
import * as Struct from "effect/Struct"
import type { Document, Metadata } from "../model/Document.ts"
import { invalid } from "../model/InvalidInput.ts"
import type { ScrapeOptions } from "../model/ScrapeOptions.ts"
import { type GivenFile, type Scraped, type ScrapeError, Scraper } from "./Scraper.ts"

export interface FileInput extends GivenFile {
  /** Its name without a folder; the ending tells what the bytes do not. */
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

/** Formats of what a browser shows. */
const ofBrowsers = new Set(["screenshot", "branding"])

/** Whether a file has this format; one of nowhere has no earlier snapshot either. */
export const hasFormat = (format: string, url: string | undefined): boolean =>
  !ofBrowsers.has(format) && (format !== "changeTracking" || url !== undefined)

/** Where a file of nowhere seems to be, so that its links are read like others. */
const nowhere = "https://upload.invalid/"
const folder = `${nowhere}-/`

/** A name may hold halves of surrogate pairs, which no address can. */
const addressOf = (filename: string): string => folder + encodeURIComponent(filename.toWellFormed())

/** Nothing is fetched, so options of browsers and caches say nothing here. Costs what a page costs. */
export const parseFile = Effect.fn("ParseFile.parseFile")(function* (
  { bytes, contentType, filename, url }: FileInput,
  options: ScrapeOptions = {}
): Effect.fn.Return<ParsedFile, ScrapeError, Scraper> {
  const { formats = [] } = options
  const missing = formats.findIndex((format) => !hasFormat(typeof format === "string" ? format : format.type, url))
  if (missing >= 0)
    return yield* invalid("file options", ["formats", missing], "A file has no such format: it is of pages")
  const scraper = yield* Scraper
  const { document, ...scraped } = yield* scraper.scrape(
    url ?? new URL(addressOf(filename)),
    { ...options, maxAge: 0, ...(url === undefined ? { storeInCache: false } : {}) },
    { file: { bytes, contentType, filename } }
  )
  const metadata = Struct.omit(document.metadata, ["proxyUsed", "outcome"])
  const shown = url === undefined ? asWritten(document, addressOf(filename)) : document
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
const asWritten = (document: Document, own: string): Document => {
  const { metadata, ...fields } = document
  const restore = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.replaceAll(`${own}#`, "#").replaceAll(folder, "").replaceAll(nowhere, "/")
    if (Array.isArray(value)) return value.map(restore)
    return typeof value === "object" && value !== null ? Records.map(value as Record<string, unknown>, restore) : value
  }
  return { ...(restore(fields) as typeof fields), metadata }
}
