/**
 * The engines of jobs over a store: crawl, batch and map, the workers of this
 * process, and the sender of webhooks.
 */
import { Batch } from "@orbweaver/core/Batch"
import { Crawler } from "@orbweaver/core/Crawler"
import type { Fetcher } from "@orbweaver/core/Fetcher"
import type { JobStores } from "@orbweaver/core/JobStore"
import { Mapper } from "@orbweaver/core/Mapper"
import { Robots } from "@orbweaver/core/Robots"
import type { Scraper } from "@orbweaver/core/Scraper"
import { Sitemaps } from "@orbweaver/core/Sitemaps"
import { type TaskHandler, TaskHandlers } from "@orbweaver/core/TaskHandlers"
import * as WebhookSender from "@orbweaver/core/WebhookSender"
import * as Worker from "@orbweaver/core/Worker"
import * as SitemapReader from "@orbweaver/html/SitemapReader"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface JobOptions {
  /** How this process works on jobs; `false` leaves them to other processes. */
  readonly worker?: Worker.Options | false | undefined
  /** How webhooks are signed and retried. */
  readonly webhooks?: WebhookSender.Options | undefined
  /** What workers do once for a job of other kinds, such as `extract`. */
  readonly handlers?: Readonly<Record<string, TaskHandler>> | undefined
}

export type JobEngines = Crawler | Batch | Mapper | Robots | Sitemaps

/** Engines and workers over the given stores. */
export const layer = (
  options: JobOptions = {}
): Layer.Layer<JobEngines, never, JobStores | Scraper | Fetcher | WebhookSender.WebhookSender> => {
  const engines = Layer.mergeAll(Crawler.layer, Batch.layer, Mapper.layer).pipe(
    Layer.provideMerge(Sitemaps.layer),
    Layer.provide(SitemapReader.layer),
    Layer.provideMerge(Robots.layer())
  )
  if (options.worker === false) return engines
  const workers = Layer.merge(Worker.layer(options.worker), WebhookSender.layer(options.webhooks)).pipe(
    Layer.provide(handlers(options.handlers))
  )
  return Layer.provideMerge(workers, engines)
}

const handlers = (more: JobOptions["handlers"] = {}) =>
  Layer.effect(
    TaskHandlers,
    Effect.gen(function* () {
      return { crawl: (yield* Crawler).collect, batch: (yield* Batch).collect, ...more }
    })
  )
