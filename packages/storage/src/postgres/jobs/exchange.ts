/**
 * Settles and claims without holding a job over a round trip. One statement reads what the rules need; the next, a
 * transaction of its own (`exchangeFunctions`, `claimFunctions`), writes what they made of it. The rules count from what
 * was read, and what they counted is added to the job later (`fold`). When anything but counters has changed since,
 * nothing is written, and the caller settles again while it holds the jobs.
 */
import type { Addition, Claim, ClaimedPage, ClaimRequest, Settled, Settlement } from "@orbweaver/core/jobs/Frontier"
import * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import * as AdmissionRules from "@orbweaver/core/jobs/rules/admission"
import { isFinal, type JobId } from "@orbweaver/core/model/Job"
import { workTopic } from "@orbweaver/core/internal/jobs/JobSignals"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { isSubscribed } from "@orbweaver/core/jobs/Webhooks"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { fromRow, type JobRow } from "../../jobs/JobRow.ts"
import { farthestMs } from "../claimFunctions.ts"
import { fails } from "../Database.ts"
import { askedOf, type Found, freshRows, keyOf } from "./admission.ts"
import * as Duplicates from "./duplicates.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import * as Pages from "./pages.ts"
import * as Transaction from "./Transaction.ts"

type Value = string | number | boolean | null
type Row = Record<string, Value>

/** A job that pages may be claimed from, and whose it is. */
export interface OpenJob extends Claiming.Standing {
  readonly id: JobId
  /** Whether more jobs of its account are ready than claims look at. */
  readonly crowded: boolean
}

interface KnownKey extends Duplicates.DuplicatePage {
  readonly job: number
  readonly a: number
  readonly b: number
}

/** A key that no page has. */
interface UnknownKey extends Pick<KnownKey, "job" | "a" | "b"> {
  readonly n: null
  readonly state: null
}

interface SnapshotColumns {
  readonly turn: string
  readonly open: ReadonlyArray<OpenJob> | null
  readonly jobs: ReadonlyArray<Transaction.RawJob> | null
  readonly pages: ReadonlyArray<Pages.PageRow> | null
  readonly keys: ReadonlyArray<KnownKey | UnknownKey> | null
}

/** What an exchange knows before it writes. */
export interface Snapshot {
  /** Jobs that claims may serve. */
  readonly open: ReadonlyArray<OpenJob>
  /** Of the settlements, by their ids. */
  readonly jobs: ReadonlyMap<string, JobRow>
  readonly pages: ReadonlyMap<number, Pages.PageRow>
  readonly keys: ReadonlyArray<KnownKey | UnknownKey>
}

/** A page as `claim_pages` gives it. */
interface GivenPage {
  readonly job: number
  readonly n: number
  readonly token: number
  readonly url: string
  readonly host: string
  readonly depth: number
  readonly attempts: number
  readonly last_modified: string | null
  readonly paced: boolean
  readonly addition: string | null
  readonly origin: string
  readonly limited_ms: number | null
}

interface ClaimColumns {
  readonly pages: string
  readonly turns: string
  readonly passed: boolean
  readonly idle: ReadonlyArray<number>
  readonly parked: number
}

export interface Claimed extends Claim {
  /** Whether a job or a host was passed over, because somebody held it. */
  readonly passed: boolean
  /** Jobs that may have nothing left to do. */
  readonly idle: ReadonlyArray<number>
  /** How many jobs had nothing to give, and are not looked at again before they may have. */
  readonly parked: number
}

/** What an exchange writes about the end of pages. */
interface Settlements {
  readonly settled: ReadonlyArray<Settled>
  readonly parameters: ReadonlyArray<string | ReadonlyArray<string>>
  readonly touched: ReadonlySet<string>
  readonly remembered: ReadonlyArray<{ readonly job: number; readonly key: Fingerprint }>
}

/** The links of a page, by their places among the links of its job. */
interface Way {
  readonly n: number
  readonly links: ReadonlyArray<number>
}

/** How pages of one host ended. */
interface HostEnding {
  ended: number
  is_good: boolean
  resets: boolean
  goods: number
}

/** Jobs of one account that a claim looks at, however few pages are wanted: some may turn out to have none. */
const minJobsOfAccount = 8
/** Accounts and ready jobs that one claim looks at, and as many whose moment has come, at most. */
const maxOpenJobs = 64

export const makeExchange = ({ db, faults, knownPages, limits, schema, signals, specs, turns }: JobDatabase) => {
  const maxWaitMs = Politeness.maxDelayMs(limits)
  /** The account that was looked at last, where there are more than one claim looks at. */
  let accountTurn = ""

  /** What is known before the settlements are written and so many pages claimed. */
  const snapshotOf = Effect.fnUntraced(function* (settlements: ReadonlyArray<Settlement>, wanted: number) {
    const keys = settlements.flatMap((settlement) =>
      Duplicates.keysOf(settlement).map(({ a, b }) => ({ id: settlement.lease.jobId, a, b }))
    )
    const now = yield* db.now
    const [row] = yield* db.rows<{ snapshot: string }>(
      `SELECT ${schema}.exchange_snapshot($1::text[], $2::bigint[], $3::text::json, $4::int[], $5, $6, $7, $8, $9)::text
        AS snapshot`,
      [...new Set(settlements.map(({ lease }) => lease.jobId))],
      settlements.map(({ lease }) => lease.page),
      JSON.stringify(keys),
      JSON.parse(specs.unreadable()) as ReadonlyArray<number>,
      wanted === 0 ? 0 : Math.min(Math.max(wanted, minJobsOfAccount), maxOpenJobs),
      wanted === 0 ? 0 : maxOpenJobs,
      now,
      now + farthestMs(maxWaitMs),
      accountTurn
    )
    const snapshot = JSON.parse(row!.snapshot) as SnapshotColumns
    accountTurn = snapshot.turn
    const jobs = snapshot.jobs ?? []
    const open = snapshot.open ?? []
    const specOf = yield* Transaction.specsOf(
      db,
      specs,
      [...jobs, ...open].map(({ n }) => Number(n))
    )
    return {
      jobs: new Map(jobs.map((job) => [String(job["id"]), fromRow(job, specOf.get(Number(job["n"]))!)])),
      open: open.filter(({ n }) => specOf.get(n)?.unreadable === undefined),
      pages: new Map((snapshot.pages ?? []).map((page) => [page.n, page])),
      keys: snapshot.keys ?? []
    }
  })

  /** What to write for the settlements; undefined when that can only be known while the jobs are held. */
  const prepare = (
    settlements: ReadonlyArray<Settlement>,
    { jobs, keys, pages }: Snapshot,
    now: number
  ): Settlements | undefined => {
    if (settlements.some(({ signal }) => changesPace(signal))) return undefined
    const byNumber = new Map([...jobs.values()].map((job) => [job.n, job]))
    const before = new Map([...jobs.values()].map((job) => [job.n, job.state]))
    const tokens = new Map([...pages].map(([n, { token }]) => [n, token]))
    const expectedKeys = keys.map(({ a, b, job, n, state }) => ({ job, a, b, n, state }))
    const known = keys.flatMap((key) => (key.n === null ? [] : [key]))
    const duplicates = Duplicates.fromRows(
      new Map(known.map(({ a, b, job, n }) => [Duplicates.keyOf(job, { a, b }), n])),
      known.filter(({ n }) => !pages.has(n)),
      pages
    )

    const events = new Map<number, Array<Row>>()
    const hosts = new Map<string, HostEnding>()
    const touched = new Set<string>()
    const remembered: Array<{ readonly job: number; readonly key: Fingerprint }> = []
    const recording: Pages.Settling = {
      now,
      hostEnded: (host, signal) => {
        // The host has room for a page of any job.
        touched.add(workTopic)
        const ending = hosts.get(host) ?? { ended: 0, is_good: false, resets: false, goods: 0 }
        hosts.set(host, ending)
        ending.ended++
        if (signal?.kind === "good") {
          ending.is_good = true
          ending.goods++
        } else if (signal?.kind === "silent") {
          ending.resets = true
          ending.goods = 0
        }
      },
      apply: (job, transition) => {
        if (transition === undefined) return false
        job.state = transition.state
        const ofJob = events.get(job.n) ?? []
        events.set(job.n, ofJob)
        for (const { at, page = null, type } of transition.events) {
          touched.add(job.spec.id)
          ofJob.push({ type, at, page, delivered: isSubscribed(job.spec.webhook, type) })
        }
        return true
      },
      wake: (topic = workTopic) => void touched.add(topic),
      remember: (job, key) => void remembered.push({ job, key })
    }
    const endings = Pages.makeEndings()
    const { founds, settled } = Pages.settleAll(recording, endings, duplicates, jobs, pages, settlements)

    const links: Array<Row> = []
    const ways = new Map<number, ReadonlyArray<Way>>()
    for (const [job, found] of founds) {
      const asked = askedOf(knownPages.of(job.n), job, found)
      if (asked.size === 0) continue
      // Near the bounds it matters which of them are known.
      const candidates = [...asked.values()].map(({ candidate }) => candidate)
      if (!AdmissionRules.isRoomCertain(job.spec, job.state.counts, candidates)) return undefined
      const { fresh } = freshRows(job, asked, () => false)
      if (AdmissionRules.tracksDepth(job.spec)) {
        if (fresh.length < asked.size) return undefined
        ways.set(job.n, waysOf(found, asked))
      }
      links.push(...fresh.map((row) => ({ ...row, job: job.n })))
      for (const { candidate } of asked.values()) remembered.push({ job: job.n, key: candidate.key })
    }

    const depths = new Map([...ways.values()].flat().map(({ n }) => [n, pages.get(n)?.depth]))
    const settledJobs = [...byNumber.values()].filter(({ state }) => !isFinal(state.status))
    const prepared: Settlements = {
      settled,
      touched,
      remembered,
      parameters: [
        JSON.stringify(
          settledJobs.map((job) => ({
            ...changeOf(job, before.get(job.n)!),
            events: events.get(job.n) ?? [],
            ways: ways.get(job.n) ?? null
          }))
        ),
        JSON.stringify(
          endings.pages.map((row) => {
            const n = Number(row["n"])
            return { ...row, token: tokens.get(n), depth: depths.get(n) ?? null }
          })
        ),
        JSON.stringify(expectedKeys),
        JSON.stringify(endings.results),
        JSON.stringify(endings.failures),
        JSON.stringify([...endings.aliases.values()]),
        JSON.stringify(endings.debits),
        endings.unpaid,
        JSON.stringify(links),
        JSON.stringify([...hosts].map(([host, ending]) => ({ host, ...ending })))
      ]
    }
    return prepared
  }

  const claimsOf = (open: ReadonlyArray<OpenJob>, wanted: number, onlyIdle: boolean) =>
    Claiming.takeTurns(open, wanted).flatMap(({ accountShare, job: { account, crowded, n }, jobsLeft }, ord) => {
      const spec = specs.get(n)
      if (spec === undefined) return []
      return [
        {
          ord,
          n,
          id: spec.id,
          account,
          crowded,
          account_share: accountShare,
          jobs_left: jobsLeft,
          max_pages: bound(spec.limit),
          max_active: bound(spec.maxConcurrency),
          account_max: bound(onlyIdle ? Math.min(1, spec.accountConcurrency) : spec.accountConcurrency),
          delay: spec.delayMs,
          heeds: spec.heedsCrawlDelay,
          turn: turns.get(n) ?? ""
        }
      ]
    })

  const pageOf = ({ job, ...page }: GivenPage, now: number, idleAccounts: Set<string>): ReadonlyArray<ClaimedPage> => {
    const spec = specs.get(job)
    if (spec === undefined) return []
    return [
      {
        jobId: spec.id,
        page: String(page.n),
        token: page.token,
        accountId: spec.accountId,
        origin: page.origin,
        url: page.url,
        host: page.host,
        depth: page.depth,
        attempt: page.attempts,
        // The first of several counts for the others.
        isFirst: idleAccounts.delete(spec.accountId),
        pacedAt: page.paced ? now : undefined,
        lastModified: page.last_modified ?? undefined,
        addition: page.addition === null ? undefined : (JSON.parse(page.addition) as Addition),
        limitedMs: page.limited_ms ?? undefined
      }
    ]
  }

  /** Undefined when the settlements need the jobs to be held; nothing is written then. */
  const settle = (
    operation: string,
    settlements: ReadonlyArray<Settlement>,
    snapshot: Snapshot
  ): Effect.Effect<ReadonlyArray<Settled> | undefined, StoreError> =>
    Effect.gen(function* () {
      const now = yield* db.now
      const prepared = prepare(settlements, snapshot, now)
      if (prepared === undefined) return undefined
      const [row] = yield* db
        .rows<{ written: boolean }>(
          `SELECT ${schema}.settle_pages($1::text::json, $2::text::json, $3::text::json, $4::text::json, $5::text::json,
          $6::text::json, $7::text::json, $8::text[], $9::text::json, $10::text::json, $11) AS written`,
          ...prepared.parameters,
          now
        )
        .pipe(
          // Somebody settled one of the pages at the same moment: nothing was written.
          Effect.catchIf(isSerializationFailure, () => Effect.succeed([{ written: false }]))
        )
      if (row?.written !== true) return undefined
      for (const { job, key } of prepared.remembered) knownPages.of(job).set(key, 0)
      prepared.touched.forEach(signals.notify)
      return prepared.settled
    }).pipe(noted(operation))

  const claim = (
    operation: string,
    { open }: Snapshot,
    { count, leaseMs, onlyIdleAccounts = false }: ClaimRequest
  ): Effect.Effect<Claimed, StoreError> =>
    Effect.gen(function* () {
      const now = yield* db.now
      // One after another: what is left over of several would go to accounts that have theirs.
      const wanted = onlyIdleAccounts ? Math.min(1, count) : count
      const claims = claimsOf(onlyIdleAccounts ? open.filter(({ busy }) => busy === 0) : open, wanted, onlyIdleAccounts)
      if (claims.length === 0) return { pages: [], passed: false, idle: [], parked: 0 }
      const [row] = yield* db.rows<ClaimColumns>(
        `SELECT pages::text AS pages, turns::text AS turns, passed, idle, parked_jobs AS parked
          FROM ${schema}.claim_pages($1::text::json, $2, $3, $4, $5, $6, $7)`,
        JSON.stringify(claims),
        wanted,
        now,
        now + leaseMs,
        now + maxWaitMs,
        limits.concurrency,
        limits.streak
      )
      const { idle, pages, parked, passed, turns: latest } = row!
      for (const [job, host] of JSON.parse(latest) as ReadonlyArray<readonly [number, string]>) turns.set(job, host)
      const idleAccounts = new Set(open.flatMap(({ account, busy }) => (busy === 0 ? [account] : [])))
      const given = (JSON.parse(pages) as ReadonlyArray<GivenPage>).flatMap((page) => pageOf(page, now, idleAccounts))
      return { pages: given, passed, idle, parked }
    }).pipe(noted(operation))

  const noted =
    (operation: string) =>
    <A>(effect: Effect.Effect<A, SqlError | StoreError>): Effect.Effect<A, StoreError> =>
      effect.pipe(
        Effect.tap(() => specs.logUnreadable),
        fails(operation),
        Effect.tapError((error) => Effect.map(db.now, (now) => faults.note(error, now)))
      )

  return { claim, settle, snapshotOf }
}

const isSerializationFailure = (error: SqlError | StoreError): boolean =>
  error._tag === "SqlError" && error.reason._tag === "SerializationError"

const waysOf = (founds: ReadonlyArray<Found>, asked: ReadonlyMap<string, unknown>): ReadonlyArray<Way> => {
  const places = new Map([...asked.keys()].map((key, place) => [key, place]))
  return founds.flatMap(({ candidates, from }) =>
    from === undefined
      ? []
      : [{ n: from.n, links: [...new Set(candidates.map(({ key }) => keyOf(key)))].map((key) => places.get(key)!) }]
  )
}

/** Whether the host's next page may wait for what this one says. */
const changesPace = (signal: Settlement["signal"]): boolean =>
  signal !== undefined && (signal.kind === "refused" || signal.crawlDelayMs !== undefined)

/** JSON has no number for it, and PostgreSQL reads it from a text. */
const bound = (most: number): number | string => (most === Infinity ? "Infinity" : most)

/** What the counters of the job grew by. */
const changeOf = ({ n, spec, state }: JobRow, before: JobRow["state"]) => ({
  n,
  id: spec.id,
  status: before.status,
  origin: state.origin === before.origin ? null : state.origin,
  queued: state.counts.queued - before.counts.queued,
  active: state.counts.active - before.counts.active,
  completed: state.counts.completed - before.counts.completed,
  failed: state.counts.failed - before.counts.failed,
  skipped: state.counts.skipped - before.counts.skipped,
  status_2xx: state.statusCounts["2xx"] - before.statusCounts["2xx"],
  status_3xx: state.statusCounts["3xx"] - before.statusCounts["3xx"],
  status_4xx: state.statusCounts["4xx"] - before.statusCounts["4xx"],
  status_5xx: state.statusCounts["5xx"] - before.statusCounts["5xx"],
  credits: state.creditsUsed - before.creditsUsed
})
