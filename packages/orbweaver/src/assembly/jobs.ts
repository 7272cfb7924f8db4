/**
 * The engines of jobs over a store: crawl, batch, map, and those that end in one result, the
 * workers of this process, and the sender of webhooks.
 */
import type { Formats } from "@orbweaver/core/scrape/Format"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { JobStore, JobStores } from "@orbweaver/core/jobs/JobStore"
import type { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { CrawlPrompts } from "@orbweaver/extraction/prompts/CrawlPrompts"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import { methods } from "@orbweaver/extraction/internal/methods/methods"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { checkTask } from "@orbweaver/extraction/internal/monitors/checkTask"
import { ChangeJudge } from "@orbweaver/extraction/internal/monitors/judgeCheck"
import * as MonitorTicks from "@orbweaver/extraction/internal/monitors/ticks"
import { Robots } from "@orbweaver/core/crawl/Robots"
import type { Scraper } from "@orbweaver/core/scrape/Scraper"
import type { Searcher } from "@orbweaver/core/search/Searcher"
import type { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { Sitemaps } from "@orbweaver/core/crawl/Sitemaps"
import { TaskHandlers } from "@orbweaver/core/jobs/TaskHandlers"
import * as WebhookSender from "@orbweaver/core/jobs/WebhookSender"
import * as Worker from "@orbweaver/core/crawl/Worker"
import * as SitemapReader from "@orbweaver/html/internal/SitemapReader"
import type { JobOver } from "@orbweaver/extraction/internal/jobs/defineJob"
import * as Effect from "effect/Effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type * as Context from "effect/Context"
import * as Layer from "effect/Layer"

interface JobOptions {
  /** How this process works on jobs; `false` leaves them to other processes. */
  readonly worker?: Worker.Options | false | undefined
  /** How webhooks are signed and retried. */
  readonly webhooks?: WebhookSender.Options | undefined
  /** Asked for what the evidence of pages does not say. */
  readonly model?: LanguageModel | undefined
}

/** The engines of all kinds of jobs that end in one result. */
export type ResultJobEngines = Context.Service.Identifier<(typeof resultJobs)[number]["engine"]>

/** The engines of all methods that answer at once. */
export type MethodEngines = Context.Service.Identifier<(typeof methods)[number]["engine"]>

export type JobEngines = ResultJobEngines | CrawlPrompts | Crawler | Batch | Mapper | Robots | Sitemaps | Monitors

/** Engines and workers over the given stores. */
export const layer = (
  options: JobOptions = {}
): Layer.Layer<
  JobEngines,
  never,
  JobStores | Scraper | Formats | Searcher | SearchProvider | Ledger | Fetcher | WebhookSender.WebhookSender
> => {
  const { model } = options
  const engines = Layer.mergeAll(
    CrawlPrompts.layer(model),
    ...resultJobs.map(({ layer }) => layer(model)),
    ...methods.map(({ layer }) => layer ?? Layer.empty)
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(Crawler.layer, Batch.layer, Mapper.layer, Monitors.layer)),
    Layer.provideMerge(Sitemaps.layer),
    Layer.provide(SitemapReader.layer),
    Layer.provideMerge(Robots.layer())
  )
  const judge = Layer.succeed(ChangeJudge, model)
  if (options.worker === false) return Layer.provide(engines, judge)
  const workers = Layer.mergeAll(
    Worker.layer(options.worker),
    WebhookSender.layer(options.webhooks),
    MonitorTicks.layer()
  ).pipe(
    Layer.provide(handlersOf<ResultJobEngines>(resultJobs)),
    // There is a handler for each kind: those of the list, the two that answer with pages, and checks of monitors.
    Layer.orDie
  )
  return Layer.provideMerge(workers, engines).pipe(Layer.provide(judge))
}

/** What workers do for jobs of these kinds, for crawls and batches, and for checks of monitors. */
export const handlersOf = <Id>(
  jobs: ReadonlyArray<JobOver<Id>>
): Layer.Layer<TaskHandlers, never, Crawler | Batch | Searcher | Ledger | JobStore | MonitorStore | Id> =>
  Layer.effect(
    TaskHandlers,
    Effect.gen(function* () {
      const entries = yield* Effect.forEach(jobs, ({ collect, kind }) =>
        Effect.map(collect, (handle) => [kind, handle] as const)
      )
      return {
        crawl: (yield* Crawler).collect,
        batch: (yield* Batch).collect,
        monitorCheck: yield* checkTask,
        ...Object.fromEntries(entries)
      }
    })
  )
