/** Claims pages of the jobs that a snapshot has, in a transaction of its own (`claimFunctions`). */
import type { Addition, Claim, ClaimedPage, ClaimRequest } from "@orbweaver/core/jobs/Frontier"
import * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { Specs } from "../../jobs/specs.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import type { OpenJob, Snapshot } from "./snapshot.ts"

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

export const makeClaim = ({ db, limits, noted, schema, specs, turns }: JobDatabase) => {
  const maxWaitMs = Politeness.maxDelayMs(limits)

  return (
    operation: string,
    { open }: Snapshot,
    { count, leaseMs, onlyIdleAccounts = false }: ClaimRequest
  ): Effect.Effect<Claimed, StoreError> =>
    Effect.gen(function* () {
      const now = yield* db.now
      // One after another: what is left over of several would go to accounts that have theirs.
      const wanted = onlyIdleAccounts ? Math.min(1, count) : count
      const claims = claimsOf(
        specs,
        turns,
        onlyIdleAccounts ? open.filter(({ busy }) => busy === 0) : open,
        wanted,
        onlyIdleAccounts
      )
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
      const given = (JSON.parse(pages) as ReadonlyArray<GivenPage>).flatMap((page) =>
        pageOf(specs, page, now, idleAccounts)
      )
      return { pages: given, passed, idle, parked }
    }).pipe(noted(operation))
}

/** What `claim_pages` has to know of the jobs, in the order in which they give pages. */
const claimsOf = (
  specs: Specs,
  turns: ReadonlyMap<number, string>,
  open: ReadonlyArray<OpenJob>,
  wanted: number,
  onlyIdle: boolean
) =>
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

/** Nothing for a page whose job was removed meanwhile. */
const pageOf = (
  specs: Specs,
  { job, ...page }: GivenPage,
  now: number,
  idleAccounts: Set<string>
): ReadonlyArray<ClaimedPage> => {
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

/** JSON has no number for it, and PostgreSQL reads it from a text. */
const bound = (most: number): number | string => (most === Infinity ? "Infinity" : most)
