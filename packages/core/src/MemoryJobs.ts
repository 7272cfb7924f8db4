/**
 * Jobs in the memory of this process, gone with it: the adapter of `JobStore`,
 * `Frontier`, `JobQueue` and `WebhookOutbox` that needs nothing installed.
 *
 * Every call runs in one turn of the event loop, so every call is a
 * transaction. Costs do not grow with the number of pages.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Claim, type ClaimedPage, Frontier, type Service as FrontierService, type Settled } from "./Frontier.ts"
import { canMove, isFinal, type JobId, JobNotFound } from "./Job.ts"
import { JobQueue, maxAttempts, type Task } from "./JobQueue.ts"
import * as JobSignals from "./JobSignals.ts"
import { type JobEvent, type JobStores, JobStore, type Range } from "./JobStore.ts"
import { type Debit, Ledger } from "./Ledger.ts"
import * as Politeness from "./Politeness.ts"
import * as ScrapeId from "./ScrapeId.ts"
import { type Delivery, isFinalEvent, lossesWaitedFor, wants, WebhookOutbox } from "./Webhooks.ts"
import * as MemoryJob from "./internal/memory/MemoryJob.ts"

export interface Options {
  readonly politeness?: Partial<Politeness.Limits> | undefined
}

/** The four ports over one memory. Debits go to the `Ledger`. */
export const layer = (options: Options = {}): Layer.Layer<JobStores, never, Ledger> =>
  Layer.effectContext(make(options))

interface WaitingTask {
  readonly jobId: JobId
  attempt: number
  leaseUntil: number
}

/** A delivery that is on its way, or failed and due again later. */
interface WaitingDelivery {
  readonly delivery: Delivery
  readonly dueAt: number
}

const make = Effect.fnUntraced(function* (options: Options) {
  const ledger = yield* Ledger
  const limits: Politeness.Limits = { ...Politeness.defaults, ...options.politeness }
  const jobs = new Map<JobId, MemoryJob.MemoryJob>()
  /** Jobs with work: what `claim` looks at. */
  const running = new Set<MemoryJob.MemoryJob>()
  const hosts = new Map<string, Politeness.HostState>()
  const activeOf = new Map<string, number>()
  const tasks: Array<WaitingTask> = []
  const ready = new Map<string, Delivery>()
  const later = new Map<string, WaitingDelivery>()
  /** Deliveries that have failed once. */
  const refused = new Set<string>()
  const dead = new Map<JobId, Array<{ readonly number: number; readonly reason: string }>>()
  const signals = JobSignals.make()

  const find = (id: JobId) =>
    Effect.suspend(() => {
      const job = jobs.get(id)
      return job === undefined ? Effect.fail(new JobNotFound({ id })) : Effect.succeed(job)
    })

  const withJob = <A>(id: JobId, use: (job: MemoryJob.MemoryJob, now: number) => A) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.map(find(id), (job) => use(job, now)))

  /** Files the event for those who watch and for the webhook. */
  const publish = (job: MemoryJob.MemoryJob, event: JobEvent | undefined): void => {
    signals.notify(job.spec.id)
    if (job.status === "scraping") signals.notify(JobSignals.work)
    if (event === undefined) return
    const { id, kind, webhook } = job.spec
    if (webhook === undefined || !wants(webhook, event.type)) return
    ready.set(`${id}-${event.number}`, {
      id: `${id}-${event.number}`,
      jobId: id,
      kind,
      webhook,
      number: event.number,
      type: event.type,
      position: event.position,
      error: event.type === "failed" ? job.error : undefined,
      attempt: 0
    })
  }

  const addActive = (accountId: string, count: number): void => {
    const active = (activeOf.get(accountId) ?? 0) + count
    if (active > 0) activeOf.set(accountId, active)
    else activeOf.delete(accountId)
  }

  const hostEnded = (host: string, signal: Politeness.HostSignal | undefined, now: number): void => {
    const state = Politeness.ended(hosts.get(host) ?? Politeness.fresh(limits), signal, now, limits)
    const idle = state.active === 0 && state.delayMs === 0 && state.nextAt <= now && state.cap >= limits.concurrency
    if (idle) hosts.delete(host)
    else hosts.set(host, state)
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

  const end = (job: MemoryJob.MemoryJob, status: "failed" | "cancelled", now: number): void => {
    for (const page of job.active) pageEnded(job, job.rows[page]!.host, undefined, now)
    const event = MemoryJob.end(job, status, now)
    running.delete(job)
    dropTask(job.spec.id)
    publish(job, event)
  }

  const endIfDone = (job: MemoryJob.MemoryJob, now: number): void => {
    const event = MemoryJob.endIfDone(job, now)
    if (event === undefined) return
    running.delete(job)
    dropTask(job.spec.id)
    publish(job, event)
  }

  const dropTask = (id: JobId): void => {
    const at = tasks.findIndex(({ jobId }) => jobId === id)
    if (at >= 0) tasks.splice(at, 1)
  }

  const claimFrom = (
    job: MemoryJob.MemoryJob,
    count: number,
    now: number,
    leaseMs: number
  ): ReadonlyArray<ClaimedPage> => {
    const { spec } = job
    const room = Math.min(
      count,
      spec.delayMs > 0
        ? !Politeness.isAhead(job.nextAt, now, spec.delayMs) && job.counts.active === 0
          ? 1
          : 0
        : spec.maxConcurrency - job.counts.active,
      spec.limit - job.counts.completed - job.counts.active
    )
    const accountRoom = spec.accountConcurrency - (activeOf.get(spec.accountId) ?? 0)
    const limited = room > 0 && accountRoom <= 0 && job.counts.queued > 0
    if (limited) job.limitedSince ??= now
    const wanted = Math.min(room, accountRoom)
    if (wanted <= 0) return []
    const pages = job.waiting.take(
      wanted,
      now,
      (host, asked) => {
        const state = hosts.get(host) ?? Politeness.fresh(limits)
        const heeded = spec.heedsCrawlDelay ? state : { ...state, delayMs: 0 }
        const going = Math.min(asked, Politeness.allowance(heeded, now, limits))
        if (going > 0) hosts.set(host, { ...Politeness.started(heeded, going, now), delayMs: state.delayMs })
        return going
      },
      (page) => job.rows[page]!.host
    )
    if (pages.length === 0) return []
    const limitedMs = job.limitedSince === undefined ? undefined : now - job.limitedSince
    if (limitedMs !== undefined) job.queueMs = limitedMs
    job.limitedSince = undefined
    job.nextAt = now + spec.delayMs
    addActive(spec.accountId, pages.length)
    const isPaced = (host: string): boolean => spec.heedsCrawlDelay && (hosts.get(host)?.delayMs ?? 0) > 0
    return MemoryJob.start(job, pages, now + leaseMs, limitedMs, isPaced)
  }

  /** The next moment at which one of the jobs may have a page to give. */
  const nextMoment = (now: number): number | undefined => {
    let next = Infinity
    for (const job of running) {
      if (job.status !== "scraping" || job.counts.queued === 0) continue
      if (job.spec.delayMs > 0 && job.nextAt > now) next = Math.min(next, job.nextAt)
      next = Math.min(next, job.waiting.nextAt() ?? Infinity)
      for (const host of job.waiting.hosts(64)) {
        const at = hosts.get(host)?.nextAt ?? 0
        if (at > now) next = Math.min(next, at)
      }
    }
    return next === Infinity ? undefined : next
  }

  const frontier: FrontierService = Frontier.of({
    admit: (id, seeds, { addition, reopen } = {}) =>
      withJob(id, (job, now) => {
        if (reopen === true && job.status === "completed") {
          MemoryJob.reopen(job)
          running.add(job)
        }
        if (isFinal(job.status)) return 0
        const queued = MemoryJob.admit(job, seeds, -1, addition)
        job.lastActivity = now
        signals.notify(JobSignals.work)
        endIfDone(job, now)
        return queued
      }),

    claim: ({ count, leaseMs }) =>
      Effect.map(Clock.currentTimeMillis, (now): Claim => {
        const open = [...running]
          .filter((job) => job.status === "scraping" && job.counts.queued > 0)
          .sort(
            (left, right) =>
              (activeOf.get(left.spec.accountId) ?? 0) - (activeOf.get(right.spec.accountId) ?? 0) ||
              right.spec.priority - left.spec.priority ||
              left.counts.active - right.counts.active ||
              left.createdAt - right.createdAt
          )
        const pages: Array<ClaimedPage> = []
        for (const [index, job] of open.entries()) {
          const share = Math.ceil((count - pages.length) / (open.length - index))
          pages.push(...claimFrom(job, share, now, leaseMs))
        }
        // What one job could not use goes to the others.
        for (const job of open) {
          if (pages.length >= count) break
          pages.push(...claimFrom(job, count - pages.length, now, leaseMs))
        }
        return pages.length >= count ? { pages } : { pages, nextAt: nextMoment(now) }
      }),

    heartbeat: (leases, leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        leases.filter((lease) => {
          const job = jobs.get(lease.jobId)
          const row = job?.status === "scraping" ? MemoryJob.leased(job, lease) : undefined
          if (row !== undefined) row.leaseUntil = now + leaseMs
          return row === undefined
        })
      ),

    settle: Effect.fnUntraced(function* (settlements) {
      const now = yield* Clock.currentTimeMillis
      const debits: Array<Debit> = []
      const unpaid: Array<Debit> = []
      const settled = settlements.map((settlement): Settled => {
        const job = jobs.get(settlement.lease.jobId)
        const over = job === undefined || isFinal(job.status)
        const asked = settlement.outcome._tag === "Completed" ? settlement.outcome.debits : []
        const row = over ? undefined : MemoryJob.leased(job, settlement.lease)
        if (over) unpaid.push(...asked)
        if (job === undefined || row === undefined) return "lost"
        const written = MemoryJob.settle(job, row, settlement, now)
        pageEnded(job, row.host, settlement.signal, now)
        publish(job, written.event)
        const due = written.settled === "settled" ? debits : unpaid
        due.push(...asked)
        endIfDone(job, now)
        return written.settled
      })
      for (const debit of debits) yield* ledger.debit(debit)
      for (const { id } of unpaid) yield* ledger.refund(id)
      return settled
    }),

    reclaim: Effect.map(Clock.currentTimeMillis, (now) => {
      let count = 0
      for (const job of running) {
        const { events, hosts: freed, pages } = MemoryJob.reclaim(job, now)
        for (const host of freed) pageEnded(job, host, undefined, now)
        for (const event of events) publish(job, event)
        count += pages
        if (pages > 0) endIfDone(job, now)
      }
      return count
    }),

    exchange: (settlements, request) => Effect.andThen(frontier.settle(settlements), frontier.claim(request)),

    pace: (host, delayMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const state = Politeness.paced(hosts.get(host) ?? Politeness.fresh(limits), delayMs, now, limits)
        if (state !== undefined) hosts.set(host, state)
        return state !== undefined
      }),

    awaitWork: (atMost) => signals.wait(JobSignals.work, atMost),

    awaitStop: (atMost) => signals.wait(JobSignals.stop, atMost)
  })

  const slice = <A>(items: ReadonlyArray<A>, { after, limit }: Range): ReadonlyArray<A> =>
    items.slice(after, after + limit)

  const store = JobStore.of({
    create: (spec) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const job = MemoryJob.make(spec, now)
        jobs.set(spec.id, job)
        running.add(job)
        publish(job, MemoryJob.emit(job, "started", now))
        MemoryJob.admit(job, spec.seeds, -1)
        if (spec.task) tasks.push({ jobId: spec.id, attempt: 0, leaseUntil: 0 })
        signals.notify(JobSignals.work)
        endIfDone(job, now)
        return MemoryJob.view(job)
      }),
    get: (id) => Effect.map(find(id), MemoryJob.view),
    list: ({ accountId, active, kind }) =>
      Effect.sync(() =>
        [...jobs.values()]
          .filter(
            ({ spec, status }) =>
              (accountId === undefined || spec.accountId === accountId) &&
              (kind === undefined || spec.kind === kind) &&
              (active === undefined || isFinal(status) !== active)
          )
          .map(MemoryJob.view)
      ),
    results: (id, range) => Effect.map(find(id), ({ results }) => slice(results, range)),
    failures: (id, range) => Effect.map(find(id), ({ failures }) => slice(failures, range)),
    skipped: (id, reason, range) =>
      Effect.map(find(id), (job) =>
        slice(
          job.rows.flatMap(({ reason: kept, state }, page) =>
            kept === reason && (state === "skipped" || (state === "completed" && reason === "trap")) ? [page] : []
          ),
          range
        ).map((page) => MemoryJob.record(job, page)!)
      ),
    page: (id, key) => Effect.map(find(id), (job) => MemoryJob.record(job, job.index.get(key))),
    resultOf: (id, key) =>
      Effect.sync(() => {
        const job = jobs.get(id)
        const position = job?.resultOf.get(job.index.get(key))
        return position === undefined ? undefined : job?.results[position - 1]
      }),
    scraped: (id) =>
      Effect.sync(() => {
        const range = ScrapeId.jobsOf(id)
        if (range === undefined) return undefined
        for (const [jobId, job] of jobs) {
          if (jobId < range.first || jobId > range.last) continue
          const position = job.resultOf.get(ScrapeId.pageIn(jobId, id))
          const found = position === undefined ? undefined : job.results[position - 1]
          if (found !== undefined) return { jobId, accountId: job.spec.accountId, document: found.document }
        }
        return undefined
      }),
    events: (id, range) => Effect.map(find(id), ({ events }) => slice(events, range)),
    move: (id, to, reason) =>
      withJob(id, (job, now) => {
        if (!canMove(job.status, to) || (to === "scraping" && job.status !== "paused")) return false
        if (to !== "scraping") signals.notify(JobSignals.stop)
        if (to === "failed") job.error = reason
        if (to === "failed" || to === "cancelled") end(job, to, now)
        else {
          job.status = to
          job.lastActivity = now
          publish(job, MemoryJob.emit(job, to === "paused" ? "paused" : "resumed", now))
          endIfDone(job, now)
        }
        return true
      }),
    report: (id, output) =>
      withJob(id, (job) => {
        if (isFinal(job.status)) return false
        job.output = output
        return true
      }),
    finish: (id, output, credits) =>
      withJob(id, (job, now) => {
        if (isFinal(job.status)) return false
        job.output = output
        job.creditsUsed += credits
        job.collecting = false
        endIfDone(job, now)
        return true
      }),
    awaitEvent: (id, after, atMost) =>
      Effect.suspend(() => {
        const job = jobs.get(id)
        return job === undefined || job.events.length > after ? Effect.void : signals.wait(id, atMost)
      }),
    remove: (id) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const job = jobs.get(id)
        if (job === undefined) return
        if (!isFinal(job.status)) end(job, "cancelled", now)
        jobs.delete(id)
        dead.delete(id)
        for (const { id: delivery, jobId } of [
          ...ready.values(),
          ...[...later.values()].map(({ delivery }) => delivery)
        ]) {
          if (jobId === id) forget(delivery)
        }
      }),
    sweep: Effect.map(Clock.currentTimeMillis, (now) => {
      let count = 0
      for (const [id, job] of jobs) {
        if (!isFinal(job.status) || job.lastActivity + job.spec.retentionMs > now) continue
        jobs.delete(id)
        dead.delete(id)
        count++
      }
      return count
    })
  })

  const taskOf = ({ attempt, jobId }: Task): WaitingTask | undefined =>
    tasks.find((task) => task.jobId === jobId && task.attempt === attempt)

  const queue = JobQueue.of({
    take: (leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const task of tasks.slice()) {
          const job = jobs.get(task.jobId)
          if (task.leaseUntil > now || job?.status !== "scraping") continue
          if (task.attempt >= maxAttempts) {
            job.error = "The work on the job stopped every worker"
            end(job, "failed", now)
            continue
          }
          task.attempt++
          task.leaseUntil = now + leaseMs
          return Option.some({ jobId: task.jobId, attempt: task.attempt })
        }
        return Option.none()
      }),
    heartbeat: (task, leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = taskOf(task)
        if (found === undefined) return false
        found.leaseUntil = now + leaseMs
        return true
      }),
    done: (task) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const job = jobs.get(task.jobId)
        if (taskOf(task) === undefined || job === undefined) return false
        dropTask(task.jobId)
        job.collecting = false
        endIfDone(job, now)
        return true
      }),
    fail: (task, reason) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = taskOf(task)
        const job = jobs.get(task.jobId)
        if (found === undefined || job === undefined) return
        if (task.attempt >= maxAttempts) {
          job.error = reason
          end(job, "failed", now)
        } else found.leaseUntil = now + 1000 * 2 ** task.attempt
      })
  })

  const deliveries = WebhookOutbox.of({
    take: (count, leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const [id, { delivery, dueAt }] of later) {
          if (dueAt > now) continue
          later.delete(id)
          ready.set(id, delivery)
        }
        const taken: Array<Delivery> = []
        for (const [id, waiting] of ready) {
          if (taken.length >= count) break
          if (waitsForOthers(waiting)) continue
          const delivery = { ...waiting, attempt: waiting.attempt + 1 }
          ready.delete(id)
          later.set(id, { delivery, dueAt: now + leaseMs })
          taken.push(delivery)
        }
        return taken
      }),
    delivered: ({ id }) => Effect.sync(() => forget(id)),
    failed: (delivery, reason, retryAt) =>
      Effect.sync(() => {
        const { id, jobId, number } = delivery
        if (!later.has(id)) return
        if (retryAt !== undefined) {
          later.set(id, { delivery, dueAt: retryAt })
          refused.add(id)
          return
        }
        forget(id)
        dead.set(jobId, [...(dead.get(jobId) ?? []), { number, reason }])
      }),
    dead: (id) => Effect.sync(() => dead.get(id) ?? [])
  })

  const forget = (id: string): void => {
    ready.delete(id)
    later.delete(id)
    refused.delete(id)
  }

  const waitsForOthers = ({ jobId, number, type }: Delivery): boolean => {
    if (!isFinalEvent(type)) return false
    const untold = (other: Delivery): boolean =>
      other.jobId === jobId && other.number < number && other.attempt <= lossesWaitedFor && !refused.has(other.id)
    return [...ready.values()].some(untold) || [...later.values()].some(({ delivery }) => untold(delivery))
  }

  return Context.empty().pipe(
    Context.add(JobStore, store),
    Context.add(Frontier, frontier),
    Context.add(JobQueue, queue),
    Context.add(WebhookOutbox, deliveries)
  )
})
