/** The API over real parts: undici, our HTML formats, jobs in memory with a worker, and the test site. */
import * as PageReader from "@orbweaver/core/reading/PageReader"
import * as ProxyPool from "@orbweaver/core/network/ProxyPool"
import * as Undici from "@orbweaver/fetch/Undici"
import { htmlFormats } from "@orbweaver/html/internal/formats"
import * as SitemapReader from "@orbweaver/html/internal/SitemapReader"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as Batch from "@orbweaver/core/crawl/Batch"
import * as BlobStore from "@orbweaver/core/scrape/BlobStore"
import type { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import * as Capture from "@orbweaver/core/scrape/Capture"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Egress from "@orbweaver/core/network/Egress"
import type * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import type * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as RawHtml from "@orbweaver/core/scrape/formats/RawHtml"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import * as Snapshots from "@orbweaver/core/scrape/Snapshots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import * as TaskHandlers from "@orbweaver/core/jobs/TaskHandlers"
import * as Worker from "@orbweaver/core/crawl/Worker"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import { reading } from "@orbweaver/extraction/internal/extract/Reading"
import { changeTracking } from "@orbweaver/extraction/formats/ChangeTracking"
import { json, readFields } from "@orbweaver/extraction/formats/Json"
import { LlmsTxt } from "@orbweaver/extraction/llmstxt/LlmsTxt"
import { Agent } from "@orbweaver/extraction/agent/Agent"
import { checkTask } from "@orbweaver/extraction/internal/monitors/checkTask"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { DeepResearch } from "@orbweaver/extraction/research/DeepResearch"
import * as LocalIndex from "@orbweaver/core/scrape/LocalIndex"
import * as Mapper from "@orbweaver/core/crawl/Mapper"
import * as Searcher from "@orbweaver/core/search/Searcher"
import * as SearchProvider from "@orbweaver/core/search/SearchProvider"
import { Effect, Layer } from "effect"
import type { LanguageModel } from "effect/ai"

const handlers = Layer.effect(
  TaskHandlers.TaskHandlers,
  Effect.gen(function* () {
    return TaskHandlers.refuseOthers({
      crawl: (yield* Crawler.Crawler).collect,
      batch: (yield* Batch.Batch).collect,
      extract: (yield* Extractor).collect,
      llmstxt: (yield* LlmsTxt).collect,
      agent: (yield* Agent).collect,
      deepResearch: (yield* DeepResearch).collect,
      monitorCheck: yield* checkTask
    })
  })
)

const blobs = BlobStore.BlobStore.layerMemory({ baseUrl: "http://api.test/blobs/" })
const formats = Layer.unwrap(
  Effect.map(Snapshots.Snapshots, (snapshots) => {
    const tracking = changeTracking(snapshots, { readFields: readFields() })
    return Format.Formats.layer(RawHtml.rawHtml, reading, json(), tracking, ...htmlFormats())
  })
).pipe(Layer.provide(Snapshots.Snapshots.layerMemory()))

/** An engine that finds what the test asks for: `QUERY` gives hits at the addresses that it names. */
const engine = Layer.succeed(SearchProvider.SearchProvider, {
  name: "test",
  sources: ["web", "news", "images"],
  search: ({ source, text }) =>
    text.includes("no engine")
      ? Effect.fail(new SearchProvider.SearchError({ provider: "test", why: "unavailable", detail: "503" }))
      : Effect.succeed(
          [...text.matchAll(/https?:\S+/g)].map(([url], index) => ({
            url,
            title: `Hit ${index + 1}`,
            description: `About ${source}`,
            ...(source === "news" ? { date: "2 hours ago" } : {}),
            ...(source === "images" ? { imageUrl: `${url}.png`, imageWidth: 4, imageHeight: 3 } : {})
          }))
        )
})

const memory = Layer.mergeAll(
  TemporaryJobs.layer().pipe(Layer.provideMerge(Ledger.Ledger.layerMemory)),
  PageCache.PageCache.layerMemory(),
  Snapshots.Snapshots.layerMemory()
)

export interface Options {
  /** False leaves the jobs lying. */
  readonly working?: boolean
  /** The network when absent. */
  readonly fetcher?: Layer.Layer<Fetcher.Fetcher, never, Egress.Egress | ProxyPool.ProxyPool>
  /** None when absent. */
  readonly model?: LanguageModel.LanguageModel
  /** None when absent. */
  readonly sessions?: Layer.Layer<BrowserSessions, never, Ledger.Ledger>
  /** One that finds the addresses of the query when absent. */
  readonly search?: Layer.Layer<SearchProvider.SearchProvider>
}

/** Minds the plans of the keys' accounts. */
const worker = Layer.unwrap(
  Effect.map(ApiKeys.ApiKeys, (keys) => Worker.layer({ concurrency: 4, accountOf: ApiKeys.accountOf(keys) }))
)

/** Everything but the keys, over these stores. */
export const over = <E>(
  stores: Layer.Layer<JobStore.JobStores | Ledger.Ledger | PageCache.PageCache, E>,
  { fetcher = Undici.layer(), model, search = engine, sessions, working = true }: Options = {}
) =>
  (working ? worker.pipe(Layer.provide(handlers)) : Layer.empty).pipe(
    Layer.provideMerge(sessions ?? Layer.empty),
    Layer.provideMerge(
      Layer.mergeAll(Extractor.layer(), LlmsTxt.layer(), DeepResearch.layer(model), Agent.layer(model))
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        Crawler.Crawler.layer,
        Batch.Batch.layer,
        Mapper.Mapper.layer,
        Monitors.layer,
        Searcher.Searcher.layer.pipe(Layer.provideMerge(search))
      )
    ),
    Layer.provideMerge(Sitemaps.Sitemaps.layer),
    Layer.provideMerge(Robots.Robots.layer()),
    Layer.provideMerge(
      Scraper.Scraper.layer.pipe(
        Layer.provide(Capture.Capture.layer),
        Layer.provide([Renderer.Renderer.layerNone, Parsers.Parsers.layer(), PageReader.PageReader.layerNone])
      )
    ),
    Layer.provideMerge([
      formats,
      Layer.provide(fetcher, ProxyPool.ProxyPool.layerNone),
      SitemapReader.layer,
      blobs,
      LocalIndex.LocalIndex.layerNone
    ]),
    Layer.provideMerge([Egress.Egress.layer({ allowLocal: true }), stores])
  )

export const parts = (options: Options = {}) => over(memory, options)

export const withKeys = (keys: Layer.Layer<ApiKeys.ApiKeys>, options: Options = {}) =>
  // The worker minds the plans of the accounts that the keys belong to.
  parts(options).pipe(Layer.provideMerge(keys))

export const open = withKeys(ApiKeys.ApiKeys.layerOpen())
