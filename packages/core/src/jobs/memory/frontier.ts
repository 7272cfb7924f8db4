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
import * as Waiting from "./Waiting.ts"

/** Jobs that a claim looks at first, at least. */
const minLooks = 16
/** After which a job is looked at again whose hosts have no room, should nobody say that they have, in milliseconds. */
const maxRoomWaitMs = 1000
/** The same for a job with more hosts than one look goes through. */
const manyHostsMs = 100

interface Open extends Claiming.Standing {
  readonly of: MemoryJob.MemoryJob
}

export const makeFrontier = (
  {
    activeOf,
    addActive,
    endIfDone,
    hosts,
    jobs,
    limits,
    pageEnded,
    publish,
    ready,
    results,
    running,
    signals,
    withJob
  }: Jobs,
  ledger: Ledger
): Service => {
  const claimFrom = (
    job: MemoryJob.MemoryJob,
    count: number,
    now: number,
    leaseMs: number,
    onlyIdle: boolean
  ): ReadonlyArray<ClaimedPage> => {
    const { spec } = job
    const busy = activeOf.get(spec.accountId) ?? 0
    if (onlyIdle && busy > 0) return []
    const allowed = Claiming.mayGive(spec, job.state, onlyIdle ? Math.min(1, count) : count, busy, now)
    job.state = allowed.state
    if (allowed.count === 0) {
      // An account at its limit is looked at for its best job as soon as one of its pages ends.
      if (busy < spec.accountConcurrency) {
        const { counts, nextAt } = job.state
        ready.park(job, spec.delayMs > 0 && counts.active === 0 && nextAt > now ? nextAt : Infinity, [])
      }
      return []
    }
    const longestMs = Politeness.maxDelayMs(limits)
    const full: Array<string> = []
    let due = job.waiting.nextAt() ?? Infinity
    let looks = 0
    const pages = job.waiting.take(
      allowed.count,
      now,
      (host, asked) => {
        const state = hosts.get(host) ?? Politeness.newHostState(limits)
        const started = Claiming.startOnHost(spec, state, asked, now, limits)
        looks++
        if (started.count > 0) hosts.set(host, started.host)
        else if (Politeness.isAhead(state.nextAt, now, longestMs)) due = Math.min(due, state.nextAt)
        else full.push(host)
        return started.count
      },
      (page) => job.rows[page]!
    )
    if (pages.length === 0) {
      if (full.length > 0) due = Math.min(due, now + maxRoomWaitMs)
      if (looks >= Waiting.maxLooks) due = Math.min(due, now + manyHostsMs)
      ready.park(job, due, full)
      return []
    }
    const limitedMs = Claiming.limitedMs(job.state, now)
    job.state = Claiming.gave(spec, job.state, pages.length, now)
    addActive(spec.accountId, pages.length)
    const pacedAt = (host: string): number | undefined =>
      spec.heedsCrawlDelay && (hosts.get(host)?.delayMs ?? 0) > 0 ? now : undefined
    return MemoryJob.start(job, pages, { leaseUntil: now + leaseMs, limitedMs, pacedAt, isIdle: busy === 0 })
  }

  /** Adds up to `count` pages of these jobs: accounts in turns, then what one job could not use from the others. */
  const claimFromAll = (
    open: ReadonlyArray<MemoryJob.MemoryJob>,
    count: number,
    pages: Array<ClaimedPage>,
    now: number,
    leaseMs: number,
    onlyIdle: boolean
  ): void => {
    const turns = Claiming.takeTurns(
      open.map((job): Open => ({ ...standing(job), of: job })),
      count - pages.length
    )
    const given = new Map<string, number>()
    for (const { accountShare, job, jobsLeft } of turns) {
      const before = given.get(job.account) ?? 0
      const share = Math.min(count - pages.length, Claiming.shareOf(accountShare - before, jobsLeft))
      const claimed = share <= 0 ? [] : claimFrom(job.of, share, now, leaseMs, onlyIdle)
      given.set(job.account, before + claimed.length)
      pages.push(...claimed)
      if (claimed.length > 0) ready.rotate(job.of)
    }
    for (const { job } of turns) {
      if (pages.length >= count) break
      if (!ready.isParked(job.of)) pages.push(...claimFrom(job.of, count - pages.length, now, leaseMs, onlyIdle))
    }
  }

  const standing = ({ createdAt, spec, state }: MemoryJob.MemoryJob): Claiming.Standing => ({
    account: spec.accountId,
    busy: activeOf.get(spec.accountId) ?? 0,
    priority: spec.priority,
    active: state.counts.active,
    n: createdAt
  })

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

    claim: ({ count, leaseMs, onlyIdleAccounts = false }) =>
      Effect.map(Clock.currentTimeMillis, (now): Claim => {
        const pages: Array<ClaimedPage> = []
        ready.wakeDue(now)
        // Mostly the first look is enough; what it finds to have no pages is parked.
        for (let most = Math.max(minLooks, 2 * count); pages.length < count; most *= 4) {
          const { isWhole, jobs: open } = ready.look(
            most,
            (account) => activeOf.get(account) ?? 0,
            onlyIdleAccounts ? 0 : Infinity
          )
          claimFromAll(open, count, pages, now, leaseMs, onlyIdleAccounts)
          if (isWhole) break
        }
        return pages.length >= count ? { pages } : { pages, nextAt: ready.nextDue() }
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
