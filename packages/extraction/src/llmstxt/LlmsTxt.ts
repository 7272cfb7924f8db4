/**
 * llms.txt of a site, as a job (docs/reference/v1.md §10; https://llmstxt.org): its
 * name, what it is about, and its pages in sections, each in one sentence; and
 * llms-full.txt, the same pages whole.
 *
 * ```
 * map ─► pages of the job ─► titles and descriptions ─► sections ─► text
 *                            by rules, or by a model
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { pagesOf, resultsOf, awaitSettled } from "@orbweaver/core/internal/jobs/jobPages"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { discovered, isFinal, type Job, type JobId, type JobNotFound, Notes } from "@orbweaver/core/model/Job"
import { JobStore, type StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { Robots } from "@orbweaver/core/crawl/Robots"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import * as Url from "@orbweaver/core/model/Url"
import { commonStatus, type JobEngine, jobsOf, statusFields } from "../jobs/jobEngine.ts"
import { describeByModel } from "./describe.ts"
import { describe, sketch } from "./entries.ts"
import { defaults, type LlmsTxtOptions } from "./LlmsTxtOptions.ts"
import { fullText, Outline, outlineText } from "./text.ts"

const Request = Schema.Struct({
  url: Schema.String,
  maxUrls: Schema.Int,
  showFullText: Schema.Boolean,
  /** What each page is scraped with. */
  scrapeOptions: Schema.Struct({
    formats: Schema.Array(Schema.String),
    maxAge: Schema.optionalKey(Schema.Int)
  }),
  notes: Notes
})
const isOutline = Schema.is(Outline)

export const LlmsTxtStatus = Schema.Struct({
  ...statusFields,
  success: Schema.Boolean,
  /** What there is so far. */
  data: Schema.Struct({ llmstxt: Schema.String, llmsfulltxt: Schema.optionalKey(Schema.String) }),
  /** Whether a model wrote the descriptions; once it is completed. */
  madeBy: Schema.optionalKey(Schema.Literals(["rules", "model"])),
  /** Tokens of a model. */
  tokensUsed: Schema.optionalKey(Schema.Number)
})
export type LlmsTxtStatus = typeof LlmsTxtStatus.Type

export interface Service extends JobEngine<LlmsTxtStatus> {
  /** `notes` are sentences about what was asked for and is not done. */
  readonly start: (
    url: string,
    options?: LlmsTxtOptions,
    notes?: ReadonlyArray<string>
  ) => Effect.Effect<Job, InvalidInput | StoreError>
  /** `heading` stands in place of the name of the site. Fails with `JobNotFound` for other kinds of jobs too. */
  readonly status: (
    id: JobId,
    options?: { readonly heading?: (url: string, file: string) => string }
  ) => Effect.Effect<LlmsTxtStatus, JobNotFound | StoreError>
}

export interface Options {
  /** Writes the descriptions; by rules when absent. */
  readonly model?: LanguageModel | undefined
}

type Needs = JobStore | Frontier | Mapper | Robots | Ledger

export class LlmsTxt extends Context.Service<LlmsTxt, Service>()("@orbweaver/extraction/LlmsTxt") {
  static readonly layer = (options: Options = {}): Layer.Layer<LlmsTxt, never, Needs> =>
    Layer.effect(LlmsTxt, make(options))
}

/** Longest time for the map of the site, in milliseconds. */
const mapTimeout = 60_000

const make = Effect.fnUntraced(function* ({ model }: Options) {
  const store = yield* JobStore
  const frontier = yield* Frontier
  const services = yield* Effect.context<Needs>()

  const llmsTxtJobs = jobsOf(store, "llmstxt", "LlmsTxt", Request)

  const start = Effect.fn("LlmsTxt.start")(function* (
    input: string,
    options: LlmsTxtOptions = {},
    notes: ReadonlyArray<string> = []
  ) {
    const account = yield* CurrentAccount
    const { href: url } = yield* Url.parse(input)
    const { cache, maxUrls, showFullText } = { ...defaults, ...options }
    if (cache) {
      const earlier = yield* findEarlierJob(account.id, { url, maxUrls, showFullText })
      if (earlier !== undefined) return earlier
    }
    return yield* llmsTxtJobs.create({
      request: {
        url,
        maxUrls,
        showFullText,
        ...(notes.length === 0 ? {} : { notes }),
        scrapeOptions: { formats: ["markdown"], ...(cache ? {} : { maxAge: 0 }) }
      } satisfies typeof Request.Type,
      origin: url,
      maxConcurrency: 10
    })
  })

  /** A completed job of the account with the same options. */
  const findEarlierJob = Effect.fnUntraced(function* (
    accountId: string,
    wanted: { readonly url: string; readonly maxUrls: number; readonly showFullText: boolean }
  ) {
    const jobs = yield* store.list({ accountId, kind: "llmstxt", active: false })
    for (const job of jobs.toReversed()) {
      if (job.status !== "completed" || job.origin !== wanted.url) continue
      const { maxUrls, showFullText } = yield* llmsTxtJobs.requestOf(job)
      if (maxUrls === wanted.maxUrls && showFullText === wanted.showFullText) return job
    }
    return undefined
  })

  const collect: TaskHandler = Effect.fnUntraced(function* (given: Job) {
    const { maxUrls, url } = yield* llmsTxtJobs.requestOf(given)
    const end = (reason: string) => llmsTxtJobs.fail(given.id, reason)
    // After a crash the pages are there already.
    if (discovered(given.counts) === 0) {
      const { urls, warning } = yield* addressesOf(url, maxUrls)
      if (urls.length === 0) return yield* end(`No pages were found at ${url}. ${warning ?? ""}`.trim())
      yield* frontier.admit(given.id, pagesOf(urls).slice(0, maxUrls))
    }
    const job = yield* awaitSettled(store, given.id)
    if (isFinal(job.status)) return
    if (job.counts.queued + job.counts.active > 0) return yield* end("Reading the pages took longer than an hour")
    const results = readable(yield* resultsOf(store, job.id))
    const outline = yield* describe(url, results)
    if (outline.pages.length === 0) return yield* end(`No page of ${url} could be read`)
    const described = model === undefined ? outline : yield* describeByModel(model, job.id, outline, results)
    yield* store.finish(job.id, described, 0)
  }, Effect.provideContext(services))

  const status = Effect.fn("LlmsTxt.status")(function* (
    id: JobId,
    { heading }: { readonly heading?: (url: string, file: string) => string } = {}
  ) {
    const job = yield* llmsTxtJobs.find(id)
    const request = yield* llmsTxtJobs.requestIfReadable(job)
    const common = commonStatus(job)
    if (request === undefined) return { ...common, success: common.status !== "failed", data: { llmstxt: "" } }
    const { showFullText, url } = request
    const made = isOutline(job.output) ? job.output : undefined
    const results = made !== undefined && !showFullText ? [] : readable(yield* resultsOf(store, job.id))
    const outline = made ?? sketch(url, results)
    const headingOf = (file: string) => heading?.(url, file) ?? outline.name
    return {
      ...common,
      success: common.status !== "failed",
      data: {
        llmstxt: outline.pages.length === 0 ? "" : outlineText(outline, headingOf("llms.txt")),
        ...(showFullText
          ? { llmsfulltxt: results.length === 0 ? "" : fullText(outline, results, headingOf("llms-full.txt")) }
          : {})
      },
      ...(made === undefined ? {} : { madeBy: made.madeBy, tokensUsed: made.tokens.input + made.tokens.output })
    }
  })

  return LlmsTxt.of({ start, status, collect })
})

/** Pages of the site that robots may visit, the given one first. */
const addressesOf = Effect.fnUntraced(function* (url: string, maxAddresses: number) {
  const mapper = yield* Mapper
  const robots = yield* Robots
  const { links, warning } = yield* mapper.map(url, { limit: maxAddresses, timeout: mapTimeout })
  const rules = yield* robots.rules(new URL(url))
  const found = links.flatMap((link) => {
    const parsed = URL.parse(link.url)
    return parsed === null || !rules.allows(parsed).allowed ? [] : [parsed.href]
  })
  return { urls: found.length === 0 ? [] : [url, ...found], warning }
})

/** Pages that answered well and hold text. */
const readable = (results: ReadonlyArray<StoredResult>): ReadonlyArray<StoredResult> =>
  results.filter(({ document }) => document.metadata.statusCode < 400 && (document.markdown ?? "").trim() !== "")
