/** `JobStore` in memory. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isFinal } from "../../model/Job.ts"
import type { HostState } from "../Politeness.ts"
import * as JobSignals from "../JobSignals.ts"
import {
  type FailureRange,
  JobStore,
  type PageFailure,
  type PageRecord,
  type Range,
  type Service,
  type StoredResult
} from "../JobStore.ts"
import { forgottenAfterMs, maxWorkers, storeWorker } from "../StoreWorker.ts"
import { maxSlowHosts, type OpenJobs } from "../StoreLoad.ts"
import { inTurns } from "../../support/turns.ts"
import * as ScrapeId from "../../model/ScrapeId.ts"
import * as Lifecycle from "../rules/lifecycle.ts"
import { readWatched, type ShareReading } from "../watchedReading.ts"
import type { Jobs } from "./Jobs.ts"
import * as MemoryJob from "./MemoryJob.ts"

/** Pages that are erased before others have a turn. */
const erasedAtOnce = 100

const slice = <A>(items: ReadonlyArray<A>, { after, limit }: Range): ReadonlyArray<A> =>
  items.slice(after, after + limit)

const failuresOf = (failures: ReadonlyArray<PageFailure>, range: FailureRange): ReadonlyArray<PageFailure> => {
  if ("latest" in range) return failures.slice(Math.max(0, failures.length - range.latest))
  let first = 0
  // Numbers grow, so the first one behind is found by halving.
  for (let end = failures.length; first < end;) {
    const middle = (first + end) >>> 1
    if (failures[middle]!.number > range.after) end = middle
    else first = middle + 1
  }
  return failures.slice(first, first + range.limit)
}

/** Pages are named by their place. */
const pageAfter = (name: string | undefined): number => (name === undefined ? 0 : Number(name) + 1)

/** Waiting hosts of a job of which one may be asked now: more are not looked at. */
const maxLooks = 64

export const makeStore = (
  {
    add,
    apply,
    endIfDone,
    find,
    forget,
    hosts,
    jobs,
    publish,
    results,
    running,
    signals,
    tasks,
    withJob,
    workers
  }: Jobs,
  shareReading: ShareReading
): Service => {
  const store: Service = JobStore.of({
    create: (spec) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const job = MemoryJob.make(spec, now)
        add(job)
        for (const event of job.events) publish(job, event)
        MemoryJob.admit(job, spec.seeds, -1)
        if (spec.task) {
          tasks.push({ jobId: spec.id, attempt: 0, leaseUntil: 0 })
          signals.notify(JobSignals.tasks)
        }
        signals.notify(JobSignals.workTopic)
        endIfDone(job, now)
        return MemoryJob.view(job)
      }),
    get: (id) => Effect.map(find(id), MemoryJob.view),
    list: ({ accountId, active, kind }) =>
      Effect.sync(() =>
        [...jobs.values()]
          .filter(
            ({ spec, state }) =>
              (accountId === undefined || spec.accountId === accountId) &&
              (kind === undefined || spec.kind === kind) &&
              (active === undefined || isFinal(state.status) !== active)
          )
          .map(MemoryJob.view)
      ),
    results: (id, range) =>
      Effect.flatMap(find(id), (job) => {
        const kept = slice(job.results, range)
        return inTurns(function* () {
          const read: Array<StoredResult> = []
          for (const one of kept) {
            const result = yield* results.readInSteps(one)
            if (result !== undefined) read.push(result)
            yield
          }
          return read
        })
      }),
    failures: (id, range) => Effect.map(find(id), ({ failures }) => failuresOf(failures, range)),
    skipped: (id, reason, { after, limit }) =>
      Effect.map(find(id), (job) => {
        const found: Array<PageRecord> = []
        for (let page = pageAfter(after); page < job.rows.length && found.length < limit; page++) {
          const { reason: kept, state } = job.rows[page]!
          if (kept !== reason || !(state === "skipped" || (state === "completed" && reason === "trap"))) continue
          found.push(MemoryJob.record(job, page)!)
        }
        return found
      }),
    pages: (id, { after, limit }) =>
      Effect.map(find(id), (job) => {
        const first = pageAfter(after)
        return job.rows.slice(first, first + limit).map((_, index) => MemoryJob.record(job, first + index)!)
      }),
    page: (id, key) => Effect.map(find(id), (job) => MemoryJob.record(job, MemoryJob.pageOf(job, key))),
    resultOf: (id, key) =>
      Effect.sync(() => {
        const job = jobs.get(id)
        return job === undefined ? undefined : MemoryJob.resultOf(job, MemoryJob.pageOf(job, key), results)
      }),
    scraped: (id) =>
      Effect.sync(() => {
        const range = ScrapeId.jobsOf(id)
        if (range === undefined) return undefined
        for (const [jobId, job] of jobs) {
          if (jobId < range.first || jobId > range.last) continue
          const found = MemoryJob.resultOf(job, ScrapeId.pageIn(jobId, id), results)
          if (found !== undefined) return { jobId, accountId: job.spec.accountId, document: found.document }
        }
        return undefined
      }),
    events: (id, range) => Effect.map(find(id), ({ events }) => slice(events, range)),
    move: (id, to, reason) =>
      withJob(id, (job, now) => {
        const moved = apply(job, Lifecycle.move(job.spec, job.state, to, reason, now), now)
        if (moved && to !== "scraping") signals.notify(JobSignals.stopTopic)
        return moved
      }),
    retryFailed: (id) =>
      withJob(id, (job, now) => {
        const transition = Lifecycle.retryFailed(job.state, now)
        if (transition === undefined) return 0
        if (isFinal(job.state.status)) MemoryJob.skipQueued(job)
        const requeued = MemoryJob.requeueFailed(job)
        running.add(job)
        apply(job, transition, now)
        endIfDone(job, now)
        signals.notify(JobSignals.workTopic)
        return requeued
      }),
    leases: (accountId, limit) =>
      Effect.sync(() =>
        [...running]
          .filter(({ spec }) => spec.accountId === accountId)
          .flatMap(({ active, rows, spec }) =>
            [...active].slice(0, limit).map((page) => {
              const { attempts, host, leaseUntil, url } = rows[page]!
              return { jobId: spec.id, page: String(page), url, host, attempt: attempts, until: leaseUntil }
            })
          )
          .slice(0, limit)
      ),
    hosts: (names) =>
      Effect.sync(() => {
        const found = new Map<string, HostState>()
        for (const name of names) {
          const state = hosts.get(name)
          if (state !== undefined) found.set(name, state)
        }
        return found
      }),
    load: Effect.map(Clock.currentTimeMillis, (now) => {
      const open = new Map<string, OpenJobs>()
      let latePages = 0
      let since = now
      for (const { active, rows, spec, state, waiting } of jobs.values()) {
        if (isFinal(state.status)) continue
        const key = `${spec.kind} ${state.status}`
        const before = open.get(key) ?? { kind: spec.kind, status: state.status, jobs: 0, waiting: 0, running: 0 }
        open.set(key, {
          ...before,
          jobs: before.jobs + 1,
          waiting: before.waiting + state.counts.queued,
          running: before.running + state.counts.active
        })
        for (const page of active) if (rows[page]!.leaseUntil <= now) latePages++
        const waits = state.status === "scraping" && state.counts.queued > 0 && state.counts.active === 0
        const mayStart = waiting.hosts(maxLooks).some((host) => (hosts.get(host)?.nextAt ?? 0) <= now)
        if (waits && mayStart) since = Math.min(since, state.lastActivity)
      }
      for (const { jobId, leaseUntil } of tasks) {
        const job = jobs.get(jobId)
        if (leaseUntil <= now && job !== undefined) since = Math.min(since, Math.max(leaseUntil, job.createdAt))
      }
      return {
        open: [...open.values()],
        latePages,
        longestWaitMs: now - since,
        slowHosts: [...hosts]
          .filter(([, { nextAt }]) => nextAt > now)
          .toSorted(([, one], [, other]) => other.nextAt - one.nextAt)
          .slice(0, maxSlowHosts)
          .map(([host, { active, delayMs, nextAt }]) => ({ host, running: active, delayMs, waitMs: nextAt - now }))
      }
    }),
    recordWorker: (beat) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        workers.set(beat.id, { beat, startedAt: workers.get(beat.id)?.startedAt ?? now, lastBeatAt: now })
        for (const [id, { lastBeatAt }] of workers) if (now - lastBeatAt > forgottenAfterMs) workers.delete(id)
      }),
    removeWorker: (id) => Effect.sync(() => void workers.delete(id)),
    workers: Effect.map(Clock.currentTimeMillis, (now) =>
      [...workers.values()]
        .filter(({ lastBeatAt }) => now - lastBeatAt <= forgottenAfterMs)
        .slice(0, maxWorkers)
        .map(({ beat, ...times }) => storeWorker(beat, times, now))
    ),
    report: (id, output) =>
      withJob(id, (job) => {
        if (isFinal(job.state.status)) return false
        job.output = output
        return true
      }),
    finish: (id, output, credits) =>
      withJob(id, (job, now) => {
        const finished = Lifecycle.finish(job.spec, job.state, credits, now)
        if (finished !== undefined) job.output = output
        return apply(job, finished, now)
      }),
    awaitEvent: (id, after, atMost) =>
      Effect.suspend(() => {
        const hasHappened = () => (jobs.get(id)?.events.length ?? Infinity) > after
        return hasHappened() ? Effect.succeed(true) : Effect.map(signals.wait(id, atMost), hasHappened)
      }),
    watched: shareReading((id, range) => readWatched(store)(id, range)),
    remove: (id) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const job = jobs.get(id)
        if (job === undefined) return
        if (!isFinal(job.state.status)) apply(job, Lifecycle.end(job.state, "cancelled", now), now)
        forget(id)
        signals.notify(id)
      }),
    sweep: Effect.map(Clock.currentTimeMillis, (now) => {
      let count = 0
      for (const [id, job] of jobs) {
        if (!isFinal(job.state.status) || job.state.lastActivity + job.spec.retentionMs > now) continue
        forget(id)
        count++
      }
      return count
    }),
    erase: Effect.fnUntraced(function* (id, { beforeErasing, countOnly, isErased }) {
      const job = yield* find(id)
      if (!countOnly && !isFinal(job.state.status)) return 0
      const pages = MemoryJob.pagesAt(job, isErased, results)
      if (countOnly) return pages.length
      for (let from = 0; from < pages.length; from += erasedAtOnce) {
        const some = pages.slice(from, from + erasedAtOnce)
        yield* beforeErasing(some.flatMap((page) => MemoryJob.resultOf(job, page, results)?.document ?? []))
        MemoryJob.erasePages(job, some, isErased, results)
        yield* Effect.yieldNow
      }
      return pages.length
    }),
    eraseHosts: (isErased) =>
      Effect.sync(() => {
        const erased = [...hosts].filter(([host, { active }]) => active === 0 && isErased(host))
        for (const [host] of erased) hosts.delete(host)
        return erased.length
      })
  })
  return store
}
