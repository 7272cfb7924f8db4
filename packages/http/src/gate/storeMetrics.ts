/** What waits, what runs and who works in the store, read when somebody asks for figures: for alarms and autoscaling. */
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { OpenJobs, StoreLoad } from "@orbweaver/core/jobs/StoreLoad"
import type { StoreWorker } from "@orbweaver/core/jobs/StoreWorker"
import { JobKind, JobStatus, isFinal } from "@orbweaver/core/model/Job"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Longest that the store may take to say that it is there, and what waits in it. */
export const storeTimeout = Duration.seconds(5)

interface Found {
  readonly load: StoreLoad
  readonly workers: ReadonlyArray<StoreWorker>
}

type Gauge = readonly [Metric.Metric<number, unknown>, (found: Found) => number]

const sum = ({ load }: Found, count: (open: OpenJobs) => number): number =>
  load.open.reduce((all, open) => all + count(open), 0)

const queueJobs = Metric.gauge("queue_jobs", {
  description: "Jobs of the store that have not ended, by kind and status"
})
const queuePages = Metric.gauge("queue_pages", { description: "Pages of jobs that wait, by kind and status" })

/** Each kind and status has its gauges also where it has no jobs: nothing would set them to 0 otherwise. */
const queueGauges = JobKind.literals.flatMap((kind) =>
  JobStatus.literals
    .filter((status) => !isFinal(status))
    .flatMap((status): ReadonlyArray<Gauge> => {
      const count = (found: Found, value: (open: OpenJobs) => number) =>
        sum(found, (open) => (open.kind === kind && open.status === status ? value(open) : 0))
      return [
        [Metric.withAttributes(queueJobs, { kind, status }), (found) => count(found, ({ jobs }) => jobs)],
        [Metric.withAttributes(queuePages, { kind, status }), (found) => count(found, ({ waiting }) => waiting)]
      ]
    })
)

const gauges: ReadonlyArray<Gauge> = [
  [
    Metric.gauge("jobs_open", { description: "Jobs of the store that have not ended" }),
    (found) => sum(found, ({ jobs }) => jobs)
  ],
  [
    Metric.gauge("pages_waiting", { description: "Pages of jobs that wait" }),
    (found) => sum(found, ({ waiting }) => waiting)
  ],
  [
    Metric.gauge("pages_running", { description: "Pages of jobs that workers have, each under a lease" }),
    (found) => sum(found, ({ running }) => running)
  ],
  [
    Metric.gauge("pages_late", {
      description: "Pages whose lease is over: their worker was killed, or does not answer"
    }),
    ({ load }) => load.latePages
  ],
  [
    Metric.gauge("longest_wait_ms", { description: "For how long a job has waited for a worker, in milliseconds" }),
    ({ load }) => load.longestWaitMs
  ],
  [
    Metric.gauge("workers", { description: "Workers of the store that are heard of" }),
    ({ workers }) => workers.filter(({ isGone }) => !isGone).length
  ],
  [
    Metric.gauge("workers_gone", { description: "Workers of the last day that ended without a word" }),
    ({ workers }) => workers.filter(({ isGone }) => isGone).length
  ],
  [
    Metric.gauge("worker_pages", { description: "Pages that the workers of the store work on, as they report them" }),
    ({ workers }) => workers.reduce((all, { isGone, running }) => all + (isGone ? 0 : running), 0)
  ],
  ...queueGauges
]

/** Updates the gauges; they are NaN while the store does not answer. */
export const storeFigures = ({ load, workers }: Pick<JobStore, "load" | "workers">): Effect.Effect<void> =>
  Effect.matchEffect(Effect.timeout(Effect.all({ load, workers }), storeTimeout), {
    onFailure: () => Effect.forEach(gauges, ([gauge]) => Metric.update(gauge, Number.NaN), { discard: true }),
    onSuccess: (found) =>
      Effect.forEach(gauges, ([gauge, value]) => Metric.update(gauge, value(found)), { discard: true })
  })
