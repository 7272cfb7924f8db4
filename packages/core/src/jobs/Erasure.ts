/**
 * Erases everything that the stores have of a host, a page or an account.
 *
 * A job that was asked for the host or the page, or that answers with one text made of its pages, is removed. Other jobs
 * lose those of their pages that are of it. Pages of others that link to it stay as they are: they are theirs. The ledger
 * holds no addresses; its amounts stay, since accounts are settled by them. An erasure that was interrupted is completed
 * by another one.
 */
import { ErasureBlocked } from "./ErasureBlocked.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CallLog, type CallEntry } from "../accounts/CallLog.ts"
import { CallRecorder } from "../accounts/CallRecorder.ts"
import { AnswerArchive } from "../accounts/AnswerArchive.ts"
import { ProfileStore } from "../accounts/ProfileStore.ts"
import type { Document } from "../model/Document.ts"
import { type ErasureScope, type ErasureTarget, type OwnErasure, ownScope, scopeOf } from "../model/ErasureTarget.ts"
import type { InvalidInput } from "../model/InvalidInput.ts"
import { isFinal, type Job, type JobId, jobKindEntry, type JobNotFound } from "../model/Job.ts"
import type { StoreError } from "../model/StoreError.ts"
import { cleaningUpOnce } from "../support/erasureCleanup.ts"
import { BlobStore, nameIn } from "../scrape/BlobStore.ts"
import { ownerOfKey } from "../scrape/Capture.ts"
import { LocalIndex } from "../scrape/LocalIndex.ts"
import { type CachedPageName, PageCache } from "../scrape/PageCache.ts"
import { Snapshots } from "../scrape/Snapshots.ts"
import { JobStore, type PageErasure } from "./JobStore.ts"
import { MonitorStore, type StoredMonitor } from "./MonitorStore.ts"

export interface EraseOptions {
  /** Counts what would be erased, and erases nothing. Default: `false`. */
  readonly dryRun?: boolean | undefined
}

/** How many there were of each kind. */
export interface Erased {
  /** Jobs that were removed, but for checks. */
  readonly jobs: number
  /** Pages of jobs that stay. */
  readonly pages: number
  readonly monitors: number
  /** Checks of monitors that were removed, those of erased monitors included. */
  readonly checks: number
  readonly cachedPages: number
  readonly indexedPages: number
  /** Versions of pages that later ones are compared with. */
  readonly snapshots: number
  /** Answers of single scrapes that are kept under their ids. */
  readonly answers: number
  /** Calls in the lists of accounts. */
  readonly calls: number
  /** Browser profiles of an account that is erased. What they hold of a host or a page stays: they are encrypted. */
  readonly profiles: number
  /** Hosts of which it was known how they are to be asked. */
  readonly hosts: number
  /** Pictures and files. They are not counted by a dry run, as many say only by their document what they show. */
  readonly blobs: number
}

export type Stores = JobStore | MonitorStore | BlobStore | PageCache | LocalIndex | Snapshots

export const erase = Effect.fn("Erasure.erase")(function* (
  target: ErasureTarget,
  { dryRun = false }: EraseOptions = {}
): Effect.fn.Return<Erased, InvalidInput | ErasureBlocked | StoreError, Stores> {
  const scope = yield* scopeOf(target)
  return yield* cleaningUpOnce(visit(scope, yield* find(scope), dryRun))
})

/** Erases what one account has of a host or a page, or all of it. What others have stays. */
export const eraseOwn = Effect.fn("Erasure.eraseOwn")(function* (
  accountId: string,
  request: OwnErasure
): Effect.fn.Return<Erased, InvalidInput | ErasureBlocked | StoreError, Stores> {
  const scope = yield* ownScope(accountId, request)
  return yield* cleaningUpOnce(visit(scope, yield* find(scope), request.dryRun === true))
})

/** What a scope has in jobs and monitors. */
interface Found {
  /** Jobs that are removed. */
  readonly whole: ReadonlyArray<Job>
  /** Jobs of which pages are erased, and how many. */
  readonly partly: ReadonlyArray<{ readonly id: JobId; readonly accountId: string; readonly pages: number }>
  readonly monitors: number
}

const countsOnly = { countOnly: true, beforeErasing: () => Effect.void } as const

/** Finds the jobs, and fails where one of them, or a check, has not ended. */
const find = Effect.fnUntraced(function* (scope: ErasureScope) {
  const store = yield* JobStore
  const monitors = yield* MonitorStore
  const whole: Array<Job> = []
  const partly: Array<Found["partly"][number]> = []
  const running: Array<string> = []
  const erasedMonitors = new Set<string>()
  const isErased = isMonitorOf(scope)
  yield* monitors.erase({
    monitor: (monitor) => {
      if (isErased(monitor)) erasedMonitors.add(monitor.id)
      return false
    },
    event: () => false
  })
  for (const job of yield* store.list({ accountId: scope.owner })) {
    const isOfErased = job.kind === "monitorCheck" && erasedMonitors.has(job.monitorId ?? "")
    const found = isOfErased ? "whole" : yield* inJob(scope, yield* withOutput(job))
    if (found === "none") continue
    if (!isFinal(job.status)) running.push(job.id)
    if (found === "whole") whole.push(job)
    else partly.push({ id: job.id, accountId: job.accountId, pages: found.pages })
  }
  if (running.length > 0) return yield* new ErasureBlocked({ ids: running })
  return { whole, partly, monitors: erasedMonitors.size } satisfies Found
})

/** A list has checks without their output. */
const withOutput = (job: Job) =>
  job.kind === "monitorCheck"
    ? JobStore.use((store) => Effect.catchTag(store.get(job.id), "JobNotFound", () => Effect.succeed(job)))
    : Effect.succeed(job)

/** How much of a job is erased. */
const inJob = Effect.fnUntraced(function* (scope: ErasureScope, job: Job) {
  if (scope.accountId !== undefined) return "whole"
  // A batch is asked for many pages, of which some may be of the scope.
  const { error, output, origin, request } = job
  const isAskedFor = () => scope.covers(origin) || scope.mentions(JSON.stringify([request, origin, output, error]))
  if (job.kind !== "batch" && isAskedFor()) return "whole"
  const store = yield* JobStore
  const pages = yield* noneIfGone(store.erase(job.id, { ...countsOnly, isErased: scope.covers }))
  if (pages === 0) return "none"
  return jobKindEntry(job.kind).answersWithPages ? { pages } : "whole"
})

/** Somebody removed the job meanwhile. */
const noneIfGone = <R>(counted: Effect.Effect<number, JobNotFound | StoreError, R>) =>
  Effect.catchTag(counted, "JobNotFound", () => Effect.succeed(0))

/** Whether a monitor is of the scope. */
const isMonitorOf =
  (scope: ErasureScope) =>
  ({ accountId, value }: StoredMonitor): boolean =>
    isOwned(scope, accountId) && (accountId === scope.accountId || scope.mentions(JSON.stringify(value)))

/** Whether a scope has anything of what an account has. */
const isOwned = ({ owner }: ErasureScope, accountId: string): boolean => owner === undefined || accountId === owner

/** Erases the pages of a cache alone; returns how many. */
export const eraseCached = Effect.fn("Erasure.eraseCached")(function* (
  target: ErasureTarget,
  { dryRun = false }: EraseOptions = {}
) {
  const cache = yield* PageCache
  return yield* pickFrom(cache.erase, isCachedOf(yield* scopeOf(target)), dryRun)
})

/** Counts what a store would erase, or erases it. A dry run asks the store about all that it has, and picks nothing. */
const pickFrom = <A>(
  eraseFrom: (isErased: (item: A) => boolean) => Effect.Effect<number, StoreError>,
  isErased: (item: A) => boolean,
  dryRun: boolean
): Effect.Effect<number, StoreError> =>
  Effect.suspend(() => {
    if (!dryRun) return eraseFrom(isErased)
    let count = 0
    return Effect.map(
      eraseFrom((item) => {
        if (isErased(item)) count++
        return false
      }),
      () => count
    )
  })

/** Whether a cached page is of the scope. */
const isCachedOf =
  (scope: ErasureScope) =>
  ({ key, url }: CachedPageName): boolean => {
    const owner = ownerOfKey(key)
    if (scope.accountId !== undefined) return owner.accountId === scope.accountId
    // A page that accounts share may be the one that this one has asked for; others fetch it again.
    if (owner.accountId !== undefined && !isOwned(scope, owner.accountId)) return false
    return scope.covers(url) || (owner.address !== undefined && scope.covers(owner.address))
  }

/** Whether an answer, as it was sent, is of the scope. */
const isAnswerOf = ({ covers }: ErasureScope, text: string): boolean => {
  const { metadata } = JSON.parse(text) as { readonly metadata?: Readonly<Record<string, unknown>> }
  return [metadata?.["url"], metadata?.["sourceURL"]].some((address) => typeof address === "string" && covers(address))
}

/** Whether a call is of the account, or asks for an address of the scope. */
const isCallOf =
  (scope: ErasureScope) =>
  ({ accountId, request = "", target }: CallEntry): boolean =>
    isOwned(scope, accountId) &&
    (accountId === scope.accountId ||
      [target, ...(request.match(/https?:\/\/[^\s"\\]+/g) ?? [])].some((address) => scope.covers(address)))

/** Goes through all stores. */
const visit = Effect.fnUntraced(function* (scope: ErasureScope, { monitors, partly, whole }: Found, dryRun: boolean) {
  const store = yield* JobStore
  const blobs = yield* BlobStore
  const answers = Option.getOrUndefined(yield* Effect.serviceOption(AnswerArchive))

  const isOfScope = ({ accountId, url }: { readonly accountId: string; readonly url: string }) =>
    isOwned(scope, accountId) && (accountId === scope.accountId || scope.covers(url))

  let erasedBlobs = 0
  const eraseBlobs = (selection: Parameters<typeof blobs.erase>[0]) =>
    Effect.map(blobs.erase(selection), (count) => {
      erasedBlobs += count
    })
  const beforeErasing: PageErasure["beforeErasing"] = (documents) => eraseBlobs({ names: documents.flatMap(blobsOf) })

  let pages = 0
  for (const job of partly) {
    pages += dryRun
      ? job.pages
      : yield* noneIfGone(store.erase(job.id, { isErased: scope.covers, beforeErasing, countOnly: false }))
  }
  if (!dryRun) {
    for (const { accountId, id } of whole) {
      yield* store.remove(id)
      yield* eraseBlobs({ account: accountId, job: id })
    }
    yield* eraseBlobs(
      scope.accountId === undefined ? { ofSingleScrapes: true, accountId: scope.owner } : { account: scope.accountId }
    )
  }
  const cache = yield* PageCache
  const index = yield* LocalIndex
  const snapshots = yield* Snapshots
  const cachedPages = yield* pickFrom(cache.erase, isCachedOf(scope), dryRun)
  const indexedPages = yield* pickFrom(index.erase, isOfScope, dryRun)
  const erasedSnapshots = yield* pickFrom(snapshots.erase, isOfScope, dryRun)
  const erasedAnswers =
    answers === undefined
      ? 0
      : yield* pickFrom(
          answers.erase,
          ({ accountId, text }) =>
            isOwned(scope, accountId) && (accountId === scope.accountId || isAnswerOf(scope, text)),
          dryRun
        )
  const recorder = Option.getOrUndefined(yield* Effect.serviceOption(CallRecorder))
  if (recorder !== undefined) yield* recorder.flush
  const calls = Option.getOrUndefined(yield* Effect.serviceOption(CallLog))
  const erasedCalls = calls === undefined ? 0 : yield* pickFrom(calls.erase, isCallOf(scope), dryRun)
  const profiles = yield* eraseProfiles(scope, dryRun)
  const hosts = yield* pickFrom(
    store.eraseHosts,
    (host) => scope.isHost(URL.parse(`http://${host}`)?.hostname ?? ""),
    dryRun
  )
  const erasedMonitors = dryRun
    ? monitors
    : yield* MonitorStore.use((store) =>
        store.erase({
          monitor: isMonitorOf(scope),
          event: ({ accountId, text }) =>
            isOwned(scope, accountId) && (accountId === scope.accountId || scope.mentions(text))
        })
      )
  const checks = whole.filter(({ kind }) => kind === "monitorCheck").length
  return {
    jobs: whole.length - checks,
    pages,
    monitors: erasedMonitors,
    checks,
    cachedPages,
    indexedPages,
    snapshots: erasedSnapshots,
    answers: erasedAnswers,
    calls: erasedCalls,
    profiles,
    hosts,
    blobs: erasedBlobs
  } satisfies Erased
})

const eraseProfiles = Effect.fnUntraced(function* ({ accountId }: ErasureScope, dryRun: boolean) {
  const store = Option.getOrUndefined(yield* Effect.serviceOption(ProfileStore))
  if (store === undefined || accountId === undefined) return 0
  return dryRun ? (yield* store.list(accountId)).length : yield* store.removeAll(accountId)
})

/** Names of the blobs that a document points at. */
const blobsOf = ({ actions, screenshot }: Document): ReadonlyArray<string> =>
  [screenshot, ...(actions?.screenshots ?? []), ...(actions?.pdfs ?? [])].flatMap((address) =>
    address === undefined || address.startsWith("data:") ? [] : [nameIn(address)]
  )
