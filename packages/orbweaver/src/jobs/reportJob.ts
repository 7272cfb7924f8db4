/** What a job could not do, as one line of the application's log. Without a logger nothing is read or written. */
import { crawlOutput, isFinal, type Job, type JobId, jobKindEntry } from "@orbweaver/core/model/Job"
import { jobWarnings } from "@orbweaver/core/internal/jobs/jobWarnings"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { counted } from "@orbweaver/core/internal/support/counted"
import { JobReports } from "@orbweaver/core/internal/crawl/JobReports"
import { LruMap } from "@orbweaver/core/internal/support/LruMap"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

/** Longest part of the line, in characters. */
const maxPart = 300
/** Addresses that are counted; beyond them the line says "or more". */
const maxSkipped = 1000

/** Jobs that are remembered as reported. */
const maxReported = 1000

/** A line for each job that answers with pages, whoever started it, in the process that worked on it or waited for it. */
export const layer: Layer.Layer<never> = Layer.sync(JobReports, () => {
  const reported = new LruMap<JobId, Deferred.Deferred<void>>({ maxEntries: maxReported })
  const report = Effect.fnUntraced(function* (id: JobId) {
    const loggers = yield* Logger.CurrentLoggers
    if (loggers.size === 0) return
    const job = yield* JobStore.use((store) => store.get(id))
    // Who cancels a job knows what it lacks.
    if (!isFinal(job.status) || job.status === "cancelled" || !jobKindEntry(job.kind).answersWithPages) return
    const known = reported.get(id)
    if (known !== undefined) return yield* Deferred.await(known)
    const written = Deferred.makeUnsafe<void>()
    reported.set(id, written)
    yield* Effect.ensuring(Effect.ignoreCause(logJob(job)), Deferred.succeed(written, undefined))
  })
  return { report: (id) => Effect.ignoreCause(report(id)) }
})

const logJob = (job: Job) =>
  Effect.gen(function* () {
    const { id } = job
    const store = yield* JobStore
    const [failure] = job.counts.failed === 0 ? [] : yield* store.failures(id, { after: 0, limit: 1 })
    const refused = job.counts.skipped === 0 ? [] : yield* store.skipped(id, "robots", { limit: maxSkipped })
    // What became of its sitemaps was logged when it happened.
    const { warnings: logged = [] } = crawlOutput(job)
    const warnings = yield* jobWarnings(store, job)
    const parts = [
      ...(failure === undefined
        ? []
        : [`${counted(job.counts.failed, "page")} failed, such as ${failure.url} (${failure.error}).`]),
      ...(refused.length === 0
        ? []
        : [
            `robots.txt refuses ${refused.length === maxSkipped ? `${maxSkipped} or more addresses` : counted(refused.length, "address", "addresses")}.`
          ]),
      ...warnings.filter((warning) => !logged.includes(warning))
    ]
    if (parts.length === 0) return
    const text = parts.map((part) => (part.length > maxPart ? `${part.slice(0, maxPart)}…` : part)).join(" ")
    yield* Effect.annotateLogs(Effect.logWarning(`The ${job.kind} ${id}: ${text}`), { jobId: id })
  })
