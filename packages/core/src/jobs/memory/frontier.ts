/** `Frontier` in memory. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Claim, type ClaimedPage, Frontier, type Service, type Settled } from "../Frontier.ts"
import { isFinal } from "../../model/Job.ts"
import * as JobSignals from "../JobSignals.ts"
import type { Debit, Service as Ledger } from "../../accounts/Ledger.ts"
import * as Politeness from "../Politeness.ts"
import * as Claiming from "../rules/claiming.ts"
import type { Jobs } from "./Jobs.ts"
import * as MemoryJob from "./MemoryJob.ts"

interface Open extends Claiming.Standing {
  readonly of: MemoryJob.MemoryJob
}

export const makeFrontier = (
  { activeOf, addActive, endIfDone, hosts, jobs, limits, pageEnded, publish, results, running, signals, withJob }: Jobs,
  ledger: Ledger
): Service => {
  const claimFrom = (
    job: MemoryJob.MemoryJob,
    count: number,
    now: number,
    leaseMs: number
  ): ReadonlyArray<ClaimedPage> => {
    const { spec } = job
    const allowed = Claiming.mayGive(spec, job.state, count, activeOf.get(spec.accountId) ?? 0, now)
    job.state = allowed.state
    if (allowed.count === 0) return []
    const pages = job.waiting.take(
      allowed.count,
      now,
      (host, asked) => {
        const started = Claiming.startOnHost(
          spec,
          hosts.get(host) ?? Politeness.newHostState(limits),
          asked,
          now,
          limits
        )
        if (started.count > 0) hosts.set(host, started.host)
        return started.count
      },
      (page) => job.rows[page]!
    )
    if (pages.length === 0) return []
    const limitedMs = Claiming.limitedMs(job.state, now)
    job.state = Claiming.gave(spec, job.state, pages.length, now)
    addActive(spec.accountId, pages.length)
    const pacedAt = (host: string): number | undefined =>
      spec.heedsCrawlDelay && (hosts.get(host)?.delayMs ?? 0) > 0 ? now : undefined
    return MemoryJob.start(job, pages, now + leaseMs, limitedMs, pacedAt)
  }

  const standing = ({ createdAt, spec, state }: MemoryJob.MemoryJob): Claiming.Standing => ({
    account: spec.accountId,
    busy: activeOf.get(spec.accountId) ?? 0,
    priority: spec.priority,
    active: state.counts.active,
    n: createdAt
  })

  /** The next moment at which one of the jobs may have a page to give. */
  const nextMoment = (now: number): number | undefined => {
    let next = Infinity
    for (const job of running) {
      const { counts, nextAt, status } = job.state
      if (status !== "scraping" || counts.queued === 0) continue
      if (job.spec.delayMs > 0 && nextAt > now) next = Math.min(next, nextAt)
      next = Math.min(next, job.waiting.nextAt() ?? Infinity)
      for (const host of job.waiting.hosts(64)) {
        const at = hosts.get(host)?.nextAt ?? 0
        if (at > now) next = Math.min(next, at)
      }
    }
    return next === Infinity ? undefined : next
  }

  const frontier: Service = Frontier.of({
    admit: (id, seeds, { addition, reopen } = {}) =>
      withJob(id, (job, now) => {
        if (!MemoryJob.reopen(job, reopen === true, now)) return 0
        running.add(job)
        const queued = MemoryJob.admit(job, seeds, -1, addition)
        signals.notify(JobSignals.workTopic)
        endIfDone(job, now)
        return queued
      }),

    claim: ({ count, exceptAccounts = [], leaseMs }) =>
      Effect.map(Clock.currentTimeMillis, (now): Claim => {
        const open = [...running]
          .filter(
            ({ spec, state }) =>
              state.status === "scraping" && state.counts.queued > 0 && !exceptAccounts.includes(spec.accountId)
          )
          .map((job): Open => ({ ...standing(job), of: job }))
        const turns = Claiming.takeTurns(open, count)
        const pages: Array<ClaimedPage> = []
        const given = new Map<string, number>()
        for (const { accountShare, job, jobsLeft } of turns) {
          const before = given.get(job.account) ?? 0
          const share = Math.min(count - pages.length, Claiming.shareOf(accountShare - before, jobsLeft))
          const claimed = share <= 0 ? [] : claimFrom(job.of, share, now, leaseMs)
          given.set(job.account, before + claimed.length)
          pages.push(...claimed)
        }
        // What one job could not use goes to the others.
        for (const { job } of turns) {
          if (pages.length >= count) break
          pages.push(...claimFrom(job.of, count - pages.length, now, leaseMs))
        }
        return pages.length >= count ? { pages } : { pages, nextAt: nextMoment(now) }
      }),

    heartbeat: (leases, leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        leases.filter((lease) => {
          const job = jobs.get(lease.jobId)
          const row = job?.state.status === "scraping" ? MemoryJob.leased(job, lease) : undefined
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
        const over = job === undefined || isFinal(job.state.status)
        const asked = settlement.outcome._tag === "Completed" ? settlement.outcome.debits : []
        const row = over ? undefined : MemoryJob.leased(job, settlement.lease)
        if (over) unpaid.push(...asked)
        if (job === undefined || row === undefined) return "lost"
        const written = MemoryJob.settle(job, row, settlement, results, now)
        pageEnded(job, row.host, settlement.signal, now)
        for (const event of written.events) publish(job, event)
        // A page that went back is work again.
        if (written.events.length === 0) signals.notify(JobSignals.workTopic)
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

    pace: (host, delayMs, pacedAt) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const before = hosts.get(host) ?? Politeness.newHostState(limits)
        const state = Politeness.reserveDelay(before, delayMs, now, limits, pacedAt)
        if (state !== undefined) hosts.set(host, state)
        return state !== undefined
      }),

    awaitWork: (atMost) => signals.wait(JobSignals.workTopic, atMost),

    awaitStop: (atMost) => signals.wait(JobSignals.stopTopic, atMost)
  })

  return frontier
}
