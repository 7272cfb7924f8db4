/**
 * Port: reads the text of one picture (OCR).
 *
 * Document parsers hand over pictures, and pages of PDFs that have no text, and lay the words out as they do the text of a
 * PDF. Adapter: `@orbweaver/ocr`. Contract: `RecognizerSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { captureErrors } from "../model/errorTable.ts"

/** One picture as a file. */
export interface Picture {
  /** Read, never changed. */
  readonly bytes: Uint8Array
  readonly mediaType: "image/png" | "image/jpeg" | "image/tiff" | "image/webp" | "image/gif" | "image/bmp"
  /** In pixels, as the file declares them. */
  readonly width: number
  readonly height: number
}

/**
 * A word with its place: pixels from the upper left corner of the picture as it is read, which is upright and with level
 * lines even where the file is not.
 */
export interface RecognizedWord {
  /** Not empty, without blanks, in reading order. */
  readonly text: string
  /** From 0 to 1. */
  readonly confidence: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  /** Words with the same number are one line of one column. */
  readonly line: number
  /** Where the letters of the line stand. */
  readonly baseline: number
  /** Height of the line's type, from the lowest to the highest letter it may have. */
  readonly size: number
}

/** A line along an axis of the picture, such as those of a table; in the pixels of the words. */
export interface DrawnRule {
  readonly horizontal: boolean
  /** The coordinate that it keeps. */
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Recognition {
  /** Line by line, in the order in which each is read. */
  readonly words: ReadonlyArray<RecognizedWord>
  /** Drawn lines, where the recognizer finds them: they part the cells of tables. Default: none. */
  readonly rules?: ReadonlyArray<DrawnRule> | undefined
  /** Size of the picture as it was read, in pixels. */
  readonly width: number
  readonly height: number
  /** Mean of the words, from 0 to 1; 0 where there are none. */
  readonly confidence: number
}

/** The picture could not be read. */
export class RecognizerError extends Schema.TaggedError<RecognizerError>()("RecognizerError", {
  recognizer: Schema.String,
  /**
   * `not-configured`: there is no recognizer, or something that it needs is not installed. `too-large`: more pixels or
   * bytes than it takes. `busy`: too many pictures wait. `unavailable`: it could not be started.
   */
  why: Schema.Literals([
    "not-configured",
    "too-large",
    "damaged",
    "timed-out",
    "too-much-memory",
    "busy",
    "unavailable"
  ]),
  /** Names the limit or the package, and what changes it. */
  detail: Schema.String
}) {
  override get message() {
    return `The text of the picture could not be recognized by ${this.recognizer} (${this.why}): ${this.detail}`
  }
}

export interface Service {
  /** For people: warnings and errors name it. */
  readonly name: string
  /** False where nothing is configured: `recognize` then fails. */
  readonly available: boolean
  /** Most pixels of one picture. */
  readonly maxPixels: number
  /** Has a deadline of its own; interruption ends the work at once. */
  readonly recognize: (picture: Picture) => Effect.Effect<Recognition, RecognizerError>
}

export class Recognizer extends Context.Service<Recognizer, Service>()("@orbweaver/core/Recognizer") {
  /** For installations without OCR: pictures are refused, and scanned pages are named in a warning. */
  static readonly layerNone: Layer.Layer<Recognizer> = Layer.succeed(Recognizer, {
    name: "none",
    available: false,
    maxPixels: 0,
    recognize: () =>
      Effect.fail(
        new RecognizerError({
          recognizer: "none",
          why: "not-configured",
          detail: captureErrors.NeedsRecognizer.remedy.inCode
        })
      )
  })
}
