/**
 * One job in memory: its pages, their states and the counters. Everything here
 * is synchronous, so each call is a transaction.
 */
import type { Addition, Candidate, ClaimedPage, Lease, PageFacts, Settlement } from "../Frontier.ts"
import { admissionCap, discoveryCap, maxLostLeases } from "../Frontier.ts"
import * as FingerprintIndex from "../FingerprintIndex.ts"
import type { SkipReason } from "../Decision.ts"
import { type Counts, isFinal, type Job, type JobStatus, noPages, type PageState } from "../../model/Job.ts"
import type { JobEvent, NewJob, PageFailure, PageRecord } from "../JobStore.ts"
import type { JobEventType } from "../../model/Job.ts"
import type { KeptResult, ResultMemory } from "./resultMemory.ts"
import * as Waiting from "./Waiting.ts"

interface Row {
  readonly url: string
  readonly host: string
  depth: number
  state: PageState
  readonly foundOn: number
  attempts: number
  losses: number
  token: number
  leaseUntil: number
  reason?: SkipReason | undefined
  rule?: string | undefined
  error?: string | undefined
  lastModified?: string | undefined
  readonly addition: Addition | undefined
  contentHash?: string | undefined
  /** Pages that it links to, kept only where depth matters. */
  links?: ReadonlyArray<number> | undefined
}

export interface MemoryJob {
  readonly spec: NewJob
  status: JobStatus
  origin: string
  counts: Record<PageState, number>
  collecting: boolean
  creditsUsed: number
  error: string | undefined
  output: Job["output"]
  nextAt: number
  limitedSince: number | undefined
  queueMs: number
  finishedAt: number | undefined
  lastActivity: number
  readonly createdAt: number
  readonly rows: Array<Row>
  readonly index: FingerprintIndex.FingerprintIndex
  readonly waiting: Waiting.Waiting
  readonly active: Set<number>
  readonly results: Array<KeptResult>
  readonly resultOf: Map<number, number>
  readonly failures: Array<PageFailure>
  readonly events: Array<JobEvent>
}

export const make = (spec: NewJob, now: number): MemoryJob => ({
  spec,
  status: "scraping",
  origin: spec.origin,
  counts: { ...noPages },
  collecting: spec.task,
  creditsUsed: 0,
  error: undefined,
  output: undefined,
  nextAt: 0,
  limitedSince: undefined,
  queueMs: 0,
  finishedAt: undefined,
  lastActivity: now,
  createdAt: now,
  rows: [],
  index: FingerprintIndex.make(),
  waiting: Waiting.make(),
  active: new Set(),
  results: [],
  resultOf: new Map(),
  failures: [],
  events: []
})

export const view = (job: MemoryJob): Job => ({
  id: job.spec.id,
  kind: job.spec.kind,
  accountId: job.spec.accountId,
  keyName: job.spec.keyName,
  status: job.status,
  request: job.spec.request,
  origin: job.origin,
  priority: job.spec.priority,
  counts: { ...job.counts } satisfies Counts,
  limit: job.spec.limit,
  creditsUsed: job.creditsUsed,
  collecting: job.collecting,
  error: job.error,
  output: job.output,
  concurrencyLimited: job.limitedSince !== undefined,
  concurrencyQueueMs: job.queueMs,
  createdAt: job.createdAt,
  finishedAt: job.finishedAt,
  expiresAt: job.lastActivity + job.spec.retentionMs,
  events: job.events.length
})

/** Appends an event; returns it. */
export const emit = (
  job: MemoryJob,
  type: JobEventType,
  at: number,
  about: Pick<JobEvent, "position" | "page"> = {}
): JobEvent => {
  const event: JobEvent = { number: job.events.length + 1, type, at, ...about }
  job.events.push(event)
  return event
}

/** Adds candidates; returns how many were queued. `from` is the page that links to them, or -1. */
export const admit = (
  job: MemoryJob,
  candidates: ReadonlyArray<Candidate>,
  from: number,
  addition?: Addition
): number => {
  let queued = 0
  const links: Array<number> = []
  const parentDepth = from < 0 ? undefined : job.rows[from]!.depth
  for (const candidate of candidates) {
    const depth = parentDepth === undefined ? candidate.depth : parentDepth + 1
    const known = job.index.get(candidate.key)
    if (known >= 0) {
      links.push(known)
      queued += improve(job, known, depth)
      continue
    }
    if (job.rows.length >= discoveryCap(job.spec.limit)) break
    const page = job.rows.length
    const reason = judge(job, candidate, depth)
    job.rows.push({
      url: candidate.url,
      host: candidate.host,
      depth,
      state: reason === undefined ? "queued" : "skipped",
      foundOn: from,
      attempts: 0,
      losses: 0,
      token: 0,
      leaseUntil: 0,
      reason,
      rule: reason === undefined || candidate.decision.admit ? undefined : candidate.decision.rule,
      lastModified: candidate.lastModified,
      addition
    })
    job.index.set(candidate.key, page)
    links.push(page)
    if (reason === undefined) {
      queued++
      job.counts.queued++
      job.waiting.push(page, candidate.host)
    } else job.counts.skipped++
  }
  if (from >= 0 && Number.isFinite(job.spec.maxDepth)) job.rows[from]!.links = links
  return queued
}

/** The rules' verdict, with the two that only the store can apply: depth and limit. */
const judge = (job: MemoryJob, { decision }: Candidate, depth: number): SkipReason | undefined => {
  if (!decision.admit && decision.reason !== "depth") return decision.reason
  if (depth > job.spec.maxDepth) return "depth"
  const { active, completed, queued } = job.counts
  return queued + active + completed >= admissionCap(job.spec.limit) ? "limit" : undefined
}

/** Notes a shorter way to a page and to what it links to; returns how many pages came back. */
const improve = (job: MemoryJob, page: number, depth: number): number => {
  let returned = 0
  const ahead = [{ page, depth }]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const row = job.rows[next.page]!
    if (row.depth <= next.depth) continue
    row.depth = next.depth
    if (row.state === "skipped" && row.reason === "depth" && next.depth <= job.spec.maxDepth) {
      row.state = "queued"
      row.reason = undefined
      row.rule = undefined
      job.counts.skipped--
      job.counts.queued++
      job.waiting.push(next.page, row.host)
      returned++
    }
    for (const link of row.links ?? []) ahead.push({ page: link, depth: next.depth + 1 })
  }
  return returned
}

/** Marks pages as running; returns them with their leases. */
export const start = (
  job: MemoryJob,
  pages: ReadonlyArray<number>,
  leaseUntil: number,
  limitedMs: number | undefined,
  isPaced: (host: string) => boolean
): ReadonlyArray<ClaimedPage> =>
  pages.map((page) => {
    const row = job.rows[page]!
    row.state = "active"
    row.attempts++
    row.token++
    row.leaseUntil = leaseUntil
    job.counts.queued--
    job.counts.active++
    job.active.add(page)
    return {
      jobId: job.spec.id,
      page: String(page),
      token: row.token,
      url: row.url,
      accountId: job.spec.accountId,
      origin: job.origin,
      host: row.host,
      depth: row.depth,
      attempt: row.attempts,
      paced: isPaced(row.host),
      lastModified: row.lastModified,
      addition: row.addition,
      limitedMs
    }
  })

/** The page of a lease, when the lease is the page's latest. */
export const leased = (job: MemoryJob, lease: Lease): Row | undefined => {
  const row = job.rows[Number(lease.page)]
  return row?.state === "active" && row.token === lease.token ? row : undefined
}

/** Ends the run of a page: from active to nothing yet. */
const stop = (job: MemoryJob, page: number): void => {
  job.active.delete(page)
  job.counts.active--
}

const requeue = (job: MemoryJob, page: number, row: Row, at: number | undefined): void => {
  row.state = "queued"
  job.counts.queued++
  if (at === undefined) job.waiting.push(page, row.host)
  else job.waiting.pushLater(page, at)
}

const conclude = (job: MemoryJob, row: Row, state: "completed" | "failed" | "skipped", reason?: SkipReason): void => {
  row.state = state
  row.reason = reason
  job.counts[state]++
}

const failPage = (job: MemoryJob, page: number, row: Row, error: string, code: string | undefined, at: number) => {
  conclude(job, row, "failed")
  row.error = error
  job.failures.push({ page: String(page), url: row.url, error, code, at })
  return emit(job, "pageFailed", at, { page: String(page) })
}

export interface Written {
  readonly settled: "settled" | "duplicate"
  readonly event?: JobEvent | undefined
}

/** Writes how a leased page ended. */
export const settle = (
  job: MemoryJob,
  row: Row,
  settlement: Settlement,
  results: ResultMemory,
  now: number
): Written => {
  const page = Number(settlement.lease.page)
  const { outcome } = settlement
  stop(job, page)
  job.lastActivity = now
  if (settlement.origin !== undefined) job.origin = settlement.origin
  switch (outcome._tag) {
    case "Retry":
      requeue(job, page, row, now + outcome.afterMs)
      return { settled: "settled" }
    case "Released":
      row.attempts--
      requeue(job, page, row, undefined)
      return { settled: "settled" }
    case "Skipped":
      conclude(job, row, "skipped", outcome.reason)
      row.rule = outcome.rule
      return { settled: "settled" }
    case "Failed":
      admit(job, settlement.links, page)
      return { settled: "settled", event: failPage(job, page, row, outcome.error, outcome.code, now) }
    case "Completed": {
      const duplicate = duplicateOf(job, page, settlement, outcome.facts)
      if (duplicate !== undefined) {
        conclude(job, row, "skipped", "duplicate")
        row.rule = duplicate
        return { settled: "duplicate" }
      }
      conclude(job, row, "completed", outcome.trap === undefined ? undefined : "trap")
      row.rule = outcome.trap
      row.contentHash = outcome.facts?.contentHash
      job.creditsUsed += outcome.credits
      const position = job.results.length + 1
      job.results.push(
        results.keep({
          position,
          page: String(page),
          url: row.url,
          depth: row.depth,
          document: outcome.document,
          credits: outcome.credits,
          facts: outcome.facts
        })
      )
      job.resultOf.set(page, position)
      admit(job, settlement.links, page)
      return { settled: "settled", event: emit(job, "page", now, { position, page: String(page) }) }
    }
  }
}

/** The address of another page of the job that this one turned out to be. */
const duplicateOf = (
  job: MemoryJob,
  page: number,
  { answerKey, canonicalKey, contentKey, finalKey }: Settlement,
  facts: PageFacts | undefined
): string | undefined => {
  if (answerKey !== undefined) {
    const answered = job.rows[job.index.get(answerKey)]
    if (answered?.state === "completed") return answered.url
  }
  if (finalKey !== undefined) {
    const other = job.index.get(finalKey)
    if (other < 0) job.index.set(finalKey, page)
    else if (other !== page) {
      const { state, url } = job.rows[other]!
      if (state === "completed") return url
      if (answerKey !== undefined) job.index.set(answerKey, page)
    }
  }
  if (contentKey === undefined) return undefined
  const sameContent = job.rows[job.index.get(contentKey)]
  if (sameContent?.state === "completed") return sameContent.url
  if (canonicalKey === undefined) return undefined
  const canonical = job.rows[job.index.get(canonicalKey)]
  if (canonical?.state === "completed" && canonical.contentHash === facts?.contentHash) return canonical.url
  job.index.set(contentKey, page)
  return undefined
}

/** Puts back what was leased until before `now`. */
export const reclaim = (
  job: MemoryJob,
  now: number
): { readonly pages: number; readonly hosts: ReadonlyArray<string>; readonly events: ReadonlyArray<JobEvent> } => {
  const hosts: Array<string> = []
  const events: Array<JobEvent> = []
  for (const page of job.active) {
    const row = job.rows[page]!
    if (row.leaseUntil > now) continue
    stop(job, page)
    hosts.push(row.host)
    row.losses++
    row.attempts--
    if (row.losses < maxLostLeases) requeue(job, page, row, undefined)
    else
      events.push(failPage(job, page, row, "Every worker that scraped the page stopped without a result", "LOST", now))
  }
  return { pages: hosts.length, hosts, events }
}

/** Ends the job when nothing is left to do; returns the event. */
export const endIfDone = (job: MemoryJob, now: number): JobEvent | undefined => {
  if (job.status !== "scraping" || job.counts.active > 0) return undefined
  const full = job.counts.completed >= job.spec.limit
  if (!full && (job.counts.queued > 0 || job.collecting)) return undefined
  return end(job, "completed", now)
}

/** Ends the job: what waits or runs is skipped for the limit, or cancelled. */
export const end = (job: MemoryJob, status: "completed" | "failed" | "cancelled", now: number): JobEvent => {
  const rest = job.counts.queued + job.counts.active
  job.counts[status === "completed" ? "skipped" : "cancelled"] += rest
  job.counts.queued = 0
  job.counts.active = 0
  job.active.clear()
  job.waiting.clear()
  job.status = status
  job.collecting = false
  job.limitedSince = undefined
  job.finishedAt = now
  job.lastActivity = now
  return emit(job, status, now)
}

/** Brings a completed job back; what the limit had kept out stays out. */
export const reopen = (job: MemoryJob): void => {
  for (const row of job.rows) {
    if (row.state !== "queued") continue
    row.state = "skipped"
    row.reason = "limit"
  }
  job.status = "scraping"
  job.finishedAt = undefined
}

export const record = (job: MemoryJob, page: number): PageRecord | undefined => {
  const row = job.rows[page]
  if (row === undefined) return undefined
  const left = isFinal(job.status) && (row.state === "queued" || row.state === "active")
  const state = left ? (job.status === "completed" ? "skipped" : "cancelled") : row.state
  return {
    page: String(page),
    url: row.url,
    state,
    depth: row.depth,
    attempts: row.attempts,
    foundOn: job.rows[row.foundOn]?.url,
    reason: left && state === "skipped" ? "limit" : row.reason,
    rule: row.rule,
    error: row.error
  }
}
