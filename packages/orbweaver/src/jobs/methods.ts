/**
 * Crawl, batch, map and extract for code without Effect: methods with the names of the
 * v2 SDK, over a runtime that has the engines of jobs.
 */
import { Batch } from "@orbweaver/core/crawl/Batch"
import { type BatchOptions, decode as decodeBatch } from "@orbweaver/core/model/BatchOptions"
import { Crawler, type Explanation, type TrapReport } from "@orbweaver/core/crawl/Crawler"
import { type CrawlOptions, decode as decodeCrawl } from "@orbweaver/core/model/CrawlOptions"
import type { Extractor } from "@orbweaver/extraction/extract/Extractor"
import { isFinal, type Job, JobId } from "@orbweaver/core/model/Job"
import { remove, type RemoveOptions } from "@orbweaver/core/crawl/JobRemoval"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { LlmsTxt } from "@orbweaver/extraction/llmstxt/LlmsTxt"
import { decode as decodeMap, type MapOptions } from "@orbweaver/core/model/MapOptions"
import { type MapResult, Mapper } from "@orbweaver/core/crawl/Mapper"
import { CrawlPrompts, plan, type Preview } from "@orbweaver/extraction/prompts/CrawlPrompts"
import type { DeepResearch } from "@orbweaver/extraction/research/DeepResearch"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Extracting from "./extracting.ts"
import * as Researching from "./researching.ts"
import { type JobResult, type JobStatus, statusOf } from "./status.ts"
import { ended, type WaitOptions } from "./waiting.ts"
import * as Watcher from "./Watcher.ts"

export type { ExtractInput, ExtractMethods } from "./extracting.ts"
export type { JobResult, JobStatus } from "./status.ts"
export type { ResearchMethods } from "./researching.ts"
export { WaitTimedOut, type WaitOptions } from "./waiting.ts"
export type { Watcher, WatcherEvents, WatcherOptions } from "./Watcher.ts"

export interface PageOptions {
  /** Results left out at the beginning. */
  readonly skip?: number | undefined
  /** Results given; all when absent. */
  readonly limit?: number | undefined
}

export interface JobErrors {
  readonly errors: ReadonlyArray<{
    readonly id: string
    readonly timestamp: string
    readonly url: string
    readonly code?: string | undefined
    readonly error: string
  }>
  readonly robotsBlocked: ReadonlyArray<string>
  /** Endless series of addresses or pages that the crawl did not run into. */
  readonly traps: ReadonlyArray<TrapReport>
}

export interface BatchScrapeOptions extends ScrapeOptions, Omit<BatchOptions, "scrapeOptions"> {}

/** What to visit; a prompt says it in words, and options that are given beside it win. */
export interface CrawlInput extends CrawlOptions {
  readonly prompt?: string | undefined
}

export interface StartedCrawl {
  readonly id: string
  /** What was made of the prompt. */
  readonly preview?: Preview | undefined
}

export interface JobMethods extends Extracting.ExtractMethods, Researching.ResearchMethods {
  readonly startCrawl: (url: string, options?: CrawlInput) => Promise<StartedCrawl>
  /** The options that a prompt leads to, each with its reason; nothing is crawled. */
  readonly crawlParamsPreview: (url: string, prompt: string) => Promise<Preview>
  readonly getCrawlStatus: (id: string, options?: PageOptions) => Promise<JobResult>
  /** Starts a crawl and waits for its end. */
  readonly crawl: (url: string, options?: CrawlInput & WaitOptions) => Promise<JobResult>
  /** Waits for the end of a crawl that was started before, be it by another process. */
  readonly waitForCrawl: (id: string, options?: WaitOptions) => Promise<JobResult>
  /** Whether the crawl was still running. What it has done stays. */
  readonly cancelCrawl: (id: string) => Promise<boolean>
  readonly pauseCrawl: (id: string) => Promise<boolean>
  readonly resumeCrawl: (id: string) => Promise<boolean>
  readonly getCrawlErrors: (id: string) => Promise<JobErrors>
  readonly getActiveCrawls: () => Promise<ReadonlyArray<JobStatus & { readonly url: string }>>
  /** What became of an address in a crawl, and which rule decided. */
  readonly explainCrawl: (id: string, url: string) => Promise<Explanation>
  readonly startBatchScrape: (
    urls: ReadonlyArray<string>,
    options?: BatchScrapeOptions
  ) => Promise<{ readonly id: string; readonly invalidURLs?: ReadonlyArray<string> | undefined }>
  readonly getBatchScrapeStatus: (id: string, options?: PageOptions) => Promise<JobResult>
  /** Starts a batch and waits for its end. */
  readonly batchScrape: (urls: ReadonlyArray<string>, options?: BatchScrapeOptions & WaitOptions) => Promise<JobResult>
  readonly cancelBatchScrape: (id: string) => Promise<boolean>
  readonly getBatchScrapeErrors: (id: string) => Promise<JobErrors>
  /** Removes a crawl or batch and all that came of it, pictures included; cancels it first. */
  readonly removeJob: (id: string, options?: RemoveOptions) => Promise<void>
  readonly map: (url: string, options?: MapOptions) => Promise<MapResult>
  readonly watcher: (id: string, options?: Watcher.WatcherOptions) => Watcher.Watcher
}

const batchFields = ["ignoreInvalidURLs", "webhook", "appendToId", "maxConcurrency", "priority"] as const

type Engines = JobStore | Crawler | Batch | Mapper | CrawlPrompts

/** Results read from the store at once. */
const chunk = 100

export const make = (
  runtime: ManagedRuntime.ManagedRuntime<Engines | Extractor | LlmsTxt | DeepResearch, unknown>
): JobMethods => {
  const run = <A, E>(effect: Effect.Effect<A, E, Engines>) => runtime.runPromise(effect)

  const result = Effect.fnUntraced(function* (id: string, { limit = Infinity, skip = 0 }: PageOptions = {}) {
    const store = yield* JobStore
    const job = yield* store.get(JobId.make(id))
    const data: Array<JobResult["data"][number]> = []
    while (data.length < limit) {
      const results = yield* store.results(job.id, {
        after: skip + data.length,
        limit: Math.min(chunk, limit - data.length)
      })
      if (results.length === 0) break
      for (const { document } of results) data.push(document)
    }
    const status = statusOf(job)
    const shown = skip + data.length
    return { ...status, data, ...(shown < status.completed ? { next: shown } : {}) } satisfies JobResult
  })

  const wait = Effect.fnUntraced(function* (id: string, options: WaitOptions) {
    yield* ended(id, options)
    return yield* result(id)
  })

  const startCrawl = Effect.fnUntraced(function* (url: string, { prompt, ...given }: CrawlInput = {}) {
    const crawler = yield* Crawler
    const explicit = yield* decodeCrawl(given)
    if (prompt === undefined) {
      const { id } = yield* crawler.start(url, explicit)
      return { id } satisfies StartedCrawl
    }
    const { options, preview } = yield* plan(yield* CrawlPrompts, url, prompt, explicit)
    const { id } = yield* crawler.start(url, options)
    return { id, preview } satisfies StartedCrawl
  })

  const startBatch = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, options: BatchScrapeOptions = {}) {
    const batch = yield* Batch
    const own: Record<string, unknown> = {}
    const scrapeOptions: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(options)) {
      if (value !== undefined) (batchFields.some((field) => field === name) ? own : scrapeOptions)[name] = value
    }
    const { invalidURLs, job } = yield* batch.start(urls, yield* decodeBatch({ ...own, scrapeOptions }))
    return { id: job.id, ...(invalidURLs === undefined ? {} : { invalidURLs }) }
  })

  const move = (id: string, to: "cancelled" | "paused" | "scraping") =>
    run(JobStore.use((store) => store.move(JobId.make(id), to)))

  const errors = Effect.fnUntraced(function* (id: string) {
    const store = yield* JobStore
    const all = { after: 0, limit: Infinity }
    const failures = yield* store.failures(JobId.make(id), all)
    const blocked = yield* store.skipped(JobId.make(id), "robots", all)
    return {
      errors: failures.map(({ at, code, error, page, url }) => ({
        id: page,
        timestamp: new Date(at).toISOString(),
        url,
        ...(code === undefined ? {} : { code }),
        error
      })),
      robotsBlocked: blocked.map(({ url }) => url),
      traps: yield* Crawler.use((crawler) => crawler.traps(JobId.make(id)))
    } satisfies JobErrors
  })

  const getStatus = (id: string, options?: PageOptions) => run(result(id, options))
  const cancel = (id: string) => move(id, "cancelled")
  const getErrors = (id: string) => run(errors(id))

  return {
    startCrawl: (url, options) => run(startCrawl(url, options)),
    crawlParamsPreview: (url, prompt) => run(CrawlPrompts.use((prompts) => prompts.preview(url, prompt))),
    getCrawlStatus: getStatus,
    crawl: (url, { pollInterval, timeout, ...options } = {}) =>
      run(Effect.flatMap(startCrawl(url, options), ({ id }) => wait(id, { pollInterval, timeout }))),
    waitForCrawl: (id, options = {}) => run(wait(id, options)),
    cancelCrawl: cancel,
    pauseCrawl: (id) => move(id, "paused"),
    resumeCrawl: (id) => move(id, "scraping"),
    getCrawlErrors: getErrors,
    getActiveCrawls: () =>
      run(
        Effect.map(
          JobStore.use((store) => store.list({ active: true, kind: "crawl" })),
          (jobs) =>
            jobs.filter(({ status }) => !isFinal(status)).map((job: Job) => ({ ...statusOf(job), url: job.origin }))
        )
      ),
    explainCrawl: (id, url) => run(Crawler.use((crawler) => crawler.explain(JobId.make(id), url))),
    startBatchScrape: (urls, options) => run(startBatch(urls, options)),
    getBatchScrapeStatus: getStatus,
    batchScrape: (urls, { pollInterval, timeout, ...options } = {}) =>
      run(Effect.flatMap(startBatch(urls, options), ({ id }) => wait(id, { pollInterval, timeout }))),
    cancelBatchScrape: cancel,
    getBatchScrapeErrors: getErrors,
    removeJob: (id, options) => run(remove(JobId.make(id), options)),
    map: (url, options = {}) =>
      run(Effect.flatMap(decodeMap(options), (decoded) => Mapper.use((mapper) => mapper.map(url, decoded)))),
    ...Extracting.make(runtime),
    ...Researching.make(runtime),
    watcher: (id, options) => Watcher.make(runtime, id, options)
  }
}
