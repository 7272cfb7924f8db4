/**
 * Reads text in pictures by the recognizer of the application: pages of a PDF without text, and pictures as files.
 *
 * ```
 * reader ─► scans? ─► for each: picture of the page ─► recognizer ─► words
 *                                                                      │ all pages
 *                                                     reader again, with the words ─► page
 * ```
 *
 * One page is in memory at a time. A page that cannot be recognized is named in a warning, and the others are delivered.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { ModelDeadline } from "@orbweaver/core/network/ModelClient"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import type { Recognition, RecognizedWord, RecognizerError, Service } from "@orbweaver/core/reading/Recognizer"
import { type PicturePage, picturePages, type PictureType } from "../bytes/pictureFile.ts"
import { damaged, type Failure } from "../model/failure.ts"
import { listOf } from "../model/listOf.ts"
import type { ReadResult, Recognizing, RecognizedPage } from "../model/Reader.ts"
import type { PagePicture } from "../pdf/pictures/pagePicture.ts"

/** Pages of one file that are recognized; the others are named in a warning. */
const maxRecognized = 500

/** Part of a page that pictures cover where it is a scan with a few words of text on it. */
const minCoverage = 0.75

/** Lines that are read with less confidence are spots and drawings, and no text. */
const minConfidence = 0.4

export interface Recognizer extends Service {}

type Read = (recognizing: Recognizing) => Effect.Effect<ReadResult, Failure>

/** A PDF: `ocr` recognizes all pages, `auto` those without text. */
export const recognizePdf = Effect.fnUntraced(function* (
  recognizer: Recognizer,
  mode: "auto" | "ocr",
  read: Read,
  picture: (page: number, maxPixels: number) => Effect.Effect<PagePicture, Failure>
): Effect.fn.Return<Parsed, Failure> {
  const first = yield* read({ find: mode === "ocr" ? "all" : "scans" })
  if (first.scans === undefined) return first
  const notes = makeNotes(recognizer)
  const pages: Array<RecognizedPage> = []
  for (const { hasText, page } of first.scans) {
    if (yield* notes.isOver(page)) continue
    const made = yield* Effect.result(picture(page, recognizer.maxPixels))
    if (Result.isFailure(made)) {
      notes.failed(page, detailOf(made.failure))
      continue
    }
    const { coverage, height, missing, png, scale, width } = made.success
    if (hasText && coverage < minCoverage) continue
    if (missing !== undefined) notes.failed(page, missing)
    if (png === undefined) continue
    const recognition = yield* notes.recognize(page, { bytes: png, mediaType: "image/png", width, height })
    if (recognition !== undefined) {
      // The text of a page is left out only where its picture shows all of it.
      const keepsText = coverage < minCoverage || (hasText && mode === "auto")
      pages.push({ number: page, ...recognition, scale, keepsText })
    }
  }
  return notes.added(yield* Effect.mapError(read({ pages }), notes.explained))
})

/** A picture as a file, or several in one (TIFF). */
export const recognizePicture = Effect.fnUntraced(function* (
  recognizer: Recognizer,
  file: { readonly bytes: Uint8Array; readonly type: PictureType; readonly maxPages: number },
  read: Read
): Effect.fn.Return<Parsed, Failure> {
  const found = picturePages(file.bytes, file.type, file.maxPages)
  if (found === undefined) return yield* Effect.fail(damaged("its header cannot be read").failure)
  const notes = makeNotes(recognizer)
  const pages: Array<RecognizedPage> = []
  let failure: Failure | undefined
  for (const [index, page] of found.pages.entries()) {
    const number = index + 1
    if (yield* notes.isOver(number)) continue
    const { height, width }: PicturePage = page
    const recognition = yield* notes.recognize(number, { bytes: page.file(), mediaType: file.type, width, height })
    if (recognition !== undefined) pages.push({ number, ...recognition, keepsText: false })
    else failure ??= notes.lastFailure()
  }
  // Nothing at all was read: the first reason is that of the file.
  if (pages.length === 0) return yield* Effect.fail(failure ?? notes.overdue())
  const parsed = notes.added(yield* read({ pages }))
  return found.total > 1
    ? { ...parsed, metadata: { ...parsed.metadata, numPages: found.pages.length, totalPages: found.total } }
    : parsed
})

type Picture = Parameters<Service["recognize"]>[0]

/** What becomes of each page, for the warnings. */
const makeNotes = (recognizer: Recognizer) => {
  const { name } = recognizer
  const confidences: Array<{ readonly page: number; readonly confidence: number }> = []
  const without: Array<number> = []
  const failures = new Map<string, Array<number>>()
  const late: Array<number> = []
  const excess: Array<number> = []
  let omitted = 0
  let last: Failure | undefined
  let count = 0

  const failed = (page: number, detail: string): void => {
    const pages = failures.get(detail) ?? []
    pages.push(page)
    failures.set(detail, pages)
  }

  /** Whether no further page is begun. */
  const isOver = Effect.fnUntraced(function* (page: number) {
    if (count >= maxRecognized) excess.push(page)
    else if ((yield* Clock.currentTimeMillis) >= (yield* ModelDeadline)) late.push(page)
    else return false
    return true
  })

  const recognize = Effect.fnUntraced(function* (page: number, picture: Picture) {
    count++
    const until = yield* ModelDeadline
    const left = until - (yield* Clock.currentTimeMillis)
    const reading = Effect.result(recognizer.recognize(picture))
    const read = Number.isFinite(left)
      ? yield* Effect.timeoutOption(reading, Math.max(1, left))
      : Option.some(yield* reading)
    if (Option.isNone(read)) {
      late.push(page)
      last = overdue()
      return undefined
    }
    if (Result.isFailure(read.value)) {
      const error = read.value.failure
      // What is not installed is missing for every page.
      if (error.why === "not-configured" || error.why === "unavailable") return yield* Effect.fail(failureOf(error))
      failed(page, error.detail)
      last = failureOf(error)
      return undefined
    }
    const { words, ...recognition } = withoutSpots(read.value.success)
    omitted += words.omitted
    if (words.kept.length === 0) without.push(page)
    else confidences.push({ page, confidence: recognition.confidence })
    return { ...recognition, words: words.kept }
  })

  const overdue = (): Failure => ({
    kind: "unreadable",
    why: "too-slow",
    detail: "recognizing its text took longer than the scrape has (timeout)"
  })

  const warnings = (): ReadonlyArray<string> => [
    ...(confidences.length === 0
      ? []
      : [
          `Text of pictures was recognized by ${name} and may have errors; confidence by page: ${confidences
            .slice(0, 20)
            .map(({ confidence, page }) => `${page}: ${Math.round(confidence * 100)} %`)
            .join(", ")}${confidences.length > 20 ? ` and ${confidences.length - 20} more pages` : ""}.`
        ]),
    ...(without.length === 0 ? [] : [`No text was recognized on pages: ${listOf(without)}.`]),
    ...(omitted === 0
      ? []
      : [`Lines that were recognized with a confidence under ${minConfidence * 100} % were omitted: ${omitted}.`]),
    ...[...failures].map(([detail, pages]) => `Pages that could not be recognized: ${listOf(pages)}; ${detail}.`),
    ...(late.length === 0
      ? []
      : [`Pages that were not recognized before the timeout: ${listOf(late)}; raise timeout.`]),
    ...(excess.length === 0
      ? []
      : [`Only ${maxRecognized} pages of a file are recognized; left out: ${listOf(excess)}.`])
  ]

  return {
    failed,
    isOver,
    overdue,
    recognize,
    /** A file without any text failed for the reason for which its first page did. */
    explained: (failure: Failure): Failure => {
      const [detail] = failures.keys()
      if (failure.kind !== "unreadable" || failure.why !== "scanned") return failure
      if (detail !== undefined) return { ...failure, detail }
      return late.length > 0 ? overdue() : failure
    },
    lastFailure: (): Failure | undefined => last,
    added: (parsed: Parsed): Parsed => ({ ...parsed, warnings: [...(parsed.warnings ?? []), ...warnings()] })
  }
}

/** Spots and drawings are read as lines of letters without sense. */
const withoutSpots = ({ words, ...rest }: Recognition) => {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  const kept = lines.filter((line) => meanOf(line) >= minConfidence)
  return { ...rest, words: { kept: kept.flat(), omitted: lines.length - kept.length } }
}

const meanOf = (words: ReadonlyArray<RecognizedWord>): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length

const failureOf = ({ detail, why }: RecognizerError): Failure => {
  switch (why) {
    case "not-configured":
    case "unavailable":
    case "busy":
      return { kind: "unsupported", what: `text in pictures: ${detail}` }
    case "too-large":
    case "too-much-memory":
      return { kind: "unreadable", why: "too-much-memory", detail }
    case "timed-out":
      return { kind: "unreadable", why: "too-slow", detail }
    case "damaged":
      return { kind: "unreadable", why: "damaged", detail }
  }
}

const detailOf = (failure: Failure): string => {
  switch (failure.kind) {
    case "unreadable":
      return failure.detail
    case "too-large":
      return `it is larger than ${failure.limitBytes} bytes`
    case "unsupported":
      return failure.what
  }
}
