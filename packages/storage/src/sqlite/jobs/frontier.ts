/** `Frontier` in SQLite: admits, claims and settles pages in short transactions. */
import {
  type Claim,
  type ClaimedPage,
  type ClaimRequest,
  Frontier,
  type Service,
  type Settled,
  type Settlement
} from "@orbweaver/core/jobs/Frontier"
import type { Document } from "@orbweaver/core/model/Document"
import { isFinal, type JobId } from "@orbweaver/core/model/Job"
import { isLonger, jsonInSteps } from "@orbweaver/core/internal/support/jsonPieces"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import * as Effect from "effect/Effect"
import type { JobRow } from "../../jobs/JobRow.ts"
import { admittedAtOnce, chunksOf } from "../../jobs/jobRows.ts"
import { isOver, leaseParameters } from "../../jobs/clockJump.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { additionRow, admit } from "./admission.ts"
import * as Pages from "./pages.ts"
import type * as Transaction from "./Transaction.ts"

/** Pages settled in one transaction. */
const settledAtOnce = 16
/** Characters of a document that is written as JSON in one go: a few milliseconds. */
const maxAtOnce = 524_288

/** A job with waiting pages. */
interface Open extends Claiming.Standing {
  /** When its next page may start, for jobs with a delay of their own. */
  readonly nextAt: number | undefined
}

export const makeFrontier = ({ db, knownPages, signals, table, turns, write, writeJob }: JobDatabase): Service => {
  /**
   * Jobs with waiting pages. What this transaction has changed is not in the table yet; of all other jobs a claim looks at
   * these columns alone, however many there are.
   */
  const openJobs = (tx: Transaction.Transaction, touched: ReadonlyArray<JobRow>) => {
    const running = db.all("SELECT n, account, active FROM job WHERE status IN ('scraping', 'paused') AND active > 0")
    const counted = new Map(running.map((row) => [Number(row["n"]), Number(row["active"])]))
    /** Running pages of accounts. */
    const active = new Map<string, number>()
    const add = (account: string, pages: number): void => void active.set(account, (active.get(account) ?? 0) + pages)
    for (const row of running) add(String(row["account"]), Number(row["active"]))
    const rows = new Map(
      db
        .all("SELECT n, active, next_at FROM job WHERE status = 'scraping' AND queued > 0")
        .map((row) => [Number(row["n"]), row])
    )
    for (const { n, spec, state } of touched) add(spec.accountId, state.counts.active - (counted.get(n) ?? 0))
    const open = [...new Set([...rows.keys(), ...touched.map(({ n }) => n)])].flatMap((n): ReadonlyArray<Open> => {
      const job = tx.seen(n)
      const spec = job?.spec ?? table.specOf(n)
      if (spec === undefined || spec.unreadable !== undefined) return []
      if (job !== undefined && (job.state.status !== "scraping" || job.state.counts.queued === 0)) return []
      return [
        {
          account: spec.accountId,
          busy: active.get(spec.accountId) ?? 0,
          priority: spec.priority,
          active: job?.state.counts.active ?? Number(rows.get(n)?.["active"]),
          n,
          nextAt: spec.delayMs === 0 ? undefined : (job?.state.nextAt ?? Number(rows.get(n)?.["next_at"]))
        }
      ]
    })
    return { active, open }
  }

  const claimFrom = (
    tx: Transaction.Transaction,
    job: JobRow,
    count: number,
    leaseMs: number,
    active: Map<string, number>,
    onlyIdle: boolean
  ): ReadonlyArray<ClaimedPage> => {
    const { accountId } = job.spec
    const busy = active.get(accountId) ?? 0
    if (onlyIdle && busy > 0) return []
    const allowed = Claiming.mayGive(job.spec, job.state, onlyIdle ? Math.min(1, count) : count, busy, tx.now)
    job.state = allowed.state
    if (allowed.count === 0) return []
    const pages = Pages.take(db, tx, job, allowed.count, turns, tx.now + leaseMs)
    if (pages.length === 0) return []
    job.state = Claiming.gave(job.spec, job.state, pages.length, tx.now)
    active.set(accountId, busy + pages.length)
    return pages.map((page, index) => ({ ...page, isFirst: busy === 0 && index === 0 }))
  }

  /** The next moment at which one of the jobs may have a page to give. */
  const nextMoment = (tx: Transaction.Transaction, jobs: ReadonlyArray<Open>): number | undefined => {
    if (jobs.length === 0) return undefined
    let next = Infinity
    const consider = (at: unknown): void => {
      if (typeof at === "number" && at > tx.now) next = Math.min(next, at)
    }
    for (const { n, nextAt } of jobs) if (nextAt !== undefined) consider(tx.seen(n)?.state.nextAt ?? nextAt)
    consider(
      db.get(
        `SELECT min((SELECT min(until) FROM page WHERE job = open.value AND state = 6 AND until > ?)) AS at
          FROM json_each(?) AS open`,
        tx.now,
        JSON.stringify(jobs.map(({ n }) => n))
      )?.["at"]
    )
    consider(db.get("SELECT min(next_at) AS at FROM host WHERE next_at > ?", tx.now)?.["at"])
    return next === Infinity ? undefined : next
  }

  const hasWork = ({ onlyIdleAccounts = false }: ClaimRequest): boolean =>
    db.get(
      `SELECT 1 AS one FROM job WHERE status = 'scraping' AND queued > 0
        AND (? OR account NOT IN (SELECT account FROM job WHERE status IN ('scraping', 'paused') AND active > 0)) LIMIT 1`,
      onlyIdleAccounts ? 0 : 1
    ) !== undefined

  const claimIn = (
    tx: Transaction.Transaction,
    { count, leaseMs, onlyIdleAccounts = false }: ClaimRequest,
    touched: ReadonlyArray<JobId> = []
  ): Claim => {
    const { active, open: all } = openJobs(
      tx,
      [...new Set(touched)].flatMap((id) => tx.job(id) ?? [])
    )
    const open = onlyIdleAccounts ? all.filter(({ busy }) => busy === 0) : all
    const turns = Claiming.takeTurns(open, count)
    const pages: Array<ClaimedPage> = []
    const given = new Map<string, number>()
    for (const { accountShare, job, jobsLeft } of turns) {
      const before = given.get(job.account) ?? 0
      const share = Math.min(count - pages.length, Claiming.shareOf(accountShare - before, jobsLeft))
      const claimed = share <= 0 ? [] : claimFrom(tx, tx.jobAt(job.n)!, share, leaseMs, active, onlyIdleAccounts)
      given.set(job.account, before + claimed.length)
      pages.push(...claimed)
    }
    // What one job could not use goes to the others.
    for (const { job } of turns) {
      if (pages.length >= count) break
      pages.push(...claimFrom(tx, tx.jobAt(job.n)!, count - pages.length, leaseMs, active, onlyIdleAccounts))
    }
    return pages.length >= count ? { pages } : { pages, nextAt: nextMoment(tx, open) }
  }

  const claim = (request: ClaimRequest) => write("Frontier.claim", (tx) => claimIn(tx, request))

  /** The JSON of large documents, which is made before the transaction: that holds the event loop. */
  const largeTexts = Effect.fnUntraced(function* (settlements: ReadonlyArray<Settlement>) {
    const texts = new Map<Document, string>()
    for (const { outcome } of settlements) {
      if (outcome._tag !== "Completed" || !isLonger(outcome.document, maxAtOnce)) continue
      const { document } = outcome
      texts.set(document, yield* inTurns(() => jsonInSteps(document)))
    }
    return texts
  })

  const settleIn = (
    tx: Transaction.Transaction,
    settlements: ReadonlyArray<Settlement>,
    texts: ReadonlyMap<Document, string>
  ): ReadonlyArray<Settled> =>
    settlements.map((settlement): Settled => {
      const job = tx.job(settlement.lease.jobId)
      const row = job === undefined || isFinal(job.state.status) ? undefined : Pages.leased(db, job, settlement.lease)
      const { outcome } = settlement
      if ((job === undefined || isFinal(job.state.status)) && outcome._tag === "Completed") {
        tx.charges.release(outcome.debits)
      }
      if (job === undefined || row === undefined) return "lost"
      const settled = Pages.settle(db, knownPages, tx, job, row, settlement, texts)
      tx.endIfDone(job)
      return settled
    })

  /** Jobs with leases that are over. */
  const lapsed = (now: number): ReadonlyArray<number> =>
    db
      .all(
        `SELECT DISTINCT job FROM page INDEXED BY page_active WHERE state = 1 AND ${isOver("until")} AND job IN (SELECT n FROM job WHERE status IN ('scraping', 'paused'))`,
        ...leaseParameters(now)
      )
      .map((row) => Number(row["job"]))

  const reclaimOf = (jobs: ReadonlyArray<number>) =>
    write("Frontier.reclaim", (tx) => {
      let count = 0
      for (const n of jobs) {
        const job = tx.jobAt(n)
        if (job === undefined || job.spec.unreadable !== undefined || isFinal(job.state.status)) continue
        count += Pages.reclaim(db, tx, job)
        tx.endIfDone(job)
      }
      return count
    })

  const frontier: Service = Frontier.of({
    admit: Effect.fnUntraced(function* (id, seeds, { addition, reopen } = {}) {
      let queued = 0
      for (const chunk of seeds.length === 0 ? [seeds] : chunksOf(seeds, admittedAtOnce)) {
        queued += yield* writeJob("Frontier.admit", id, (job, tx) => {
          const state = Lifecycle.reopen(job.state, reopen === true, tx.now)
          if (state === undefined) return 0
          job.state = state
          const row = addition === undefined ? undefined : additionRow(db, job, addition)
          const added = admit(db, knownPages, tx, job, chunk, undefined, row)
          tx.endIfDone(job)
          return added
        })
        yield* Effect.yieldNow
      }
      return queued
    }),
    // An idle worker looks without taking the write lock.
    claim: (request) =>
      Effect.flatMap(
        db.read("Frontier.claim", () => hasWork(request)),
        (some) => (some ? claim(request) : Effect.succeed<Claim>({ pages: [] }))
      ),
    heartbeat: (leases, leaseMs) =>
      write("Frontier.heartbeat", (tx) =>
        leases.filter((lease) => {
          const job = tx.job(lease.jobId)
          const kept =
            job?.state.status === "scraping" &&
            db.run(
              "UPDATE page SET until = ? WHERE n = ? AND job = ? AND state = 1 AND token = ?",
              tx.now + leaseMs,
              Number(lease.page),
              job.n,
              lease.token
            ) > 0
          return !kept
        })
      ),
    settle: Effect.fnUntraced(function* (settlements) {
      const settled: Array<Settled> = []
      for (const chunk of chunksOf(settlements, settledAtOnce)) {
        const texts = yield* largeTexts(chunk)
        settled.push(...(yield* write("Frontier.settle", (tx) => settleIn(tx, chunk, texts))))
        if (settled.length < settlements.length) yield* Effect.yieldNow
      }
      return settled
    }),
    // Looked for without the write lock: mostly there are none.
    reclaim: Effect.flatMap(db.now, (now) =>
      Effect.flatMap(
        db.read("Frontier.reclaim", () => lapsed(now)),
        (jobs) => (jobs.length === 0 ? Effect.succeed(0) : reclaimOf(jobs))
      )
    ),
    exchange: (settlements, request) =>
      settlements.length > settledAtOnce
        ? Effect.andThen(frontier.settle(settlements), frontier.claim(request))
        : Effect.flatMap(largeTexts(settlements), (texts) =>
            write("Frontier.exchange", (tx) => {
              settleIn(tx, settlements, texts)
              return claimIn(
                tx,
                request,
                settlements.map(({ lease }) => lease.jobId)
              )
            })
          ),

    pace: (host, delayMs, pacedAt) =>
      write("Frontier.pace", (tx) => {
        const state = Politeness.reserveDelay(tx.host(host), delayMs, tx.now, tx.limits, pacedAt)
        if (state !== undefined) tx.setHost(host, state)
        return state !== undefined
      }),

    awaitWork: (atMost) => signals.wait(JobSignals.workTopic, atMost),
    awaitStop: (atMost) => signals.wait(JobSignals.stopTopic, atMost)
  })

  return frontier
}
