/**
 * `Frontier` in PostgreSQL: admits, claims and settles pages. What a worker does all the time shares a job with other
 * workers (`exchange`); the rest is done in transactions that hold their jobs alone.
 */
import {
  type Claim,
  type ClaimRequest,
  Frontier,
  type Service,
  type Settled,
  type Settlement
} from "@orbweaver/core/jobs/Frontier"
import type { JobId } from "@orbweaver/core/model/Job"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { admittedAtOnce, chunksOf } from "../../jobs/jobRows.ts"
import { additionRow, admit } from "./admission.ts"
import type { Claimed } from "./claims.ts"
import { makeExchange } from "./exchange.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import * as Pages from "./pages.ts"
import { fails } from "../Database.ts"

/** Times that a claim which finds nothing looks at more jobs. */
const maxLooks = 10
/** After which hosts that others held are tried again, in milliseconds. */
const soonMs = 10
const nothing: Claimed = { pages: [], passed: false, idle: [], parked: 0 }
/** Longest that what was settled waits to be added to its job while others are claimed, in milliseconds. */
const foldedMs = 100
/** After which a job with nothing left to do is ended by others than who settled its last page, in milliseconds. */
const unendedMs = 1000
/** Share of a lease that is left when it is renewed. */
const renewedBelow = 0.6

/** What workers left that ended before they could write it, or end their job. */
interface Neglected {
  /** Whether something that was settled is not added to its job yet. */
  readonly is_behind: boolean
  /** Jobs with pages whose lease has passed. */
  readonly lapsed: ReadonlyArray<JobId>
  /** Jobs with nothing left to do. */
  readonly done: ReadonlyArray<JobId>
}

export const makeFrontier = (jobs: JobDatabase): Service => {
  const { db, endJobs, fold, knownPages, limits, pollMs, schema, signals, specs, write, writeJob } = jobs
  const { claim, settle, snapshotOf } = makeExchange(jobs)
  /** When this process last added to the jobs what was settled. */
  let lastFold = 0

  /** Settles and then claims; while it holds the jobs where the settlements need that. */
  const settleAndClaim = Effect.fnUntraced(function* (
    operation: string,
    settlements: ReadonlyArray<Settlement>,
    request: ClaimRequest
  ) {
    const snapshot = yield* snapshotOf(settlements, request.count).pipe(fails(operation))
    const quick = yield* settle(operation, settlements, snapshot)
    const settled =
      quick ??
      (yield* write(
        operation,
        settlements.map(({ lease }) => lease.jobId),
        (tx) => Pages.settle(db, knownPages, tx, settlements)
      ))
    const { idle, pages } = request.count === 0 ? nothing : yield* claim(operation, snapshot, request)
    if (quick === undefined) return { pages, settled }
    const jobs = [...snapshot.jobs.values()].map(({ n }) => n)
    const isUrgent = request.count === 0 || idle.some((n) => jobs.includes(n))
    const now = yield* db.now
    if (isUrgent) yield* fold(operation, { jobs })
    else if (now < lastFold || now >= lastFold + foldedMs) yield* fold(operation, { since: now - foldedMs })
    else return { pages, settled }
    lastFold = now
    return { pages, settled }
  })

  /** When a claim has jobs to look at again. */
  const nextMoment = Effect.fnUntraced(function* (now: number) {
    const [row] = yield* db.rows<{ next: number | null }>(
      `SELECT min(due) AS next FROM ${schema}.ready WHERE due > $1 AND due > 0 AND due < 'Infinity'`,
      now
    )
    return row?.next ?? undefined
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
      for (let looks = 0; looks < maxLooks; looks++) {
        const snapshot = yield* snapshotOf([], request.count).pipe(fails("Frontier.claim"))
        const now = yield* db.now
        const { pages, parked, passed } =
          snapshot.open.length === 0 ? nothing : yield* claim("Frontier.claim", snapshot, request)
        if (pages.length > 0) return { pages }
        if (passed) return { pages, nextAt: now + soonMs }
        // Those that were looked at are parked now: others come next.
        if (parked > 0 && snapshot.open.some(({ crowded }) => crowded)) continue
        return { pages, nextAt: yield* nextMoment(now).pipe(fails("Frontier.claim")) }
      }
      return { pages: [], nextAt: (yield* db.now) + soonMs }
    }),

    exchange: Effect.fnUntraced(function* (settlements, request) {
      const { pages } = yield* settleAndClaim("Frontier.exchange", settlements, request)
      return { pages } satisfies Claim
    }),

    heartbeat: (leases, leaseMs) =>
      Effect.gen(function* () {
        const now = yield* db.now
        const asked = JSON.stringify(leases.map(({ jobId, page, token }) => ({ id: jobId, n: Number(page), token })))
        const kept = yield* db.rows<{ n: number; token: number; until: number }>(
          `SELECT page.n::float8 AS n, page.token, page.until FROM json_to_recordset($1::text::json) AS x (id text, n bigint, token int)
            JOIN ${schema}.job ON job.id = x.id AND job.status = 'scraping'
            JOIN ${schema}.page ON page.n = x.n AND page.job = job.n AND page.state = 1 AND page.token = x.token`,
          asked
        )
        // Most pages end before their lease is half over. One whose row is held is being settled.
        const isEnding = ({ until }: { readonly until: number }) =>
          until < now + leaseMs * renewedBelow || until > now + leaseMs
        const ending = kept.filter(isEnding)
        if (ending.length > 0) {
          yield* db.rows(
            `UPDATE ${schema}.page SET until = $2 WHERE n IN (
              SELECT page.n FROM json_to_recordset($1::text::json) AS x (n bigint, token int)
              JOIN ${schema}.page ON page.n = x.n AND page.state = 1 AND page.token = x.token
              FOR UPDATE OF page SKIP LOCKED)`,
            JSON.stringify(ending),
            now + leaseMs
          )
        }
        const alive = new Set(kept.map(({ n, token }) => `${n}/${token}`))
        return leases.filter(({ page, token }) => !alive.has(`${page}/${token}`))
      }).pipe(fails("Frontier.heartbeat")),

    settle: (settlements): Effect.Effect<ReadonlyArray<Settled>, StoreError> =>
      settlements.length === 0
        ? Effect.succeed([])
        : Effect.map(
            settleAndClaim("Frontier.settle", settlements, { count: 0, leaseMs: 0 }),
            ({ settled }) => settled
          ),

    reclaim: Effect.gen(function* () {
      const now = yield* db.now
      const unreadable = JSON.parse(specs.unreadable()) as ReadonlyArray<number>
      const look = Effect.map(
        db.rows<Neglected>(
          `SELECT
            EXISTS (SELECT 1 FROM ${schema}.delta WHERE at <= $3) AS is_behind,
            ARRAY(SELECT DISTINCT job.id FROM ${schema}.job JOIN ${schema}.page ON page.job = job.n
              WHERE job.status IN ('scraping', 'paused') AND job.active > 0 AND page.state = 1 AND page.until <= $1
              AND job.n <> ALL($2::int[]) LIMIT 20) AS lapsed,
            ARRAY(SELECT id FROM ${schema}.job WHERE status = 'scraping' AND active = 0 AND last_activity <= $4
              AND (completed >= page_limit OR (queued = 0 AND NOT collecting))
              AND n <> ALL($2::int[]) LIMIT 20) AS done`,
          now,
          unreadable,
          now - foldedMs,
          now - unendedMs
        ),
        ([row]) => row!
      ).pipe(fails("Frontier.reclaim"))
      const seen = yield* look
      if (seen.is_behind) yield* fold("Frontier.reclaim", { since: now - foldedMs })
      const { done, lapsed } = seen.is_behind ? yield* look : seen
      yield* endJobs("Frontier.reclaim", done)
      if (lapsed.length === 0) return 0
      return yield* write("Frontier.reclaim", lapsed, (tx) => Pages.reclaim(db, tx))
    }),

    pace: (host, delayMs, pacedAt) =>
      write("Frontier.pace", [], (tx) =>
        Effect.map(tx.lockHosts([host]), () => {
          const state = tx.holds(host)
            ? Politeness.reserveDelay(tx.host(host), delayMs, tx.now, limits, pacedAt)
            : undefined
          if (state !== undefined) tx.setHost(host, state)
          return state !== undefined
        })
      ),

    awaitWork: (atMost) => signals.wait(JobSignals.workTopic, atMost),
    awaitStop: (atMost) => signals.wait(JobSignals.stopTopic, atMost),
    pollMs
  })
}
