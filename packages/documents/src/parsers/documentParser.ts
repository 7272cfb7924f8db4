/** Makes a `Parser` of a reader: caps, the choice of the thread, the deadline and the typed errors. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  type CaptureReason,
  NeedsRecognizer,
  TooLarge,
  UnreadableDocument,
  Unsupported
} from "@orbweaver/core/model/CaptureError"
import { captureErrors } from "@orbweaver/core/internal/model/errorTable"
import type { Parsed, ParseInput, Parser } from "@orbweaver/core/reading/Parser"
import { perFile, type Threads, withDeadline } from "../threads/Threads.ts"
import { damaged, type Failure, failureOf } from "../model/failure.ts"
import type { Service as Recognizer } from "@orbweaver/core/reading/Recognizer"
import type { Caps, InstalledPackages, ReadOptions, ReadResult, Recognizing, SourceFile } from "../model/Reader.ts"
import { pictureTypeOf } from "../bytes/pictureFile.ts"
import { recognizePdf, recognizePicture } from "./recognition.ts"
import { kindOf, type KindName } from "../kinds/kinds.ts"
import { installedPackages } from "../threads/installedPackages.ts"
import { makeReadInner } from "../kinds/readInner.ts"

/** Caps and the place of the work; every field may be left out. */
export interface DocumentOptions extends Partial<Caps> {
  /** Largest file, in bytes; 50 MiB when absent. */
  readonly maxBytes?: number | undefined
  /** Longest reading, the wait for a thread not counted; two minutes when absent. */
  readonly deadline?: Duration.Input | undefined
  /**
   * A file with at most this much text to read, in bytes after unpacking, is
   * read on the caller's thread; 256 KiB when absent. 0 sends every file to a
   * thread, `Infinity` none.
   */
  readonly inlineBytes?: number | undefined
  /** Reads text in pictures and scans; when absent, pictures are refused and scanned pages are named in a warning. */
  readonly recognizer?: Recognizer | undefined
  /** Where larger files are read; a thread of its own for each file when absent. */
  readonly threads?: Threads | undefined
}

export const defaultCaps: Caps = {
  maxUnpackedBytes: 192 * 1024 * 1024,
  maxRows: 50_000,
  maxColumns: 1000,
  maxPages: 10_000
}

const defaultMaxBytes = 50 * 1024 * 1024
const defaultInlineBytes = 256 * 1024

/** The parser of a kind of files. */
export const documentParser = (name: KindName, options: DocumentOptions = {}): Parser => {
  const kind = kindOf(name)
  const { textSize = (bytes) => bytes.byteLength } = kind
  const { inlineBytes = defaultInlineBytes, maxBytes = defaultMaxBytes, recognizer } = options
  const deadline = Duration.fromInputUnsafe(options.deadline ?? Duration.minutes(2))
  const threads = options.threads ?? perFile()
  const caps: Caps = {
    maxUnpackedBytes: options.maxUnpackedBytes ?? defaultCaps.maxUnpackedBytes,
    maxRows: options.maxRows ?? defaultCaps.maxRows,
    maxColumns: options.maxColumns ?? defaultCaps.maxColumns,
    maxPages: options.maxPages ?? defaultCaps.maxPages
  }

  let packages: InstalledPackages | undefined
  const read = (input: ParseInput): Effect.Effect<Parsed, Failure> => {
    const file: SourceFile = {
      bytes: input.bytes,
      mediaType: input.mediaType,
      charset: input.charset,
      wholeSource: input.wholeSource,
      url: input.url.href
    }
    const readOptions: ReadOptions = {
      caps,
      packages: (packages ??= installedPackages()),
      ...specified(input.spec),
      maxMillis: Duration.toMillis(deadline) / 2
    }
    const isInline = textSize(input.bytes) <= inlineBytes
    const run = (recognizing?: Recognizing): Effect.Effect<ReadResult, Failure> => {
      const options: ReadOptions = recognizing === undefined ? readOptions : { ...readOptions, recognizing }
      return isInline
        ? withDeadline(
            deadline,
            Effect.tryPromise({
              try: async (signal) =>
                (await kind.load())(file, options, signal, undefined, makeReadInner(options, file.url, signal)),
              catch: failureOf
            })
          )
        : threads.run({ reader: name, file, options }, deadline)
    }
    if (recognizer?.available !== true) return withoutRecognizer(run(), readOptions)
    if (name === "image") {
      const type = pictureTypeOf(input.bytes)
      if (type === undefined) return Effect.fail(damaged("it is no picture that is known").failure)
      const maxPages = Math.min(caps.maxPages, readOptions.pdfOptions.maxPages ?? caps.maxPages)
      return recognizePicture(recognizer, { bytes: input.bytes, type, maxPages }, run)
    }
    const { mode = "auto" } = readOptions.pdfOptions
    if (name !== "pdf" || mode === "fast") return run()
    const pictureOptions = { packages }
    return recognizePdf(recognizer, mode, run, (page, maxPixels) =>
      isInline
        ? withDeadline(
            deadline,
            Effect.tryPromise({
              try: async () =>
                (await import("../pdf/pictures/pagePicture.ts")).readPagePicture(file, {
                  ...pictureOptions,
                  page,
                  maxPixels
                }),
              catch: failureOf
            })
          )
        : threads.picture({ file, picture: { ...pictureOptions, page, maxPixels } }, deadline)
    )
  }

  const parse = Effect.fn(`${name}.parse`)((input: ParseInput): Effect.Effect<Parsed, CaptureReason> =>
    input.bytes.byteLength > maxBytes
      ? Effect.fail(new TooLarge({ limitBytes: maxBytes }))
      : name === "image" && recognizer?.available !== true
        ? Effect.fail(new NeedsRecognizer({ mediaType: input.mediaType }))
        : Effect.map(
            Effect.mapError(read(input), (failure) => reasonOf(failure, input.mediaType)),
            withEmptyWarning
          )
  )

  return {
    name,
    mediaTypes: kind.mediaTypes,
    extensions: kind.extensions,
    ...(kind.sniff === undefined ? {} : { sniff: kind.sniff }),
    parse
  }
}

/** Warns where OCR was requested and none is configured. */
const withoutRecognizer = (
  reading: Effect.Effect<Parsed, Failure>,
  { pdfOptions }: ReadOptions
): Effect.Effect<Parsed, Failure> =>
  pdfOptions.mode === "ocr"
    ? Effect.map(reading, (parsed) => ({
        ...parsed,
        warnings: [
          ...(parsed.warnings ?? []),
          `Only the text layer of the PDF was read, since there is no OCR: ${captureErrors.NeedsRecognizer.remedy.inCode}.`
        ]
      }))
    : reading

/** Makes a parser with limits of your own; all have a default. */
export type MakeParser = (options?: DocumentOptions) => Parser

/** What these unpack to is not known before they are read, and loading their libraries alone holds a thread for 0.1 s. */
const inlineBytes: Partial<Record<KindName, number>> = { pdf: 0, xls: 0 }

export const parserOf =
  (name: KindName): MakeParser =>
  (options = {}) =>
    documentParser(name, { ...options, inlineBytes: options.inlineBytes ?? inlineBytes[name] })

/** Pages of this length hold more than their frame. */
const shortHtml = 20_000

/** A file without a word is no success that says nothing. */
const withEmptyWarning = (parsed: Parsed): Parsed => {
  const { html, markdown, warnings = [] } = parsed
  if (html.length > shortHtml || (markdown ?? "").trim() !== "" || warnings.length > 0) return parsed
  const body = html.slice(Math.max(0, html.indexOf("<body>")))
  if (/[^\s]/.test(body.replaceAll(/<[^<>]*>/g, ""))) return parsed
  const what = body.includes("<img")
    ? "The file holds pictures only, and text in pictures is not read."
    : "The file has no text."
  return { ...parsed, warnings: [what] }
}

/** Options that the caller gave for files of this kind. */
const specified = (spec: ParseInput["spec"]): Omit<ReadOptions, "caps"> => {
  if (spec === undefined) return { pdfOptions: {} }
  switch (spec.type) {
    case "pdf": {
      const { type: _, ...pdfOptions } = spec
      return { pdfOptions }
    }
    case "image": {
      const { type: _, ...pdfOptions } = spec
      return { pdfOptions }
    }
    case "mail":
      return { pdfOptions: {}, innerFiles: spec.attachments }
    case "archive":
      return { pdfOptions: {}, innerFiles: spec.members }
    default: {
      const { type: _, ...options } = spec
      return { pdfOptions: {}, ...options }
    }
  }
}

const reasonOf = (failure: Failure, mediaType: string): CaptureReason => {
  switch (failure.kind) {
    case "too-large":
      return new TooLarge({ limitBytes: failure.limitBytes })
    case "unsupported":
      return new Unsupported({
        what: failure.what,
        ...(failure.needs === undefined ? {} : { needs: failure.needs })
      })
    case "unreadable":
      return new UnreadableDocument({ mediaType, why: failure.why, detail: failure.detail })
  }
}
