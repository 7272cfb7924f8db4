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
import * as SecureRandom from "effect/crypto/SecureRandom"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { pagesOf, resultsOf, awaitSettled } from "@orbweaver/core/internal/jobs/jobPages"
import { ownedBy, unbounded } from "@orbweaver/core/internal/jobs/newJob"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { discovered, expiryOf, isFinal, type Job, JobId, JobNotFound, resultStatus } from "@orbweaver/core/model/Job"
import { JobStore, type StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { Robots } from "@orbweaver/core/crawl/Robots"
import { StoreError } from "@orbweaver/core/model/StoreError"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import * as Url from "@orbweaver/core/model/Url"
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
  })
})
const decodeRequest = Schema.decodeUnknownEffect(Request)
const isOutline = Schema.is(Outline)

export interface LlmsTxtStatus {
  readonly id: string
  readonly success: boolean
  readonly status: "processing" | "completed" | "failed" | "cancelled"
  /** What there is so far. */
  readonly data: { readonly llmstxt: string; readonly llmsfulltxt?: string | undefined }
  readonly error?: string | undefined
  /** Whether a model wrote the descriptions; once it is completed. */
  readonly madeBy?: "rules" | "model" | undefined
  /** Tokens of a model. */
  readonly tokensUsed?: number | undefined
  readonly creditsUsed: number
  /** ISO 8601. */
  readonly expiresAt: string
}

export interface Service {
  readonly start: (url: string, options?: LlmsTxtOptions) => Effect.Effect<Job, InvalidInput | StoreError>
  /** `heading` stands in place of the name of the site. Fails with `JobNotFound` for other kinds of jobs too. */
  readonly status: (
    id: JobId,
    options?: { readonly heading?: (url: string, file: string) => string }
  ) => Effect.Effect<LlmsTxtStatus, JobNotFound | StoreError>
  /** Chooses the pages, waits for them, and describes them. */
  readonly collect: TaskHandler
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

  const requestOf = (job: Job) =>
    Effect.mapError(decodeRequest(job.request), (cause) => new StoreError({ operation: "LlmsTxt.request", cause }))

  const start = Effect.fn("LlmsTxt.start")(function* (input: string, options: LlmsTxtOptions = {}) {
    const account = yield* CurrentAccount
    const { href: url } = yield* Url.parse(input)
    const { cache, maxUrls, showFullText } = { ...defaults, ...options }
    if (cache) {
      const earlier = yield* findEarlierJob(account.id, { url, maxUrls, showFullText })
      if (earlier !== undefined) return earlier
    }
    return yield* store.create({
      id: JobId.make(SecureRandom.uuidV4Unsafe()),
      kind: "llmstxt",
      ...ownedBy(account),
      ...unbounded,
      request: {
        url,
        maxUrls,
        showFullText,
        scrapeOptions: { formats: ["markdown"], ...(cache ? {} : { maxAge: 0 }) }
      } satisfies typeof Request.Type,
      origin: url,
      maxConcurrency: 10,
      task: true,
      seeds: []
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
      const { maxUrls, showFullText } = yield* requestOf(job)
      if (maxUrls === wanted.maxUrls && showFullText === wanted.showFullText) return job
    }
    return undefined
  })

  const collect: TaskHandler = Effect.fnUntraced(function* (given: Job) {
    const { maxUrls, url } = yield* requestOf(given)
    const end = (reason: string) => Effect.asVoid(store.move(given.id, "failed", reason))
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
    const job = yield* store.get(id)
    if (job.kind !== "llmstxt") return yield* new JobNotFound({ id })
    const { showFullText, url } = yield* requestOf(job)
    const state = resultStatus(job.status)
    const made = isOutline(job.output) ? job.output : undefined
    const results = made !== undefined && !showFullText ? [] : readable(yield* resultsOf(store, job.id))
    const outline = made ?? sketch(url, results)
    const headingOf = (file: string) => heading?.(url, file) ?? outline.name
    return {
      id: job.id,
      success: state !== "failed",
      status: state,
      data: {
        llmstxt: outline.pages.length === 0 ? "" : outlineText(outline, headingOf("llms.txt")),
        ...(showFullText
          ? { llmsfulltxt: results.length === 0 ? "" : fullText(outline, results, headingOf("llms-full.txt")) }
          : {})
      },
      ...(job.error === undefined ? {} : { error: job.error }),
      ...(made === undefined ? {} : { madeBy: made.madeBy, tokensUsed: made.tokens.input + made.tokens.output }),
      creditsUsed: job.creditsUsed,
      expiresAt: expiryOf(job)
    } satisfies LlmsTxtStatus
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
