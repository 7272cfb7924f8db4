/** What the ports over the memory share: the jobs, their hosts and accounts, and who is notified. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isFinal, type JobId, JobNotFound } from "../../model/Job.ts"
import * as JobSignals from "../JobSignals.ts"
import type { JobEvent } from "../JobStore.ts"
import type { WorkerBeat } from "../StoreWorker.ts"
import * as Politeness from "../Politeness.ts"
import type { Transition } from "../rules/JobState.ts"
import * as Lifecycle from "../rules/lifecycle.ts"
import { isSubscribed } from "../Webhooks.ts"
import * as MemoryJob from "./MemoryJob.ts"
import type { Outbox } from "./outbox.ts"
import * as ReadyJobs from "./ReadyJobs.ts"
import type { ResultMemory } from "./resultMemory.ts"

export interface WaitingTask {
  readonly jobId: JobId
  attempt: number
  leaseUntil: number
}

export interface RecordedWorker {
  readonly beat: WorkerBeat
  readonly startedAt: number
  readonly lastBeatAt: number
}

export type Jobs = ReturnType<typeof makeJobs>

export const makeJobs = (limits: Politeness.Limits, outbox: Outbox, results: ResultMemory) => {
  const jobs = new Map<JobId, MemoryJob.MemoryJob>()
  /** Jobs that have not ended. */
  const running = new Set<MemoryJob.MemoryJob>()
  const ready = ReadyJobs.make()
  const hosts = new Map<string, Politeness.HostState>()
  /** Running pages of accounts. */
  const activeOf = new Map<string, number>()
  const tasks: Array<WaitingTask> = []
  const workers = new Map<string, RecordedWorker>()
  const signals = JobSignals.make()

  const find = (id: JobId) =>
    Effect.suspend(() => {
      const job = jobs.get(id)
      return job === undefined ? Effect.fail(new JobNotFound({ id })) : Effect.succeed(job)
    })

  const withJob = <A>(id: JobId, use: (job: MemoryJob.MemoryJob, now: number) => A) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.map(find(id), (job) => use(job, now)))

  /** Files the event for those who watch and for the webhook. */
  const publish = (job: MemoryJob.MemoryJob, event: JobEvent): void => {
    signals.notify(job.spec.id)
    if (job.state.status === "scraping") signals.notify(JobSignals.workTopic)
    const { id, kind, webhook } = job.spec
    if (webhook === undefined || !isSubscribed(webhook, event.type)) return
    outbox.add({
      id: `${id}-${event.number}`,
      jobId: id,
      kind,
      webhook,
      number: event.number,
      type: event.type,
      position: event.position,
      error: event.type === "failed" ? job.state.error : undefined,
      attempt: 0
    })
  }

  const addActive = (accountId: string, count: number): void => {
    const active = (activeOf.get(accountId) ?? 0) + count
    if (active > 0) activeOf.set(accountId, active)
    else activeOf.delete(accountId)
  }

  const hostEnded = (host: string, signal: Politeness.HostSignal | undefined, now: number): void => {
    const state = Politeness.onPageEnd(hosts.get(host) ?? Politeness.newHostState(limits), signal, now, limits)
    const idle = state.active === 0 && state.delayMs === 0 && state.nextAt <= now && state.cap >= limits.concurrency
    if (idle) hosts.delete(host)
    else hosts.set(host, state)
    ready.wakeForRoom(host, Math.max(1, state.cap - state.active))
  }

  const pageEnded = (
    job: MemoryJob.MemoryJob,
    host: string,
    signal: Politeness.HostSignal | undefined,
    now: number
  ) => {
    addActive(job.spec.accountId, -1)
    hostEnded(host, signal, now)
  }

  /**
   * Takes over what the rules say of the job: frees what it held when it ends, and files what happened. Called after
   * every change of its pages too, which claims have to know of.
   */
  const apply = (job: MemoryJob.MemoryJob, transition: Transition | undefined, now: number): boolean => {
    if (transition === undefined) {
      ready.update(job)
      return false
    }
    const ends = isFinal(transition.state.status) && !isFinal(job.state.status)
    if (ends) for (const page of job.active) pageEnded(job, job.rows[page]!.host, undefined, now)
    const events = MemoryJob.apply(job, transition)
    if (ends) {
      running.delete(job)
      dropTask(job.spec.id)
    }
    ready.update(job)
    for (const event of events) publish(job, event)
    return true
  }

  const endIfDone = (job: MemoryJob.MemoryJob, now: number): boolean =>
    apply(job, Lifecycle.endIfDone(job.spec, job.state, now), now)

  const dropTask = (id: JobId): void => {
    const at = tasks.findIndex(({ jobId }) => jobId === id)
    if (at >= 0) tasks.splice(at, 1)
  }

  const add = (job: MemoryJob.MemoryJob): void => {
    jobs.set(job.spec.id, job)
    running.add(job)
  }

  /** Leaves nothing of the job. */
  const forget = (id: JobId): void => {
    jobs.get(id)?.results.forEach(results.drop)
    jobs.delete(id)
    outbox.forget(id)
  }

  return {
    limits,
    results,
    jobs,
    running,
    ready,
    hosts,
    activeOf,
    tasks,
    workers,
    signals,
    find,
    withJob,
    publish,
    addActive,
    pageEnded,
    apply,
    endIfDone,
    dropTask,
    add,
    forget
  }
}
