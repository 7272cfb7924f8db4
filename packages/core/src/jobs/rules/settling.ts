/** How the run of a page ends: what is written of the page, the job's counters, and the event. @experimental */
import type { SkipReason } from "../Decision.ts"
import type { AttemptFailure, PageOutcome, Settlement } from "../Frontier.ts"
import type { JobEvent } from "../JobStore.ts"
import type { PageAttempt, PageState } from "../../model/Job.ts"
import { countStatus } from "../../model/StatusCounts.ts"
import { defined } from "../../support/defined.ts"
import { type JobState, moveCounts } from "./JobState.ts"

/** What a store writes of a page whose run has ended. */
export interface PageEnding {
  readonly state: Exclude<PageState, "active" | "cancelled">
  /** The page waits until this moment; absent for one that may be claimed at once. */
  readonly until?: number | undefined
  /** The run does not count as an attempt. */
  readonly undoAttempt: boolean
  readonly reason?: SkipReason | undefined
  readonly rule?: string | undefined
  readonly error?: string | undefined
  readonly code?: string | undefined
  readonly cause?: string | undefined
  readonly statusCode?: number | undefined
  /** Position of its result. */
  readonly position?: number | undefined
  readonly contentHash?: string | undefined
  /** How long the run took, in milliseconds. */
  readonly tookMs?: number | undefined
  /** Size of the body, in bytes. */
  readonly bytes?: number | undefined
  /** The run as an attempt (`attemptLog`); absent where it is none. */
  readonly attempt?: AttemptFailure | undefined
}

export interface PageTransition {
  readonly state: JobState
  readonly page: PageEnding
  readonly event: JobEvent | undefined
}

/** Whether this lease is the page's latest: what an older one settles does not count. */
export const isLeased = (page: { readonly isActive: boolean; readonly token: number }, token: number): boolean =>
  page.isActive && page.token === token

/** Whether the links of the page are added to the job. */
export const followsLinks = ({ outcome }: Settlement, duplicateOf: string | undefined): boolean =>
  (outcome._tag === "Completed" && duplicateOf === undefined) || outcome._tag === "Failed"

/** The page `page` of the job has ended as a worker says, or as a duplicate of another one. */
export const settlePage = (
  before: JobState,
  page: string,
  settlement: Settlement,
  duplicateOf: string | undefined,
  now: number
): PageTransition => {
  const transition = endRun(before, page, settlement, duplicateOf, now)
  const { page: ended } = transition
  return ended.attempt === undefined ? transition : { ...transition, page: { ...ended, tookMs: settlement.tookMs } }
}

const endRun = (
  before: JobState,
  page: string,
  { origin = before.origin, outcome }: Settlement,
  duplicateOf: string | undefined,
  now: number
): PageTransition => {
  switch (outcome._tag) {
    case "Retry":
      return requeue(before, origin, now, {
        undoAttempt: outcome.isAttempt === false,
        until: now + outcome.afterMs,
        attempt: outcome.isAttempt === false ? undefined : (outcome.failure ?? {})
      })
    case "Released":
      return requeue(before, origin, now, { undoAttempt: true })
    case "Skipped":
      return skip(before, origin, now, outcome.reason, outcome.rule)
    case "Failed":
      return failPage(before, origin, now, page, outcome)
    case "Completed":
      return duplicateOf === undefined
        ? complete(before, origin, now, page, outcome)
        : skip(before, origin, now, "duplicate", duplicateOf)
  }
}

const requeue = (
  state: JobState,
  origin: string,
  now: number,
  ending: Pick<PageEnding, "attempt" | "undoAttempt" | "until">
): PageTransition => ({
  state: { ...state, origin, lastActivity: now, counts: moveCounts(state.counts, "active", "queued") },
  page: { state: "queued", ...ending },
  event: undefined
})

const skip = (
  state: JobState,
  origin: string,
  now: number,
  reason: SkipReason,
  rule: string | undefined
): PageTransition => ({
  state: { ...state, origin, lastActivity: now, counts: moveCounts(state.counts, "active", "skipped") },
  page: { state: "skipped", undoAttempt: false, reason, rule },
  event: undefined
})

const failPage = (
  state: JobState,
  origin: string,
  now: number,
  page: string,
  { cause, code, error }: Pick<PageEnding, "cause" | "code" | "error">
): PageTransition => {
  const number = state.events + 1
  const counts = moveCounts(state.counts, "active", "failed")
  return {
    state: { ...state, origin, lastActivity: now, counts, events: number },
    page: { state: "failed", undoAttempt: false, error, code, cause, attempt: failureOf(error, cause ?? code) },
    event: { number, type: "pageFailed", at: now, page }
  }
}

const failureOf = (cause: string | undefined, error: string | undefined): AttemptFailure => defined({ cause, error })

const complete = (
  state: JobState,
  origin: string,
  now: number,
  page: string,
  { bytes, credits, document, facts, trap }: Extract<PageOutcome, { readonly _tag: "Completed" }>
): PageTransition => {
  const position = state.results + 1
  const number = state.events + 1
  return {
    state: {
      ...state,
      origin,
      lastActivity: now,
      counts: moveCounts(state.counts, "active", "completed"),
      statusCounts: countStatus(state.statusCounts, document.metadata.statusCode),
      creditsUsed: state.creditsUsed + credits,
      events: number,
      results: position
    },
    page: {
      state: "completed",
      undoAttempt: false,
      reason: trap === undefined ? undefined : "trap",
      rule: trap,
      statusCode: document.metadata.statusCode,
      position,
      contentHash: facts?.contentHash,
      bytes,
      attempt: { status: document.metadata.statusCode }
    },
    event: { number, type: "page", at: now, position, page }
  }
}

/** Workers that a page may lose before it fails, so that no page kills workers forever. */
export const maxLostLeases = 5

/** The lease of the page has passed; `losses` counts this one too. */
export const loseLease = (state: JobState, page: string, losses: number, now: number): PageTransition =>
  losses < maxLostLeases
    ? requeue(state, state.origin, state.lastActivity, { undoAttempt: true })
    : failPage(state, state.origin, now, page, {
        error: "Every worker that scraped the page stopped without a result",
        code: "LOST"
      })

/** Attempts that the record of a page lists. */
export const maxLoggedAttempts = 10
/** Characters of a cause. */
const maxCause = 200
/** Characters of a cause that are searched for addresses. */
const maxSearched = 2000

/**
 * The attempts of a page with the one that has ended; undefined when they stay as they are, as those of a page that passes
 * at its first attempt do.
 */
export const attemptLog = (
  before: ReadonlyArray<PageAttempt>,
  attempt: number,
  { attempt: ended, state, tookMs, until }: PageEnding,
  now: number
): ReadonlyArray<PageAttempt> | undefined => {
  if (ended === undefined || (state === "completed" && before.length === 0)) return undefined
  const { cause, ...rest } = ended
  const entry: PageAttempt = {
    attempt,
    at: now,
    ...defined({ tookMs, ...rest, cause: cause === undefined ? undefined : shortCause(cause), nextAt: until })
  }
  return [...before, entry].slice(-maxLoggedAttempts)
}

/** Passwords and queries of addresses may be secrets, and are left out. */
const shortCause = (text: string): string => {
  const searched = text.slice(0, maxSearched).replace(address, "$1$2")
  return searched.length <= maxCause ? searched : `${searched.slice(0, maxCause - 1)}…`
}

const address = /\b([a-z][a-z\d+.-]{0,15}:\/\/)(?:[^/?#@\s]*@)?([^?#\s]*)(?:[?#]\S*)?/gi
