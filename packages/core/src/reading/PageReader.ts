/**
 * Port: reads web pages off the thread of the caller, each in one go: decodes
 * its bytes, judges what it is, and makes what the formats want of it.
 *
 * What the formats want is opaque here: `@orbweaver/html` gives the port and
 * knows what it made. The half that needs no HTML parser is `readPage`.
 * @experimental
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { RawAnswer, ReadPage } from "./readPage.ts"
import type { Resolved } from "../model/ScrapeOptions.ts"

export interface OffThreadPage extends ReadPage {
  /** For the formats of the reader's own package. */
  readonly made: unknown
}

export interface Service {
  /** Undefined when the page is to be read by the caller: no thread is free, or it failed on one. */
  readonly read: (
    answered: RawAnswer,
    options: Resolved,
    wanted: ReadonlyArray<string>
  ) => Effect.Effect<OffThreadPage | undefined>
}

export class PageReader extends Context.Service<PageReader, Service>()("@orbweaver/core/PageReader") {
  /** No threads: the caller reads every page itself. */
  static readonly layerNone: Layer.Layer<PageReader> = Layer.succeed(PageReader, { read: () => Effect.undefined })
}
