/**
 * Puts adapters and engines together: the only place that knows the whole.
 *
 * What an application leaves out is given by the adapters that need nothing
 * installed: undici, our HTML formats and document parsers, memory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { Capture } from "@orbweaver/core/Capture"
import { Egress, type EgressPolicy } from "@orbweaver/core/Egress"
import type { Fetcher } from "@orbweaver/core/Fetcher"
import { type Format, Formats } from "@orbweaver/core/Format"
import { branding } from "@orbweaver/core/formats/Branding"
import { changeTracking } from "@orbweaver/core/formats/ChangeTracking"
import { highlights, query, question } from "@orbweaver/core/formats/Question"
import { rawHtml } from "@orbweaver/core/formats/RawHtml"
import { screenshot } from "@orbweaver/core/formats/Screenshot"
import { summary } from "@orbweaver/core/formats/Summary"
import { Ledger } from "@orbweaver/core/Ledger"
import { PageCache } from "@orbweaver/core/PageCache"
import type { Parser } from "@orbweaver/core/Parsers"
import { Renderer } from "@orbweaver/core/Renderer"
import { Scraper } from "@orbweaver/core/Scraper"
import { Snapshots } from "@orbweaver/core/Snapshots"
import * as Documents from "@orbweaver/documents"
import * as Undici from "@orbweaver/fetch/Undici"
import { htmlFormats } from "@orbweaver/html/formats"
import * as ConversionPool from "@orbweaver/html/pool/ConversionPool"

/** What an application may replace or add. */
export interface Adapters {
  /** Which addresses may be contacted; public ones only when absent. */
  readonly egress?: EgressPolicy | undefined
  readonly fetcher?: Layer.Layer<Fetcher, never, Egress> | undefined
  /** None when absent: what needs a browser then fails with `NeedsBrowser`. */
  readonly renderer?: Layer.Layer<Renderer, unknown, Egress> | undefined
  /** Formats on top of the built-in ones; of two with one name yours wins. */
  readonly formats?: ReadonlyArray<Format> | undefined
  /** Parsers on top of the built-in ones; of two for one media type yours wins. */
  readonly parsers?: ReadonlyArray<Parser> | undefined
  /** Makes summaries and answers better; by rules when absent. */
  readonly model?: LanguageModel | undefined
  readonly cache?: Layer.Layer<PageCache> | undefined
  readonly snapshots?: Layer.Layer<Snapshots> | undefined
  readonly ledger?: Layer.Layer<Ledger> | undefined
  /** When and how large pages are converted on other threads. */
  readonly pool?: ConversionPool.PoolOptions | undefined
}

export type Services = Scraper | Egress | Ledger | Formats

/** Everything a scrape is made of, for programs written with Effect. */
export const layer = (adapters: Adapters = {}): Layer.Layer<Services> =>
  Scraper.layer.pipe(
    Layer.provide(Capture.layer),
    Layer.provideMerge(formats(adapters)),
    Layer.provide([
      adapters.fetcher ?? Undici.layer(),
      Layer.orDie(adapters.renderer ?? Renderer.layerNone),
      adapters.cache ?? PageCache.layerMemory(),
      adapters.snapshots ?? Snapshots.layerMemory(),
      Documents.layer({ parsers: adapters.parsers })
    ]),
    Layer.provideMerge([Egress.layer(adapters.egress), adapters.ledger ?? Ledger.layerMemory])
  )

const formats = ({ formats = [], model, pool }: Adapters): Layer.Layer<Formats, never, Snapshots> =>
  Layer.unwrap(
    Effect.map(Effect.all([ConversionPool.make(pool), changeTracking()]), ([pool, tracking]) =>
      Formats.layer(
        rawHtml,
        ...htmlFormats({ pool }),
        screenshot,
        branding,
        summary(model),
        question(model),
        query(model),
        highlights,
        tracking,
        ...formats
      )
    )
  )
