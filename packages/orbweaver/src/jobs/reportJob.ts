/** What a job could not do, as one line of the caller's log. Without a logger nothing is read or written. */
import { crawlOutput, type JobId } from "@orbweaver/core/model/Job"
import { jobWarnings } from "@orbweaver/core/internal/jobs/jobWarnings"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { counted } from "@orbweaver/core/internal/support/counted"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

/** Longest part of the line, in characters. */
const maxPart = 300
/** Addresses that are counted; beyond them the line says "or more". */
const maxSkipped = 1000

/** Never fails: the job has ended, whatever its log says. */
export const reportJob = (id: JobId): Effect.Effect<void, never, JobStore> =>
  Effect.gen(function* () {
    const loggers = yield* Logger.CurrentLoggers
    if (loggers.size === 0) return
    const store = yield* JobStore
    const job = yield* store.get(id)
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
  }).pipe(Effect.ignoreCause)
