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
import type { Document } from "@orbweaver/core/model/Document"
import type { FileDocument } from "@orbweaver/core/scrape/ParseFile"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import type { SearchResults } from "@orbweaver/core/search/Searcher"
import type { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import type { Session } from "@orbweaver/core/network/Session"
import type { JobMethods, Watcher } from "./jobs/methods.ts"
import type { Adapters } from "./Adapters.ts"
import { scraping } from "./Services.ts"

export type { Adapters } from "./Adapters.ts"
export { type Embeddings, layer, type Model, scraping, type Services, type SiteServices } from "./Services.ts"
export type { CaptureError, CaptureReason } from "@orbweaver/core/model/CaptureError"
export type { Document, Metadata } from "@orbweaver/core/model/Document"
export type { FileDocument } from "@orbweaver/core/scrape/ParseFile"
export type { ScrapeError } from "@orbweaver/core/scrape/Scraper"
export type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
export type { Preview as CrawlPreview } from "@orbweaver/extraction/prompts/CrawlPrompts"
export type { ResearchOptions, ResearchStatus } from "@orbweaver/extraction/research/DeepResearch"
export type {
  BatchScrapeOptions,
  CrawlInput,
  ExtractInput,
  ExtractMethods,
  JobErrors,
  JobMethods,
  JobResult,
  JobStatus,
  WaitOptions,
  Watcher,
  WatcherEvents,
  WatcherOptions
} from "./jobs/methods.ts"

/** How a call itself runs, beside what it asks for. */
export interface CallOptions {
  /** Abort it to stop the call: no byte leaves afterwards. A job that was started goes on. */
  readonly signal?: AbortSignal | undefined
}

export interface ScrapeCallOptions extends CallOptions {
  /** Cookies, headers and proxy of the series of requests that this one belongs to (`Session.make`). */
  readonly session?: Session | undefined
}

/**
 * A running Orbweaver. Close it, or let `await using` do so, to release its
 * connections. Instances share nothing: a process may hold as many as it likes.
 *
 * Rejections are the typed errors of core: look at `error._tag`, and at
 * `error.reason._tag` for a `CaptureError`. What a `signal` stops rejects with
 * the reason of the signal.
 */
export interface Orbweaver extends JobMethods, AsyncDisposable {
  /**
   * One page in the formats asked for; Markdown of its main content when nothing
   * is said. A page that answers 404 or 500 is a document with that
   * `metadata.statusCode`.
   */
  readonly scrape: (url: string | URL, options?: ScrapeOptions & ScrapeCallOptions) => Promise<Document>
  /** Results by source; with `scrapeOptions.formats` also the pages behind them. */
  readonly search: (query: string, options?: SearchOptions & CallOptions) => Promise<SearchResults>
  /**
   * A file in the formats asked for; Markdown when nothing is said. Nothing is
   * fetched: screenshots and branding are of pages.
   */
  readonly parse: (file: ParseFile, options?: ScrapeOptions & CallOptions) => Promise<FileDocument>
  readonly close: () => Promise<void>
}

/** A file that the caller has: an upload, a file of a disk, a page that was fetched before. */
export interface ParseFile {
  /** A string is text. */
  readonly data: Blob | Uint8Array | ArrayBuffer | string
  /** Its ending tells what the bytes do not. */
  readonly filename: string
  readonly contentType?: string | undefined
  /** Where it is from: relative links become absolute by it. */
  readonly url?: string | undefined
}

export const createOrbweaver = (adapters: Adapters = {}): Orbweaver => {
  // Two runtimes over one memo map: a process that scrapes single pages never loads the crawler.
  const memoMap = Layer.makeMemoMapUnsafe()
  const base = scraping(adapters)
  const runtime = ManagedRuntime.make(base, { memoMap })

  const open = async () => {
    const [{ layer }, methods, { Searcher }] = await Promise.all([
      import("./Site.ts"),
      import("./jobs/methods.ts"),
      import("@orbweaver/core/search/Searcher")
    ])
    const site = ManagedRuntime.make(layer(adapters).pipe(Layer.provideMerge(base)), { memoMap })
    return { site, methods: methods.make(site), Searcher }
  }
  let opened: ReturnType<typeof open> | undefined
  const loaded = () => (opened ??= open())

  /** Where there are crawls, pages are compared with what these met (`changeTracking`). */
  const ofPages = async () => (opened === undefined ? runtime : (await opened).site)

  /** A method of jobs, once the crawler is loaded. */
  const job =
    <Input extends ReadonlyArray<unknown>, Output>(
      method: (methods: JobMethods) => (...input: Input) => Promise<Output>
    ) =>
    async (...input: Input): Promise<Output> => {
      const { methods } = await loaded()
      return method(methods)(...input)
    }

  const close = async () => {
    if (opened !== undefined) await (await opened).site.dispose()
    await runtime.dispose()
  }

  return {
    scrape: async (url, { session, signal, ...options } = {}) => {
      const running = await ofPages()
      return stoppable(
        signal,
        running.runPromise(
          Scraper.use((scraper) => scraper.scrape(url, options, { session })).pipe(
            Effect.map(({ document }) => document)
          ),
          { signal }
        )
      )
    },
    search: async (query, { signal, ...options } = {}) => {
      const { Searcher, site } = await loaded()
      return stoppable(
        signal,
        site.runPromise(
          Searcher.use((searcher) => searcher.search(query, options)),
          { signal }
        )
      )
    },
    parse: async ({ contentType, data, filename, url }, { signal, ...options } = {}) => {
      const { parseFile } = await import("@orbweaver/core/scrape/ParseFile")
      const file = { bytes: await bytesOf(data), filename, contentType, url }
      const running = await ofPages()
      return stoppable(
        signal,
        running.runPromise(
          Effect.map(parseFile(file, options), ({ document }) => document),
          { signal }
        )
      )
    },
    map: job(({ map }) => map),
    startCrawl: job(({ startCrawl }) => startCrawl),
    crawlParamsPreview: job(({ crawlParamsPreview }) => crawlParamsPreview),
    getCrawlStatus: job(({ getCrawlStatus }) => getCrawlStatus),
    crawl: job(({ crawl }) => crawl),
    waitForCrawl: job(({ waitForCrawl }) => waitForCrawl),
    cancelCrawl: job(({ cancelCrawl }) => cancelCrawl),
    pauseCrawl: job(({ pauseCrawl }) => pauseCrawl),
    resumeCrawl: job(({ resumeCrawl }) => resumeCrawl),
    getCrawlErrors: job(({ getCrawlErrors }) => getCrawlErrors),
    getActiveCrawls: job(({ getActiveCrawls }) => getActiveCrawls),
    explainCrawl: job(({ explainCrawl }) => explainCrawl),
    startBatchScrape: job(({ startBatchScrape }) => startBatchScrape),
    getBatchScrapeStatus: job(({ getBatchScrapeStatus }) => getBatchScrapeStatus),
    batchScrape: job(({ batchScrape }) => batchScrape),
    cancelBatchScrape: job(({ cancelBatchScrape }) => cancelBatchScrape),
    getBatchScrapeErrors: job(({ getBatchScrapeErrors }) => getBatchScrapeErrors),
    startExtract: job(({ startExtract }) => startExtract),
    getExtractStatus: job(({ getExtractStatus }) => getExtractStatus),
    extract: job(({ extract }) => extract),
    cancelExtract: job(({ cancelExtract }) => cancelExtract),
    asyncGenerateLLMsText: job(({ asyncGenerateLLMsText }) => asyncGenerateLLMsText),
    checkGenerateLLMsTextStatus: job(({ checkGenerateLLMsTextStatus }) => checkGenerateLLMsTextStatus),
    generateLLMsText: job(({ generateLLMsText }) => generateLLMsText),
    asyncDeepResearch: job(({ asyncDeepResearch }) => asyncDeepResearch),
    checkDeepResearchStatus: job(({ checkDeepResearchStatus }) => checkDeepResearchStatus),
    deepResearch: job(({ deepResearch }) => deepResearch),
    cancelDeepResearch: job(({ cancelDeepResearch }) => cancelDeepResearch),
    removeJob: job(({ removeJob }) => removeJob),
    watcher: (id, options) => later(loaded().then(({ methods }) => methods.watcher(id, options))),
    close,
    [Symbol.asyncDispose]: close
  }
}

/** A string says its encoding by a byte order mark: what its `<meta>` says is of the bytes it was once read from. */
const bytesOf = async (data: ParseFile["data"]): Promise<Uint8Array> => {
  if (typeof data === "string") return new TextEncoder().encode(`\ufeff${data}`)
  return data instanceof Blob ? new Uint8Array(await data.arrayBuffer()) : new Uint8Array(data)
}

/** What was stopped rejects with the reason of its signal (`AbortError`), as the platform's own functions do. */
const stoppable = async <A>(signal: AbortSignal | undefined, running: Promise<A>): Promise<A> => {
  try {
    return await running
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error
  }
}

/** A watcher before its module is loaded. */
const later = (real: Promise<Watcher>): Watcher => {
  const watcher: Watcher = {
    on: (event, listener) => {
      void real.then((ready) => ready.on(event, listener))
      return watcher
    },
    done: () => real.then((ready) => ready.done()),
    close: () => void real.then((ready) => ready.close()),
    [Symbol.asyncIterator]: async function* () {
      yield* await real
    }
  }
  return watcher
}
