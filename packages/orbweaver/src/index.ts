/**
 * The library for code that does not use Effect: promises in, promises out.
 *
 * ```ts
 * import { createOrbweaver } from "orbweaver"
 *
 * await using orb = createOrbweaver()
 * const { markdown, links } = await orb.scrape("https://example.com", { formats: ["markdown", "links"] })
 * ```
 */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Document } from "@orbweaver/core/Document"
import type { ScrapeOptions } from "@orbweaver/core/ScrapeOptions"
import { Scraper } from "@orbweaver/core/Scraper"
import { type Adapters, layer } from "./Services.ts"

export { type Adapters, layer, type Services } from "./Services.ts"
export type { CaptureError, CaptureReason } from "@orbweaver/core/CaptureError"
export type { Document, Metadata } from "@orbweaver/core/Document"
export type { ScrapeError } from "@orbweaver/core/Scraper"
export type { ScrapeOptions } from "@orbweaver/core/ScrapeOptions"

/** How a call itself runs, beside what it asks for. */
export interface CallOptions {
  /** Abort it to stop the call: no byte leaves afterwards. */
  readonly signal?: AbortSignal | undefined
}

/**
 * A running Orbweaver. Close it, or let `await using` do so, to release its
 * connections. Instances share nothing: a process may hold as many as it likes.
 *
 * Rejections are the typed errors of core: look at `error._tag`, and at
 * `error.reason._tag` for a `CaptureError`.
 */
export interface Orbweaver extends AsyncDisposable {
  /**
   * One page in the formats asked for; Markdown of its main content when nothing
   * is said. A page that answers 404 or 500 is a document with that
   * `metadata.statusCode`.
   */
  readonly scrape: (url: string | URL, options?: ScrapeOptions & CallOptions) => Promise<Document>
  readonly close: () => Promise<void>
}

export const createOrbweaver = (adapters: Adapters = {}): Orbweaver => {
  const runtime = ManagedRuntime.make(layer(adapters))
  const close = () => runtime.dispose()

  return {
    scrape: (url, { signal, ...options } = {}) =>
      runtime.runPromise(
        Scraper.use((scraper) => scraper.scrape(url, options)).pipe(Effect.map(({ document }) => document)),
        { signal }
      ),
    close,
    [Symbol.asyncDispose]: close
  }
}
