/**
 * An hour of samples of a server that has the console, in the memory of its process: a restart begins anew, and each process
 * has its own.
 */
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import { JobId } from "@orbweaver/core/model/Job"
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { Operation } from "../gate/Operation.ts"
import { memoryLimits, memoryUsed } from "../gate/processMetrics.ts"
import { storeTimeout } from "../gate/storeMetrics.ts"
import type { SystemSample } from "./Api.ts"
import { judge } from "./thresholds.ts"

const sampleInterval = Duration.seconds(15)
/** An hour. */
export const maxSamples = 240
/** Between two looks how late a timer is: often enough for a thread that is busy again and again to be noticed. */
const lagInterval = Duration.millis(250)

/** An id that no job has: the smallest question to the store. */
const unusedJobId = JobId.make("system-history")

export interface SystemHistory {
  /** Oldest first. */
  readonly samples: () => ReadonlyArray<SystemSample>
  /** Takes a sample without keeping it. */
  readonly current: Effect.Effect<SystemSample>
}

/** Where an interval begins. */
interface Mark {
  /** By the monotonic clock, in milliseconds. */
  readonly at: number
  /** That the process had scraped by then. */
  readonly pages: number
  /** Latest that a timer was in the interval before, in milliseconds. */
  readonly lagMs: number
}

const monotonicMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Of the whole process. */
const counted = Effect.map(Metric.snapshot, (metrics) => {
  let pages = 0
  let browserTabs: number | undefined
  let tabSlots: number | undefined
  for (const { id, state, type } of metrics) {
    if (type === "Counter" && id === "scrapes") pages += Number(state.count)
    if (type === "Gauge" && id === "browser_tabs") browserTabs = Number(state.value)
    if (type === "Gauge" && id === "browser_tab_slots") tabSlots = Number(state.value)
  }
  return { pages, browserTabs, tabSlots }
})

/** How fast the store is, and what it holds; nothing of the latter when it does not answer in time. */
const storeSample = Effect.fnUntraced(function* (store: Pick<JobStore, "get" | "load">) {
  const from = yield* monotonicMs
  const asked = yield* store.get(unusedJobId).pipe(
    Effect.catchTag("JobNotFound", () => Effect.void),
    Effect.timeout(storeTimeout),
    Effect.exit
  )
  if (Exit.isFailure(asked)) return { storeMs: Duration.toMillis(storeTimeout) }
  const storeMs = (yield* monotonicMs) - from
  const load = yield* Effect.exit(Effect.timeout(store.load, storeTimeout))
  if (Exit.isFailure(load)) return { storeMs: Duration.toMillis(storeTimeout) }
  const { longestWaitMs, open } = load.value
  const sum = (of: "jobs" | "running" | "waiting") => open.reduce((total, row) => total + row[of], 0)
  return { storeMs, jobs: sum("jobs"), running: sum("running"), waiting: sum("waiting"), longestWaitMs }
})

/** Samples from now on, until the scope closes. */
export const makeSystemHistory = Effect.fnUntraced(function* (
  store: Pick<JobStore, "get" | "load"> | undefined
): Effect.fn.Return<SystemHistory, never, Scope.Scope> {
  const samples: Array<SystemSample> = []
  const first: Mark = { at: yield* monotonicMs, pages: (yield* counted).pages, lagMs: 0 }
  /** Those of the two samples before: what is current is measured over one interval at least. */
  let marks: readonly [Mark, Mark] = [first, first]
  let worstLagMs = 0

  const sample = Effect.fnUntraced(function* (since: Mark, lagBeforeMs: number) {
    const stored = store === undefined ? {} : yield* storeSample(store)
    const at = yield* monotonicMs
    const { browserTabs, pages } = yield* counted
    const used = memoryUsed()
    const mark: Mark = { at, pages, lagMs: worstLagMs }
    const taken: SystemSample = {
      at: yield* Clock.currentTimeMillis,
      eventLoopMs: Math.max(worstLagMs, lagBeforeMs),
      pagesPerSecond: at > since.at ? (1000 * (pages - since.pages)) / (at - since.at) : 0,
      ...defined({ memoryBytes: used?.rss, heapBytes: used?.heapUsed, browserTabs }),
      ...stored
    }
    return { mark, taken }
  })

  yield* Effect.gen(function* () {
    const { mark, taken } = yield* sample(marks[1], 0)
    worstLagMs = 0
    marks = [marks[1], mark]
    samples.push(taken)
    if (samples.length > maxSamples) samples.shift()
  }).pipe(Effect.repeat(Schedule.fixed(sampleInterval)), Effect.forkScoped)

  yield* Effect.gen(function* () {
    const from = yield* monotonicMs
    yield* Effect.sleep(lagInterval)
    worstLagMs = Math.max(worstLagMs, (yield* monotonicMs) - from - Duration.toMillis(lagInterval))
  }).pipe(Effect.forever, Effect.forkScoped)

  return {
    samples: () => [...samples],
    current: Effect.suspend(() => Effect.map(sample(marks[0], marks[1].lagMs), ({ taken }) => taken))
  }
})

export const systemHistoryOperation = (history: SystemHistory): Operation => ({
  kind: "status",
  admin: true,
  work: () =>
    Effect.gen(function* () {
      const current = yield* history.current
      const { tabSlots } = yield* counted
      const { heap, resident } = memoryLimits()
      return {
        success: true,
        everyMs: Duration.toMillis(sampleInterval),
        samples: history.samples(),
        current,
        thresholds: judge(current, { memoryBytes: resident, heapBytes: heap, browserTabs: tabSlots })
      }
    })
})
