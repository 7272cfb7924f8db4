/**
 * Port: jobs, what they produced, and what happened to them.
 *
 * Its writes and those of `Frontier`, `JobQueue` and `WebhookOutbox` are
 * transactions of one store, so one layer gives all of them, and `MonitorStore`:
 * `temporary()`, `sqlite(file)` and `postgres(url)` in `@orbweaver/storage`.
 * Contract: `JobStoreSuite` in `@orbweaver/testing`.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { SkipReason } from "./Decision.ts"
import type { Document } from "../model/Document.ts"
import type { Candidate, Frontier, PageFacts } from "./Frontier.ts"
import type { Job, JobEventType, JobId, JobKind, JobNotFound, JobStatus, PageAttempt, PageState } from "../model/Job.ts"
import type { HostState } from "./Politeness.ts"
import type { JobQueue } from "./JobQueue.ts"
import type { MonitorStore, Slice } from "./MonitorStore.ts"
import type { StoreLoad } from "./StoreLoad.ts"
import type { StoreWorker, WorkerBeat } from "./StoreWorker.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { Fingerprint } from "../model/UrlIdentity.ts"
import type { EventPost, JobAction, WebhookOutbox } from "./Webhooks.ts"
import type { Webhook } from "../model/WebhookOptions.ts"

export interface NewJob {
  readonly id: JobId
  readonly kind: JobKind
  readonly accountId: string
  /** Name of the API key that started the job, for usage by key; absent where there are no keys. */
  readonly keyName?: string | undefined
  /** The monitor whose check the job is, or belongs to. */
  readonly monitorId?: string | undefined
  readonly request: Schema.Json
  readonly origin: string
  readonly priority: number
  /** Most pages that succeed; `Infinity` for no limit. */
  readonly limit: number
  /** Most links followed; `Infinity` for no limit. */
  readonly maxDepth: number
  /** Pages of the job at once; `Infinity` for no limit of its own. */
  readonly maxConcurrency: number
  /** Pages of the account at once, over all its jobs. */
  readonly accountConcurrency: number
  /** Milliseconds between two page starts of the job. */
  readonly delayMs: number
  /** Whether the job minds the delays that robots files ask for. */
  readonly heedsCrawlDelay: boolean
  readonly webhook?: Webhook | undefined
  /** How long the job is kept after its last activity, in milliseconds. */
  readonly retentionMs: number
  /** Offer a task for the job (`JobQueue`); a crawl is collecting until that is done. */
  readonly task: boolean
  readonly seeds: ReadonlyArray<Candidate>
}

/** A page that succeeded, and its place in the order of completion, counted from 1. */
export interface StoredResult {
  readonly position: number
  readonly page: string
  readonly url: string
  readonly depth: number
  readonly document: Document
  readonly credits: number
  readonly facts?: PageFacts | undefined
}

export interface PageFailure {
  /** Grows in the order of the failures of a job, with gaps. */
  readonly number: number
  readonly page: string
  readonly url: string
  readonly error: string
  readonly code?: string | undefined
  /** The `_tag` of the reason of a `CaptureError`: several reasons share one code. */
  readonly cause?: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
  /** As in the page's record (`PageRecord`). */
  readonly attemptLog?: ReadonlyArray<PageAttempt> | undefined
}

/** A page that is looked up by its name (`ScrapeId`), and whose it is. */
export interface ScrapedPage {
  readonly jobId: JobId
  readonly accountId: string
  readonly document: Document
}

/** Everything that is known of one address of a job. */
export interface PageRecord {
  readonly page: string
  readonly url: string
  readonly state: PageState
  readonly depth: number
  readonly attempts: number
  /**
   * The last ten attempts of a page that failed or was tried again, oldest first; absent for a page that passed at its first
   * attempt. Attempts that cost the page none of its tries are left out.
   */
  readonly attemptLog?: ReadonlyArray<PageAttempt> | undefined
  /** Address of the page that linked to it first; absent for seeds. */
  readonly foundOn?: string | undefined
  readonly reason?: SkipReason | undefined
  readonly rule?: string | undefined
  readonly error?: string | undefined
  /** HTTP status of a page that completed; absent for one that an older version stored. */
  readonly statusCode?: number | undefined
  /** How long its last attempt took, in milliseconds; absent while there was none, and where an older version stored it. */
  readonly tookMs?: number | undefined
  /** Size of the body of a page that completed, decoded, in bytes; absent for one without a body, and where an older version stored it. */
  readonly bytes?: number | undefined
  /** Position of its result; absent for a page without one. */
  readonly position?: number | undefined
}

/** A page that a worker holds now. */
export interface ActiveLease {
  readonly jobId: JobId
  readonly page: string
  readonly url: string
  readonly host: string
  /** 1 for the first. */
  readonly attempt: number
  /** When the lease ends unless the worker extends it, in milliseconds since the epoch. */
  readonly until: number
}

/** What happened, numbered from 1 without gaps within a job. */
export interface JobEvent {
  readonly number: number
  readonly type: JobEventType
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Position of the result of a `page` event. */
  readonly position?: number | undefined
  /** Page of a `pageFailed` event. */
  readonly page?: string | undefined
}

export interface WatchedEvent extends JobEvent {
  /** The page of a `page` event. */
  readonly result?: StoredResult | undefined
}

export interface WatchedEvents {
  /** As it was before the events were read: those of a job that has ended are all there. */
  readonly job: Job
  readonly events: ReadonlyArray<WatchedEvent>
}

export interface Range {
  /** Number after which to begin; 0 for the first. */
  readonly after: number
  readonly limit: number
}

/** A part of the failures of a job: after a number, or the latest so many. */
export type FailureRange = Range | { readonly latest: number }

/** A part of the addresses of a job. */
export interface PageRange {
  /** The `page` of the record after which to begin; absent for the first. */
  readonly after?: string | undefined
  readonly limit: number
}

export interface Service {
  /** Creates the job with its seeds, its `started` event and its task. */
  readonly create: (job: NewJob) => Effect.Effect<Job, StoreError>
  readonly get: (id: JobId) => Effect.Effect<Job, JobNotFound | StoreError>
  /**
   * Jobs of an account, oldest first; of all accounts when absent. Checks of monitors are without their output, as there may
   * be many with much to say.
   */
  readonly list: (filter: {
    readonly accountId?: string | undefined
    readonly active?: boolean | undefined
    readonly kind?: JobKind | undefined
  }) => Effect.Effect<ReadonlyArray<Job>, StoreError>
  /** Checks of a monitor (`monitorCheck`), the latest first; with `open`, those that have not ended. */
  readonly checks: (
    monitorId: string,
    slice: Slice & { readonly open?: boolean | undefined }
  ) => Effect.Effect<ReadonlyArray<Job>, StoreError>
  /** In order of completion. */
  readonly results: (id: JobId, range: Range) => Effect.Effect<ReadonlyArray<StoredResult>, JobNotFound | StoreError>
  /** In the order in which they happened. */
  readonly failures: (
    id: JobId,
    range: FailureRange
  ) => Effect.Effect<ReadonlyArray<PageFailure>, JobNotFound | StoreError>
  /** Addresses that a rule kept out, in the order they were met; for `trap` also pages whose links it kept out. */
  readonly skipped: (
    id: JobId,
    reason: SkipReason,
    range: PageRange
  ) => Effect.Effect<ReadonlyArray<PageRecord>, JobNotFound | StoreError>
  /** Every address of the job in the order they were met. */
  readonly pages: (id: JobId, range: PageRange) => Effect.Effect<ReadonlyArray<PageRecord>, JobNotFound | StoreError>
  /** What became of one address; nothing when the job never met it. */
  readonly page: (id: JobId, key: Fingerprint) => Effect.Effect<PageRecord | undefined, JobNotFound | StoreError>
  /** The result of the page with this identity; nothing when the job or the page is not there. */
  readonly resultOf: (id: JobId, key: Fingerprint) => Effect.Effect<StoredResult | undefined, StoreError>
  /** The page that a document's `scrapeId` names, of any job that is kept. */
  readonly scraped: (scrapeId: string) => Effect.Effect<ScrapedPage | undefined, StoreError>
  readonly events: (id: JobId, range: Range) => Effect.Effect<ReadonlyArray<JobEvent>, JobNotFound | StoreError>
  /**
   * Moves the job as the table of `Job` allows; returns whether this call did
   * it. What was waiting or running ends with the job as `cancelled`.
   */
  readonly move: (
    id: JobId,
    to: Exclude<JobStatus, "completed">,
    reason?: string
  ) => Effect.Effect<boolean, JobNotFound | StoreError>
  /**
   * Puts the failed pages of a job back into its queue, as if they had never been tried, and brings a completed job back
   * to `scraping`; returns how many. A job that failed or was cancelled stays as it is.
   */
  readonly retryFailed: (id: JobId) => Effect.Effect<number, JobNotFound | StoreError>
  /** Pages of an account that workers hold now, at most `limit`. */
  readonly leases: (accountId: string, limit: number) => Effect.Effect<ReadonlyArray<ActiveLease>, StoreError>
  /** How these hosts are asked; one without an entry is asked at full speed. */
  readonly hosts: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, HostState>, StoreError>
  /**
   * How many pages of the account's running jobs wait for each of these hosts, those that are tried again later included.
   * Counting stops at `atMost` pages of a host, and at `atMost` pages of the account that are tried again later.
   */
  readonly waiting: (
    accountId: string,
    hosts: ReadonlyArray<string>,
    atMost: number
  ) => Effect.Effect<ReadonlyMap<string, WaitingPages>, StoreError>
  /** What waits and what runs, of all accounts. */
  readonly load: Effect.Effect<StoreLoad, StoreError>
  /** Notes that a worker is there; one that is not heard of again for some time counts as gone. */
  readonly recordWorker: (worker: WorkerBeat) => Effect.Effect<void, StoreError>
  /** Takes a worker off the list, because it stops. */
  readonly removeWorker: (id: string) => Effect.Effect<void, StoreError>
  /** Workers in the order in which they started; those that are gone for a day are left out. */
  readonly workers: Effect.Effect<ReadonlyArray<StoreWorker>, StoreError>
  /**
   * Stores the intermediate output of a job, for readers and for a worker that resumes it; false when the job has
   * ended. The event of an `action` is added to the outbox in the same transaction, where the job's webhook wants it.
   */
  readonly report: (
    id: JobId,
    output: Schema.Json,
    action?: JobAction
  ) => Effect.Effect<boolean, JobNotFound | StoreError>
  /**
   * Writes what a job made, besides its pages if it has any, and ends it once none of these is left; false when it had
   * ended already. `posts` are added to the outbox in the same transaction, so whoever ends the job again after a crash
   * sends nothing twice.
   */
  readonly finish: (
    id: JobId,
    output: Schema.Json,
    credits: number,
    posts?: ReadonlyArray<EventPost>
  ) => Effect.Effect<boolean, JobNotFound | StoreError>
  /**
   * What watchers of a job read: the job, and its events after a number with the pages that they are about. Those who ask
   * for the same at the same time share one reading, which may have begun before some of them asked.
   */
  readonly watched: (id: JobId, range: Range) => Effect.Effect<WatchedEvents, JobNotFound | StoreError>
  /**
   * Waits for an event after this number, or for as long as given: `true` when there is one, or may be, or the job is
   * gone. Changes of this process wake it at once, those of others when the store hears of them, or else within the time
   * given. Any number of callers cost a store that other processes write too one query at a time for all their jobs
   * (`EventLook`).
   */
  readonly awaitEvent: (id: JobId, after: number, atMost: Duration.Duration) => Effect.Effect<boolean, StoreError>
  /** Removes everything of a job. */
  readonly remove: (id: JobId) => Effect.Effect<void, StoreError>
  /** Removes all checks of a monitor, some at a time; one that runs is cancelled by it. */
  readonly removeChecks: (monitorId: string) => Effect.Effect<void, StoreError>
  /** Removes jobs past their expiry, some at a time; returns how many. */
  readonly sweep: Effect.Effect<number, StoreError>
  /**
   * Erases pages of a job that has ended, some at a time; returns how many. A file is rid of all traces of them, and of
   * removed jobs, by the next `erase` of monitors, so that this is done once for many jobs.
   * Whatever is counted and numbered stays: an erased page keeps its place, its state and its event, under the address
   * `erasedAddress` and with an empty document, and one that failed counts as skipped. A job that runs is left alone.
   */
  readonly erase: (id: JobId, erasure: PageErasure) => Effect.Effect<number, JobNotFound | StoreError>
  /** Forgets how these hosts are to be asked, where no page of them is running; returns how many. */
  readonly eraseHosts: (isErased: (host: string) => boolean) => Effect.Effect<number, StoreError>
}

export interface WaitingPages {
  readonly count: number
  /** More wait, or may: counting stopped. */
  readonly isAtLeast: boolean
}

export interface PageErasure {
  /** By the address that was asked for, or by the one that answered. */
  readonly isErased: (address: string) => boolean
  /** Gets the documents before they are removed, so that the caller removes what they refer to. */
  readonly beforeErasing: (documents: ReadonlyArray<Document>) => Effect.Effect<void, StoreError>
  /** Counts the pages and leaves them, also those of a job that runs. */
  readonly countOnly: boolean
}

export type JobStores = JobStore | Frontier | JobQueue | WebhookOutbox | MonitorStore

export class JobStore extends Context.Service<JobStore, Service>()("@orbweaver/core/JobStore") {}
