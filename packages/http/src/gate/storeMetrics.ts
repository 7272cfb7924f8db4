/** What waits and what runs in the store, read when somebody asks for figures: for alarms, and for what starts workers. */
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { OpenJobs, StoreLoad } from "@orbweaver/core/jobs/StoreLoad"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Longest that the store may take to say that it is there, and what waits in it. */
export const storeTimeout = Duration.seconds(5)

const sum = (load: StoreLoad, count: (open: OpenJobs) => number): number =>
  load.open.reduce((all, open) => all + count(open), 0)

const gauges: ReadonlyArray<readonly [Metric.Metric<number, unknown>, (load: StoreLoad) => number]> = [
  [
    Metric.gauge("jobs_open", { description: "Jobs of the store that have not ended" }),
    (load) => sum(load, ({ jobs }) => jobs)
  ],
  [
    Metric.gauge("pages_waiting", { description: "Pages of jobs that wait" }),
    (load) => sum(load, ({ waiting }) => waiting)
  ],
  [
    Metric.gauge("pages_running", { description: "Pages of jobs that workers have" }),
    (load) => sum(load, ({ running }) => running)
  ],
  [
    Metric.gauge("pages_late", {
      description: "Pages whose lease is over: their worker was killed, or does not answer"
    }),
    ({ latePages }) => latePages
  ],
  [
    Metric.gauge("longest_wait_ms", { description: "For how long a job has waited for a worker, in milliseconds" }),
    ({ longestWaitMs }) => longestWaitMs
  ]
]

/** Updates the gauges; they are NaN while the store does not answer. */
export const storeFigures = ({ load }: Pick<JobStore, "load">): Effect.Effect<void> =>
  Effect.matchEffect(Effect.timeout(load, storeTimeout), {
    onFailure: () => Effect.forEach(gauges, ([gauge]) => Metric.update(gauge, Number.NaN), { discard: true }),
    onSuccess: (found) =>
      Effect.forEach(gauges, ([gauge, value]) => Metric.update(gauge, value(found)), { discard: true })
  })
