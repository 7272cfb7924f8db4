/**
 * `Frontier` in PostgreSQL: admits, claims and settles pages, each in a
 * transaction that has locked their jobs.
 */
import {
  type Claim,
  type ClaimedPage,
  type ClaimRequest,
  Frontier,
  type Service,
  type Settled
} from "@orbweaver/core/jobs/Frontier"
import type { JobId } from "@orbweaver/core/model/Job"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { JobRow } from "../../jobs/JobRow.ts"
import { chunksOf } from "../../jobs/jobRows.ts"
import { additionRow, admit } from "./admission.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import * as Pages from "./pages.ts"
import { fails } from "../Database.ts"
import * as Transaction from "./Transaction.ts"

/** Jobs that one claim looks into. */
const jobsAtOnce = 8
/** After which hosts that others held are tried again, in milliseconds. */
const soonMs = 10
/** Rows admitted in one transaction. */
export const admittedAtOnce = 1000

interface Open extends Claiming.Standing {
  readonly id: JobId
  readonly account: string
  readonly next_at: number
}

export const makeFrontier = ({
  change,
  commit,
  limits,
  db,
  schema,
  knownPages,
  signals,
  specs,
  turns,
  write,
  writeJob
}: JobDatabase): Service => {
  /** Jobs that have pages waiting, or are among these, in the order in which a claim serves them. */
  const openJobs = Effect.fnUntraced(function* (among: ReadonlyArray<string>) {
    const open = yield* db.rows<Open>(
      `SELECT id, n, account, active, next_at, (spec::json ->> 'priority')::int AS priority,
      (SELECT coalesce(sum(other.active), 0)::int FROM ${schema}.job AS other
        WHERE other.account = job.account AND other.status IN ('scraping', 'paused')) AS busy
      FROM ${schema}.job WHERE status = 'scraping' AND (queued > 0 OR id = ANY($1::text[])) ORDER BY n LIMIT 500`,
      among
    )
    const specOf = yield* Transaction.specsOf(
      db,
      specs,
      open.map(({ n }) => n)
    )
    return open
      .filter(({ n }) => specOf.get(n)?.unreadable === undefined)
      .sort(Claiming.compareStanding)
      .slice(0, jobsAtOnce)
  })

  /** Claims pages of jobs that are locked. */
  const claimOf = Effect.fnUntraced(function* (
    tx: Transaction.Transaction,
    open: ReadonlyArray<Open>,
    { count, leaseMs }: ClaimRequest
  ) {
    const jobs = open.flatMap(({ id }) => tx.jobs.get(id) ?? []).filter(({ state }) => state.status === "scraping")
    // What runs in jobs that are not looked at now is known from before the lock.
    const active = new Map(open.map(({ account, busy }) => [account, busy]))
    for (const { account, active: before, id } of open) {
      active.set(account, active.get(account)! - before + (tx.jobs.get(id)?.state.counts.active ?? 0))
    }
    const pages: Array<ClaimedPage> = []
    for (const [index, job] of jobs.entries()) {
      const share = Claiming.shareOf(count - pages.length, jobs.length - index)
      pages.push(...(yield* claimFrom(tx, job, share, leaseMs, active)))
    }
    // What one job could not use goes to the others.
    for (const job of jobs.length > 1 ? jobs : []) {
      if (pages.length >= count) break
      pages.push(...(yield* claimFrom(tx, job, count - pages.length, leaseMs, active)))
    }
    return pages
  })

  const claimFrom = Effect.fnUntraced(function* (
    tx: Transaction.Transaction,
    job: JobRow,
    count: number,
    leaseMs: number,
    active: Map<string, number>
  ) {
    const { accountId } = job.spec
    const busy = active.get(accountId) ?? 0
    const allowed = Claiming.mayGive(job.spec, job.state, count, busy, tx.now)
    job.state = allowed.state
    if (allowed.count === 0 || job.state.counts.queued === 0) return []
    const pages = yield* Pages.take(db, tx, job, allowed.count, turns, tx.now + leaseMs, limits)
    if (pages.length === 0) return []
    job.state = Claiming.gave(job.spec, job.state, pages.length, tx.now)
    active.set(accountId, busy + pages.length)
    return pages
  })

  /** When a page of these jobs may start. */
  const nextMoment = Effect.fnUntraced(function* (
    jobs: ReadonlyArray<{ readonly n: number; readonly nextAt: number }>,
    now: number
  ) {
    const [row] = yield* db.rows<{ later: number | null; host: number | null }>(
      `SELECT (SELECT min(until) FROM ${schema}.page WHERE job = ANY($1::int[]) AND state = 6) AS later,
        (SELECT min(next_at) FROM ${schema}.host WHERE next_at > $2) AS host`,
      jobs.map(({ n }) => n),
      now
    )
    const moments = [row?.later, row?.host, ...jobs.map(({ nextAt }) => nextAt)]
    const next = Math.min(...moments.filter((at): at is number => typeof at === "number" && at > now))
    return next === Infinity ? undefined : next
  })

  return Frontier.of({
    admit: Effect.fnUntraced(function* (id, seeds, { addition, reopen } = {}) {
      let queued = 0
      for (const chunk of seeds.length === 0 ? [seeds] : chunksOf(seeds, admittedAtOnce)) {
        queued += yield* writeJob(
          "Frontier.admit",
          id,
          Effect.fnUntraced(function* (job, tx) {
            const state = Lifecycle.reopen(job.state, reopen === true, tx.now)
            if (state === undefined) return 0
            job.state = state
            const row = addition === undefined ? undefined : yield* additionRow(db, job, addition)
            const added = yield* admit(db, knownPages, tx, job, [{ candidates: chunk, addition: row }])
            tx.endIfDone(job)
            return added
          })
        )
      }
      return queued
    }),

    claim: Effect.fnUntraced(function* (request) {
      const open = yield* openJobs([]).pipe(fails("Frontier.claim"))
      if (open.length === 0) return { pages: [] }
      // Whoever finds nothing keeps nobody from the job.
      const now = yield* db.now
      const ns = open.map(({ n }) => n)
      if (!(yield* Pages.isSomeWaiting(db, ns, now, limits).pipe(fails("Frontier.claim")))) {
        const jobs = open.map(({ n, next_at }) => ({ n, nextAt: next_at }))
        return { pages: [], nextAt: yield* nextMoment(jobs, now).pipe(fails("Frontier.claim")) }
      }
      const claiming = change(
        open.map(({ id }) => id),
        Effect.fnUntraced(function* (tx) {
          const pages = yield* claimOf(tx, open, request)
          if (pages.length > 0) return { pages } satisfies Claim
          if (tx.passedOver()) return { pages, nextAt: tx.now + soonMs }
          const jobs = [...tx.jobs.values()].map(({ n, state: { nextAt } }) => ({ n, nextAt }))
          return { pages, nextAt: yield* nextMoment(jobs, tx.now) }
        }),
        // A claim that the server forgot is a page that waits again; who holds it cannot settle it.
        true
      )
      return yield* commit("Frontier.claim", claiming)
    }),

    exchange: Effect.fnUntraced(function* (settlements, request) {
      const ended = settlements.map(({ lease }) => lease.jobId)
      const open = yield* openJobs(ended).pipe(fails("Frontier.exchange"))
      return yield* write("Frontier.exchange", [...ended, ...open.map(({ id }) => id)], (tx) =>
        Effect.gen(function* () {
          yield* Pages.settle(db, knownPages, tx, settlements)
          return { pages: yield* claimOf(tx, open, request) } satisfies Claim
        })
      )
    }),

    heartbeat: (leases, leaseMs) =>
      Effect.gen(function* () {
        const now = yield* db.now
        const kept = yield* db.rows<{ n: number; token: number }>(
          `UPDATE ${schema}.page SET until = $2 FROM json_to_recordset($1::text::json) AS x (id text, n int, token int)
            JOIN ${schema}.job ON job.id = x.id AND job.status = 'scraping'
            WHERE page.n = x.n AND page.job = job.n AND page.state = 1 AND page.token = x.token
            RETURNING page.n, page.token`,
          JSON.stringify(leases.map(({ jobId, page, token }) => ({ id: jobId, n: Number(page), token }))),
          now + leaseMs
        )
        const alive = new Set(kept.map(({ n, token }) => `${n}/${token}`))
        return leases.filter(({ page, token }) => !alive.has(`${page}/${token}`))
      }).pipe(fails("Frontier.heartbeat")),

    settle: (settlements): Effect.Effect<ReadonlyArray<Settled>, StoreError> =>
      settlements.length === 0
        ? Effect.succeed([])
        : write(
            "Frontier.settle",
            settlements.map(({ lease }) => lease.jobId),
            (tx) => Pages.settle(db, knownPages, tx, settlements)
          ),

    reclaim: Effect.gen(function* () {
      const now = yield* db.now
      const lapsed = yield* db
        .rows<{ id: JobId }>(
          `SELECT DISTINCT job.id FROM ${schema}.job JOIN ${schema}.page ON page.job = job.n
            WHERE job.status IN ('scraping', 'paused') AND job.active > 0 AND page.state = 1 AND page.until <= $1
            AND job.n <> ALL($2::int[]) LIMIT 20`,
          now,
          JSON.parse(specs.unreadable()) as ReadonlyArray<number>
        )
        .pipe(fails("Frontier.reclaim"))
      if (lapsed.length === 0) return 0
      return yield* write(
        "Frontier.reclaim",
        lapsed.map(({ id }) => id),
        (tx) => Pages.reclaim(db, tx)
      )
    }),

    pace: (host, delayMs) =>
      write("Frontier.pace", [], (tx) =>
        Effect.map(tx.lockHosts([host]), () => {
          const state = tx.holds(host) ? Politeness.reserveDelay(tx.host(host), delayMs, tx.now, limits) : undefined
          if (state !== undefined) tx.setHost(host, state)
          return state !== undefined
        })
      ),

    awaitWork: (atMost) => signals.wait(JobSignals.workTopic, atMost),
    awaitStop: (atMost) => signals.wait(JobSignals.stopTopic, atMost)
  })
}
