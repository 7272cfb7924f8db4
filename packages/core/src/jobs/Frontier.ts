/**
 * Port: the addresses of jobs, and who is scraping which of them.
 *
 * ```
 *  admit ─► queued ─ claim ─► active ─ settle ─► completed, failed, skipped
 *              ▲                 │
 *              └── retry, lost lease, release
 * ```
 *
 * A claim gives a page under a lease with a fencing token. What a worker
 * settles counts only while its token is the page's latest: a worker that lost
 * its lease cannot write, so a page is recorded and charged once however often
 * it ran. `settle` writes the page's state, its result, its debits, the links
 * it led to, the counters, the events and the webhooks in one transaction, and
 * ends the job when nothing is left.
 *
 * Adapters: SQLite and Postgres in `@orbweaver/storage`. Contract:
 * `FrontierSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Decision, SkipReason } from "./Decision.ts"
import type { Document } from "../model/Document.ts"
import type { JobId, JobNotFound, PageAttempt } from "../model/Job.ts"
import type { Debit } from "../accounts/Ledger.ts"
import type { HostSignal } from "./Politeness.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { Fingerprint } from "../model/UrlIdentity.ts"

/** An address and what the rules say about it. */
export interface Candidate {
  readonly key: Fingerprint
  /** What would be fetched. */
  readonly url: string
  /** Host and port, for politeness. */
  readonly host: string
  /** Depth of a seed; ignored for links, which are one deeper than their page. */
  readonly depth: number
  readonly decision: Decision
  /** When the site says the page last changed, as it wrote it. */
  readonly lastModified?: string | undefined
  /** Of the waiting pages of a host the one of the smallest rank goes first, then the one found first; 0 when absent. */
  readonly rank?: number | undefined
}

/** Pages that a job was given later, and what is different about them. */
export interface Addition {
  readonly id: string
  /** Name of the API key that they are counted under; the job's own when absent. */
  readonly keyName?: string | undefined
  /** Members of the job's request that are others for them. */
  readonly request: { readonly [name: string]: Schema.Json }
}

export interface Lease {
  readonly jobId: JobId
  /** Names the page within its job. */
  readonly page: string
  /** Fencing token: grows with every claim of the page. */
  readonly token: number
}

export interface ClaimedPage extends Lease {
  readonly url: string
  readonly accountId: string
  /** Where the job's crawl begins. */
  readonly origin: string
  readonly host: string
  readonly depth: number
  /** 1 for the first. */
  readonly attempt: number
  /** Whether its account had no other running page when it was claimed. */
  readonly isFirst: boolean
  /**
   * When the page was given its turn at a host with a crawl delay, in milliseconds since the epoch by the store's clock;
   * absent while no delay is known (`pace`).
   */
  readonly pacedAt?: number | undefined
  readonly lastModified?: string | undefined
  /** What the page was added with; absent for pages that the job began with, and what they led to. */
  readonly addition?: Addition | undefined
  /** How long the page waited for the account's own limit, in milliseconds; absent when it did not. */
  readonly limitedMs?: number | undefined
}

export interface ClaimRequest {
  /** Most pages given, over all jobs. */
  readonly count: number
  /** How long the lease lasts without a heartbeat, in milliseconds. */
  readonly leaseMs: number
  /** Gives pages only to accounts that have none running, one to each. */
  readonly onlyIdleAccounts?: boolean | undefined
}

export interface Claim {
  readonly pages: ReadonlyArray<ClaimedPage>
  /** When nothing more can be claimed before some moment: that moment, in milliseconds since the epoch. */
  readonly nextAt?: number | undefined
}

/** What the next crawl of the page may compare with. */
export interface PageFacts {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
  /** Hash of the content. */
  readonly contentHash?: string | undefined
}

/** Why a page is tried again. */
export type AttemptFailure = Pick<PageAttempt, "status" | "error" | "cause">

export type PageOutcome =
  | {
      readonly _tag: "Completed"
      readonly document: Document
      readonly credits: number
      readonly debits: ReadonlyArray<Debit>
      readonly facts?: PageFacts | undefined
      /** Size of the answer's body, decoded, in bytes. */
      readonly bytes?: number | undefined
      /** The kind of endless series that the page belongs to; its links were not followed. */
      readonly trap?: string | undefined
    }
  | {
      readonly _tag: "Failed"
      readonly error: string
      readonly code?: string | undefined
      /** The `_tag` of the reason of a `CaptureError`. */
      readonly cause?: string | undefined
    }
  | { readonly _tag: "Skipped"; readonly reason: SkipReason; readonly rule?: string | undefined }
  /** Try again after so many milliseconds; `isAttempt: false` when the page is not to blame, so that it loses no attempt. */
  | {
      readonly _tag: "Retry"
      readonly afterMs: number
      readonly isAttempt?: false | undefined
      /** Why the attempt did not count as the page's end; its record lists it. */
      readonly failure?: AttemptFailure | undefined
    }
  /** Back to the queue as if never claimed: the worker is shutting down. */
  | { readonly _tag: "Released" }

export interface Settlement {
  readonly lease: Lease
  readonly outcome: PageOutcome
  /** How long the worker was busy with the page, in milliseconds. */
  readonly tookMs?: number | undefined
  /** Addresses that the page links to; written with `Completed` and `Failed`. */
  readonly links: ReadonlyArray<Candidate>
  /**
   * Identity of the address that answered, when it is another one. Of that page
   * and this one, whichever completed later is a duplicate of the other: one that
   * only waits may still fail, and the content would be lost.
   */
  readonly finalKey?: Fingerprint | undefined
  /** Names the page that completed with what this address answered, while the page of the address itself waits. */
  readonly answerKey?: Fingerprint | undefined
  /** Identity that the page itself calls canonical, when it is another one. */
  readonly canonicalKey?: Fingerprint | undefined
  /**
   * Names what the page says under the identity that it calls canonical, its own when it names none. Pages that call one
   * identity canonical, or are it, and have the same content are one page, whichever completed first.
   */
  readonly contentKey?: Fingerprint | undefined
  readonly signal?: HostSignal | undefined
  /** The crawl's origin moves here: its start page redirected to another host. */
  readonly origin?: string | undefined
}

/**
 * `duplicate` is charged nothing, and what was set aside for it is let go. `lost` means that another worker has the page
 * by now, or that the job has ended: nothing was written, and of an ended job nothing stays set aside.
 */
export type Settled = "settled" | "duplicate" | "lost"

export interface AdmitOptions {
  /** Bring a completed job back to `scraping`. */
  readonly reopen?: boolean | undefined
  /** What is new of these pages belongs to it. */
  readonly addition?: Addition | undefined
}

export interface Service {
  /**
   * Adds what the job has not met, in order; returns how many were queued. Where
   * the job has a greatest depth a known page keeps its smallest one, and comes
   * back when only its depth kept it out. Nothing is added to a job that has ended.
   */
  readonly admit: (
    id: JobId,
    seeds: ReadonlyArray<Candidate>,
    options?: AdmitOptions
  ) => Effect.Effect<number, JobNotFound | StoreError>
  /**
   * Claims waiting pages: accounts with fewer running pages first, then jobs of
   * higher priority; within a job those of the smallest rank and then first admitted first, hosts in turn. Respects
   * the limits of jobs, accounts and hosts. Atomic.
   */
  readonly claim: (request: ClaimRequest) => Effect.Effect<Claim, StoreError>
  /** Extends leases; returns those that are lost because the job ended, was paused, or the page was given away. */
  readonly heartbeat: (leases: ReadonlyArray<Lease>, leaseMs: number) => Effect.Effect<ReadonlyArray<Lease>, StoreError>
  /** `settle`, then `claim` for the room that it made; one transaction where that saves something. */
  readonly exchange: (settlements: ReadonlyArray<Settlement>, request: ClaimRequest) => Effect.Effect<Claim, StoreError>
  /** Writes how pages ended, in order; each with all that belongs to it in one transaction. */
  readonly settle: (settlements: ReadonlyArray<Settlement>) => Effect.Effect<ReadonlyArray<Settled>, StoreError>
  /**
   * Puts back pages whose lease has passed; returns how many. A page that lost
   * its worker `maxLostLeases` times (`rules/settling`) fails, so that no page kills workers forever.
   */
  readonly reclaim: Effect.Effect<number, StoreError>
  /**
   * Records the crawl delay of a host, in milliseconds, and returns whether a page of it may begin now. Of the pages
   * that any process claimed before the delay was known, one may begin in each delay. A page that was given its turn at
   * `pacedAt` and waited in its worker since then begins unless another page had the next turn meanwhile, and the delay
   * counts from its beginning.
   */
  readonly pace: (host: string, delayMs: number, pacedAt?: number) => Effect.Effect<boolean, StoreError>
  /** Waits until work is added, by this process or by one that is heard (`pollMs`), or for as long as given. */
  readonly awaitWork: (atMost: Duration.Duration) => Effect.Effect<void>
  /** Waits until a job is cancelled, paused or failed, by this process or by one that is heard, or for as long as given. */
  readonly awaitStop: (atMost: Duration.Duration) => Effect.Effect<void>
  /**
   * How often somebody without work should look for some now, in milliseconds: seldom while other processes are heard.
   * Absent where they never are.
   */
  readonly pollMs?: (() => number) | undefined
}

export class Frontier extends Context.Service<Frontier, Service>()("@orbweaver/core/Frontier") {}
