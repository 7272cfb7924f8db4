/** Which addresses a job takes up, and when a shorter way to a page changes something. @experimental */
import { type Counts, discovered } from "../../model/Job.ts"
import type { SkipReason } from "../Decision.ts"
import type { Candidate } from "../Frontier.ts"
import { type JobSpec, type JobState, moveCounts } from "./JobState.ts"

/**
 * Pages of a job that may be waiting, running or completed at once. A crawl
 * with a small limit on a huge site must not remember the whole site, and a page
 * that fails must find another one waiting to take its place.
 */
export const admissionCap = (limit: number): number => limit + Math.max(1000, limit)

/** Addresses that a job remembers, skipped ones included; what is found beyond is forgotten. */
export const discoveryCap = (limit: number): number => 100_000 + limit * 20

/** A crawl that chooses what it visits keeps all that it remembers waiting. */
const waitingCap = (limit: number, rank: number | undefined): number =>
  rank === undefined ? admissionCap(limit) : discoveryCap(limit)

/** New addresses that the job may still remember. */
export const discoveryRoom = ({ limit }: Pick<JobSpec, "limit">, counts: Counts): number =>
  Math.max(0, discoveryCap(limit) - discovered(counts))

/**
 * Whether the same becomes of new addresses however many of these the job knows already: there is room for all of them,
 * or for none.
 */
export const isRoomCertain = (
  { limit }: Pick<JobSpec, "limit">,
  counts: Counts,
  candidates: ReadonlyArray<Pick<Candidate, "rank">>
): boolean => {
  const waiting = counts.queued + counts.active + counts.completed
  const isCertain = (room: number) => room <= 0 || room >= candidates.length
  return (
    isCertain(discoveryRoom({ limit }, counts)) &&
    candidates.every(({ rank }) => isCertain(waitingCap(limit, rank) - waiting))
  )
}

/** Whether the job keeps the links of its pages, to find shorter ways. */
export const tracksDepth = ({ maxDepth }: Pick<JobSpec, "maxDepth">): boolean => Number.isFinite(maxDepth)

/** What becomes of a new address: queued, or skipped for a reason. */
export interface Admission {
  readonly reason: SkipReason | undefined
  readonly rule: string | undefined
}

const queued: Admission = { reason: undefined, rule: undefined }

/** The verdict of the crawl's rules, with the two that depend on the job: depth and limit. */
export const admitPage = (
  { limit, maxDepth }: Pick<JobSpec, "limit" | "maxDepth">,
  counts: Counts,
  { decision, rank }: Pick<Candidate, "decision" | "rank">,
  depth: number
): Admission => {
  const rule = decision.admit ? undefined : decision.rule
  if (!decision.admit && decision.reason !== "depth") return { reason: decision.reason, rule }
  if (depth > maxDepth) return { reason: "depth", rule }
  return counts.queued + counts.active + counts.completed >= waitingCap(limit, rank)
    ? { reason: "limit", rule }
    : queued
}

/** The counters that addresses change. */
export type Tally = Pick<JobState, "counts" | "backward">

/** The counters with the new address among them. */
export const countAdmitted = ({ backward, counts }: Tally, { reason }: Admission): Tally => ({
  counts: moveCounts(counts, undefined, reason === undefined ? "queued" : "skipped"),
  backward: reason === "backward" ? backward + 1 : backward
})

/** What a way to a known page means: nothing new, a smaller depth, or that the page comes back to the queue. */
export const compareWay = (
  { maxDepth }: Pick<JobSpec, "maxDepth">,
  known: number,
  depth: number,
  keptOutByDepth: boolean
): "known" | "nearer" | "back" => (known <= depth ? "known" : keptOutByDepth && depth <= maxDepth ? "back" : "nearer")

/** The counters once skipped pages came back. */
export const countReturned = (tally: Tally, pages: number): Tally =>
  pages === 0 ? tally : { counts: moveCounts(tally.counts, "skipped", "queued", pages), backward: tally.backward }
