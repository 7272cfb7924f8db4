/**
 * Crawls and batches as clients see them: status and paging, errors, cancelling,
 * what is running (docs/reference/jobs.md §2 to §5).
 *
 * Both kinds share one id space, over both versions: v1 clients read their
 * batches at `/v1/crawl/:id`. Only the path printed in `next` differs.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import { attemptsOf } from "@orbweaver/core/internal/jobs/jobPages"
import { hostPaceOf } from "@orbweaver/core/internal/jobs/hostPace"
import { jobWarnings } from "@orbweaver/core/internal/jobs/jobWarnings"
import { hideSecrets } from "@orbweaver/core/internal/model/hiddenSecrets"
import type { KeyHolder } from "@orbweaver/core/accounts/ApiKeys"
import * as Job from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { Debit } from "@orbweaver/core/accounts/Ledger"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import type { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import * as Effect from "effect/Effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { offered } from "../notImplemented.ts"
import type { Engines } from "../Engines.ts"
import { wireError, type WireError } from "../../wire/ErrorBody.ts"
import type { Version } from "../../wire/issues.ts"
import type { Call, Operation } from "../../gate/Operation.ts"
import { documentAnswer, type DocumentText, wholeText, type WriteDocument } from "../../wire/documentText.ts"
import { wholeNumber } from "../../wire/query.ts"
import type { Failure } from "../../wire/wireErrorOf.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { sentences, withWarning } from "../../wire/warning.ts"
import { checkScrape } from "../scrape/checkScrape.ts"
import { retention } from "../scrape/retention.ts"
import { webhookOf } from "./webhooks.ts"

/** Documents of one page of a status, and how much text they may be, in characters. */
const defaultPage = 100
const maxPage = 10_000
const maxText = 10_485_760
/** Results read from the store at once, so that a page is never held twice. */
const chunk = 10

/** The job, if it is the caller's; the error is the operation's own. */
export const ownJob = (
  jobs: JobStore,
  id: string | undefined,
  { account }: KeyHolder,
  unknown: WireError,
  foreign: WireError
): Effect.Effect<Job.Job, Failure> =>
  Effect.matchEffect(jobs.get(Job.JobId.make(id ?? "")), {
    onFailure: (error): Effect.Effect<never, Failure> => Effect.fail(error._tag === "JobNotFound" ? unknown : error),
    onSuccess: (job) => (job.accountId === account.id ? Effect.succeed(job) : Effect.fail(foreign))
  })

export const notFound = wireError(404, "Job not found")

const pageJob = (jobs: JobStore, { caller, params }: Call, foreign: WireError) =>
  Effect.filterOrFail(
    ownJob(jobs, params["id"], caller, notFound, foreign),
    ({ kind }) => Job.jobKindEntry(kind).answersWithPages,
    () => notFound
  )

/** Members of a status that need no pages; also those of the WebSocket's frames. */
export const summary = (job: Job.Job, warnings = Job.warningsOf(job)) => ({
  success: true as const,
  // A paused job goes on later: to a client it is still scraping.
  status: job.status === "paused" ? ("scraping" as const) : job.status,
  total: Job.visibleTotal(job),
  completed: job.counts.completed,
  statusCounts: job.statusCounts,
  ...defined({ monitorId: job.monitorId }),
  creditsUsed: job.creditsUsed,
  expiresAt: Job.expiryOf(job),
  ...warningOf(job, warnings)
})

/** What of the request is not done, what was left out, and why the job may not get on. */
const warningOf = (job: Job.Job, warnings = Job.warningsOf(job)) =>
  withWarning(
    // A job that has ended has nothing left to store.
    Job.isFinal(job.status) ? {} : storeWarning(job),
    sentences(warnings)
  )

/** Says of a job that may not get on that its store refuses what is written; why is for those who run the server. */
export const storeWarning = ({ warning }: { readonly warning?: string | undefined }): { readonly warning?: string } =>
  warning === undefined
    ? {}
    : { warning: "Pages cannot be stored at the moment; the job continues when the store is available" }

const times = ({ createdAt, finishedAt }: Job.Job) => ({
  createdAt: new Date(createdAt).toISOString(),
  ...(finishedAt === undefined
    ? {}
    : { completedAt: new Date(finishedAt).toISOString(), duration: (finishedAt - createdAt) / 1000 })
})

const status = (
  jobs: JobStore,
  call: Call,
  { base, write }: Pick<Engines, "base" | "write">,
  path: (id: string) => string
): Effect.Effect<HttpServerResponse.HttpServerResponse, Failure> =>
  Effect.gen(function* () {
    const job = yield* pageJob(jobs, call, notFound)
    const skip = wholeNumber(call.query["skip"]) ?? 0
    const limit = wholeNumber(call.query["limit"])
    const page = yield* readPage(jobs, job, skip, Math.min(limit ?? defaultPage, maxPage), write)
    const shown = skip + page.length
    // Only while stored pages are left: clients follow `next` without waiting, so it must not lead to nothing.
    const next =
      job.counts.completed > shown && page.length > 0
        ? `${base(call)}${path(job.id)}?skip=${shown}${limit === undefined ? "" : `&limit=${limit}`}`
        : undefined
    const hostPace = yield* hostPaceOf(jobs, job)
    const head = JSON.stringify({
      ...summary(job, yield* jobWarnings(jobs, job)),
      ...(hostPace === undefined ? {} : { hostPace }),
      ...times(job),
      ...(job.error === undefined ? {} : { error: job.error }),
      next
    })
    const [first = ""] = page
    return documentAnswer(`${head.slice(0, -1)},"data":[`, page.length > 1 ? page.join(",") : first, "]}")
  }).pipe(hideMissing)

/** A job that was removed between two reads is not there either. */
export const hideMissing = <A, E extends { readonly _tag: string }>(self: Effect.Effect<A, E | Job.JobNotFound>) =>
  Effect.catchTag(self as Effect.Effect<A, Failure | Job.JobNotFound>, "JobNotFound", () => Effect.fail(notFound))

/** The texts of documents; one that is longer than all may be stands alone. */
const readPage = Effect.fnUntraced(function* (
  jobs: JobStore,
  job: Job.Job,
  skip: number,
  limit: number,
  write: WriteDocument
): Effect.fn.Return<ReadonlyArray<DocumentText>, Effect.Error<ReturnType<JobStore["results"]>>> {
  const texts: Array<string> = []
  let size = 0
  while (texts.length < limit) {
    const wanted = Math.min(chunk, limit - texts.length)
    const results = yield* jobs.results(job.id, { after: skip + texts.length, limit: wanted })
    for (const { document } of results) {
      const text = write(Job.documentOf(job, document))
      const whole = yield* wholeText(text, maxText - size)
      // At least one document is always given, however large.
      if (whole === undefined) return texts.length > 0 ? texts : [text]
      size += whole.length
      texts.push(whole)
    }
    if (results.length < wanted) return texts
  }
  return texts
})

/** Failures listed at most. */
const maxErrors = 10_000

const errors = (jobs: JobStore, call: Call): Effect.Effect<object, Failure> =>
  Effect.gen(function* () {
    const job = yield* pageJob(jobs, call, wireError(403, "Forbidden"))
    const failures = yield* jobs.failures(job.id, { after: 0, limit: maxErrors })
    const blocked = yield* jobs.skipped(job.id, "robots", { limit: maxErrors })
    return {
      errors: failures.map(({ at, attemptLog, code, error, page, url }) => ({
        id: ScrapeId.ofPage(job.id, page),
        timestamp: new Date(at).toISOString(),
        url,
        ...(code === undefined ? {} : { code }),
        error,
        ...attemptsOf({ attemptLog })
      })),
      robotsBlocked: [...new Set(blocked.map(({ url }) => url))]
    }
  }).pipe(hideMissing)

/** Cancelling a job that has ended changes nothing and says the same. */
const cancel = (jobs: JobStore, call: Call): Effect.Effect<object, Failure> =>
  Effect.gen(function* () {
    const job = yield* pageJob(jobs, call, wireError(403, "Unauthorized"))
    yield* jobs.move(job.id, "cancelled")
    return { success: true, status: "cancelled" }
  }).pipe(hideMissing)

/** Crawls that are running, with the options they run by; `options` writes these as the version has them. */
export const active = (engines: Engines, options: (request: Readonly<Record<string, unknown>>) => object): Operation =>
  offered(engines.jobs, "Crawls")({ kind: "status" }, (jobs, { caller }) =>
    Effect.map(jobs.list({ accountId: caller.account.id, active: true, kind: "crawl" }), (found) => ({
      success: true,
      crawls: found.map((job) => ({
        id: job.id,
        teamId: job.accountId,
        url: job.origin,
        status: "scraping",
        created_at: new Date(job.createdAt).toISOString(),
        // Nothing is known of a request that this server cannot read; the warning says why.
        options: job.request === null ? {} : options(hideSecrets(job.request) as Readonly<Record<string, unknown>>),
        ...warningOf(job)
      }))
    }))
  )

/** Reading and stopping crawls and batches, for one version. */
export const jobOperations = ({ base, jobs, write }: Engines, version: Version) => {
  const operation = offered(jobs, "Jobs")
  const statusAt = (path: string) =>
    operation({ kind: "status" }, (jobs, call) =>
      status(jobs, call, { base, write }, (id) => `/${version}/${path}/${id}`)
    )
  const cancels = operation({ kind: "status", writes: true }, cancel)
  const lists = operation({ kind: "status" }, errors)
  return {
    getCrawlStatus: statusAt("crawl"),
    cancelCrawl: cancels,
    getCrawlErrors: lists,
    getBatchScrapeStatus: statusAt("batch/scrape"),
    cancelBatchScrape: cancels,
    getBatchScrapeErrors: lists
  }
}

/** Options of a crawl or batch that say how its pages are scraped, who hears of them, and what is not done. */
export const pageOptions = Effect.fnUntraced(function* (
  engines: Engines,
  { body }: Call,
  { webhook, zeroDataRetention }: { readonly webhook?: WebhookOptions | null; readonly zeroDataRetention?: boolean },
  asked: ScrapeOptions
) {
  const scrapeOptions = yield* Effect.fromResult(retention({ zeroDataRetention }, asked))
  yield* checkScrape(engines, scrapeOptions)
  const notes = unsupportedFieldNotes(body)
  return { scrapeOptions, ...(notes.length === 0 ? {} : { notes }), ...webhookOf(engines, webhook) }
})

/** What a crawl or batch that was just started answers; `at` is where such jobs are read. */
export const started = (
  at: string,
  { id }: Job.Job,
  answer: { readonly warning?: string; readonly invalidURLs?: ReadonlyArray<string> },
  notes: ReadonlyArray<string> = []
): object => withWarning({ success: true, id, url: `${at}/${id}`, ...answer }, sentences(notes))

/** Credits that must be left to start: the limit asked for, else one for each address, else one (docs/reference/v2.md §1.2). */
export const price: NonNullable<Operation["price"]> = (body) => {
  const { limit, urls } = (body ?? {}) as { readonly limit?: unknown; readonly urls?: unknown }
  const wanted = Number(limit)
  const amount = limit !== undefined && Number.isFinite(wanted) ? wanted : Array.isArray(urls) ? urls.length : 1
  return { unit: "credits", amount: Math.max(0, amount) } satisfies Pick<Debit, "unit" | "amount">
}
