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
import type { Document as PlainDocument } from "@orbweaver/core/model/Document"
import type { FileDocument } from "@orbweaver/core/scrape/ParseFile"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import type { FoundResult, SearchResult } from "@orbweaver/core/search/Searcher"
import { type JobRun, makeRun } from "./jobs/JobRun.ts"
import { makeSearchRun, type SearchRun, type SearchWork } from "./jobs/SearchRun.ts"
import type { JobMethods, PlainMethods, Runs, StartedPages, WaitOptions, Watcher } from "./jobs/methods.ts"
import { type CallOptions, make as makeCalls, method } from "./instance/calls.ts"
import type { BrowserInput, BrowserSession } from "./instance/browserSession.ts"
import type { ProfileInfo } from "./instance/profiles.ts"
import * as idleClock from "./instance/idleClock.ts"
import type { HttpInput, MountedApi } from "./instance/http.ts"
import { jobMethodNames } from "@orbweaver/core/model/Job"
import { methodNames } from "@orbweaver/extraction/internal/methods/methodNames"
import { invalid, InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { InstanceClosed } from "./instance/InstanceClosed.ts"
import * as logging from "./assembly/logging.ts"
import { type JobCallOptions, withSession } from "./jobs/Site.ts"
import type { DocumentOf, JobDocumentOf } from "./options/documents.ts"
import type { CheckedFormats, FormatInput } from "./options/formats.ts"
import type { ScrapeInput, SearchInput } from "./options/inputs.ts"
import { prepare, prepareNested, readOrWarn } from "./options/prepare.ts"
import type { Format } from "@orbweaver/core/scrape/Format"
import type { DefinedFormat, FormatsOfInstance } from "./pipeline/defineFormat.ts"
import {
  makeSchedule,
  type Schedule,
  type ScheduledJob,
  type ScheduleOptions,
  type ScheduleTime
} from "./schedules/Schedule.ts"
import type { OrbweaverOptions } from "./assembly/Adapters.ts"
import type { ArchiveResult } from "./warc/parseArchive.ts"
import type { WarcSource } from "./warc/readWarc.ts"
import { checkInstance } from "./assembly/checkAdapters.ts"
import { pages } from "./assembly/Services.ts"
import { withShared } from "./assembly/sharedAdapters.ts"

export type { Adapters, HostOptions, OrbweaverOptions } from "./assembly/Adapters.ts"
export type {
  FailedAttempt,
  HookCall,
  HookResult,
  IncomingResponse,
  OnRequest,
  OnResponse,
  OutgoingRequest,
  Retry
} from "@orbweaver/core/internal/network/RequestHooks"
export type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
export type { EgressPolicy } from "@orbweaver/core/network/Egress"
export type { InFlightOptions } from "@orbweaver/core/scrape/InFlight"
export type { Options as WorkerOptions } from "@orbweaver/core/crawl/Worker"
export type { Embeddings, Model } from "./assembly/Services.ts"
export {
  type DefinedFormat,
  defineFormat,
  type FieldsOfFormats,
  type FormatDefinition,
  type FormatRun
} from "./pipeline/defineFormat.ts"
export {
  type DefinedParser,
  defineParser,
  type ParserDefinition,
  type ParserResult,
  type ParserRun
} from "./pipeline/defineParser.ts"
export {
  type DefinedStep,
  defineStep,
  type PageChange,
  type StepDefinition,
  type StepResult
} from "./pipeline/defineStep.ts"
export type { PageView } from "./pipeline/PageView.ts"
export type { FoundLink, ScoreLink } from "@orbweaver/core/internal/crawl/relevance"
export type { Sink, SinkDocument, SinkInput } from "./sinks/Sink.ts"
export type { BrowserInput, BrowserSession } from "./instance/browserSession.ts"
export type { ProfileInfo } from "./instance/profiles.ts"
export type {
  PageChanged,
  Schedule,
  ScheduledCall,
  ScheduledJob,
  ScheduleOptions,
  ScheduleRun,
  ScheduleTime
} from "./schedules/Schedule.ts"
export type { AgentInput, AgentMethods, AgentStatus } from "./jobs/agents.ts"
export type {
  Monitor,
  MonitorChanges,
  MonitorCheck,
  MonitorCheckDetail,
  MonitorInput,
  MonitorMethods,
  MonitorPage,
  MonitorSummary,
  MonitorTargetInput,
  MonitorWaitOptions,
  RunMonitor
} from "./jobs/monitoring.ts"
export type { CallOptions } from "./instance/calls.ts"
export type { HttpInput, MountedApi } from "./instance/http.ts"
export type { ScriptOutcome } from "@orbweaver/core/network/OpenPage"
export type { ArchiveResult } from "./warc/parseArchive.ts"
export type { WarcSource } from "./warc/readWarc.ts"
export * from "./jobs/errors.ts"
export type { LogEntry, LoggerOption, LogObject } from "./assembly/logging.ts"
export type { Metadata } from "@orbweaver/core/model/Document"
export type {
  Branding,
  ChangeTracking,
  Menu,
  MenuItem,
  MenuSection,
  Money,
  Product,
  ProductVariant
} from "@orbweaver/core/model/formats/builtInFormats"
export type { Document, DocumentOf, DocumentWith, JobDocumentOf } from "./options/documents.ts"
export type { DurationInput } from "./options/durations.ts"
export type { CheckedFormats, FormatInput, FormatName } from "./options/formats.ts"
export type {
  BatchScrapeInput,
  BatchScrapeInput as BatchScrapeOptions,
  CrawlInput,
  CrawlInput as CrawlOptions,
  MapInput,
  MapInput as MapOptions,
  ScrapeInput,
  ScrapeInput as ScrapeOptions,
  SearchInput,
  SearchInput as SearchOptions,
  WebhookInput,
  WebhookInput as WebhookOptions
} from "./options/inputs.ts"
export type { SchemaInput, SchemaOutput, StandardSchema } from "./options/schemas.ts"
export type { ExtractedPage } from "@orbweaver/extraction/internal/extract/pageReadings"
export type { SearchPage, SearchResultsOf, SearchRun } from "./jobs/SearchRun.ts"
export type { FileDocument } from "@orbweaver/core/scrape/ParseFile"
export type { ScrapeError } from "@orbweaver/core/scrape/Scraper"
export type { Preview as CrawlPreview } from "@orbweaver/extraction/prompts/CrawlPrompts"
export type { ResearchOptions, ResearchStatus } from "@orbweaver/extraction/research/DeepResearch"
export type {
  Erased,
  EraseOptions,
  ErasureTarget,
  ExtractInput,
  ExtractMethods,
  ExtractResult,
  ExtractRun,
  JobErrors,
  JobMethods,
  JobProgress,
  JobRun,
  PageStreamOptions,
  ProgressStreamOptions,
  HostPace,
  JobResult,
  JobStatus,
  WaitOptions,
  Watcher,
  WatcherEvents,
  WatcherOptions
} from "./jobs/methods.ts"

type Budget = ScrapeOptions["budget"] | undefined
type PromiseMethod = Exclude<keyof PlainMethods, "watcher">

/**
 * A running Orbweaver. Close it, or let `await using` do so, to release its
 * connections at once; a process that does not may end all the same when no call
 * and no job is under way. Instances share nothing: a process may hold as many as it likes.
 *
 * `C` are formats of the application with their fields: those of `defineFormat` that it was made with.
 *
 * Rejections are typed errors, exported as classes: `error instanceof CaptureError`,
 * then `error.reason._tag`. What a `signal` stops rejects with the reason of the
 * signal, and what `close` stops with `InstanceClosed`.
 */
export interface Orbweaver<C = {}> extends JobMethods<C>, AsyncDisposable {
  /**
   * Scrape one page; Markdown of its main content by default. A page that answers 404 or 500 is a document with that
   * `metadata.statusCode`.
   */
  readonly scrape: <
    const F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"],
    const B extends Budget = undefined
  >(
    url: string | URL,
    options?: ScrapeInput<CheckedFormats<F, C>> & { readonly budget?: B } & JobCallOptions
  ) => Promise<DocumentOf<F, B, C>>
  /**
   * Results by source; with `scrapeOptions.formats` also the pages behind them. Await it for all of them, or read its
   * `pages()` as they come.
   */
  readonly search: <const F extends ReadonlyArray<FormatInput<C>> = readonly []>(
    query: string,
    options?: SearchInput<CheckedFormats<F, C>> & JobCallOptions
  ) => SearchRun<JobDocumentOf<F, C>>
  /**
   * A file in the formats asked for; Markdown by default. Nothing is fetched: screenshots and branding are of pages.
   */
  readonly parse: <
    const F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"],
    const B extends Budget = undefined
  >(
    file: ParseFile,
    options?: ScrapeInput<CheckedFormats<F, C>> & { readonly budget?: B } & CallOptions
  ) => Promise<Omit<DocumentOf<F, B, C>, "metadata"> & Pick<FileDocument, "metadata">>
  /**
   * The HTTP API over this instance, for a server of the application: a listener for Node (`handler`), a function of
   * `Request` and `Response` (`fetch`), and `handles`, which says whether an address is one of the API. It shares jobs, pages
   * and limits with the other methods, and ends with `close()`.
   */
  readonly http: (options?: HttpInput) => Promise<MountedApi>
  /**
   * A browser that stays open between calls; close it, or let `await using` do so. Rejects with `NeedsBrowser` where the
   * instance has no renderer with browsers of its own, and with `TooManyBrowserSessions`.
   */
  readonly openBrowser: (options?: BrowserInput & CallOptions) => Promise<BrowserSession>
  /** Browser profiles that scrapes and browsers have saved, by name; not what they hold. */
  readonly listProfiles: (options?: CallOptions) => Promise<ReadonlyArray<ProfileInfo>>
  /** Deletes a browser profile. Rejects with `ProfileNotFound`. */
  readonly deleteProfile: (name: string, options?: CallOptions) => Promise<void>
  /**
   * Runs a job again and again, by a cron expression or an interval: a scrape, a crawl, a search, or anything else. With
   * `changeTracking` among the formats each run says which pages changed.
   *
   * ```ts
   * const visit = ({ signal }) => orb.crawl("https://example.com", { signal })
   * const prices = orb.schedule("0 8 * * *", visit, {
   *   name: "prices",
   *   timeZone: "Europe/Berlin"
   * })
   * ```
   */
  readonly schedule: (when: ScheduleTime, job: ScheduledJob, options?: ScheduleOptions) => Schedule
  /**
   * The pages of a WARC file (`.warc` or `.warc.gz`) in the formats asked for, one after the other as they are read:
   * crawls of the past. A page that cannot be converted has an `error` in place of its document. Redirects, pictures,
   * styles and scripts are left out. `maxBytes` is the largest page that is read; default: 50 MiB. Throws `WarcError` where
   * the file is damaged.
   */
  readonly readWarc: <
    const F extends ReadonlyArray<FormatInput<C>> = readonly ["markdown"],
    const B extends Budget = undefined
  >(
    source: WarcSource,
    options?: ScrapeInput<CheckedFormats<F, C>> & {
      readonly budget?: B
      readonly maxBytes?: number | undefined
    } & CallOptions
  ) => AsyncGenerator<ArchiveResult<Omit<DocumentOf<F, B, C>, "metadata"> & Pick<FileDocument, "metadata">>>
  /** Ends what runs, which rejects with `InstanceClosed`, and releases every connection, thread and file. */
  readonly close: () => Promise<void>
}

/** A file that the caller has: an upload, a file of a disk, a page that was fetched before. */
export interface ParseFile {
  /** A string is text. Bytes are not copied: leave them as they are until the call has ended. */
  readonly data: Blob | Uint8Array | ArrayBuffer | string
  /** Its extension decides where the bytes do not. */
  readonly filename: string
  readonly contentType?: string | undefined
  /** Where it is from: relative links become absolute by it. */
  readonly url?: string | URL | undefined
  /** With which HTTP status it was answered: of a page that was fetched before. Default: 200. */
  readonly status?: number | undefined
}

/** Throws `InvalidInput` for an option that there is not, or whose value is of another kind. */
export const createOrbweaver = <const F extends ReadonlyArray<Format | DefinedFormat> = readonly []>(
  options: OrbweaverOptions<F> = {}
): Orbweaver<FormatsOfInstance<F>> => {
  checkInstance(options)
  const { logger, ...given } = options
  const adapters = withShared(given)
  // Two runtimes over one memo map: a process that scrapes single pages never loads the crawler.
  const memoMap = Layer.makeMemoMapUnsafe()
  const silentLogging = Layer.merge(idleClock.layer, logging.layer(logger))
  const base = pages(adapters).pipe(Layer.provideMerge(silentLogging))
  const runtime = ManagedRuntime.make(base, { memoMap })
  const calls = makeCalls()

  const open = async () => {
    const [{ layer }, mcp, methods, reports, { Searcher }] = await Promise.all([
      import("./assembly/Site.ts"),
      import("./mcp/toolService.ts"),
      import("./jobs/methods.ts"),
      import("./jobs/reportJob.ts"),
      import("@orbweaver/core/search/Searcher")
    ])
    const site = ManagedRuntime.make(
      mcp.layer.pipe(Layer.provideMerge(layer(adapters)), Layer.provideMerge(reports.layer), Layer.provideMerge(base)),
      { memoMap }
    )
    return { site, Searcher, jobs: methods.make(site, calls, { runsJobs: adapters.worker !== false }) }
  }
  let opened: ReturnType<typeof open> | undefined
  const loaded = () => {
    if (calls.isClosed()) return Promise.reject(new InstanceClosed())
    return (opened ??= open())
  }

  /** Where there are crawls, pages are compared with what these met (`changeTracking`). */
  const ofPages = () => (opened === undefined ? runtime : opened.then(({ site }) => site))

  /** Methods by their names, which load the crawler when they are first called. */
  const promised = <Name extends PromiseMethod>(...names: ReadonlyArray<Name>) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        method(async (...input: ReadonlyArray<any>): Promise<unknown> => {
          const { jobs } = await held(loaded())
          const call: (...input: ReadonlyArray<any>) => Promise<unknown> = jobs.methods[name]
          return call(...input)
        })
      ])
    ) as Pick<PlainMethods, Name>

  /** A job that is awaited or read. */
  const runOf = (
    begin: (runs: Runs) => Promise<StartedPages>,
    options: WaitOptions & CallOptions,
    called: (...input: never) => unknown,
    isFollowed = false
  ): JobRun<any> =>
    makeRun(
      {
        start: async () => begin((await held(loaded())).jobs.runs),
        site: async () => (await loaded()).jobs.site,
        whole: async (started) => (await loaded()).jobs.runs.whole(started, options),
        signal: options.signal,
        isFollowed
      },
      called
    )

  /** Keeps the process running while something is loaded. */
  const held = async <A>(loading: Promise<A>): Promise<A> => {
    const release = calls.hold()
    try {
      return await loading
    } finally {
      release()
    }
  }

  const crawl: Orbweaver["crawl"] = (url, { pollInterval, waitTimeout, ...options } = {}) =>
    runOf((runs) => runs.beginCrawl(url, options), { pollInterval, waitTimeout, signal: options.signal }, crawl)

  const batchScrape: Orbweaver["batchScrape"] = (urls, { pollInterval, waitTimeout, ...options } = {}) =>
    runOf((runs) => runs.beginBatch(urls, options), { pollInterval, waitTimeout, signal: options.signal }, batchScrape)

  const followJob: Orbweaver["followJob"] = (id, { pollInterval, signal, waitTimeout } = {}) =>
    runOf((runs) => runs.follow(id), { pollInterval, waitTimeout, signal }, followJob, true)

  const search: Orbweaver["search"] = (query, { session, signal, ...given } = {}) => {
    const work: SearchWork = async (onResult, stop) => {
      const { Searcher, site } = await held(loaded())
      const searching = Effect.gen(function* () {
        const { options, read } = yield* prepareNested(given)
        const readResult = <R extends SearchResult>(result: R) =>
          result.document === undefined
            ? Effect.succeed(result)
            : Effect.map(readOrWarn(read)(result.document), (document) => ({ ...result, document }))
        const tell = (result: FoundResult) => Effect.map(readResult(result), onResult)
        const found = yield* (yield* Searcher).search(query, options, { onResult: tell })
        const sources: Record<string, ReadonlyArray<SearchResult>> = {}
        for (const [source, results] of Object.entries(found.sources)) {
          sources[source] = yield* Effect.forEach(results, readResult)
        }
        return { ...found, sources }
      })
      return calls.run(site, withSession(session, searching), { signal: stop })
    }
    return makeSearchRun(work, signal, search)
  }

  const extract: Orbweaver["extract"] = ({ pollInterval, waitTimeout, ...input }) =>
    makeRun(
      {
        start: async () => (await held(loaded())).jobs.runs.beginExtract(input),
        site: async () => (await loaded()).jobs.site,
        whole: async (started) =>
          (await loaded()).jobs.runs.wholeExtract(started, { pollInterval, waitTimeout, signal: input.signal }),
        signal: input.signal
      },
      extract
    )

  const parse = method(async (file: ParseFile, { signal, ...given }: ScrapeInput & CallOptions = {}) => {
    requireFile(file)
    const { parseFile } = await import("@orbweaver/core/scrape/ParseFile")
    const { contentType, data, filename, status, url } = file
    const input = {
      bytes: await bytesOf(data, url !== undefined),
      filename,
      contentType,
      status,
      url: url instanceof URL ? url.href : url
    }
    const parsing = Effect.gen(function* () {
      const { options, read } = yield* prepare(given)
      const { document } = yield* parseFile(input, options)
      // Errors name the file where it has no address; the document has none then.
      const named = { ...document, metadata: { url: filename, ...document.metadata } }
      const typed = yield* read(named as PlainDocument)
      return { ...typed, metadata: document.metadata }
    })
    return calls.run(ofPages(), parsing, { signal })
  }) as Orbweaver["parse"]

  const readWarc = async function* (
    source: WarcSource,
    { maxBytes, signal, ...given }: ScrapeInput & CallOptions & { readonly maxBytes?: number | undefined } = {}
  ) {
    const { filenameOf, parseArchive } = await import("./warc/parseArchive.ts")
    const isFatal = (error: unknown) => calls.isClosed() || signal?.aborted === true || error instanceof InvalidInput
    yield* parseArchive(
      source,
      ({ body, contentType, status, url }) =>
        parse(
          { data: body, filename: filenameOf(url), contentType, status, url },
          // The cache holds pages as they are today.
          { ...given, storeInCache: false, signal }
        ),
      isFatal,
      { maxBytes }
    )
  } as Orbweaver["readWarc"]

  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= (async () => {
      calls.close()
      if (opened !== undefined) await (await opened).site.dispose()
      await runtime.dispose()
    })())

  const instance: Orbweaver = {
    scrape: method(async (url: string | URL, { session, signal, ...given }: ScrapeInput & JobCallOptions = {}) => {
      const scraping = Effect.gen(function* () {
        const { options, read } = yield* prepare(given)
        const { document } = yield* (yield* Scraper).scrape(url, options, session === undefined ? {} : { session })
        return yield* read(document)
      })
      return calls.run(ofPages(), scraping, { signal })
    }) as Orbweaver["scrape"],
    search,
    parse,
    readWarc,
    openBrowser: method(async ({ signal, ...options }: BrowserInput & CallOptions = {}) => {
      const { checkBrowser, open: openSession, toPromises } = await held(import("./instance/browserSession.ts"))
      checkBrowser(options)
      const session = await calls.run(runtime, openSession(options), { signal })
      return toPromises(session, (effect, call) => calls.run(runtime, effect, call))
    }),
    listProfiles: method(async (options: CallOptions = {}) => {
      const { listProfiles } = await held(import("./instance/profiles.ts"))
      return calls.run(runtime, listProfiles, options)
    }),
    deleteProfile: method(async (name: string, options: CallOptions = {}) => {
      const { deleteProfile } = await held(import("./instance/profiles.ts"))
      return calls.run(runtime, deleteProfile(name), options)
    }),
    crawl,
    batchScrape,
    followJob,
    extract,
    ...promised("startCrawl", "getCrawlStatus", "waitForCrawl", "cancelCrawl", "pauseCrawl", "resumeCrawl"),
    ...promised("getCrawlErrors", "getActiveCrawls", "explainCrawl", "crawlParamsPreview"),
    ...promised("startBatchScrape", "getBatchScrapeStatus", "cancelBatchScrape", "getBatchScrapeErrors"),
    ...promised("createMonitor", "listMonitors", "getMonitor", "updateMonitor", "deleteMonitor"),
    ...promised("runMonitor", "listMonitorChecks", "getMonitorCheck"),
    ...promised("removeJob", "erase", "runWorker"),
    // `search` and `extract` give a run in place of a promise.
    ...promised(...methodNames.filter((name) => name !== "search")),
    ...promised(...jobMethodNames.filter((name) => name !== "extract")),
    watcher: (id, options) => later(loaded().then(({ jobs }) => jobs.methods.watcher(id, options))),
    http: method(async (options: HttpInput = {}) => {
      const [{ site }, { checkHttp, mountApi }] = await held(Promise.all([loaded(), import("./instance/http.ts")]))
      checkHttp(options)
      return calls.run(site, mountApi(site, options))
    }),
    schedule: (when, job, options = {}) =>
      makeSchedule(
        async (effect, call) => {
          const { site } = await held(loaded())
          return calls.run(site, effect, call)
        },
        when,
        job,
        options
      ),
    close,
    [Symbol.asyncDispose]: close
  }
  // It is the same whatever formats it knows: only the compiler distinguishes their fields.
  return instance as unknown as Orbweaver<FormatsOfInstance<F>>
}

/** Programs without types may give a path, or forget a member. */
const requireFile = (file: unknown): void => {
  const { data, filename } = (file ?? {}) as Partial<Record<keyof ParseFile, unknown>>
  const isData =
    typeof data === "string" || data instanceof Blob || data instanceof ArrayBuffer || data instanceof Uint8Array
  if (!isData) throw invalid("file", ["data"], "Expected bytes, a Blob or text: what the file holds, not its path")
  if (typeof filename !== "string") throw invalid("file", ["filename"], "Expected the name of the file")
}

/** A string says its encoding by a byte order mark: what its `<meta>` says is of the bytes it was once read from. */
const bytesOf = async (data: ParseFile["data"], isKept: boolean): Promise<Uint8Array> => {
  // A page with an address may be kept in the cache; other bytes are read while the call lasts.
  if (data instanceof Uint8Array && !isKept) return data
  if (typeof data === "string") return new TextEncoder().encode(data.startsWith("\ufeff") ? data : `\ufeff${data}`)
  return data instanceof Blob ? new Uint8Array(await data.arrayBuffer()) : new Uint8Array(data)
}

/** A watcher before its module is loaded. */
const later = (real: Promise<Watcher>): Watcher => {
  const ignore = () => undefined
  // Listeners of errors, promises of the end and iterators learn why there is no watcher; there is nobody else to inform.
  real.catch(ignore)
  const watcher: Watcher = {
    on: (event, listener) => {
      real.then(
        (ready) => ready.on(event, listener),
        (error: unknown) => (event === "error" ? (listener as (error: unknown) => void)(error) : undefined)
      )
      return watcher
    },
    done: () => real.then((ready) => ready.done()),
    close: () => void real.then((ready) => ready.close(), ignore),
    [Symbol.asyncIterator]: async function* () {
      yield* await real
    }
  }
  return watcher
}
