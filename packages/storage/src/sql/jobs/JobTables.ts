/**
 * What `JobStore` asks of a database of jobs. SQLite and PostgreSQL differ in how they lock and plan; what they do about
 * jobs is the same, and stands once in this folder.
 */
import type { NewJob } from "@orbweaver/core/jobs/JobStore"
import type { Candidate } from "@orbweaver/core/jobs/Frontier"
import type { Limits } from "@orbweaver/core/jobs/Politeness"
import type { SkipReason } from "@orbweaver/core/jobs/Decision"
import type { JobId, JobNotFound } from "@orbweaver/core/model/Job"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { JobChanges } from "../../jobs/JobChanges.ts"
import type { JobMemory } from "../../jobs/JobMemory.ts"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { Service as SqlDatabase, Statements, Value } from "../SqlDatabase.ts"

export type Row = Readonly<Record<string, string | number | null>>

/** Statements that a database has its own words for. The parameters of each are in the order of its comment. */
export interface JobStatements {
  /** Columns of `job` for `jobsOf`. */
  readonly jobColumns: string
  /** The same without the output of checks, for lists of any kind. */
  readonly listColumns: string
  /** Job, number, most: failures behind a number. */
  readonly failures: string
  /** Job, most: the newest failures, newest first. */
  readonly latestFailures: string
  /** Job, position, most. */
  readonly results: string
  /** Job, page. */
  readonly resultOfPage: string
  /** Job, page, reason, most: pages behind a page that this rule kept out, with their parents. */
  readonly skipped: (reason: SkipReason) => string
  /** Job, page, most: pages behind a page, with their parents. */
  readonly pages: string
  /** Page: with its parent. */
  readonly page: string
  /** Job: its failed pages are queued as if they had never been tried. */
  readonly requeueFailed: string
  /** Moment: ten jobs that have expired. */
  readonly expired: string
  /** Job, page, most: pages behind a page, with the addresses of their documents. */
  readonly erasable: string
  /** Job, list of pages: their documents. */
  readonly documents: string
  /** Address, list of `{ page, document }`, job: what stands for the results of pages that are erased. */
  readonly eraseResults: string
  /** Account, most, list of hosts: pages that wait for each (`waitingStatement`). */
  readonly waiting: string
  /** What waits and what runs (`loadStatements`). */
  readonly load: { readonly hosts: string; readonly open: string; readonly waits: string }
}

export interface JobTables extends Omit<JobMemory, "turns"> {
  readonly sql: SqlDatabase
  readonly statements: JobStatements
  readonly limits: Limits
  /** Condition that a column is in the list of the next parameter, which is JSON. */
  readonly isIn: (column: string, type: "bigint" | "text") => string
  /** Rows of a list, so many at most; an old part of it may come from a replica. */
  readonly listRows: (limit: number, text: string, ...values: ReadonlyArray<Value>) => Statements<ReadonlyArray<Row>>
  /** The largest `LIMIT`. */
  readonly maxRows: number
  /** Brings jobs up to date, where that is put off. */
  readonly foldJobs: (operation: string) => Effect.Effect<void, StoreError>
  /** Brings hosts up to date, where that is put off. */
  readonly foldHosts: (now: number) => Statements<unknown>
  /** Jobs of rows of `job`; those that were removed meanwhile are left out. */
  readonly jobsOf: (rows: ReadonlyArray<Row>) => Statements<ReadonlyArray<JobRow>>
  readonly readJob: <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow) => Statements<A>
  ) => Effect.Effect<A, JobNotFound | StoreError>
  /** Runs the body in a transaction that holds the job, and saves what it changed. */
  readonly writeJob: <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow, tx: JobChanges) => Statements<A>
  ) => Effect.Effect<A, JobNotFound | StoreError>
  /** Inserts the job and runs the body in a transaction that holds it. */
  readonly createJob: <A>(
    given: NewJob,
    collecting: boolean,
    body: (job: JobRow, tx: JobChanges, admit: AdmitSeeds) => Effect.Effect<A, SqlError | StoreError>
  ) => Effect.Effect<A, StoreError>
  /** The number of a page of the job, under any of its identities. */
  readonly pageOf: (job: number, key: Fingerprint) => Statements<number | undefined>
  /** Notes that something was erased. */
  readonly onErased: () => void
  /** Removes everything of a job, some at a time. */
  readonly removeRows: (n: number) => Effect.Effect<void, StoreError>
  /** Removes what is remembered of hosts without need. */
  readonly sweepHosts: (now: number) => Effect.Effect<void, StoreError>
}

/** Adds the first addresses of the job that is being created. */
export type AdmitSeeds = (seeds: ReadonlyArray<Candidate>) => Effect.Effect<unknown, SqlError | StoreError>
