/** How the run of a page ends: what is written of the page, the job's counters, and the event. @experimental */
import type { SkipReason } from "../Decision.ts"
import type { PageOutcome, Settlement } from "../Frontier.ts"
import type { JobEvent } from "../JobStore.ts"
import type { PageState } from "../../model/Job.ts"
import { countStatus } from "../../model/StatusCounts.ts"
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
  { origin = before.origin, outcome }: Settlement,
  duplicateOf: string | undefined,
  now: number
): PageTransition => {
  switch (outcome._tag) {
    case "Retry":
      return requeue(before, origin, now, {
        undoAttempt: outcome.isAttempt === false,
        until: now + outcome.afterMs
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
  ending: Pick<PageEnding, "undoAttempt" | "until">
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
    page: { state: "failed", undoAttempt: false, error, code, cause },
    event: { number, type: "pageFailed", at: now, page }
  }
}

const complete = (
  state: JobState,
  origin: string,
  now: number,
  page: string,
  { credits, document, facts, trap }: Extract<PageOutcome, { readonly _tag: "Completed" }>
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
      contentHash: facts?.contentHash
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
