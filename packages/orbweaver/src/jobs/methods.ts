/**
 * Crawl, batch, map and extract for code without Effect: methods with the names of the
 * v2 SDK, over a runtime that has the engines of jobs.
 */
import { Batch } from "@orbweaver/core/crawl/Batch"
import { BatchOptions, decode as decodeBatch } from "@orbweaver/core/model/BatchOptions"
import type { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import type { PageCache } from "@orbweaver/core/scrape/PageCache"
import type { ErasureTarget } from "@orbweaver/core/model/ErasureTarget"
import { erase, type Erased, type EraseOptions } from "@orbweaver/core/internal/jobs/Erasure"
import type { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { attemptsOf, type ErrorAttempt } from "@orbweaver/core/internal/jobs/jobPages"
import type { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import type { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import { Crawler, type Explanation, type StartOptions, type TrapReport } from "@orbweaver/core/crawl/Crawler"
import { decode as decodeCrawl } from "@orbweaver/core/model/CrawlOptions"
import type { Document as PlainDocument } from "@orbweaver/core/model/Document"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { isFinal, type Job, jobKindEntry } from "@orbweaver/core/model/Job"
import { remove, type RemoveOptions } from "@orbweaver/core/internal/crawl/JobRemoval"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import { JobStore, type StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import type { MapResult } from "@orbweaver/core/crawl/Mapper"
import { CrawlPrompts, plan, type Preview } from "@orbweaver/extraction/prompts/CrawlPrompts"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import type { CallOptions, Calls } from "../instance/calls.ts"
import type { Document, DocumentWith, JobDocumentOf } from "../options/documents.ts"
import { toEngineValues } from "../options/engineValues.ts"
import type { CheckedFormats, FormatInput } from "../options/formats.ts"
import type { BatchScrapeInput, CrawlInput, MapInput } from "../options/inputs.ts"
import { asDocument, prepare, prepareNested, readOrWarn } from "../options/prepare.ts"
import { jobIdOf } from "./jobId.ts"
import * as Extracting from "./extracting.ts"
import { holdWhileActive } from "./holding.ts"
import type { JobRun, StartedRun } from "./JobRun.ts"
import type * as Agents from "./agents.ts"
import * as Monitoring from "./monitoring.ts"
import { NothingReached } from "./NothingReached.ts"
import type * as Researching from "./researching.ts"
import type { MethodEngines, ResultJobEngines } from "../assembly/jobs.ts"
import { callsOfMethods, type CallsOf, type OtherMethod } from "./methodCalls.ts"
import { methodsOfKinds, type OtherResultMethods } from "./resultMethods.ts"
import { type JobCallOptions, type Site, withSession } from "./Site.ts"
import { InstanceClosed } from "../instance/InstanceClosed.ts"
import { type JobResult, type JobStatus, readStatus, statusOf } from "./status.ts"
import { awaitEnd, type WaitOptions } from "./waiting.ts"
import * as Watcher from "./Watcher.ts"

export type { ErasureTarget } from "@orbweaver/core/model/ErasureTarget"
export type { Erased, EraseOptions } from "@orbweaver/core/internal/jobs/Erasure"
export type { JobRun, PageStreamOptions, ProgressStreamOptions } from "./JobRun.ts"
export type { JobProgress } from "./progress.ts"
export type { ExtractInput, ExtractMethods, ExtractResult, ExtractRun } from "./extracting.ts"
export type { HostPace, JobResult, JobStatus } from "./status.ts"
export type { ResearchMethods } from "./researching.ts"
export type { MonitorMethods } from "./monitoring.ts"
export type { WaitOptions } from "./waiting.ts"
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
    /** The last ten attempts, oldest first; absent for a page that was tried once. */
    readonly attempts?: ReadonlyArray<ErrorAttempt> | undefined
  }>
  readonly robotsBlocked: ReadonlyArray<string>
  /** Endless series of addresses or pages that the crawl did not run into. */
  readonly traps: ReadonlyArray<TrapReport>
}

export interface StartedCrawl {
  readonly id: string
  /** What was made of the prompt. */
  readonly preview?: Preview | undefined
}

type Started = { readonly id: string; readonly invalidURLs?: ReadonlyArray<string> | undefined }

/** `C` are the formats of the application, with their fields. */
export interface JobMethods<C = {}>
  extends
    Extracting.ExtractMethods,
    Researching.ResearchMethods,
    Monitoring.MonitorMethods,
    Agents.AgentMethods,
    CallsOf<OtherMethod>,
    OtherResultMethods {
  /**
   * Starts a crawl and gives its id at once; read it with `getCrawlStatus` or `waitForCrawl`, also from another process of
   * the same stores. Rejects with `InvalidInput` for bad options.
   */
  readonly startCrawl: (
    url: string | URL,
    options?: CrawlInput<ReadonlyArray<FormatInput<C>>> & JobCallOptions
  ) => Promise<StartedCrawl>
  /** The options that a prompt leads to, each with its reason; nothing is crawled. */
  readonly crawlParamsPreview: (url: string | URL, prompt: string, options?: CallOptions) => Promise<Preview>
  /**
   * The counts of a crawl and its pages so far, from `skip` on; all of them by default, and `next` says where more begin.
   * Rejects with `JobNotFound`.
   */
  readonly getCrawlStatus: (id: string, options?: PageOptions & CallOptions) => Promise<JobResult<DocumentWith<C>>>
  /** Starts a crawl: await it for its result, or read its `pages()` as they come. */
  readonly crawl: <const F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"]>(
    url: string | URL,
    options?: CrawlInput<CheckedFormats<F, C>> & WaitOptions & JobCallOptions
  ) => JobRun<JobDocumentOf<F, C>>
  /** Waits for the end of a crawl that was started before, be it by another process. It goes on when the signal aborts. */
  readonly waitForCrawl: (id: string, options?: WaitOptions & CallOptions) => Promise<JobResult<DocumentWith<C>>>
  /**
   * A crawl or batch that was started before, also by a process that has died: await it for its result, or read its
   * `pages()`, from the first one on. Leaving the loop or aborting the signal ends the reading, and the job goes on. Rejects
   * with `JobNotFound`.
   *
   * ```ts
   * import { markdownFolder } from "orbweaver/sinks"
   * await orb.followJob(id).to(markdownFolder("site"))
   * ```
   */
  readonly followJob: (id: string, options?: WaitOptions & CallOptions) => JobRun<DocumentWith<C>>
  /** Ends a crawl; what it has done stays. Gives whether it was still running. */
  readonly cancelCrawl: (id: string, options?: CallOptions) => Promise<boolean>
  /**
   * Stops a crawl before its next page until `resumeCrawl`; pages under way end. Gives whether it was running. Rejects with
   * `JobNotFound`.
   */
  readonly pauseCrawl: (id: string, options?: CallOptions) => Promise<boolean>
  /** Goes on with a paused crawl. Gives whether it was paused. Rejects with `JobNotFound`. */
  readonly resumeCrawl: (id: string, options?: CallOptions) => Promise<boolean>
  /**
   * The pages of a crawl that failed, those that robots.txt forbids, and the traps that it left out. Rejects with
   * `JobNotFound`.
   */
  readonly getCrawlErrors: (id: string, options?: CallOptions) => Promise<JobErrors>
  /** The crawls of the stores that have not ended, with their start addresses. */
  readonly getActiveCrawls: (options?: CallOptions) => Promise<ReadonlyArray<JobStatus & { readonly url: string }>>
  /** What became of an address in a crawl, and which rule decided. */
  readonly explainCrawl: (id: string, url: string | URL, options?: CallOptions) => Promise<Explanation>
  /**
   * Starts a batch and gives its id at once, and in `invalidURLs` the invalid addresses that it leaves out. Rejects with
   * `InvalidInput` for bad options and, with `ignoreInvalidURLs: false`, for invalid addresses.
   */
  readonly startBatchScrape: (
    urls: ReadonlyArray<string | URL>,
    options?: BatchScrapeInput<ReadonlyArray<FormatInput<C>>> & JobCallOptions
  ) => Promise<Started>
  /**
   * The counts of a batch and its pages so far, from `skip` on; all of them by default, and `next` says where more begin.
   * Rejects with `JobNotFound`.
   */
  readonly getBatchScrapeStatus: (
    id: string,
    options?: PageOptions & CallOptions
  ) => Promise<JobResult<DocumentWith<C>>>
  /** Starts a batch: await it for its result, or read its `pages()` as they come. */
  readonly batchScrape: <const F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"]>(
    urls: ReadonlyArray<string | URL>,
    options?: BatchScrapeInput<CheckedFormats<F, C>> & WaitOptions & JobCallOptions
  ) => JobRun<JobDocumentOf<F, C>>
  /** Ends a batch; what it has done stays. Gives whether it was still running. Rejects with `JobNotFound`. */
  readonly cancelBatchScrape: (id: string, options?: CallOptions) => Promise<boolean>
  /** The pages of a batch that failed, and those that robots.txt forbids. Rejects with `JobNotFound`. */
  readonly getBatchScrapeErrors: (id: string, options?: CallOptions) => Promise<JobErrors>
  /** Removes a crawl or batch and all that came of it, pictures included; cancels it first. */
  readonly removeJob: (id: string, options?: RemoveOptions & CallOptions) => Promise<void>
  /**
   * Erases everything that the stores have of a host (`{ host, subdomains }`), a page (`{ url }`) or an account
   * (`{ account }`): jobs and their pages, monitors, cached and indexed pages, versions, answers, pictures. Gives how many
   * of each. `dryRun` counts and erases nothing. Debits stay, which hold no addresses. Rejects with `ErasureBlocked`, and
   * erases nothing, while a job with such a page runs.
   */
  readonly erase: (target: ErasureTarget, options?: EraseOptions & CallOptions) => Promise<Erased>
  /**
   * The addresses of a site, from its sitemaps and the links of the pages nearest to the start. `timedOut` says whether
   * `timeout` ended it early, and `failure` why it found no address. Rejects with `InvalidInput` for bad options.
   */
  readonly map: (url: string | URL, options?: MapInput & JobCallOptions) => Promise<MapResult>
  /**
   * Works on the jobs of the store until the instance is closed, and keeps the process running for it. Rejects with the
   * reason of the signal when that aborts, and where the instance was made with `worker: false`.
   */
  readonly runWorker: (options?: CallOptions) => Promise<void>
  /**
   * The events of a job as they happen, as an emitter (`on`) or a loop (`for await`), from `after` on; all of them by
   * default. Watching keeps the process running until the job has ended or the watcher is closed. Closing does not end the
   * job.
   */
  readonly watcher: (id: string, options?: Watcher.WatcherOptions) => Watcher.Watcher
}

/** The methods that give a promise. */
export type PlainMethods = Omit<JobMethods, "crawl" | "batchScrape" | "followJob" | "extract">

/** A crawl or batch that was started. */
export interface StartedPages extends StartedRun {
  readonly read: (document: PlainDocument) => Effect.Effect<Document>
}

/** What the methods that give a run are made of. */
export interface Runs extends Extracting.ExtractRuns {
  readonly beginCrawl: (url: string | URL, options: CrawlInput & JobCallOptions) => Promise<StartedPages>
  readonly beginBatch: (
    urls: ReadonlyArray<string | URL>,
    options: BatchScrapeInput & JobCallOptions
  ) => Promise<StartedPages>
  /** Finds a job that was started before. */
  readonly follow: (id: string) => Promise<StartedPages>
  readonly whole: (started: StartedPages, options: WaitOptions & CallOptions) => Promise<JobResult>
}

/** Options of a batch that stand among those of its pages. */
const batchFields = Struct.omit(BatchOptions.fields, ["scrapeOptions"])

type Engines =
  | JobStore
  | MonitorStore
  | LocalIndex
  | Snapshots
  | BlobStore
  | PageCache
  | Crawler
  | Batch
  | MethodEngines
  | CrawlPrompts

/** Results read from the store at once. */
const chunk = 100

export interface MakeOptions {
  /** Whether this process works on jobs. */
  readonly runsJobs: boolean
}

export const make = (
  runtime: ManagedRuntime.ManagedRuntime<Engines | ResultJobEngines | Monitors | Fetcher, unknown>,
  calls: Calls,
  { runsJobs }: MakeOptions
): { readonly methods: PlainMethods; readonly runs: Runs; readonly site: Site<JobStore | Fetcher> } => {
  const site: Site<Engines | ResultJobEngines | Monitors | Fetcher> = {
    run: (effect, options) => calls.run(runtime, effect, options),
    holdUntilEnd: (id) =>
      Effect.sync(() => {
        if (!runsJobs) return
        const release = calls.hold()
        runtime.runPromiseExit(holdWhileActive(jobIdOf(id))).then(release, release)
      })
  }
  const { run, holdUntilEnd } = site

  const result = Effect.fnUntraced(function* (
    id: string,
    { limit = Infinity, skip = 0 }: PageOptions = {},
    read: (document: PlainDocument) => Effect.Effect<Document> = plain
  ) {
    const store = yield* JobStore
    const job = yield* store.get(jobIdOf(id))
    const data: Array<Document> = []
    while (data.length < limit) {
      const results = yield* store.results(job.id, {
        after: skip + data.length,
        limit: Math.min(chunk, limit - data.length)
      })
      if (results.length === 0) break
      for (const { document } of results) data.push(yield* read(document))
    }
    const status = yield* readStatus(job)
    const shown = skip + data.length
    return { ...status, data, ...(shown < status.completed ? { next: shown } : {}) } satisfies JobResult
  })

  /** Fails where a job has ended and every page it met had failed: its result would be empty without a reason. */
  const requireReached = Effect.fnUntraced(function* (id: string) {
    const store = yield* JobStore
    const { counts, status } = yield* store.get(jobIdOf(id))
    if (status !== "completed" || counts.completed > 0 || counts.failed === 0) return
    const [failure] = yield* store.failures(jobIdOf(id), { after: 0, limit: 1 })
    if (failure === undefined) return
    const { code, error, url } = failure
    return yield* new NothingReached({ id, url, detail: error, ...(code === undefined ? {} : { code }) })
  })

  const wait = Effect.fnUntraced(function* (id: string, options: WaitOptions, read = plain) {
    yield* awaitEnd(id, options)
    yield* requireReached(id)
    return yield* result(id, {}, read)
  })

  const startCrawl = Effect.fnUntraced(function* (url: string | URL, { prompt, ...given }: CrawlInput = {}) {
    const crawler = yield* Crawler
    const { options: prepared, read } = yield* prepareNested(given)
    const explicit = yield* decodeCrawl(prepared)
    const planned: { readonly options: StartOptions; readonly preview?: Preview } =
      prompt === undefined ? { options: explicit } : yield* plan(yield* CrawlPrompts, String(url), prompt, explicit)
    const { id } = yield* crawler.start(String(url), planned.options)
    yield* holdUntilEnd(id)
    return { started: { id, ...Struct.omit(planned, ["options"]) } satisfies StartedCrawl, read: readOrWarn(read) }
  })

  const startBatch = Effect.fnUntraced(function* (urls: ReadonlyArray<string | URL>, options: BatchScrapeInput = {}) {
    const batch = yield* Batch
    const own: Record<string, unknown> = {}
    const page: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(options)) {
      if (value !== undefined) (Object.hasOwn(batchFields, name) ? own : page)[name] = value
    }
    const { options: scrapeOptions, read } = yield* prepare(page)
    const { invalidURLs, job } = yield* batch.start(
      urls.map(String),
      yield* decodeBatch({ ...(yield* toEngineValues(own)), scrapeOptions })
    )
    yield* holdUntilEnd(job.id)
    return {
      started: { id: job.id, ...(invalidURLs === undefined ? {} : { invalidURLs }) },
      read: readOrWarn(read)
    }
  })

  const move = (id: string, to: "cancelled" | "paused" | "scraping", call?: CallOptions) =>
    run(
      JobStore.use((store) => store.move(jobIdOf(id), to)),
      call
    )

  const errors = Effect.fnUntraced(function* (id: string) {
    const store = yield* JobStore
    const failures = yield* store.failures(jobIdOf(id), { after: 0, limit: Infinity })
    const blocked = yield* store.skipped(jobIdOf(id), "robots", { limit: Infinity })
    return {
      errors: failures.map(({ at, attemptLog, code, error, page, url }) => ({
        id: page,
        timestamp: new Date(at).toISOString(),
        url,
        ...(code === undefined ? {} : { code }),
        error,
        ...attemptsOf({ attemptLog })
      })),
      robotsBlocked: blocked.map(({ url }) => url),
      traps: yield* Crawler.use((crawler) => crawler.traps(jobIdOf(id)))
    } satisfies JobErrors
  })

  const getStatus = (id: string, { signal, ...options }: PageOptions & CallOptions = {}) =>
    run(result(id, options), { signal })
  const cancel = (id: string, call?: CallOptions) => move(id, "cancelled", call)
  const getErrors = (id: string, call?: CallOptions) => run(errors(id), call)

  /** Starts a job for a run that may be awaited or read. */
  const begin = <E>(
    start: Effect.Effect<{ readonly started: Started; readonly read: StartedPages["read"] }, E, Engines>,
    session: JobCallOptions["session"]
  ): Promise<StartedPages> =>
    run(
      Effect.map(withSession(session, start), ({ read, started: { id } }) => ({
        id,
        read,
        pageOf: ({ document }) => read(document)
      }))
    )

  const follow = Effect.fnUntraced(function* (id: string) {
    const job = yield* JobStore.use((store) => store.get(jobIdOf(id)))
    if (!jobKindEntry(job.kind).answersWithPages)
      return yield* invalid(
        "id",
        [],
        `Job ${id} is of the kind ${job.kind}, which has no pages: read it by its own methods`
      )
    yield* holdUntilEnd(job.id)
    return { id, read: plain, pageOf: ({ document }: StoredResult) => plain(document) } satisfies StartedPages
  })

  const extracting = Extracting.make(site)
  const runs: Runs = {
    ...extracting.runs,
    beginCrawl: (url, { session, ...options }) => begin(startCrawl(url, Struct.omit(options, ["signal"])), session),
    beginBatch: (urls, { session, ...options }) => begin(startBatch(urls, Struct.omit(options, ["signal"])), session),
    follow: (id) => run(follow(id)),
    whole: ({ id, read }, { signal, ...waiting }) => run(wait(id, waiting, read), { signal })
  }

  const methods: PlainMethods = {
    startCrawl: (url, { session, signal, ...options } = {}) =>
      run(
        Effect.map(withSession(session, startCrawl(url, options)), ({ started }) => started),
        { signal }
      ),
    crawlParamsPreview: (url, prompt, call) =>
      run(
        CrawlPrompts.use((prompts) => prompts.preview(String(url), prompt)),
        call
      ),
    getCrawlStatus: getStatus,
    waitForCrawl: (id, { signal, ...options } = {}) => run(wait(id, options), { signal }),
    cancelCrawl: cancel,
    pauseCrawl: (id, call) => move(id, "paused", call),
    resumeCrawl: (id, call) =>
      run(
        Effect.tap(
          JobStore.use((store) => store.move(jobIdOf(id), "scraping")),
          (resumed) => (resumed ? holdUntilEnd(jobIdOf(id)) : Effect.void)
        ),
        call
      ),
    getCrawlErrors: getErrors,
    getActiveCrawls: (call) =>
      run(
        Effect.map(
          JobStore.use((store) => store.list({ active: true, kind: "crawl" })),
          (jobs) =>
            jobs.filter(({ status }) => !isFinal(status)).map((job: Job) => ({ ...statusOf(job), url: job.origin }))
        ),
        call
      ),
    explainCrawl: (id, url, call) =>
      run(
        Crawler.use((crawler) => crawler.explain(jobIdOf(id), String(url))),
        call
      ),
    startBatchScrape: (urls, { session, signal, ...options } = {}) =>
      run(
        Effect.map(withSession(session, startBatch(urls, options)), ({ started }) => started),
        { signal }
      ),
    getBatchScrapeStatus: getStatus,
    cancelBatchScrape: cancel,
    getBatchScrapeErrors: getErrors,
    removeJob: (id, { signal, ...options } = {}) => run(remove(jobIdOf(id), options), { signal }),
    erase: (target, { signal, ...options } = {}) => run(erase(target, options), { signal }),
    runWorker: async (call) => {
      if (!runsJobs) return run(invalid("options", ["worker"], "This instance was made with worker: false"), call)
      const isTooLate = calls.isClosed()
      return run(Effect.never, call).catch((error: unknown) => {
        if (isTooLate || !(error instanceof InstanceClosed)) throw error
      })
    },
    ...callsOfMethods(site),
    ...methodsOfKinds(site),
    ...extracting.methods,
    ...Monitoring.make(site),
    watcher: (id, options) => Watcher.make(runtime, calls, id, options)
  }
  return { methods, runs, site }
}

const plain = (document: PlainDocument): Effect.Effect<Document> => Effect.succeed(asDocument(document))
