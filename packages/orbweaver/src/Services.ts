/**
 * Puts adapters and engines together: the only place that knows the whole.
 *
 * What an application leaves out is given by the adapters that need nothing
 * installed: undici, our HTML formats, memory.
 */
import * as Layer from "effect/Layer"
import { Capture } from "@orbweaver/core/Capture"
import { Egress, type EgressPolicy } from "@orbweaver/core/Egress"
import type { Fetcher } from "@orbweaver/core/Fetcher"
import { type Format, Formats } from "@orbweaver/core/Format"
import { rawHtml } from "@orbweaver/core/formats/RawHtml"
import { Ledger } from "@orbweaver/core/Ledger"
import { PageCache } from "@orbweaver/core/PageCache"
import { type Parser, Parsers } from "@orbweaver/core/Parsers"
import { Renderer } from "@orbweaver/core/Renderer"
import { Scraper } from "@orbweaver/core/Scraper"
// documents
import * as Undici from "@orbweaver/fetch/Undici"
import { htmlFormats } from "@orbweaver/html/formats"

/** What an application may replace or add. */
export interface Adapters {
  /** Which addresses may be contacted; public ones only when absent. */
  readonly egress?: EgressPolicy | undefined
  readonly fetcher?: Layer.Layer<Fetcher, never, Egress> | undefined
  /** None when absent: what needs a browser then fails with `NeedsBrowser`. */
  readonly renderer?: Layer.Layer<Renderer, never, Egress> | undefined
  /** Formats on top of the built-in ones; of two with one name yours wins. */
  readonly formats?: ReadonlyArray<Format> | undefined
  /** Parsers on top of the built-in ones; of two for one media type yours wins. */
  readonly parsers?: ReadonlyArray<Parser> | undefined
  readonly cache?: Layer.Layer<PageCache> | undefined
  readonly ledger?: Layer.Layer<Ledger> | undefined
}

export type Services = Scraper | Egress | Ledger

/** Everything an Orbweaver is made of, for programs written with Effect. */
export const layer = (adapters: Adapters = {}): Layer.Layer<Services> =>
  Scraper.layer.pipe(
    Layer.provide(Capture.layer),
    Layer.provide([
      adapters.fetcher ?? Undici.layer(),
      adapters.renderer ?? Renderer.layerNone,
      adapters.cache ?? PageCache.layerMemory(),
      Formats.layer(rawHtml, ...htmlFormats(), ...(adapters.formats ?? [])),
      Parsers.layer(...(adapters.parsers ?? []))
    ]),
    Layer.provideMerge([Egress.layer(adapters.egress), adapters.ledger ?? Ledger.layerMemory])
  )
