/** Jobs as the console shows them: every page, pausing, trying again, downloads. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { hideSecrets } from "@orbweaver/core/internal/model/hiddenSecrets"
import * as Job from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobOver } from "@orbweaver/extraction/internal/jobs/defineJob"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Engines } from "../features/Engines.ts"
import { wireError } from "../wire/ErrorBody.ts"
import { hideMissing, notFound, ownJob } from "../features/jobs/pageJobs.ts"
import { offered } from "../features/notImplemented.ts"
import type { Call, Operation } from "../gate/Operation.ts"
import { wholeNumber } from "../wire/query.ts"
import type { Failure } from "../wire/wireErrorOf.ts"
import type { JobSummary } from "./Api.ts"
import { withNotes } from "../wire/warning.ts"
import { cureOfFailure, cureOfStatus } from "./cures.ts"

const defaultJobs = 50
const maxJobs = 200
const defaultPages = 1000
const maxPages = 10_000
/** Failures that are grouped by cause; a job with more shows the first of them. */
const maxFailures = 10_000
const maxExamples = 5

/** Completed pages that the site answered with an error. */
const errorPagesOf = ({ statusCounts }: Job.Job): number => statusCounts["4xx"] + statusCounts["5xx"]

const maxPrompt = 200

/** What a job was asked for in words: a prompt, or the query of a research. */
const promptOf = ({ request }: Job.Job): string | undefined => {
  const text = Predicate.hasProperty(request, "prompt")
    ? request.prompt
    : Predicate.hasProperty(request, "query")
      ? request.query
      : undefined
  return typeof text === "string" && text !== "" ? text.slice(0, maxPrompt) : undefined
}

const jobSummary = (job: Job.Job): typeof JobSummary.Type => ({
  id: job.id,
  kind: job.kind,
  status: job.status,
  origin: job.origin,
  answersWithPages: Job.jobKindEntry(job.kind).answersWithPages,
  counts: job.counts,
  errorPages: errorPagesOf(job),
  ...(Number.isFinite(job.limit) ? { limit: job.limit } : {}),
  collecting: job.collecting,
  creditsUsed: job.creditsUsed,
  ...defined({ prompt: promptOf(job), key: job.keyName, monitorId: job.monitorId, error: job.error }),
  ...withNotes(job.warning === undefined ? {} : { warning: job.warning }, Job.notesOf(job)),
  createdAt: job.createdAt,
  ...defined({ finishedAt: job.finishedAt }),
  expiresAt: job.expiresAt
})

/** The caller's job that the path names; those of others are not there. */
export const jobOf = (jobs: JobStore, { caller, params }: Call): Effect.Effect<Job.Job, Failure> =>
  ownJob(jobs, params["id"], caller, notFound, notFound)

const one = (value: Call["query"][string]): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/** The name of a page of a job; anything else reads as left out. */
const pageName = (value: Call["query"][string]): string | undefined => {
  const text = one(value)
  return text !== undefined && /^\d{1,15}$/.test(text) ? text : undefined
}

const list =
  (jobs: JobStore) =>
  ({ caller, query }: Call) =>
    Effect.map(jobs.list({ accountId: caller.account.id }), (found) => {
      const status = one(query["status"])
      const kind = one(query["kind"])
      const monitor = one(query["monitor"])
      const search = one(query["search"])?.toLowerCase()
      const wanted = found
        .toReversed()
        .filter(
          (job) =>
            job.monitorId === monitor &&
            (status === undefined || job.status === status) &&
            (kind === undefined || job.kind === kind) &&
            (search === undefined ||
              job.id.includes(search) ||
              job.origin.toLowerCase().includes(search) ||
              promptOf(job)?.toLowerCase().includes(search) === true)
        )
      const from = wholeNumber(query["cursor"]) ?? 0
      const size = Math.max(1, Math.min(wholeNumber(query["limit"]) ?? defaultJobs, maxJobs))
      const next = from + size
      return {
        success: true,
        jobs: wanted.slice(from, next).map(jobSummary),
        total: wanted.length,
        ...(next < wanted.length ? { cursor: String(next) } : {})
      }
    })

/** What a job made besides its pages; nothing for kinds that answer with pages, or that this server cannot read. */
const answerOf = ({ engineOf }: Engines, { id, kind }: Job.Job): Effect.Effect<object | undefined, Failure> => {
  const definition: JobOver<unknown> | undefined = resultJobs.find((job) => job.kind === kind)
  if (definition === undefined) return Effect.succeed(undefined)
  const engine = engineOf(definition.engine)
  return engine === undefined
    ? Effect.succeed(undefined)
    : definition.find(id).pipe(
        Effect.provideService(definition.engine, engine),
        Effect.catchTags({
          JobNotFound: () => Effect.fail(notFound),
          // Another version has written it: the rest of the job can be shown all the same.
          StoreError: (error) =>
            Effect.as(Effect.logWarning(`The answer of the job ${id} cannot be read`, error), undefined)
        })
      )
}

const show = (engines: Engines) => (jobs: JobStore) => (call: Call) =>
  Effect.gen(function* () {
    const job = yield* jobOf(jobs, call)
    const answer = yield* answerOf(engines, job)
    const events = yield* jobs.events(job.id, { after: Math.max(0, job.events - 50), limit: 50 })
    return {
      success: true,
      job: jobSummary(job),
      request: hideSecrets(job.request),
      ...defined({ answer }),
      events: events.flatMap(({ at, type }) => (type === "page" || type === "pageFailed" ? [] : [{ type, at }]))
    }
  }).pipe(hideMissing)

const pages = (jobs: JobStore) => (call: Call) =>
  Effect.gen(function* () {
    const job = yield* jobOf(jobs, call)
    const after = pageName(call.query["after"])
    const limit = Math.min(wholeNumber(call.query["limit"]) ?? defaultPages, maxPages)
    const found = yield* jobs.pages(job.id, { after, limit })
    return { success: true, job: jobSummary(yield* jobs.get(job.id)), pages: found }
  }).pipe(hideMissing)

const result = (jobs: JobStore) => (call: Call) =>
  Effect.gen(function* () {
    const job = yield* jobOf(jobs, call)
    const position = wholeNumber(call.params["position"]) ?? 0
    const [found] = position === 0 ? [] : yield* jobs.results(job.id, { after: position - 1, limit: 1 })
    if (found === undefined) return yield* notFound
    return { success: true, document: Job.documentOf(job, found.document) }
  }).pipe(hideMissing)

interface Cause {
  readonly code: string
  readonly error: string
  readonly cure: string
  pages: number
  readonly examples: Array<string>
}

const count = (groups: Map<string, Cause>, key: string, url: string, about: Pick<Cause, "code" | "error" | "cure">) => {
  const group = groups.get(key) ?? { ...about, pages: 0, examples: [] }
  group.pages++
  if (group.examples.length < maxExamples) group.examples.push(url)
  groups.set(key, group)
}

/** Adds the pages that the site answered with an error, by their status. */
const countErrorPages = Effect.fnUntraced(function* (jobs: JobStore, job: Job.Job, groups: Map<string, Cause>) {
  let left = errorPagesOf(job)
  for (let after: string | undefined; left > 0;) {
    const found = yield* jobs.pages(job.id, { after, limit: maxPages })
    for (const { statusCode = 0, url } of found) {
      if (statusCode < 400) continue
      left--
      count(groups, `status ${statusCode}`, url, {
        code: "",
        error: `The site answered with status ${statusCode}`,
        cure: cureOfStatus(statusCode)
      })
    }
    if (found.length < maxPages) return
    after = found.at(-1)!.page
  }
})

const causes = (jobs: JobStore) => (call: Call) =>
  Effect.gen(function* () {
    const job = yield* jobOf(jobs, call)
    const groups = new Map<string, Cause>()
    for (const { cause, code = "", error, url } of yield* jobs.failures(job.id, { after: 0, limit: maxFailures })) {
      // Numbers and addresses differ from page to page though the cause is one.
      const key = `${cause} ${code} ${error.replace(/https?:\/\/\S+|\d+/g, "#")}`
      count(groups, key, url, { code, error, cure: cureOfFailure({ cause, code }) })
    }
    yield* countErrorPages(jobs, job, groups)
    return { success: true, causes: [...groups.values()].toSorted((left, right) => right.pages - left.pages) }
  }).pipe(hideMissing)

/** Moves the job; a move that its state does not allow is a conflict. */
const move =
  (jobs: JobStore, to: "paused" | "scraping" | "cancelled", impossible: string): Operation["work"] =>
  (call) =>
    Effect.gen(function* () {
      const job = yield* jobOf(jobs, call)
      if (!(yield* jobs.move(job.id, to))) return yield* wireError(409, impossible)
      return { success: true, job: jobSummary(yield* jobs.get(job.id)), changed: 1 }
    }).pipe(hideMissing)

const retry = (jobs: JobStore) => (call: Call) =>
  Effect.gen(function* () {
    const job = yield* jobOf(jobs, call)
    const changed = yield* jobs.retryFailed(job.id)
    if (changed === 0) return yield* wireError(409, "No failed page of this job can be tried again")
    return { success: true, job: jobSummary(yield* jobs.get(job.id)), changed }
  }).pipe(hideMissing)

export const jobOperations = (engines: Engines) => {
  const { jobs } = engines
  const operation = offered(jobs, "Jobs")
  const reads = (work: (store: JobStore) => Operation["work"]) =>
    operation({ kind: "status" }, (store, call) => work(store)(call))
  const writes = (work: (store: JobStore) => Operation["work"]) =>
    operation({ kind: "status", writes: true }, (store, call) => work(store)(call))
  return {
    jobList: reads(list),
    job: reads(show(engines)),
    jobPages: reads(pages),
    jobResult: reads(result),
    jobCauses: reads(causes),
    jobPause: writes((store) => move(store, "paused", "Only a running job can be paused")),
    jobResume: writes((store) => move(store, "scraping", "Only a paused job can be resumed")),
    jobCancel: writes((store) => move(store, "cancelled", "The job has ended already")),
    jobRetry: writes(retry)
  }
}
