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
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { BatchOptions } from "@orbweaver/core/BatchOptions"
import type { CrawlOptions } from "@orbweaver/core/CrawlOptions"
import type { Document } from "@orbweaver/core/Document"
import type { MapOptions } from "@orbweaver/core/MapOptions"
import type { MapLink } from "@orbweaver/core/Mapper"
import type { ScrapeOptions } from "@orbweaver/core/ScrapeOptions"
import { Scraper } from "@orbweaver/core/Scraper"
import type { Found } from "@orbweaver/core/Searcher"
import type { SearchOptions } from "@orbweaver/core/SearchOptions"
import type { JobErrors, JobResult } from "./jobs.ts"
import { type Adapters, scraping } from "./Services.ts"
import type { Watcher } from "./Watcher.ts"

export { type Adapters, layer, scraping, type Services, type SiteServices } from "./Services.ts"
export type { CaptureError, CaptureReason } from "@orbweaver/core/CaptureError"
export type { Document, Metadata } from "@orbweaver/core/Document"
export type { ScrapeError } from "@orbweaver/core/Scraper"
export type { ScrapeOptions } from "@orbweaver/core/ScrapeOptions"
export type { JobErrors, JobEvent, JobResult } from "./jobs.ts"
export type { Watcher } from "./Watcher.ts"

/** How a call itself runs, beside what it asks for. */
export interface CallOptions {
  /** Abort it to stop the call: no byte leaves afterwards. A job that was started goes on. */
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
  /** Results by source; with `scrapeOptions.formats` also the pages behind them. */
  readonly search: (query: string, options?: SearchOptions & CallOptions) => Promise<Found>
  /** Addresses of a site: its sitemaps, and links near the start page. */
  readonly map: (
    url: string,
    options?: MapOptions & CallOptions
  ) => Promise<{ readonly links: ReadonlyArray<MapLink>; readonly timedOut: boolean }>

  readonly startCrawl: (url: string, options?: CrawlOptions & CallOptions) => Promise<{ readonly id: string }>
  readonly getCrawlStatus: (id: string) => Promise<JobResult>
  /** Starts a crawl and waits for its end. */
  readonly crawl: (url: string, options?: CrawlOptions & CallOptions) => Promise<JobResult>
  /** Waits for the end of a crawl that was started before, be it by another process. */
  readonly waitForCrawl: (id: string, options?: CallOptions) => Promise<JobResult>
  /** Returns whether the crawl was still running; what it has found is kept. */
  readonly cancelCrawl: (id: string) => Promise<boolean>
  readonly getCrawlErrors: (id: string) => Promise<JobErrors>
  readonly getActiveCrawls: () => Promise<
    ReadonlyArray<{ readonly id: string; readonly url: string; readonly createdAt: string }>
  >

  readonly startBatchScrape: (
    urls: ReadonlyArray<string>,
    options?: BatchOptions & CallOptions
  ) => Promise<{ readonly id: string; readonly invalidURLs?: ReadonlyArray<string> }>
  readonly getBatchScrapeStatus: (id: string) => Promise<JobResult>
  /** Starts a batch and waits for its end. */
  readonly batchScrape: (urls: ReadonlyArray<string>, options?: BatchOptions & CallOptions) => Promise<JobResult>
  readonly cancelBatchScrape: (id: string) => Promise<boolean>
  readonly getBatchScrapeErrors: (id: string) => Promise<JobErrors>

  /** Events of a crawl or batch as an async iterator and as listeners. */
  readonly watcher: (id: string, options?: { readonly after?: number }) => Watcher
  readonly close: () => Promise<void>
}

export const createOrbweaver = (adapters: Adapters = {}): Orbweaver => {
  // Two runtimes over one memo map: a process that scrapes single pages never loads the crawler.
  const memoMap = Layer.makeMemoMapUnsafe()
  const base = scraping(adapters)
  const runtime = ManagedRuntime.make(base, { memoMap })
  let opened: ReturnType<typeof open> | undefined

  const open = async () => {
    const { engines, layer } = await import("./Site.ts")
    const jobs = await import("./jobs.ts")
    const { makeWatcher } = await import("./Watcher.ts")
    const site = ManagedRuntime.make(layer(adapters).pipe(Layer.provideMerge(base)), { memoMap })
    return { site, jobs, makeWatcher, ...engines }
  }
  const loaded = () => (opened ??= open())

  const startCrawl = async (url: string, { signal, ...options }: CrawlOptions & CallOptions = {}) => {
    const { Crawler, CrawlOptions, site } = await loaded()
    return site.runPromise(
      CrawlOptions.decode(options).pipe(
        Effect.flatMap((valid) => Crawler.use((crawler) => crawler.start(url, valid))),
        Effect.map(({ id }) => ({ id: String(id) }))
      ),
      { signal }
    )
  }

  const startBatchScrape = async (
    urls: ReadonlyArray<string>,
    { signal, ...options }: BatchOptions & CallOptions = {}
  ) => {
    const { Batch, BatchOptions, site } = await loaded()
    return site.runPromise(
      BatchOptions.decode(options).pipe(
        Effect.flatMap((valid) => Batch.use((batch) => batch.start(urls, valid))),
        Effect.map(({ invalidURLs, job }) => ({
          id: String(job.id),
          ...(invalidURLs === undefined ? {} : { invalidURLs })
        }))
      ),
      { signal }
    )
  }

  const finished = async (kind: "crawl" | "batch", id: string, { signal }: CallOptions = {}) => {
    const { jobs, site } = await loaded()
    return site.runPromise(jobs.finished(kind, id), { signal })
  }

  /** What the facade tells of jobs, for one kind of them. */
  const about = (kind: "crawl" | "batch") => ({
    status: async (id: string) => {
      const { jobs, site } = await loaded()
      return site.runPromise(jobs.status(kind, id))
    },
    cancel: async (id: string) => {
      const { jobs, site } = await loaded()
      return site.runPromise(jobs.cancel(kind, id))
    },
    errors: async (id: string) => {
      const { jobs, site } = await loaded()
      return site.runPromise(jobs.errors(kind, id))
    }
  })
  const crawls = about("crawl")
  const batches = about("batch")

  const close = async () => {
    if (opened !== undefined) await (await opened).site.dispose()
    await runtime.dispose()
  }

  return {
    scrape: (url, { signal, ...options } = {}) =>
      runtime.runPromise(
        Scraper.use((scraper) => scraper.scrape(url, options)).pipe(Effect.map(({ document }) => document)),
        { signal }
      ),
    search: async (query, { signal, ...options } = {}) => {
      const { Searcher, site } = await loaded()
      return site.runPromise(
        Searcher.use((searcher) => searcher.search(query, options)),
        { signal }
      )
    },
    map: async (url, { signal, ...options } = {}) => {
      const { Mapper, MapOptions, site } = await loaded()
      return site.runPromise(
        Effect.flatMap(MapOptions.decode(options), (valid) => Mapper.use((mapper) => mapper.map(url, valid))),
        { signal }
      )
    },
    startCrawl,
    getCrawlStatus: crawls.status,
    crawl: async (url, options) => finished("crawl", (await startCrawl(url, options)).id, options),
    waitForCrawl: (id, options) => finished("crawl", id, options),
    cancelCrawl: crawls.cancel,
    getCrawlErrors: crawls.errors,
    getActiveCrawls: async () => {
      const { jobs, site } = await loaded()
      return site.runPromise(jobs.activeCrawls)
    },
    startBatchScrape,
    getBatchScrapeStatus: batches.status,
    batchScrape: async (urls, options) => finished("batch", (await startBatchScrape(urls, options)).id, options),
    cancelBatchScrape: batches.cancel,
    getBatchScrapeErrors: batches.errors,
    watcher: (id, { after } = {}) => {
      const ready = loaded()
      return {
        [Symbol.asyncIterator]: async function* () {
          const { makeWatcher, site } = await ready
          yield* makeWatcher(site, id, after)
        },
        on: (listener) => {
          const stop = new AbortController()
          const done = ready.then(async ({ makeWatcher, site }) => {
            for await (const event of makeWatcher(site, id, after)) {
              if (stop.signal.aborted) return
              listener(event)
            }
          })
          return { done, stop: () => stop.abort() }
        }
      }
    },
    close,
    [Symbol.asyncDispose]: close
  }
}
