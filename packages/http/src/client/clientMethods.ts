/**
 * The operations under the names of the official clients: `startCrawl` answers at once, `getCrawlStatus` reads, and `crawl`
 * waits for the end and gives every page. The same for batches and extractions, in both versions.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type { ApiV1 } from "../v1/Api.ts"
import type * as BodyV1 from "../v1/schemas.ts"
import type { ApiV2 } from "../v2/Api.ts"
import type * as BodyV2 from "../v2/schemas.ts"

type GroupsV1 = HttpApiClient.ForApi<typeof ApiV1>
type GroupsV2 = HttpApiClient.ForApi<typeof ApiV2>

export interface WaitOptions {
  /** Milliseconds between two looks at the job. Default: 1000. */
  readonly pollIntervalMs?: number | undefined
  /** Milliseconds until the wait fails with `WaitTimedOut`; the job goes on. No limit when absent. */
  readonly timeoutMs?: number | undefined
}

/** The job did not end within the time that the caller waits. */
export class WaitTimedOut extends Schema.TaggedError<WaitTimedOut>()("WaitTimedOut", {
  /** Of the job, which goes on. */
  id: Schema.String,
  timeoutMs: Schema.Finite
}) {
  override get message() {
    return `The job ${this.id} did not end within ${this.timeoutMs} ms; it goes on`
  }
}

/** Where a page of a status is. */
export interface PageQuery {
  readonly skip?: string
  readonly limit?: string
}

interface Status {
  readonly status: string
  readonly next?: string
  readonly data: ReadonlyArray<unknown>
}

/** Looks at the job until it is over. */
const untilEnd = <A extends { readonly status: string }, E, R>(
  id: string,
  look: Effect.Effect<A, E, R>,
  { pollIntervalMs = 1000, timeoutMs }: WaitOptions
): Effect.Effect<A, E | WaitTimedOut, R> => {
  const ended = Effect.gen(function* () {
    for (;;) {
      const status = yield* look
      if (status.status !== "scraping" && status.status !== "processing") return status
      yield* Effect.sleep(Duration.millis(pollIntervalMs))
    }
  })
  return timeoutMs === undefined
    ? ended
    : Effect.timeoutOrElse(ended, {
        duration: Duration.millis(timeoutMs),
        orElse: () => Effect.fail(new WaitTimedOut({ id, timeoutMs }))
      })
}

/** Starts a job, waits for its end, and gives its status with the pages of all parts. */
const waitingForPages =
  <Payload, A extends Status, E, R, E2, R2>(
    start: (payload: Payload) => Effect.Effect<{ readonly id: string }, E, R>,
    read: (id: string, query?: PageQuery) => Effect.Effect<A, E2, R2>
  ) =>
  (payload: Payload, wait: WaitOptions = {}): Effect.Effect<A, E | E2 | WaitTimedOut, R | R2> =>
    Effect.gen(function* () {
      const { id } = yield* start(payload)
      const { next: rest, ...status } = yield* untilEnd(id, read(id), wait)
      const data = [...status.data]
      for (let next = rest; next !== undefined;) {
        const part = yield* read(id, Object.fromEntries(new URL(next, "http://localhost").searchParams))
        data.push(...part.data)
        next = part.next
      }
      return { ...status, data } as unknown as A
    })

export const methodsV2 = (api: GroupsV2) => {
  const getCrawlStatus = (id: string, query: PageQuery = {}) => api.Crawling.crawlStatus({ params: { id }, query })
  const getBatchScrapeStatus = (id: string, query: PageQuery = {}) =>
    api.Scraping.batchStatus({ params: { id }, query })
  const getExtractStatus = (id: string) => api.Extraction.extractStatus({ params: { id } })
  const startCrawl = (payload: typeof BodyV2.CrawlRequest.Type) => api.Crawling.crawlStart({ payload })
  const startBatchScrape = (payload: typeof BodyV2.BatchRequest.Type) => api.Scraping.batchStart({ payload })
  const startExtract = (payload: typeof BodyV2.ExtractRequest.Type) => api.Extraction.extractStart({ payload })
  return {
    scrape: (payload: typeof BodyV2.ScrapeRequest.Type) => api.Scraping.scrape({ payload }),
    getScrape: (id: string) => api.Scraping.scrapeStatus({ params: { id } }),
    map: (payload: typeof BodyV2.MapRequest.Type) => api.Crawling.map({ payload }),
    search: (payload: typeof BodyV2.SearchRequest.Type) => api.Searching.search({ payload }),
    startCrawl,
    getCrawlStatus,
    getCrawlErrors: (id: string) => api.Crawling.crawlErrors({ params: { id } }),
    cancelCrawl: (id: string) => api.Crawling.crawlCancel({ params: { id } }),
    getActiveCrawls: () => api.Crawling.crawlActive(),
    crawlParamsPreview: (payload: typeof BodyV2.ParamsPreviewRequest.Type) => api.Crawling.crawlParams({ payload }),
    /** Starts a crawl and waits for its end; every page is in `data`. */
    crawl: waitingForPages(startCrawl, getCrawlStatus),
    startBatchScrape,
    getBatchScrapeStatus,
    getBatchScrapeErrors: (id: string) => api.Scraping.batchErrors({ params: { id } }),
    cancelBatchScrape: (id: string) => api.Scraping.batchCancel({ params: { id } }),
    /** Starts a batch and waits for its end; every page is in `data`. */
    batchScrape: waitingForPages(startBatchScrape, getBatchScrapeStatus),
    startExtract,
    getExtractStatus,
    cancelExtract: (id: string) => api.Extraction.extractCancel({ params: { id } }),
    /** Starts an extraction and waits for its end. */
    extract: (payload: typeof BodyV2.ExtractRequest.Type, wait: WaitOptions = {}) =>
      Effect.flatMap(startExtract(payload), ({ id }) => untilEnd(id, getExtractStatus(id), wait)),
    getTokenUsage: () => api.Billing.tokenUsage(),
    getCreditUsage: () => api.Billing.creditUsage(),
    getQueueStatus: () => api.Billing.queueStatus(),
    getConcurrency: () => api.Billing.concurrency()
  }
}

export const methodsV1 = (api: GroupsV1) => {
  const scraping = api["v1.Scraping"]
  const crawling = api["v1.Crawling"]
  const extraction = api["v1.Extraction"]
  const billing = api["v1.Billing"]
  const getCrawlStatus = (id: string, query: PageQuery = {}) => crawling.crawlStatus({ params: { id }, query })
  const getBatchScrapeStatus = (id: string, query: PageQuery = {}) => scraping.batchStatus({ params: { id }, query })
  const getExtractStatus = (id: string) => extraction.extractStatus({ params: { id } })
  const startCrawl = (payload: typeof BodyV1.CrawlRequest.Type) => crawling.crawlStart({ payload })
  const startBatchScrape = (payload: typeof BodyV1.BatchRequest.Type) => scraping.batchStart({ payload })
  const startExtract = (payload: typeof BodyV1.ExtractRequest.Type) => extraction.extractStart({ payload })
  return {
    scrape: (payload: typeof BodyV1.ScrapeRequest.Type) => scraping.scrape({ payload }),
    getScrape: (id: string) => scraping.scrapeStatus({ params: { id } }),
    map: (payload: typeof BodyV1.MapRequest.Type) => crawling.map({ payload }),
    search: (payload: typeof BodyV1.SearchRequest.Type) => api["v1.Searching"].search({ payload }),
    startCrawl,
    getCrawlStatus,
    getCrawlErrors: (id: string) => crawling.crawlErrors({ params: { id } }),
    cancelCrawl: (id: string) => crawling.crawlCancel({ params: { id } }),
    getActiveCrawls: () => crawling.crawlActive(),
    /** Starts a crawl and waits for its end; every page is in `data`. */
    crawl: waitingForPages(startCrawl, getCrawlStatus),
    startBatchScrape,
    getBatchScrapeStatus,
    getBatchScrapeErrors: (id: string) => scraping.batchErrors({ params: { id } }),
    cancelBatchScrape: (id: string) => scraping.batchCancel({ params: { id } }),
    /** Starts a batch and waits for its end; every page is in `data`. */
    batchScrape: waitingForPages(startBatchScrape, getBatchScrapeStatus),
    startExtract,
    getExtractStatus,
    cancelExtract: (id: string) => extraction.extractCancel({ params: { id } }),
    /** Starts an extraction and waits for its end. */
    extract: (payload: typeof BodyV1.ExtractRequest.Type, wait: WaitOptions = {}) =>
      Effect.flatMap(startExtract(payload), ({ id }) => untilEnd(id, getExtractStatus(id), wait)),
    getTokenUsage: () => billing.tokenUsage(),
    getCreditUsage: () => billing.creditUsage(),
    getQueueStatus: () => billing.queueStatus(),
    getConcurrency: () => billing.concurrency()
  }
}
