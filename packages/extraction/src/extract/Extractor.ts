/**
 * Extraction: structured data from given pages, from the pages of a site that
 * fit best, or from what a search finds, as one job (docs/reference/v2.md §13).
 *
 * ```
 * addresses ─► map, rank, search ─► pages of the job ─► what each says ─► put together ─► a model for the rest
 *              once, by the task     by any worker      `Reading`         `mergeReadings`  `askPages`
 * ```
 *
 * Pages are pages of the job like those of a batch: scraped under leases and
 * charged once. The task that maps before and merges afterwards may run again
 * after a crash; what is done already is kept.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { partitionUrls } from "@orbweaver/core/crawl/Batch"
import { pageSchema } from "../formats/Json.ts"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { errorsOf, pagesOf, awaitSettled } from "@orbweaver/core/internal/jobs/jobPages"
import { InvalidInput, invalid } from "@orbweaver/core/model/InvalidInput"
import { discovered, isFinal, type Job, type JobId } from "@orbweaver/core/model/Job"
import { type JobEngine, jobsOf } from "../jobs/jobEngine.ts"
import { relaxed } from "../json/askJson.ts"
import { promptSchema } from "../json/promptSchema.ts"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { Mapper } from "@orbweaver/core/crawl/Mapper"
import type { FormatSpec } from "@orbweaver/core/model/ScrapeOptions"
import type { Robots } from "@orbweaver/core/crawl/Robots"
import type { Searcher } from "@orbweaver/core/search/Searcher"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import { readWebhook } from "@orbweaver/core/model/WebhookOptions"
import { assemble } from "./assemble.ts"
import { type ExtractOptions, ExtractRequest, limits } from "./ExtractOptions.ts"
import { type ExtractStatus, outputOf, statusOf } from "./ExtractStatus.ts"
import { name as readingName } from "./Reading.ts"
import { targetsOf } from "./targets.ts"

export interface Started {
  readonly job: Job
  /** What was left out, as the caller wrote it; absent when nothing is to be left out. */
  readonly invalidURLs: ReadonlyArray<string> | undefined
}

export interface Service extends JobEngine<ExtractStatus> {
  /**
   * With no address, the pages are those that a search for the prompt finds. `notes` are sentences that the answer
   * carries in its warning.
   */
  readonly start: (
    urls: ReadonlyArray<string>,
    options?: ExtractOptions,
    notes?: ReadonlyArray<string>
  ) => Effect.Effect<Started, InvalidInput | StoreError>
}

export interface Options {
  /** Asked for what the evidence of the pages does not say. */
  readonly model?: LanguageModel | undefined
}

type Needs = JobStore | Frontier | Mapper | Robots | Searcher | Ledger

export class Extractor extends Context.Service<Extractor, Service>()("@orbweaver/extraction/Extractor") {
  static readonly layer = (options: Options = {}): Layer.Layer<Extractor, never, Needs> =>
    Layer.effect(Extractor, make(options))
}

const needsModel = "This prompt needs a model: name the fields that you want, give a schema, or configure a model"

const make = Effect.fnUntraced(function* ({ model }: Options) {
  const store = yield* JobStore
  const frontier = yield* Frontier
  const services = yield* Effect.context<Needs>()
  const extracts = jobsOf(store, "extract", "Extractor", ExtractRequest)

  const start = Effect.fn("Extractor.start")(function* (
    urls: ReadonlyArray<string>,
    options: ExtractOptions = {},
    notes: ReadonlyArray<string> = []
  ) {
    const ignoring = options.ignoreInvalidURLs ?? true
    if (urls.length > limits.urls) {
      return yield* invalid("extract urls", ["urls"], `At most ${limits.urls} URLs are allowed`)
    }
    const { invalidURLs, issues, valid } = yield* partitionUrls(urls)
    if (!ignoring && issues.length > 0) return yield* new InvalidInput({ what: "extract urls", issues })
    if (urls.length > 0 && valid.length === 0) {
      return yield* new InvalidInput({ what: "extract urls", issues })
    }
    const { prompt } = options
    if (urls.length === 0 && (prompt === undefined || prompt.trim() === "")) {
      return yield* invalid("extract options", [], "Either 'urls' or 'prompt' must be provided.")
    }
    const read = schemaOf(options)
    if (read === undefined && model === undefined) return yield* invalid("extract options", ["prompt"], needsModel)

    const formats: ReadonlyArray<FormatSpec> = [
      ...(read === undefined ? [] : [{ type: readingName, schema: relaxed(read) as Schema.Json }]),
      ...(model === undefined ? [] : [{ type: "markdown" }])
    ]
    const request: ExtractRequest = {
      ...options,
      urls: valid,
      readsText: model !== undefined,
      ...(notes.length === 0 ? {} : { notes }),
      scrapeOptions: {
        // What is looked for may stand anywhere on the page.
        onlyMainContent: false,
        ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
        ...options.scrapeOptions,
        ...(options.threatProtection === undefined ? {} : { threatProtection: options.threatProtection }),
        formats
      }
    }
    const webhook = options.webhook === undefined ? undefined : yield* readWebhook(options.webhook)
    const job = yield* extracts.create({
      request,
      origin: valid[0] ?? "",
      maxConcurrency: options.maxConcurrency ?? Infinity,
      // Pages are only a means here, so they cause no events.
      webhook:
        webhook === undefined ? undefined : { ...webhook, events: webhook.events.filter((event) => event !== "page") }
    })
    return { job, invalidURLs: ignoring ? invalidURLs : undefined }
  })

  /** The pages to read, once; after a crash they are there already, and what finding them brought is kept. */
  const choose = Effect.fnUntraced(function* (job: Job, request: ExtractRequest) {
    if (discovered(job.counts) > 0) return { urls: [], ...findingOf(job) }
    const { credits, urls, warnings } = yield* targetsOf(job, request, schemaOf(request))
    yield* store.report(job.id, { warnings, credits } satisfies typeof Finding.Type)
    return { urls, warnings, credits }
  })

  const collect: TaskHandler = Effect.fnUntraced(function* (given: Job) {
    const request = yield* extracts.requestOf(given)
    const end = (reason: string) => extracts.fail(given.id, reason)
    const chosen = yield* choose(given, request)
    if (chosen.urls.length > 0) yield* frontier.admit(given.id, pagesOf(chosen.urls))
    else if (discovered(given.counts) === 0) {
      return yield* end(chosen.warnings.join(" ") || "There are no pages to read.")
    }
    const job = yield* awaitSettled(store, given.id)
    if (isFinal(job.status)) return
    if (job.counts.queued + job.counts.active > 0) return yield* end("Reading the pages took longer than an hour.")
    const made = yield* assemble({
      job,
      request,
      read: schemaOf(request),
      model,
      notes: [...(request.notes ?? []), ...chosen.warnings]
    })
    if ("nothing" in made) return yield* end(made.nothing)
    yield* store.finish(job.id, made.output, chosen.credits)
  }, Effect.provideContext(services))

  const status = Effect.fn("Extractor.status")(function* (id: JobId) {
    const job = yield* extracts.find(id)
    const { showSources = false } = (yield* extracts.requestIfReadable(job)) ?? {}
    const errors = isFinal(job.status) ? yield* failuresOf(store, job) : []
    return statusOf(job, showSources, errors)
  })

  return Extractor.of({ start, status, collect })
})

/** What a job keeps of the finding of its pages. */
const Finding = Schema.Struct({ warnings: Schema.Array(Schema.String), credits: Schema.Int })
const isFinding = Schema.is(Finding)
const findingOf = ({ output }: Job): typeof Finding.Type => (isFinding(output) ? output : { warnings: [], credits: 0 })

/** What pages are read by without a model: the caller's schema, or the names in the prompt. */
const schemaOf = ({ prompt, schema }: Pick<ExtractOptions, "prompt" | "schema">): unknown =>
  schema ?? (prompt === undefined ? pageSchema : promptSchema(prompt))

/** Why pages of a job that has ended could not be read. */
const failuresOf = Effect.fnUntraced(function* (store: JobStore["Service"], job: Job) {
  const written = outputOf(job)
  return written?.errors ?? errorsOf(yield* store.failures(job.id, { after: 0, limit: 100 }))
})
