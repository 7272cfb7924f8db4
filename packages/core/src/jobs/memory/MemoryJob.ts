/**
 * One job in memory: its pages and what the rules know of it. Everything here
 * is synchronous, so each call is a transaction.
 */
import { isFinal, type Job, type PageState } from "../../model/Job.ts"
import type { SkipReason } from "../Decision.ts"
import * as FingerprintIndex from "../FingerprintIndex.ts"
import type { Addition, Candidate, ClaimedPage, Lease, Settlement } from "../Frontier.ts"
import type { JobEvent, NewJob, PageFailure, PageRecord, StoredResult } from "../JobStore.ts"
import * as Admission from "../rules/admission.ts"
import { findDuplicate, type KnownPage } from "../rules/duplicates.ts"
import * as JobState from "../rules/JobState.ts"
import * as Lifecycle from "../rules/lifecycle.ts"
import * as Settling from "../rules/settling.ts"
import { erasedAddress, erasedDocument, isErasedDocument, requestWithout } from "../rules/erasing.ts"
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
  statusCode?: number | undefined
  lastModified?: string | undefined
  readonly rank: number | undefined
  readonly addition: Addition | undefined
  contentHash?: string | undefined
  /** Pages that it links to, kept only where depth matters. */
  links?: ReadonlyArray<number> | undefined
}

export interface MemoryJob {
  spec: NewJob
  readonly createdAt: number
  state: JobState.JobState
  output: Job["output"]
  readonly rows: Array<Row>
  readonly index: FingerprintIndex.FingerprintIndex
  readonly waiting: Waiting.Waiting
  readonly active: Set<number>
  readonly results: Array<KeptResult>
  readonly resultOf: Map<number, number>
  readonly failures: Array<PageFailure>
  readonly events: Array<JobEvent>
}

export const make = (spec: NewJob, now: number): MemoryJob => {
  const { events, state } = Lifecycle.begin(spec, spec.task, now)
  return {
    spec,
    createdAt: now,
    state,
    output: undefined,
    rows: [],
    index: FingerprintIndex.make(),
    waiting: Waiting.make(),
    active: new Set(),
    results: [],
    resultOf: new Map(),
    failures: [],
    events: [...events]
  }
}

export const view = ({ createdAt, output, spec, state }: MemoryJob): Job =>
  JobState.view(spec, state, { createdAt, output })

/** The page with this identity, or -1: the index still knows the identities of erased pages. */
export const pageOf = (job: MemoryJob, key: Candidate["key"]): number => {
  const page = job.index.get(key)
  return job.rows[page]?.url === erasedAddress ? -1 : page
}

/** Takes over what the rules say; returns what happened. */
export const apply = (job: MemoryJob, { events, state }: JobState.Transition): ReadonlyArray<JobEvent> => {
  if (isFinal(state.status) && !isFinal(job.state.status)) {
    job.active.clear()
    job.waiting.clear()
  }
  job.state = state
  job.events.push(...events)
  return events
}

/** Adds candidates; returns how many were queued. `from` is the page that links to them, or -1. */
export const admit = (
  job: MemoryJob,
  candidates: ReadonlyArray<Candidate>,
  from: number,
  addition?: Addition
): number => {
  let queued = 0
  let tally: Admission.Tally = job.state
  const links: Array<number> = []
  const parentDepth = from < 0 ? undefined : job.rows[from]!.depth
  for (const candidate of candidates) {
    const depth = parentDepth === undefined ? candidate.depth : parentDepth + 1
    const known = pageOf(job, candidate.key)
    if (known >= 0) {
      links.push(known)
      const returned = followWay(job, known, depth)
      tally = Admission.countReturned(tally, returned)
      queued += returned
      continue
    }
    if (job.rows.length >= Admission.discoveryCap(job.spec.limit)) break
    const page = job.rows.length
    const admission = Admission.admitPage(job.spec, tally.counts, candidate, depth)
    tally = Admission.countAdmitted(tally, admission)
    job.rows.push({
      url: candidate.url,
      host: candidate.host,
      depth,
      state: admission.reason === undefined ? "queued" : "skipped",
      foundOn: from,
      attempts: 0,
      losses: 0,
      token: 0,
      leaseUntil: 0,
      reason: admission.reason,
      rule: admission.rule,
      lastModified: candidate.lastModified,
      rank: candidate.rank,
      addition
    })
    job.index.set(candidate.key, page)
    links.push(page)
    if (admission.reason === undefined) {
      queued++
      job.waiting.push(page, candidate.host, candidate.rank)
    }
  }
  if (from >= 0 && Admission.tracksDepth(job.spec)) job.rows[from]!.links = links
  if (tally !== job.state) job.state = { ...job.state, ...tally }
  return queued
}

const wayTo = (job: MemoryJob, { depth: known, reason, state }: Row, depth: number) =>
  Admission.compareWay(job.spec, known, depth, state === "skipped" && reason === "depth")

/** Notes a shorter way to a page and to what it links to; returns how many pages came back. */
const followWay = (job: MemoryJob, page: number, depth: number): number => {
  // So it is with most links.
  if (wayTo(job, job.rows[page]!, depth) === "known") return 0
  let returned = 0
  const ahead = [{ page, depth }]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const row = job.rows[next.page]!
    const way = wayTo(job, row, next.depth)
    if (way === "known") continue
    row.depth = next.depth
    if (way === "back") {
      row.state = "queued"
      row.reason = undefined
      row.rule = undefined
      job.waiting.push(next.page, row.host, row.rank)
      returned++
    }
    for (const link of row.links ?? []) ahead.push({ page: link, depth: next.depth + 1 })
  }
  return returned
}

interface StartOptions {
  readonly leaseUntil: number
  readonly limitedMs: number | undefined
  readonly pacedAt: (host: string) => number | undefined
  /** Whether the account has no running page. */
  readonly isIdle: boolean
}

/** Marks pages as running; returns them with their leases. */
export const start = (
  job: MemoryJob,
  pages: ReadonlyArray<number>,
  { isIdle, leaseUntil, limitedMs, pacedAt }: StartOptions
): ReadonlyArray<ClaimedPage> =>
  pages.map((page, index) => {
    const row = job.rows[page]!
    row.state = "active"
    row.attempts++
    row.token++
    row.leaseUntil = leaseUntil
    job.active.add(page)
    return {
      jobId: job.spec.id,
      page: String(page),
      token: row.token,
      url: row.url,
      accountId: job.spec.accountId,
      origin: job.state.origin,
      host: row.host,
      depth: row.depth,
      attempt: row.attempts,
      isFirst: isIdle && index === 0,
      pacedAt: pacedAt(row.host),
      lastModified: row.lastModified,
      addition: row.addition,
      limitedMs
    }
  })

/** The page of a lease, when the lease is the page's latest. */
export const leased = (job: MemoryJob, lease: Lease): Row | undefined => {
  const row = job.rows[Number(lease.page)]
  return row !== undefined && Settling.isLeased({ isActive: row.state === "active", token: row.token }, lease.token)
    ? row
    : undefined
}

/** Writes how the run of a page ended. */
const endPage = (
  job: MemoryJob,
  page: number,
  row: Row,
  { event, page: ending, state }: Settling.PageTransition
): ReadonlyArray<JobEvent> => {
  job.active.delete(page)
  row.state = ending.state
  row.reason = ending.reason
  row.rule = ending.rule
  row.error = ending.error
  row.statusCode = ending.statusCode
  row.contentHash = ending.contentHash
  if (ending.undoAttempt) row.attempts--
  if (ending.state === "queued") {
    if (ending.until === undefined) job.waiting.push(page, row.host, row.rank)
    else job.waiting.pushLater(page, ending.until)
  }
  if (ending.state === "failed" && event !== undefined) {
    const { cause, code, error = "" } = ending
    const number = (job.failures.at(-1)?.number ?? 0) + 1
    job.failures.push({ number, page: String(page), url: row.url, error, code, cause, at: event.at })
  }
  return apply(job, { state, events: event === undefined ? [] : [event] })
}

export interface Settled {
  readonly settled: "settled" | "duplicate"
  readonly events: ReadonlyArray<JobEvent>
}

/** Writes how a leased page ended. */
export const settle = (
  job: MemoryJob,
  row: Row,
  settlement: Settlement,
  results: ResultMemory,
  now: number
): Settled => {
  const page = Number(settlement.lease.page)
  const { outcome } = settlement
  const duplicateOf = outcome._tag === "Completed" ? findAndName(job, page, settlement) : undefined
  const ended = Settling.settlePage(job.state, String(page), settlement, duplicateOf, now)
  const { position } = ended.page
  if (outcome._tag === "Completed" && position !== undefined) {
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
  }
  const events = endPage(job, page, row, ended)
  if (Settling.followsLinks(settlement, duplicateOf)) admit(job, settlement.links, page)
  return { settled: duplicateOf === undefined ? "settled" : "duplicate", events }
}

/** The address of another page that this one turned out to be; names the page by its other identities. */
const findAndName = (job: MemoryJob, page: number, settlement: Settlement): string | undefined => {
  const { outcome } = settlement
  const find = (key: Candidate["key"]): KnownPage<number> | undefined => {
    const found = pageOf(job, key)
    const row = job.rows[found]
    return row === undefined
      ? undefined
      : { page: found, url: row.url, isCompleted: row.state === "completed", contentHash: row.contentHash }
  }
  const facts = outcome._tag === "Completed" ? outcome.facts : undefined
  const { address, aliases, of } = findDuplicate(page, settlement, facts, { byAddress: find, byAlias: find })
  if (address !== undefined) job.index.set(address, page)
  for (const alias of aliases) job.index.set(alias, page)
  return of
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
    hosts.push(row.host)
    row.losses++
    events.push(...endPage(job, page, row, Settling.loseLease(job.state, String(page), row.losses, now)))
  }
  return { pages: hosts.length, hosts, events }
}

/** Readies the job for new pages; what its end had kept out stays out. False when it has ended for good. */
export const reopen = (job: MemoryJob, mayReopen: boolean, now: number): boolean => {
  const state = Lifecycle.reopen(job.state, mayReopen, now)
  if (state === undefined) return false
  if (isFinal(job.state.status)) skipQueued(job)
  job.state = state
  return true
}

/** What the end of the job left in the queue stays out when the job comes back. */
export const skipQueued = (job: MemoryJob): void => {
  for (const row of job.rows) {
    if (row.state !== "queued") continue
    row.state = "skipped"
    row.reason = "limit"
  }
}

/** Puts failed pages back as if they had never been tried; returns how many. */
export const requeueFailed = (job: MemoryJob): number => {
  let requeued = 0
  for (const [page, row] of job.rows.entries()) {
    if (row.state !== "failed") continue
    row.state = "queued"
    row.attempts = 0
    row.losses = 0
    row.error = undefined
    job.waiting.push(page, row.host, row.rank)
    requeued++
  }
  job.failures.length = 0
  return requeued
}

/** Pages at these addresses: those that were asked for, and those that answered. */
export const pagesAt = (
  job: MemoryJob,
  isAt: (address: string) => boolean,
  results: ResultMemory
): ReadonlyArray<number> =>
  [...job.rows.keys()].filter((page) => {
    if (isAt(job.rows[page]!.url)) return true
    const result = resultOf(job, page, results)
    return result !== undefined && isErasedDocument(result.document, isAt)
  })

export const resultOf = (job: MemoryJob, page: number, results: ResultMemory): StoredResult | undefined => {
  const position = job.resultOf.get(page)
  const kept = position === undefined ? undefined : job.results[position - 1]
  return kept === undefined ? undefined : results.read(kept)
}

/** Leaves of the pages what is counted and numbered, and of the request what does not name them. */
export const erasePages = (
  job: MemoryJob,
  pages: ReadonlyArray<number>,
  isErased: (address: string) => boolean,
  results: ResultMemory
): void => {
  const erased = new Set(pages)
  for (const page of erased) {
    const { addition, attempts, depth, foundOn, losses, rank, reason, state, statusCode, token } = job.rows[page]!
    const hasFailed = state === "failed"
    if (hasFailed) job.state = { ...job.state, counts: JobState.moveCounts(job.state.counts, "failed", "skipped") }
    job.rows[page] = {
      addition,
      attempts,
      depth,
      foundOn,
      losses,
      rank,
      statusCode,
      token,
      state: hasFailed ? "skipped" : state,
      reason: hasFailed ? "erased" : reason,
      url: erasedAddress,
      host: "",
      leaseUntil: 0
    }
    const position = job.resultOf.get(page)
    const kept = position === undefined ? undefined : job.results[position - 1]
    if (kept === undefined) continue
    const { facts: _facts, ...result } = results.read(kept)
    results.drop(kept)
    job.results[kept.position - 1] = results.keep({
      ...result,
      url: erasedAddress,
      document: erasedDocument(result.document.metadata.statusCode)
    })
  }
  for (const row of job.rows) if (row.rule !== undefined && isErased(row.rule)) row.rule = undefined
  const failures = job.failures.filter(({ page }) => !erased.has(Number(page)))
  job.failures.splice(0, job.failures.length, ...failures)
  if (isErased(job.state.origin)) job.state = { ...job.state, origin: erasedAddress }
  job.spec = {
    ...job.spec,
    request: requestWithout(job.spec.request, isErased) ?? job.spec.request,
    seeds: job.spec.seeds.filter(({ url }) => !isErased(url))
  }
}

export const record = (job: MemoryJob, page: number): PageRecord | undefined => {
  const row = job.rows[page]
  if (row === undefined) return undefined
  const left = isFinal(job.state.status) && (row.state === "queued" || row.state === "active")
  const state = left ? (job.state.status === "completed" ? "skipped" : "cancelled") : row.state
  return {
    page: String(page),
    url: row.url,
    state,
    depth: row.depth,
    attempts: row.attempts,
    foundOn: job.rows[row.foundOn]?.url,
    reason: left && state === "skipped" ? "limit" : row.reason,
    rule: row.rule,
    error: row.error,
    statusCode: row.statusCode,
    position: job.resultOf.get(page)
  }
}
