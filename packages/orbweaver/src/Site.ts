/**
 * Whole sites: crawls, batches and maps as jobs, searches, and the worker that
 * does the work. Loaded by the first call that needs it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Batch } from "@orbweaver/core/Batch"
import * as BatchOptions from "@orbweaver/core/BatchOptions"
import * as CrawlOptions from "@orbweaver/core/CrawlOptions"
import { Crawler } from "@orbweaver/core/Crawler"
import type { Egress } from "@orbweaver/core/Egress"
import type { Fetcher } from "@orbweaver/core/Fetcher"
import type { JobStores } from "@orbweaver/core/JobStore"
import type { Ledger } from "@orbweaver/core/Ledger"
import { LocalIndex } from "@orbweaver/core/LocalIndex"
import * as MapOptions from "@orbweaver/core/MapOptions"
import { Mapper } from "@orbweaver/core/Mapper"
import * as MemoryJobs from "@orbweaver/core/MemoryJobs"
import { Robots } from "@orbweaver/core/Robots"
import type { Scraper } from "@orbweaver/core/Scraper"
import { Searcher } from "@orbweaver/core/Searcher"
import { SitemapReader, Sitemaps } from "@orbweaver/core/Sitemaps"
import { TaskHandlers } from "@orbweaver/core/TaskHandlers"
import * as WebhookSender from "@orbweaver/core/WebhookSender"
import * as Worker from "@orbweaver/core/Worker"
import * as HttpClient from "@orbweaver/fetch/HttpClient"
import * as Webhooks from "@orbweaver/fetch/Webhooks"
import { openSitemap } from "@orbweaver/html/xml/sitemap"
import * as DuckDuckGo from "@orbweaver/search/DuckDuckGo"
import type { Adapters } from "./Services.ts"

/** The engines and readers of options that the facade calls, loaded with this module. */
export const engines = { Crawler, CrawlOptions, Batch, BatchOptions, Mapper, MapOptions, Searcher } as const

export type SiteServices = Crawler | Batch | Mapper | Searcher | Robots | JobStores | LocalIndex

type Needs = Scraper | Egress | Fetcher | Ledger

export const layer = (adapters: Adapters): Layer.Layer<SiteServices, never, Needs> => {
  const discovery = Sitemaps.layer.pipe(
    Layer.provide(Layer.succeed(SitemapReader, { open: openSitemap })),
    Layer.merge(Robots.layer())
  )
  const searching = Searcher.layer.pipe(
    Layer.provideMerge(LocalIndex.layerMemory()),
    Layer.provide((adapters.search ?? DuckDuckGo.layer()).pipe(Layer.provide(HttpClient.layer())))
  )
  // Without a crawler nobody may collect its seeds, so the handlers come with the engines.
  const handlers = Layer.effect(
    TaskHandlers,
    Effect.map(Effect.all([Crawler, Batch]), ([crawler, batch]) => ({ crawl: crawler.collect, batch: batch.collect }))
  )
  const worker =
    adapters.worker === false
      ? Layer.empty
      : Layer.merge(
          Worker.layer(adapters.worker),
          WebhookSender.layer({ secret: adapters.webhookSecret }).pipe(Layer.provide(Webhooks.layer()))
        )
  return worker.pipe(
    Layer.provide(handlers),
    Layer.provideMerge(Layer.mergeAll(Crawler.layer, Batch.layer, Mapper.layer, searching)),
    Layer.provideMerge(discovery),
    Layer.provideMerge(Layer.orDie(adapters.stores ?? MemoryJobs.layer()))
  )
}
