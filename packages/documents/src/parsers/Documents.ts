/**
 * Every parser of this package together: alone as values, or as a layer whose
 * threads are shared and stay warm.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isolationOf } from "@orbweaver/core/internal/support/isolatedThread"
import { Parsers } from "@orbweaver/core/reading/Parsers"
import { Recognizer } from "@orbweaver/core/reading/Recognizer"
import type { Parser } from "@orbweaver/core/reading/Parser"
import { kindNames } from "../kinds/kinds.ts"
import { type DocumentOptions, parserOf } from "./documentParser.ts"
import { pool, type PoolOptions } from "../threads/Threads.ts"

/** All parsers with the same options. Of two for one kind of file the later wins, so a caller's own go behind. */
export const documents = (options: DocumentOptions = {}): ReadonlyArray<Parser> =>
  kindNames.map((name) => parserOf(name)(options))

/** All parsers as they come: large files and PDFs take a thread of their own each. */
export const documentParsers: ReadonlyArray<Parser> = documents()

export interface LayerOptions extends Omit<DocumentOptions, "recognizer">, PoolOptions {
  /** Reads text in pictures and scans, such as `tesseract()` of `@orbweaver/ocr`. Default: none. */
  readonly recognizer?: Layer.Layer<Recognizer> | undefined
  /** Parsers besides ours; they win. */
  readonly parsers?: ReadonlyArray<Parser> | undefined
}

/**
 * The registry with all parsers, which share a few threads that are started when first needed and end with the layer. With
 * `isolated` small files go to a process, too (`inlineBytes: 0`).
 */
export const layer = ({
  parsers = [],
  recognizer = Recognizer.layerNone,
  ...given
}: LayerOptions = {}): Layer.Layer<Parsers> => {
  const options = isolationOf(given.isolated) === undefined ? given : { inlineBytes: 0, ...given }
  return Layer.unwrap(
    Effect.map(Effect.all([pool(options), Recognizer]), ([threads, recognizer]) =>
      Parsers.layer(...documents({ threads, recognizer, ...options }), ...parsers)
    )
  ).pipe(Layer.provide(recognizer))
}
